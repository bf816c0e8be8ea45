// Reports in Chromium. `node run.mjs PROGRAM [--frames] [PICTURES]`: the program that makes the reports, and a folder for pictures
// of them. With `--frames`, a frame of more than 100 ms in a scripted scroll is a failure: for a machine that does nothing else.
// Says SKIPPED and ends well where there is no Chromium.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { close, found, launch } from './chromium.mjs';
import { Bench } from './bench.mjs';
import * as circuits from './circuits.mjs';
import * as numbers from './numbers.mjs';
import * as programs from './programs.mjs';
import * as scripts from './scripts.mjs';
import * as text from './text.mjs';
import * as watch from './watch.mjs';

const words = process.argv.slice(2), hasFrames = words.includes('--frames');
const [program, pictures] = words.filter((word) => word !== '--frames');
if (!program) {
  console.error('usage: node run.mjs PROGRAM [--frames] [PICTURES]');
  process.exit(2);
}
const executable = found();
if (!executable) {
  console.log('SKIPPED: there is no Chromium here, so that no report was looked at in a browser');
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'buttress-browser-'));
const browser = await launch(executable, folder);
if (pictures) mkdirSync(pictures, { recursive: true });
const bench = new Bench({ browser, program: resolve(program), folder, pictures, hasFrames });
let failures = 0;
for (const suite of [programs, circuits, scripts, numbers, text, watch]) {
  for (const [name, test] of Object.entries(suite)) {
    const start = Date.now();
    try {
      await test(bench);
      console.log(`ok      ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failures++;
      console.log(`FAILED  ${name}: ${error.stack ?? error}`);
    }
  }
}
await close(browser);
rmSync(folder, { recursive: true, force: true });
console.log(failures === 0 ? 'all reports are as they should be' : `${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
