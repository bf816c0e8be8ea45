import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { command, initializationOptions, type Settings } from "../src/settings";

const usual: Settings = { path: "buttress", arguments: [], verify: "onIdle", timeout: 20, threads: 1, infer: "all" };
const manifest = JSON.parse(readFileSync("package.json", "utf8"));

test("the server is started as the settings say", () => {
  assert.deepEqual(command(usual, "/elsewhere"), { command: "buttress", args: ["lsp"] });
  const own = { ...usual, path: "${workspaceFolder}/target/debug/buttress", arguments: ["--memory", "4G"] };
  assert.deepEqual(command(own, "/w"), { command: "/w/target/debug/buttress", args: ["lsp", "--memory", "4G"] });
  assert.equal(command({ ...usual, path: "  " }, undefined).command, "buttress");
  assert.deepEqual(initializationOptions({ ...usual, verify: "onSave" }), { timeout: 20, threads: 1, infer: "all", onIdle: false });
});

test("the manifest's defaults are those of the code, and it names every setting", () => {
  const properties = manifest.contributes.configuration.properties;
  for (const [name, value] of Object.entries(usual)) assert.deepEqual(properties[`buttress.${name}`].default, value, name);
});

test("every command of the manifest is there, and the other way round", () => {
  const source = readFileSync("src/extension.ts", "utf8");
  const registered = [...source.matchAll(/^ {4}"(buttress\.\w+)":/gm)].map((one) => one[1]);
  const told = manifest.contributes.commands.map((one: { command: string }) => one.command);
  assert.deepEqual([...registered].sort(), [...told].sort());
});
