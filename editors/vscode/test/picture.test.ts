import assert from "node:assert/strict";
import { test } from "node:test";
import { picture, type Picture } from "../../drawing/picture";
import { svg } from "../../drawing/svg";
import { stateView } from "../../drawing/state_view";
import { variables } from "../../drawing/value";

const entry = (name: string, value: string) => ({ name, value });
const axis = (drawn: Picture) => drawn.columns.map((column) => (column.kind === "gap" ? "…" : `${column.at}${column.pointers.join("")}`));

test("values are rows of cells, fields by their names, or text", () => {
  const shapes = (value: string) => variables(entry("x", value)).map(({ name, shape }) => [name, shape.kind === "cells" ? shape.cells : shape.text]);
  assert.deepEqual(shapes("[]"), [["x", []]]);
  assert.deepEqual(shapes("[[1, 2], [], [3]]"), [["x", ["[1, 2]", "[]", "[3]"]]]);
  assert.deepEqual(shapes("{a: [0, 1], pivot: -1}"), [["x.a", ["0", "1"]], ["x.pivot", "-1"]]);
  assert.deepEqual(shapes("{1 -> 5, 2 -> 6}"), [["x", "{1 -> 5, 2 -> 6}"]]);
  assert.deepEqual(shapes("{}"), [["x", "{}"]]);
  assert.deepEqual(shapes("-7"), [["x", "-7"]]);
});

test("indices stand above their cells, also one beyond the end; other numbers do not", () => {
  const drawn = picture({ now: [entry("a", "[7, 3]"), entry("i", "2"), entry("e", "1"), entry("u", "-1")], pointers: ["i", "u"] });
  assert.deepEqual(axis(drawn), ["-1u", "0", "1", "2i"]);
  assert.deepEqual(drawn.rows[0]?.cells.map((cell) => cell?.kind), ["beyond", "plain", "plain", "beyond"]);
});

test("what changed and what fails is marked", () => {
  const drawn = picture({
    before: [entry("a", "[7, 3, 1]"), entry("i", "0")],
    now: [entry("a", "[3, 7, 1]"), entry("i", "1"), entry("t", "0")],
    pointers: ["i"],
    witnesses: [entry("k", "2")],
  });
  assert.deepEqual(drawn.rows[0]?.cells.map((cell) => cell?.kind), ["changed", "changed", "failing"]);
  assert.deepEqual(drawn.scalars.map(({ name, isChanged }) => [name, isChanged]), [["i", true], ["t", true]]);
  const first = picture({ now: [entry("a", "[1]")], pointers: [] });
  assert.deepEqual(first.rows[0]?.cells.map((cell) => cell?.kind), ["plain"]);
});

test("a long array is folded around what matters", () => {
  const cells = Array.from({ length: 1000 }, (_, at) => at % 10);
  const drawn = picture({ now: [entry("a", `[${cells.join(", ")}]`), entry("i", "500")], pointers: ["i"], witnesses: [entry("k", "700")] });
  assert.deepEqual(axis(drawn), ["0", "1", "2", "…", "500i", "…", "700", "…", "998", "999"]);
  const all = picture({ before: [entry("a", "[]")], now: [entry("a", `[${cells.join(", ")}]`)], pointers: [] });
  assert.ok(all.columns.length <= 24);
});

test("the drawing is one well-formed element whose texts are escaped", () => {
  const evil = `<script>alert("1 & '2'")</script>`;
  const drawn = picture({ now: [entry(evil, `[${evil}, 2]`), entry(`"${evil}`, evil)], pointers: [] });
  const markup = stateView(drawn, evil);
  assert.ok(!markup.includes("<script"), markup);
  assert.ok(markup.includes("&lt;script&gt;"));
  assert.ok(!/title="[^"]*<[^"]*"/.test(markup));
  assert.match(svg(drawn, "x"), /^<svg [^]*<\/svg>$/);
  assert.equal(svg(picture({ now: [entry("x", "1")], pointers: [] }), "x"), "");
});

test("very long names and cells stay small, and are told in full when pointed at", () => {
  const long = "x".repeat(100_000);
  const drawn = svg(picture({ now: [entry(long, `[${"9".repeat(5000)}]`)], pointers: [] }), "x");
  const width = Number(/width="([\d.]+)"/.exec(drawn)?.[1]);
  assert.ok(width < 400, String(width));
  assert.ok(drawn.includes(`<title>${long}</title>`));
});
