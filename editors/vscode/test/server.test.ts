// The logic of the extension against the real server, over pipes.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { lineMarks, summary } from "../src/marks";
import { body } from "../src/page";
import type { Counterexample, StatusParams } from "../src/protocol";
import { command, initializationOptions, type Settings } from "../src/settings";
import { story } from "../src/story";

const program = process.env.BUTTRESS ?? "../../target/debug/buttress";
const settings: Settings = { path: program, arguments: [], verify: "onIdle", timeout: 60, threads: 1, infer: "all" };

test("a broken sort is marked, drawn and stepped through", { timeout: 120_000 }, async (context) => {
  if (!existsSync(program)) {
    console.log(`SKIPPED: there is no ${program}: the server is not driven`);
    return context.skip("no server");
  }
  const run = command(settings, undefined);
  const child = spawn(run.command, run.args);
  const connection = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  try {
    const file = "../../examples/programs/broken/BubbleSort.pi";
    const uri = pathToFileURL(file).href;
    const done = new Promise<StatusParams>((resolve) => {
      connection.onNotification("buttress/status", (status: StatusParams) => {
        if (status.functions.every((entry) => entry.status !== "waiting" && entry.status !== "running")) resolve(status);
      });
    });
    connection.listen();
    await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {}, initializationOptions: initializationOptions(settings) });
    await connection.sendNotification("initialized", {});
    await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "pi", version: 1, text: readFileSync(file, "utf8") } });
    const status = await done;
    assert.deepEqual(summary(status.functions), { text: "1 false", worst: "false" });
    const marks = lineMarks(status.functions);
    assert.equal(marks.find(({ line }) => line === 6)?.mark, "false");
    assert.equal(marks.find(({ line }) => line === 9)?.mark, "false");
    assert.ok(marks.some(({ mark }) => mark === "proved"));

    const found = await connection.sendRequest<Counterexample>("buttress/counterexample", { textDocument: { uri }, function: "BubbleSort" });
    const told = story(found);
    assert.match(told.title, /PI0305/);
    assert.ok(told.run.steps.length > 5);
    assert.ok(told.run.pointers.some(({ function: name, names }) => name === "BubbleSort" && names.includes("m")));
    const page = body(told);
    assert.match(page, /<svg class="cells"/);
    assert.match(page, /class="pointer"[^>]*>m</);
    assert.match(page, /<rect class="failing"/);

    // What is asked for by its name is proved anew.
    const again = new Promise<string[]>((resolve) => {
      const seen: string[] = [];
      connection.onNotification("buttress/status", ({ functions }: StatusParams) => {
        const now = functions[0]?.status ?? "";
        seen.push(now);
        if (now === "false") resolve(seen);
      });
    });
    await connection.sendRequest("workspace/executeCommand", { command: "buttress.prove", arguments: [uri, "BubbleSort"] });
    assert.deepEqual(await again, ["running", "false"]);
    await connection.sendRequest("shutdown");
    await connection.sendNotification("exit");
  } finally {
    connection.dispose();
    child.kill();
  }
});
