import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, parseRawGrammar, Registry, type IGrammar } from "vscode-textmate";

const PROGRAMS = "../../examples/programs";

async function grammar(): Promise<IGrammar> {
  const wasm = readFileSync("node_modules/vscode-oniguruma/release/onig.wasm");
  await loadWASM({ data: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) });
  const path = "syntaxes/pi.tmLanguage.json";
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: async () => parseRawGrammar(readFileSync(path, "utf8"), path),
  });
  const loaded = await registry.loadGrammar("source.pi");
  assert.ok(loaded);
  return loaded;
}

/** The words of a text with the innermost scope of each. */
function words(loaded: IGrammar, text: string): [string, string][] {
  let state = INITIAL;
  return text.split("\n").flatMap((line) => {
    const { tokens, ruleStack } = loaded.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }): [string, string] => [line.slice(startIndex, endIndex), scopes[scopes.length - 1] ?? ""]);
  });
}

const loaded = grammar();

test("each word has its scope", async () => {
  const text = "@pre 0 <= l && |a| > 0 // why\n@post forall i. (i in keys(h) -> rv[i] = a_0[i])\n#(u - l)\nint[] Sort(int[] a) {\n  for @L1: sorted(a, 0, 1) (int i := 0; true; i := i + 1) { return new int[2.5]; }\n}\nstruct Pair { int x; }\npredicate p(int x) := x ≠ nil;";
  const found = words(await loaded, text);
  const scope = (word: string) => found.find(([one]) => one === word)?.[1];
  const expected: [string, string][] = [
    ["@pre", "keyword.other.contract.pi"], ["@post", "keyword.other.contract.pi"], ["// why", "comment.line.double-slash.pi"],
    ["forall", "keyword.operator.quantifier.pi"], ["in", "keyword.operator.word.pi"], ["keys", "support.function.builtin.pi"],
    ["rv", "variable.language.result.pi"], ["a_0", "variable.other.entry.pi"], ["#", "keyword.other.ranking.pi"],
    ["int", "storage.type.pi"], ["Sort", "entity.name.function.pi"], ["for", "keyword.control.pi"], ["@", "keyword.other.annotation.pi"],
    ["L1", "entity.name.label.pi"], ["sorted", "support.function.builtin.pi"], [":=", "keyword.operator.assignment.pi"],
    ["true", "constant.language.pi"], ["new", "keyword.operator.word.pi"], ["2.5", "constant.numeric.float.pi"],
    ["struct", "storage.type.struct.pi"], ["Pair", "entity.name.type.struct.pi"], ["predicate", "storage.type.predicate.pi"],
    ["p", "entity.name.function.predicate.pi"], ["≠", "keyword.operator.comparison.pi"], ["->", "keyword.operator.implication.pi"],
  ];
  for (const [word, scopes] of expected) assert.equal(scope(word), scopes, word);
});

test("a label is no assignment, and a comment ends", async () => {
  const found = words(await loaded, "@ x := 1;\n/* if\n else */ return x;");
  assert.equal(found.find(([one]) => one.trim() === "if" || one.includes("if"))?.[1], "comment.block.pi");
  assert.equal(found.find(([one]) => one === "return")?.[1], "keyword.control.pi");
  assert.ok(found.every(([, scope]) => scope !== "entity.name.label.pi"));
});

test("in all examples every keyword, number and sign is known", async () => {
  const files = [PROGRAMS, `${PROGRAMS}/broken`].flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith(".pi")).map((name) => `${folder}/${name}`));
  assert.ok(files.length >= 20);
  const plain = /^[\s(){}[\],.:]*([A-Za-z_][A-Za-z_0-9]*)?[\s(){}[\],.:A-Za-z_0-9]*$/;
  const keywords = /\b(if|else|while|for|return|forall|exists|int|bool|true|false|struct|predicate|new|div)\b/;
  for (const file of files) {
    for (const [word, scope] of words(await loaded, readFileSync(file, "utf8"))) {
      if (scope !== "source.pi") continue;
      assert.match(word, plain, `${file}: ${word}`);
      assert.doesNotMatch(word, keywords, `${file}: ${word}`);
    }
  }
});
