import assert from "node:assert/strict";
import { test } from "node:test";
import { stepPicture } from "../../drawing/stepping";
import { body, nonce, page } from "../src/page";
import type { ProgramCounterexample } from "../src/protocol";
import { story } from "../src/story";

const range = { start: { line: 3, character: 2 }, end: { line: 3, character: 9 } };
const evil = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;
const failing: ProgramCounterexample = {
  function: "f",
  verdict: "false",
  range,
  text: ["error[PI0301]: the postcondition of f is false", "a run", "help: buttress run"],
  path: "L1 -> post",
  pathSteps: [],
  condition: { text: "rv > 0", end: [{ name: "a", value: "[9, 9]" }], witnesses: [{ name: "i", value: "1" }], instance: "0 > 0" },
  run: { arguments: [{ name: "a", value: "[1, 0]" }], globals: [], steps: [{ function: "f", text: "return a;", variables: [{ name: "a", value: "[1, 0]" }] }, { function: "f", range, text: "rv > 0", variables: [{ name: "a", value: "[1, 0]" }] }], isCut: false, outcome: "violated" },
};

test("a run ends where something fails, and the failing instance is marked there", () => {
  const told = story(failing);
  assert.equal(told.run.at, 1);
  const kinds = (it: ProgramCounterexample) => stepPicture(story(it).run)?.rows[0]?.cells.map((cell) => cell?.kind);
  assert.deepEqual(kinds(failing), ["plain", "failing"]);
  // A run that violates something else first is shown as it is.
  const elsewhere = { start: { line: 9, character: 0 }, end: { line: 9, character: 1 } };
  assert.deepEqual(kinds({ ...failing, range: elsewhere }), ["plain", "plain"]);
  assert.deepEqual(told.notes, ["The call f(a = [1, 0]) comes to it.", "i = 1: 0 > 0 fails", "help: buttress run"]);
});

test("without a run both ends of the path are shown, with what the path left alone", () => {
  const open: ProgramCounterexample = {
    ...failing,
    verdict: "open",
    run: undefined,
    pathSteps: [{ text: "n := n + 1", range }],
    condition: { text: "n < m", start: [{ name: "n", value: "0" }, { name: "m", value: "1" }], end: [{ name: "n", value: "1" }] },
  };
  const told = story(open).run.steps.map((step) => [step.text, step.variables.map(({ name, value }) => `${name}=${value}`).join()]);
  assert.deepEqual(told, [["before n := n + 1", "n=0,m=1"], ["n < m", "m=1,n=1"]]);
});

test("a script has its model, or the steps of its derivation", () => {
  assert.equal(story({ name: "check 1", verdict: "sat", range, table: "x  1" }).table, "x  1");
  const steps = [{ text: "p(1)", predicate: "p", values: [["x", "1"]] as [string, string][], premises: [], range }];
  assert.equal(story({ name: "bad", verdict: "false", range, steps }).run.steps.length, 1);
});

test("the page loads its own script and nothing else", () => {
  const made = page({ nonce: "abc", source: "vscode-resource:", script: "vscode-resource:/panel.js" }, "");
  const policy = /content="([^"]*default-src[^"]*)"/.exec(made)?.[1] ?? "";
  assert.match(policy, /^default-src &#39;none&#39;; style-src &#39;nonce-abc&#39;; script-src &#39;nonce-abc&#39;; img-src vscode-resource:$/);
  assert.equal([...made.matchAll(/<script/g)].length, 1);
  assert.ok(!/https?:/.test(made.replace("http://www.w3.org/2000/svg", "")));
  assert.match(nonce(new Uint8Array(16)), /^[0-9a-f]{32}$/);
});

test("nothing of a file becomes markup", () => {
  const values = [{ name: evil, value: `[${evil}]` }, { name: "x", value: evil }];
  const bad: ProgramCounterexample = {
    ...failing, function: evil, verdict: evil, text: [evil, `help: ${evil}`], path: evil,
    condition: { text: evil, end: values, witnesses: values, instance: evil },
    run: { arguments: values, globals: values, steps: [{ function: evil, range, text: evil, variables: values }], isCut: true, outcome: evil },
  };
  for (const made of [body(story(bad)), body(story({ name: evil, verdict: evil, range, table: evil, steps: [] }))]) {
    assert.ok(!made.includes("<img") && !made.includes("<script"), made);
    const attributes = [...made.matchAll(/="([^"]*)"/g)].map((one) => one[1] ?? "");
    assert.ok(attributes.every((one) => !one.includes("<")));
  }
});
