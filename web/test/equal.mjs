// Every example has the same verdicts in the page's program as in the native one.
//
// The program is run as the page's worker runs it, with the same shim, one example at a time.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { examples } from "../examples.mjs";

const { BUTTRESS: native, BUTTRESS_WASM: wasm } = process.env;
if (native === undefined || !existsSync(native)) {
  console.log(`SKIPPED: there is no native program (${native ?? "BUTTRESS is not set"}): verdicts are not compared`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), "buttress-equal-"));
const seconds = 120;

/** The modules of the page that know how to ask. */
async function page() {
  const contents = `export { run } from "./src/wasi"; export { fileName, question } from "./src/kind";`;
  const outfile = join(folder, "page.mjs");
  await build({ stdin: { contents, resolveDir: process.cwd() }, bundle: true, format: "esm", outfile });
  return import(outfile);
}

/** What is said of each part of a file, without times and sizes. */
function verdicts(lines) {
  const events = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  const done = events.find((event) => event.event === "done");
  const end = events.find((event) => event.event === "end");
  return {
    functions: done?.functions?.map(({ name, verdict, termination, paths }) => ({
      name, verdict, termination, conditions: paths.map((path) => path.conditions.map((one) => `${one.text}: ${one.verdict}`)),
    })),
    properties: done?.properties?.map(({ name, verdict, checked }) => ({ name, verdict, checked })),
    checks: done?.checks?.map(({ number, verdict, checked }) => ({ number, verdict, checked })),
    exit: end?.exit_code,
  };
}

function nativeLines(words) {
  try {
    return execFileSync(native, words, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }).split("\n");
  } catch (ended) {
    return ended.stdout.split("\n");
  }
}

try {
  const { run, fileName, question } = await page();
  const module = await WebAssembly.compile(readFileSync(wasm));
  let [differing, slowest] = [0, ["", 0]];
  const all = examples();
  for (const { path, text } of all) {
    const [file, words] = [fileName(text), question(text, seconds)];
    writeFileSync(join(folder, file), text);
    const lines = [];
    const begun = performance.now();
    const code = await run({ module, words, file, text, line: (line) => lines.push(line), note: (note) => console.log(`${path}: ${note}`) });
    const took = (performance.now() - begun) / 1000;
    if (took > slowest[1]) slowest = [path, took];
    const [ours, theirs] = [verdicts(lines), verdicts(nativeLines(words))];
    if (JSON.stringify(ours) !== JSON.stringify(theirs) || ours.exit === undefined || ours.exit !== code) {
      differing++;
      console.log(`differs: ${path}\n  here   ${JSON.stringify(ours)}\n  native ${JSON.stringify(theirs)}`);
    }
  }
  console.log(`${all.length} examples, ${differing} differ; the slowest is ${slowest[0]}, ${slowest[1].toFixed(1)} s`);
  process.exitCode = differing === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
