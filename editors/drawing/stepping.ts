// A run that somebody steps through: which step is shown, and what it is compared with.
//
// Invariant: `at` is a position of `steps`, unless there are none.

import { picture, type Picture } from "./picture";
import type { ValueEntry } from "./value";

/** A step of a run: the variables are those before it. `P` is how a place is told. */
export interface RunStep<P> {
  function: string;
  place?: P;
  text: string;
  variables: ValueEntry[];
}

export interface Pointers {
  function: string;
  names: string[];
}

export interface Stepping<P> {
  steps: RunStep<P>[];
  pointers: Pointers[];
  /** Of the condition that fails in the end. */
  witnesses: ValueEntry[];
  at: number;
}

/** Where one can go. */
export type Move = "first" | "back" | "next" | "last" | "previousLoop" | "nextLoop";

const isLoop = (step: { text: string }) => step.text.startsWith("@");

/** The run, at its end: that is where something fails. */
export function beginning<P>(steps: RunStep<P>[], pointers: Pointers[], witnesses: ValueEntry[]): Stepping<P> {
  return { steps, pointers, witnesses, at: Math.max(0, steps.length - 1) };
}

/** The run after a move. There is nothing before the first step and behind the last. */
export function moved<P>(run: Stepping<P>, move: Move): Stepping<P> {
  const last = Math.max(0, run.steps.length - 1);
  const loop = (from: number, by: number): number => {
    let at = from + by;
    while (at > 0 && at < last && !isLoop(run.steps[at] ?? { text: "" })) at += by;
    return at;
  };
  const at = {
    first: () => 0,
    back: () => run.at - 1,
    next: () => run.at + 1,
    last: () => last,
    previousLoop: () => loop(run.at, -1),
    nextLoop: () => loop(run.at, 1),
  }[move]();
  return { ...run, at: Math.min(last, Math.max(0, at)) };
}

/** The run at a step, as a slider says. */
export function movedTo<P>(run: Stepping<P>, at: number): Stepping<P> {
  const last = Math.max(0, run.steps.length - 1);
  return { ...run, at: Number.isInteger(at) ? Math.min(last, Math.max(0, at)) : run.at };
}

/** The picture of the step that is shown. What changed is what differs from the last step of the same function. */
export function stepPicture<P>(run: Stepping<P>): Picture | undefined {
  const step = run.steps[run.at];
  if (step === undefined) return undefined;
  const earlier = run.steps.slice(0, run.at).reverse();
  const before = earlier.find((one) => one.function === step.function)?.variables;
  const pointers = run.pointers.find((one) => one.function === step.function)?.names ?? [];
  const isLast = run.at === run.steps.length - 1;
  return picture({ now: step.variables, before, pointers, witnesses: isLast ? run.witnesses : [] });
}
