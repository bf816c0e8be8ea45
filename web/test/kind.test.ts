import assert from "node:assert/strict";
import { test } from "node:test";
import examples from "examples";
import { fileName, kindOf, question } from "../src/kind";

test("every example is recognised by its text", () => {
  const kinds: Record<string, string> = { programs: "program", formulas: "script", numbers: "system", hardware: "circuit" };
  assert.ok(examples.length > 60, String(examples.length));
  for (const { path, text } of examples) {
    assert.equal(kindOf(text), kinds[path.split("/")[0] ?? ""], path);
    assert.equal(fileName(text).split(".").pop(), path.split(".").pop(), path);
  }
});

test("a word in a comment decides nothing", () => {
  assert.equal(kindOf("; (set-logic HORN)\n(set-logic QF_LIA)"), "script");
  assert.equal(kindOf(""), "program");
});

test("each kind is asked in its own way, under the limit", () => {
  for (const text of ["aag 0 0 0 0 0", "(check-sat)", "(set-logic HORN)", "int f() {}"]) {
    const words = question(text, 7);
    assert.deepEqual(words.slice(-2), ["--timeout", "7"]);
    assert.equal(words[0], text === "(check-sat)" ? "solve" : "prove");
  }
});
