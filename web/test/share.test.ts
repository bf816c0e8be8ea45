import assert from "node:assert/strict";
import { test } from "node:test";
import { fragment, shared } from "../src/share";

test("what is shared is read again, whatever it is", async () => {
  for (const text of ["", "@pre true", "∀ i. a[i] ≤ 😀\n\t\u0000", `<script>"'&</script>`, "x".repeat(500_000)]) {
    const made = await fragment(text);
    assert.match(made, /^#text=[\w-]*$/);
    assert.equal(await shared(made), text);
  }
});

test("a program is much shorter than itself", async () => {
  const made = await fragment("int x := x + 1;\n".repeat(200));
  assert.ok(made.length < 200, String(made.length));
});

test("nonsense is no text, and a bomb is not unpacked", async () => {
  for (const bad of ["", "#", "#text=!!", "#text=AAAA", "#other=abc", `${await fragment("abc")}x`.replace("text=", "text=zzz")]) {
    assert.equal(await shared(bad), undefined, bad);
  }
  assert.equal(await shared(await fragment("0".repeat(50_000_000))), undefined);
});
