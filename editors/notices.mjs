// The licences of what is bundled, as their owners ask for it: one text from the packages that a build has used.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The packages that a build's metafile names, each with its licence. */
export function notices(metafile, from) {
  const folders = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const found = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(join(from, input));
    if (found !== null) folders.add(found[1]);
  }
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return `${name} ${version}: ${license}\n\n${licence(folder).trim()}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

function licence(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file !== undefined) return readFileSync(join(folder, file), "utf8");
  throw new Error(`${folder} has no licence`);
}
