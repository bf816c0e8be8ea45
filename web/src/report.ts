// What the program tells, line by line, as what the page shows: verdicts, problems at places, and cards that explain.
//
// The page believes nothing about the form of values: names and texts are whatever the file has.

import type { PictureInput } from "../../editors/drawing/picture";
import type { ValueEntry } from "../../editors/drawing/value";
import { waves, type Waves } from "./aiger";

/** Lines and columns from 1, columns in characters, as reports have them. */
export interface Place {
  line: number;
  column: number;
  end_line?: number;
  end_column?: number;
}

export type Tone = "good" | "bad" | "open" | "unknown";

/** One line of the list of verdicts. */
export interface Verdict {
  name: string;
  word: string;
  tone: Tone;
  line?: number;
  details: string;
}

/** A call that can be stepped through. */
export interface Call {
  text: string;
  globals: string[];
}

/** Something explained: a failure, a model, an invariant, a derivation. */
export interface Card {
  title: string;
  tone: Tone;
  code?: string;
  place?: Place;
  notes: string[];
  state?: PictureInput;
  call?: Call;
  witnesses?: ValueEntry[];
  table?: string;
  steps?: { text: string; line?: number }[];
  waves?: Waves;
}

export interface Problem {
  place: Place;
  severity: "error" | "warning" | "info";
  message: string;
}

export interface Report {
  verdicts: Verdict[];
  cards: Card[];
  problems: Problem[];
  /** How far it is, while it runs. */
  progress: string;
  isDone: boolean;
}

export const EMPTY: Report = { verdicts: [], cards: [], problems: [], progress: "", isDone: false };

// The parts of events that the page reads (docs/json.md).
interface Condition {
  text: string;
  place: Place;
  verdict: string;
  code?: string;
  message?: string;
  start?: ValueEntry[];
  end?: ValueEntry[];
  witnesses?: ValueEntry[];
  instance?: string | null;
  run?: { arguments: ValueEntry[]; globals: ValueEntry[] };
}
interface FunctionEntry {
  name: string;
  place: Place;
  verdict: string;
  facts?: { loop_name: string; text: string }[];
  pointers?: string[];
  paths: { name: string; conditions: Condition[] }[];
  seconds: number;
}
interface Property {
  name: string;
  verdict: string;
  checked: boolean;
  engine?: string | null;
  seconds: number;
  reason?: string | null;
  depth?: number;
  invariants?: { predicate: string; arguments: string[]; conjuncts: string[] }[];
  derivation?: { line?: number; predicate?: string | null; values: ValueEntry[] }[];
  trace?: { initial: string; inputs: string[] };
}
interface Check {
  number: number;
  line: number;
  verdict: string;
  checked: boolean;
  reason?: string | null;
  model?: string;
  proof_steps?: number | null;
  core?: string[];
  seconds: number;
}
interface ErrorEntry {
  message: string;
  code?: string | null;
  line?: number | null;
  column?: number | null;
  help?: string | null;
}
interface Done {
  functions?: FunctionEntry[];
  properties?: Property[];
  checks?: Check[];
  errors?: ErrorEntry[];
  unknown?: string;
  known?: { name: string; verdict: string }[];
}
type Event = Done & { event: string; engine?: string; count?: number; property?: Property | number; check?: Check; function?: string };

/** The report after one more line. What is no event is passed over. */
export function told(report: Report, line: string, text: string): Report {
  let event: Event;
  try {
    event = JSON.parse(line);
  } catch {
    return report;
  }
  switch (event.event) {
    case "answered": {
      const { check, property } = event;
      if (check !== undefined) return { ...report, verdicts: [...report.verdicts, checkVerdict(check)] };
      if (typeof property === "object") return { ...report, verdicts: [...report.verdicts, propertyVerdict(property)] };
      return report;
    }
    case "done":
      return done(event, text);
    case "error":
      return { ...done(event, text), isDone: true };
    case "engine":
    case "turn":
      return { ...report, progress: `engine ${event.engine ?? ""}` };
    case "facts":
      return { ...report, progress: `${event.count ?? 0} facts guessed` };
    case "path":
      return { ...report, progress: `proving ${event.function ?? ""}` };
    case "samples":
      return { ...report, progress: `${event.count ?? 0} states sampled` };
    default:
      return report;
  }
}

function done({ functions = [], properties = [], checks = [], errors = [], unknown, known = [] }: Done, text: string): Report {
  const cut = known.map(({ name, verdict }): Verdict => ({ name, word: verdict, tone: tone(verdict), details: "" }));
  if (unknown !== undefined) cut.push({ name: "the rest", word: "unknown", tone: "unknown", details: unknown });
  const cards = [
    ...functions.flatMap(functionCards),
    ...checks.flatMap(checkCards),
    ...properties.flatMap((property) => propertyCards(property, text)),
  ];
  return {
    verdicts: [...functions.map(functionVerdict), ...checks.map(checkVerdict), ...properties.map(propertyVerdict), ...cut],
    cards: [...errors.map(errorCard), ...cards],
    problems: [...errors.flatMap(errorProblem), ...cards.flatMap(cardProblem)],
    progress: "",
    isDone: true,
  };
}

export function tone(verdict: string): Tone {
  if (["proved", "sat", "unsat"].includes(verdict)) return "good";
  if (["false", "rejected"].includes(verdict)) return "bad";
  return verdict === "open" ? "open" : "unknown";
}

