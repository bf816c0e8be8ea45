// Whatever an input calls its things stays text, and cannot run.
import assert from 'node:assert/strict';

const EVIL = '</script><script>document.title="owned";alert(1)</script><img src=x onerror=alert(2)>"\'`&amp;${1}';

export const names_of_a_circuit = async (bench) => {
  const long = 'long'.repeat(2000);
  const file = bench.file('<svg onload=alert(3)>.aag', `aag 3 1 2 0 0 1\n2\n4 2\n6 4\n6\ni0 ${EVIL}\nl0 ${long}\nl1 second[0]\nb0 ${EVIL}\n`);
  const page = await bench.report('prove', file);
  assert.doesNotMatch(await page.title(), /^owned/);
  assert.equal(await page.locator('img, main svg[onload], main script:not([type])').count(), 0);
  assert.ok((await page.locator('summary h3').first().innerText()).includes('<script>'), 'the name is shown as it is');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1);
  assert.ok(wide, 'a long name does not widen the page');
  await bench.picture(page, 'names');
  await bench.finish(page);
};

export const names_of_a_script = async (bench) => {
  const quoted = EVIL.replaceAll('|', '');
  const file = bench.file('evil.smt2', `(declare-const |${quoted}| Int)\n(assert (! (> |${quoted}| 3) :named |n${quoted}|))\n(check-sat)\n(assert (! (< |${quoted}| 3) :named |m${quoted}|))\n(check-sat)\n`);
  const page = await bench.report('solve', file);
  assert.doesNotMatch(await page.title(), /^owned/);
  assert.equal(await page.locator('img').count(), 0);
  await bench.finish(page);
};

export const names_in_a_report_of_somebody = async (bench) => {
  const scene = { predicate: EVIL, axes: [EVIL, EVIL], states: [{ values: [1, 2], first: true }], borders: [{ text: EVIL, reason: EVIL, excludes: [0, 0], curve: { monomials: [[1, [1, 0]]], sign: 'zero' } }], forbidden: [] };
  const document = { schema: 1, tool: 'buttress', version: EVIL, document: 'invariants', file: EVIL, format: EVIL, reason: EVIL, invariants: [{ predicate: EVIL, text: EVIL, rules_out: EVIL, engine: EVIL }], scenes: [scene], exit_code: 0 };
  const path = bench.file('somebody.html');
  bench.run('view', bench.file('somebody.json', JSON.stringify(document)), '--output', path);
  const page = await bench.open(path);
  assert.doesNotMatch(await page.title(), /^owned/);
  assert.equal(await page.locator('img').count(), 0);
  await bench.finish(page);
};
