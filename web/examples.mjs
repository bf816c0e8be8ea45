// The examples of the repository, as the page offers them and the tests compare them.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../examples/", import.meta.url));
const GROUPS = [
  { group: "Programs", folder: "programs", end: ".pi" },
  { group: "Programs with a mistake", folder: "programs/broken", end: ".pi" },
  { group: "Formulas", folder: "formulas", end: ".smt2" },
  { group: "Systems over numbers", folder: "numbers", end: ".smt2" },
  { group: "Systems over numbers", folder: "numbers", end: ".vmt" },
  { group: "Circuits", folder: "hardware", end: ".aag" },
];

/** Every example: its group, its name, its path below `examples`, its text. */
export function examples() {
  return GROUPS.flatMap(({ group, folder, end }) => {
    const names = readdirSync(ROOT + folder).filter((name) => name.endsWith(end)).sort();
    return names.map((name) => ({ group, name, path: `${folder}/${name}`, text: readFileSync(`${ROOT}${folder}/${name}`, "utf8") }));
  });
}
