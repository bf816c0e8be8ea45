import assert from "node:assert/strict";
import { test } from "node:test";
import { functionAt, lineMarks, summary } from "../src/marks";
import type { Range, Status, StatusEntry } from "../src/protocol";

function lines(from: number, to: number): Range {
  return { start: { line: from, character: 0 }, end: { line: to, character: 1 } };
}

function entry(name: string, from: number, status: Status, annotations: [number, Status][] = []): StatusEntry {
  const marks = annotations.map(([line, status]) => ({ range: lines(line, line), status }));
  return { name, range: lines(from, from + 9), selectionRange: lines(from + 1, from + 1), status, annotations: marks };
}

test("every function and annotation has a mark on its line", () => {
  const marks = lineMarks([entry("f", 0, "proved", [[3, "proved"]]), entry("g", 10, "false", [[12, "false"], [14, "open"]])]);
  assert.deepEqual(marks.map(({ line, mark }) => [line, mark]), [[1, "proved"], [3, "proved"], [11, "false"], [12, "false"], [14, "open"]]);
});

test("of several on one line the worst is shown, in any order", () => {
  for (const annotations of [[[3, "proved"], [3, "false"], [3, "open"]], [[3, "false"], [3, "proved"], [3, "unknown"]]] as [number, Status][][]) {
    const shown = lineMarks([entry("f", 0, "false", annotations)]).find(({ line }) => line === 3);
    assert.equal(shown?.mark, "false");
  }
  const busy = lineMarks([entry("f", 0, "running", [[1, "proved"]])]);
  assert.deepEqual(busy.map(({ mark }) => mark), ["running"]);
});

test("an answered check is done, and says what the answer is", () => {
  const [shown] = lineMarks([{ ...entry("check 1", 4, "unsat"), seconds: 0.25 }]);
  assert.equal(shown?.mark, "proved");
  assert.equal(shown?.message, "check 1: unsat (0.25 s)");
});

test("the summary names what is bad first", () => {
  assert.equal(summary([]), undefined);
  assert.deepEqual(summary([entry("f", 0, "proved"), entry("g", 10, "unsat")]), { text: "2 proved", worst: "proved" });
  const mixed = summary([entry("f", 0, "open"), entry("g", 10, "false"), entry("h", 20, "running"), entry("k", 30, "waiting")]);
  assert.deepEqual(mixed, { text: "1 false, 1 open, 2 to go", worst: "false" });
});

test("the function at a line", () => {
  const all = [entry("f", 0, "proved"), entry("g", 10, "proved")];
  assert.deepEqual([0, 9, 10, 19, 20].map((line) => functionAt(all, line)), ["f", "f", "g", "g", undefined]);
});
