// Marks beside lines: which line shows what.
//
// Invariant: a line has at most one mark, the worst of all that stand on it, so that nothing bad is hidden by something good.

import type { Range, Status, StatusEntry } from "./protocol";

/** What a mark shows. */
export type Mark = "proved" | "false" | "open" | "unknown" | "running" | "waiting";

export const MARKS: readonly Mark[] = ["proved", "false", "open", "unknown", "running", "waiting"];

/** The line with its mark and what is told when somebody points at it. */
export interface LineMark {
  line: number;
  mark: Mark;
  message: string;
}

/** From bad to good. */
const SEVERITY: readonly Mark[] = ["false", "open", "unknown", "running", "waiting", "proved"];

const WORDS: Record<Mark, string> = {
  proved: "proved, and the proof was checked",
  false: "false: a run violates it",
  open: "open: a state that the annotations allow violates it",
  unknown: "unknown",
  running: "being proved",
  waiting: "not looked at yet",
};

/** A check that is answered is done, whatever the answer. */
export function mark(status: Status): Mark {
  return status === "sat" || status === "unsat" ? "proved" : status;
}

/** The marks of a document, in the order of the lines. */
export function lineMarks(functions: StatusEntry[]): LineMark[] {
  const lines = new Map<number, LineMark>();
  const put = (range: Range, status: Status, message: string) => {
    const made = { line: range.start.line, mark: mark(status), message };
    const there = lines.get(made.line);
    if (there === undefined || SEVERITY.indexOf(made.mark) < SEVERITY.indexOf(there.mark)) lines.set(made.line, made);
  };
  for (const entry of functions) {
    put(entry.selectionRange, entry.status, told(entry));
    for (const { range, status } of entry.annotations ?? []) put(range, status, WORDS[mark(status)]);
  }
  return [...lines.values()].sort((one, other) => one.line - other.line);
}

function told({ name, status, seconds }: StatusEntry): string {
  const word = status === "sat" || status === "unsat" ? status : WORDS[mark(status)];
  const time = seconds === undefined ? "" : ` (${seconds < 0.01 ? "< 0.01" : seconds.toFixed(2)} s)`;
  return `${name}: ${word}${time}`;
}

/** The document in a few words, for the status bar; none if there is nothing in it. */
export function summary(functions: StatusEntry[]): { text: string; worst: Mark } | undefined {
  if (functions.length === 0) return undefined;
  const marks = functions.map((entry) => mark(entry.status));
  const count = (wanted: Mark) => marks.filter((one) => one === wanted).length;
  const worst = SEVERITY.find((one) => marks.includes(one)) ?? "unknown";
  const parts = (["false", "open", "unknown"] as const).flatMap((one) => (count(one) > 0 ? [`${count(one)} ${one}`] : []));
  const pending = count("running") + count("waiting");
  if (pending > 0) parts.push(`${pending} to go`);
  const isAll = count("proved") === marks.length;
  return { text: isAll ? `${marks.length} proved` : parts.join(", "), worst };
}

/** The function that a line is in. */
export function functionAt(functions: StatusEntry[], line: number): string | undefined {
  return functions.find(({ range }) => range.start.line <= line && line <= range.end.line)?.name;
}