function functionVerdict({ name, place, verdict, paths, facts = [], seconds }: FunctionEntry): Verdict {
  const all = paths.flatMap((path) => path.conditions);
  const proved = all.filter((condition) => condition.verdict === "proved").length;
  const inferred = facts.length === 0 ? "" : ` · ${counted(facts.length, "fact")} inferred`;
  const conditions = proved === all.length ? counted(proved, "condition") : `${proved} of ${counted(all.length, "condition")}`;
  return { name, word: verdict, tone: tone(verdict), line: place.line, details: `${conditions}${inferred} · ${time(seconds)}` };
}

function functionCards({ name, paths, pointers = [], facts = [] }: FunctionEntry): Card[] {
  const failing = paths.flatMap((path) =>
    path.conditions.filter(({ verdict }) => verdict !== "proved").map((condition) => conditionCard(name, pointers, path.name, condition)),
  );
  const loops = [...new Set(facts.map((fact) => fact.loop_name))];
  const inferred = loops.map((loop): Card => {
    const steps = facts.filter((fact) => fact.loop_name === loop).map(({ text }) => ({ text }));
    return { title: `inferred at ${loop} of ${name}`, tone: "good", notes: [], steps };
  });
  return [...failing, ...inferred];
}

function conditionCard(name: string, pointers: string[], path: string, condition: Condition): Card {
  const { verdict, message, code, place, text, start = [], end = [], witnesses = [], instance, run } = condition;
  const notes = [`${text}   (path ${path})`];
  if (instance) notes.push(`${witnesses.map((one) => `${one.name} = ${one.value}`).join(", ")}${witnesses.length > 0 ? ": " : ""}${instance} fails`);
  const card: Card = { title: message ?? `${text} is ${verdict}`, tone: tone(verdict), code, place, notes, witnesses };
  if (run !== undefined) {
    const call = `${name}(${run.arguments.map((one) => one.value).join(", ")})`;
    card.call = { text: call, globals: run.globals.map((one) => `${one.name} = ${one.value}`) };
  } else if (end.length > 0) {
    const known = new Set(end.map((one) => one.name));
    const now = [...start.filter((one) => !known.has(one.name)), ...end];
    card.state = { now, before: start.length > 0 ? start : undefined, pointers, witnesses };
  }
  return card;
}

function checkVerdict({ number, line, verdict, checked, reason, proof_steps, seconds }: Check): Verdict {
  const evidence = verdict === "sat" ? "model" : proof_steps ? `proof of ${counted(proof_steps, "step")}` : "proof";
  const details = verdict === "sat" || verdict === "unsat" ? `${evidence}${checked ? " checked" : ""}` : (reason ?? "");
  return { name: `check ${number}`, word: verdict, tone: tone(verdict), line, details: `${details} · ${time(seconds)}` };
}

function checkCards({ number, line, verdict, model, core = [] }: Check): Card[] {
  const place = { line, column: 1 };
  if (model !== undefined) return [{ title: `a model of check ${number}`, tone: "good", place, notes: [], table: model }];
  if (verdict === "unsat" && core.length > 0) return [{ title: `check ${number} uses`, tone: "good", place, notes: [core.join(", ")] }];
  return [];
}

function propertyVerdict({ name, verdict, checked, engine, reason, seconds, depth }: Property): Verdict {
  const parts = [engine ?? "", checked ? "checked" : "", reason ?? "", verdict === "false" && depth !== undefined ? `in step ${depth}` : "", time(seconds)];
  return { name, word: verdict, tone: tone(verdict), details: parts.filter((part) => part !== "").join(" · ") };
}

function propertyCards({ name, verdict, invariants = [], derivation = [], trace }: Property, text: string): Card[] {
  const cards = invariants.map(({ predicate, arguments: words, conjuncts }): Card => {
    const steps = (conjuncts.length === 0 ? ["true"] : conjuncts).map((text) => ({ text }));
    return { title: `invariant ${predicate}(${words.join(", ")})`, tone: "good", notes: [], steps };
  });
  if (derivation.length > 0) {
    const steps = derivation.map(({ line, predicate, values }) => ({
      line,
      text: predicate === null || predicate === undefined ? "false" : `${predicate}(${values.map((one) => `${one.name} = ${one.value}`).join(", ")})`,
    }));
    cards.push({ title: `how ${name} is violated`, tone: tone(verdict), notes: [], steps });
  }
  if (trace !== undefined) cards.push({ title: `how ${name} is violated`, tone: tone(verdict), notes: [], waves: waves(text, trace) });
  return cards;
}

function errorCard({ message, code, line, column, help }: ErrorEntry): Card {
  const place = line ? { line, column: column ?? 1 } : undefined;
  return { title: message, tone: "bad", code: code ?? undefined, place, notes: help ? [help] : [] };
}

function errorProblem({ message, line, column }: ErrorEntry): Problem[] {
  return line ? [{ place: { line, column: column ?? 1 }, severity: "error", message }] : [];
}

function cardProblem({ place, tone, title }: Card): Problem[] {
  if (place === undefined || tone === "good") return [];
  const severity = tone === "bad" ? "error" : tone === "open" ? "warning" : "info";
  return [{ place, severity, message: title }];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function time(seconds: number): string {
  return seconds < 0.01 ? "< 0.01 s" : `${seconds.toFixed(2)} s`;
}
