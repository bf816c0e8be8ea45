// Makes the static page in `dist`; with --tests, the unit tests in `out`.
//
// The program itself is `cargo xtask web`'s: it is given by its path in BUTTRESS_WASM.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { notices } from "../editors/notices.mjs";
import { examples } from "./examples.mjs";

/** The examples as a module, so that the page has their texts. */
const withExamples = {
  name: "examples",
  setup(plugin) {
    plugin.onResolve({ filter: /^examples$/ }, () => ({ path: "examples", namespace: "examples" }));
    plugin.onLoad({ filter: /.*/, namespace: "examples" }, () => ({ contents: JSON.stringify(examples()), loader: "json" }));
  },
};
const usual = { bundle: true, target: "es2022", logLevel: "warning", plugins: [withExamples] };

if (process.argv.includes("--tests")) {
  rmSync("out", { recursive: true, force: true });
  const tests = readdirSync("test").filter((name) => name.endsWith(".test.ts"));
  await build({ ...usual, entryPoints: tests.map((name) => `test/${name}`), outdir: "out", platform: "node", format: "esm", outExtension: { ".js": ".mjs" } });
} else {
  rmSync("dist", { recursive: true, force: true });
  mkdirSync("dist");
  const made = await build({
    ...usual, entryPoints: ["src/main.ts", "src/worker.ts", "src/page.css"], outdir: "dist", format: "iife", minify: true, metafile: true,
  });
  writeFileSync("dist/THIRD-PARTY.txt", notices(made.metafile, process.cwd()));
  copyFileSync("index.html", "dist/index.html");
  const program = process.env.BUTTRESS_WASM;
  if (program === undefined) throw new Error("BUTTRESS_WASM does not name the program: run `cargo xtask web`");
  // Compressed by us: not every server of static files does it. No name that a server would unpack by itself.
  writeFileSync("dist/buttress.bin", gzipSync(readFileSync(program), { level: 9 }));
  const files = readdirSync("dist").map((name) => [name, statSync(`dist/${name}`).size]);
  for (const [name, size] of files) console.log(`${String(size).padStart(9)}  ${name}`);
}
