// Bundles the extension and the script of its panel; with --tests, the unit tests.

import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { notices } from "../notices.mjs";

const node = { bundle: true, platform: "node", target: "node18", loader: { ".css": "text" }, logLevel: "warning" };

if (process.argv.includes("--tests")) {
  rmSync("out", { recursive: true, force: true });
  const tests = readdirSync("test").filter((name) => name.endsWith(".test.ts"));
  await build({ ...node, entryPoints: tests.map((name) => `test/${name}`), outdir: "out", outExtension: { ".js": ".cjs" }, format: "cjs", external: ["vscode"] });
} else {
  rmSync("dist", { recursive: true, force: true });
  const made = await build({ ...node, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js", format: "cjs", external: ["vscode"], minify: true, metafile: true });
  writeFileSync("dist/THIRD-PARTY.txt", notices(made.metafile, process.cwd()));
  await build({ bundle: true, entryPoints: ["src/panel_script.ts"], outfile: "dist/panel.js", format: "iife", target: "es2022", minify: true, logLevel: "warning" });
}
