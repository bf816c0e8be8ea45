// A page that is served: it follows the file, and strangers see nothing.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { ROOT } from './bench.mjs';

const status = (url, headers = {}, method = 'GET') => new Promise((done, failed) => {
  const sent = request(url, { headers, method }, (answer) => { answer.resume(); done(answer.statusCode); });
  sent.on('error', failed);
  sent.end();
});

export const a_watched_file = async (bench) => {
  const right = readFileSync(join(ROOT, 'examples/programs/Max.pi'), 'utf8');
  const file = bench.file('watched.pi', right);
  const program = spawn(bench.program, ['prove', '--watch', 'watched.pi'], { cwd: bench.folder, stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const address = await new Promise((done, failed) => {
      let told = '';
      program.stdout.on('data', (bytes) => { told += bytes; const found = told.match(/http:\/\/\S+/); if (found) done(found[0]); });
      program.on('exit', () => failed(new Error('it ended: ' + told)));
    });
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{32}$/);
    assert.equal(await status(address, { Host: 'evil.example' }), 421);
    assert.equal(await status(address.split('?')[0]), 403);
    assert.equal(await status(address, {}, 'POST'), 405);
    const page = await bench.open(address, { isServed: true });
    await page.locator('.card').first().waitFor({ timeout: 30000 });
    assert.equal(await page.locator('.tally .bad').count(), 0);
    writeFileSync(file, right.replace(/@post[^\n]*/, '@post false'));
    await page.locator('.tally .pill:not(.good)').first().waitFor({ timeout: 30000 });
    await page.locator('.live .now', { hasText: 'waiting' }).waitFor({ timeout: 30000 });
    await bench.picture(page, 'watch');
    assert.deepEqual(page.complaints, []);
    await page.close();
  } finally {
    program.kill('SIGINT');
  }
};
