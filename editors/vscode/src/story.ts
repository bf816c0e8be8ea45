// A counterexample as the panel tells it: a title, notes, and steps to go through.

import { beginning, type RunStep, type Stepping } from "../../drawing/stepping";
import type { ValueEntry } from "../../drawing/value";
import { isOfProgram, type Counterexample, type ProgramCounterexample, type Range, type ScriptCounterexample } from "./protocol";

export interface Story {
  title: string;
  verdict: string;
  /** Sentences without drawings: those are drawn by us. */
  notes: string[];
  /** Where it fails, as in `L1 -> post`. */
  path: string;
  /** Text that keeps its columns: a model. */
  table: string;
  run: Stepping<Range>;
}

/** What is told of a counterexample. */
export function story(it: Counterexample): Story {
  return isOfProgram(it) ? ofProgram(it) : ofScript(it);
}

function ofProgram(it: ProgramCounterexample): Story {
  const { condition } = it;
  const steps: RunStep<Range>[] =
    it.run === undefined ? pathSteps(it) : it.run.steps.map((step) => ({ ...step, place: step.range ?? undefined }));
  const [title = `${it.function} is ${it.verdict}`, ...rest] = it.text;
  const call = it.run === undefined ? [] : [called(it.function, it.run.arguments, it.run.globals)];
  const cut = it.run?.isCut === true ? ["The run is longer than what is listed."] : [];
  const instance = condition?.instance ? [`${witnessed(condition.witnesses ?? [])}${condition.instance} fails`] : [];
  const help = rest.filter((line) => line.startsWith("help: "));
  const notes = [...call, ...instance, ...cut, ...help];
  const pointers = it.run?.pointers ?? [{ function: it.function, names: it.pointers ?? [] }];
  // The run ends where the first thing is violated, which may be another one.
  const isHere = it.run === undefined || isSame(steps[steps.length - 1]?.place, it.range);
  const run = beginning(steps, pointers, isHere ? (condition?.witnesses ?? []) : []);
  return { title, verdict: it.verdict, notes, path: it.path, table: "", run };
}

function isSame(one: Range | undefined, other: Range): boolean {
  return one?.start.line === other.start.line && one.start.character === other.start.character;
}

/** Without a run, the two ends of the path: all that is known. */
function pathSteps({ condition, range, pathSteps, function: name }: ProgramCounterexample): RunStep<Range>[] {
  const start = condition?.start ?? [];
  const first = pathSteps[0];
  const steps: RunStep<Range>[] = [];
  if (start.length > 0) {
    const text = first === undefined ? "where the path begins" : `before ${first.text}`;
    steps.push({ function: name, place: first?.range ?? undefined, text, variables: start });
  }
  const end = condition?.end ?? [];
  if (end.length > 0) {
    // What the path leaves alone is listed at its beginning only.
    const known = new Set(end.map((entry) => entry.name));
    const variables = [...start.filter((entry) => !known.has(entry.name)), ...end];
    steps.push({ function: name, place: range, text: condition?.text ?? "", variables });
  }
  return steps;
}

function ofScript(it: ScriptCounterexample): Story {
  const steps = (it.steps ?? []).map((step): RunStep<Range> => ({
    function: step.predicate ?? "",
    place: step.range ?? undefined,
    text: step.text,
    variables: step.values.map(([name, value]) => ({ name, value })),
  }));
  const table = it.table ?? it.model ?? "";
  const title = it.verdict === "sat" ? `${it.name} has a model` : `${it.name} is ${it.verdict}`;
  return { title, verdict: it.verdict, notes: [], path: "", table, run: beginning(steps, [], []) };
}

function called(name: string, values: ValueEntry[], globals: ValueEntry[]): string {
  const listed = (entries: ValueEntry[]) => entries.map((entry) => `${entry.name} = ${entry.value}`).join(", ");
  const state = globals.length === 0 ? "" : ` with ${listed(globals)}`;
  return `The call ${name}(${listed(values)})${state} comes to it.`;
}

function witnessed(witnesses: ValueEntry[]): string {
  return witnesses.length === 0 ? "" : `${witnesses.map(({ name, value }) => `${name} = ${value}`).join(", ")}: `;
}
