import assert from "node:assert/strict";
import { test } from "node:test";
import { waves } from "../src/aiger";
import { EMPTY, told, type Report } from "../src/report";
import { waveView } from "../src/wave_view";

const after = (events: object[], text = ""): Report => events.reduce((report: Report, event) => told(report, JSON.stringify(event), text), EMPTY);
const place = { line: 2, column: 3, end_line: 2, end_column: 9 };
const evil = `<img src=x onerror="alert(1)">`;

test("a false condition is a problem at its place, with a call to step through", () => {
  const condition = { text: "rv > 0", place, verdict: "false", code: "PI0301", message: "the postcondition is false", witnesses: [{ name: "i", value: "1" }], instance: "0 > 0", run: { arguments: [{ name: "a", value: "[1, 0]" }, { name: "l", value: "0" }], globals: [{ name: "e", value: "5" }] } };
  const proved = { text: "x", place, verdict: "proved" };
  const report = after([{ event: "done", functions: [{ name: "f", place, verdict: "false", facts: [{ loop_name: "L1", text: "0 <= i" }], paths: [{ name: "pre -> post", conditions: [proved, condition] }], seconds: 0.5 }] }]);
  assert.deepEqual(report.verdicts, [{ name: "f", word: "false", tone: "bad", line: 2, details: "1 of 2 conditions · 1 fact inferred · 0.50 s" }]);
  assert.deepEqual(report.problems, [{ place, severity: "error", message: "the postcondition is false" }]);
  assert.deepEqual(report.cards[0]?.call, { text: "f([1, 0], 0)", globals: ["e = 5"] });
  assert.equal(report.cards[0]?.notes[1], "i = 1: 0 > 0 fails");
  assert.equal(report.cards[1]?.title, "inferred at L1 of f");
});

test("an open condition is drawn with what the path left alone", () => {
  const condition = { text: "n < m", place, verdict: "open", start: [{ name: "n", value: "0" }, { name: "m", value: "1" }], end: [{ name: "n", value: "1" }] };
  const report = after([{ event: "done", functions: [{ name: "f", place, verdict: "open", pointers: ["n"], paths: [{ name: "L -> L", conditions: [condition] }], seconds: 0 }] }]);
  assert.deepEqual(report.cards[0]?.state?.now.map((one) => one.name), ["m", "n"]);
  assert.deepEqual(report.cards[0]?.state?.pointers, ["n"]);
  assert.equal(report.problems[0]?.severity, "warning");
});

test("answers come one by one, and the end replaces them", () => {
  const check = (number: number, verdict: string) => ({ number, line: 4, verdict, checked: true, proof_steps: 11, seconds: 0 });
  const one = after([{ event: "begin" }, { event: "answered", check: check(1, "unsat") }]);
  assert.deepEqual([one.verdicts.length, one.isDone], [1, false]);
  const all = after([{ event: "answered", check: check(1, "unsat") }, { event: "done", checks: [check(1, "unsat"), { ...check(2, "sat"), model: "(x 1)" }] }]);
  assert.deepEqual(all.verdicts.map((verdict) => verdict.word), ["unsat", "sat"]);
  assert.equal(all.cards[0]?.table, "(x 1)");
});

test("errors, limits and lines that are no events", () => {
  const wrong = after([{ event: "done", errors: [{ message: "expected a type", code: "PI0001", line: 1, column: 7, help: "write one" }] }]);
  assert.deepEqual(wrong.problems, [{ place: { line: 1, column: 7 }, severity: "error", message: "expected a type" }]);
  const cut = after([{ event: "done", unknown: "time", known: [{ name: "p", verdict: "proved" }] }]);
  assert.deepEqual(cut.verdicts.map((verdict) => verdict.word), ["proved", "unknown"]);
  assert.equal(told(EMPTY, "no json", ""), EMPTY);
});

test("a derivation names its steps and lines", () => {
  const derivation = [{ line: 5, predicate: "loop", values: [{ name: "i", value: "0" }] }, { line: 9, predicate: null, values: [] }];
  const report = after([{ event: "done", properties: [{ name: "safety", verdict: "false", checked: true, seconds: 0, derivation }] }]);
  assert.deepEqual(report.cards[0]?.steps, [{ line: 5, text: "loop(i = 0)" }, { line: 9, text: "false" }]);
});

// A latch that toggles while the input is high, and is bad when it is high.
const TOGGLE = "aag 5 1 1 0 3 1\n2\n4 10\n4\n6 2 5\n8 3 4\n10 7 9\ni0 go\nl0 state\nb0 bad_state\nc\nx y z\n";

test("a trace of a circuit is replayed", () => {
  const toggled = TOGGLE.replace("4 10", "4 11");
  const drawn = waves(toggled, { initial: "0", inputs: ["1", "0", "1", "0"] });
  assert.deepEqual(drawn?.signals, [
    { name: "go", values: "1010", isBad: false },
    { name: "state", values: "0110", isBad: false },
    { name: "bad_state", values: "0110", isBad: true },
  ]);
  const bare = waves("aag 1 0 1 0 0 1 1\n2 3\n2\n1\nl0 a b\nb0 c d e\n", { initial: "0", inputs: ["", ""] });
  assert.deepEqual(bare?.signals.map(({ name, values }) => [name, values]), [["a b", "01"], ["c d e", "01"]]);
  assert.equal(waves("aig 1 1 0 0 0", { initial: "", inputs: [] }), undefined);
});

test("names of signals stay text in the drawing", () => {
  const drawn = waveView({ signals: [{ name: evil, values: "01", isBad: true }] });
  assert.ok(!drawn.includes("<img"));
  assert.ok(drawn.includes("&lt;img"));
});
