import assert from "node:assert/strict";
import { test } from "node:test";
import { beginning, moved, movedTo, stepPicture, type Move, type RunStep } from "../../drawing/stepping";

const step = (text: string, a: string, name = "f"): RunStep<number> => ({ function: name, text, variables: [{ name: "a", value: a }] });
const steps = [step("x", "[1, 2]"), step("@ L1", "[1, 2]"), step("y", "[1, 2]"), step("z", "[9, 9]", "g"), step("@ L1", "[2, 1]"), step("end", "[2, 1]")];
const run = beginning(steps, [], [{ name: "i", value: "0" }]);

test("a run is shown at its end, and nobody leaves it", () => {
  assert.equal(run.at, 5);
  assert.equal(moved(run, "next").at, 5);
  assert.equal(moved(moved(run, "first"), "back").at, 0);
  assert.equal(movedTo(run, 99).at, 5);
  assert.equal(movedTo(run, Number.NaN).at, 5);
  const none = beginning<number>([], [], []);
  for (const move of ["first", "back", "next", "last", "previousLoop", "nextLoop"] as Move[]) assert.equal(moved(none, move).at, 0);
  assert.equal(stepPicture(none), undefined);
});

test("moves go from loop to loop", () => {
  const visited: number[] = [];
  let now = moved(run, "first");
  for (let count = 0; count < 4; count++) {
    now = moved(now, "nextLoop");
    visited.push(now.at);
  }
  assert.deepEqual(visited, [1, 4, 5, 5]);
  assert.equal(moved(run, "previousLoop").at, 4);
});

test("a step is compared with the last one of the same function", () => {
  const kinds = (at: number) => stepPicture(movedTo(run, at))?.rows[0]?.cells.map((cell) => cell?.kind);
  assert.deepEqual(kinds(0), ["plain", "plain"]);
  assert.deepEqual(kinds(3), ["plain", "plain"]);
  assert.deepEqual(kinds(4), ["changed", "changed"]);
});

test("only the last step shows what fails", () => {
  const kinds = (at: number) => stepPicture(movedTo(run, at))?.rows[0]?.cells.map((cell) => cell?.kind);
  assert.deepEqual(kinds(2), ["plain", "plain"]);
  assert.deepEqual(kinds(5), ["failing", "plain"]);
});
