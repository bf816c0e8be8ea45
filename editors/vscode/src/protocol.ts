// What the server tells and answers, as docs/editor.md describes it.

import type { Pointers } from "../../drawing/stepping";
import type { ValueEntry } from "../../drawing/value";

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export type Status = "waiting" | "running" | "proved" | "false" | "open" | "unknown" | "sat" | "unsat";

/** How one function, check or property stands. */
export interface StatusEntry {
  name: string;
  range: Range;
  selectionRange: Range;
  status: Status;
  seconds?: number;
  annotations?: { range: Range; status: Status }[];
}

/** The notification `buttress/status`. */
export interface StatusParams {
  uri: string;
  version: number;
  functions: StatusEntry[];
}

/** The answer to `buttress/counterexample` about a program. */
export interface ProgramCounterexample {
  function: string;
  verdict: string;
  range: Range;
  text: string[];
  path: string;
  pathSteps: { text: string; range?: Range | null }[];
  condition?: { text: string; start?: ValueEntry[]; end?: ValueEntry[]; witnesses?: ValueEntry[]; instance?: string | null };
  pointers?: string[];
  run?: {
    arguments: ValueEntry[];
    globals: ValueEntry[];
    steps: { function: string; range?: Range | null; text: string; variables: ValueEntry[] }[];
    pointers?: Pointers[];
    isCut: boolean;
    outcome: string;
  };
}

/** The answer about a script: a model, or a derivation of `false`. */
export interface ScriptCounterexample {
  name: string;
  verdict: string;
  range: Range;
  model?: string;
  table?: string;
  steps?: { text: string; predicate?: string | null; values: [string, string][]; premises: number[]; range?: Range | null }[];
}

export type Counterexample = ProgramCounterexample | ScriptCounterexample;

/** Is it about a program? */
export function isOfProgram(it: Counterexample): it is ProgramCounterexample {
  return "function" in it;
}
