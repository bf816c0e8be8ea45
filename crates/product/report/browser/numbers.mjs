// Systems over numbers: plots with axes to choose and invariants to switch.
import assert from 'node:assert/strict';

export const a_plot = async (bench) => {
  const page = await bench.report('invariants', 'examples/numbers/simple.smt2');
  const plot = page.locator('.plot');
  assert.ok(await plot.locator('circle').count() > 0, 'states are drawn');
  const borders = await plot.locator('path.border').count();
  assert.ok(borders > 0, 'invariants are drawn');
  assert.match(await plot.locator('.board').getAttribute('aria-label'), /^predicate \S+/, 'the predicate is named');
  await bench.picture(page, 'numbers');
  const drawn = await plot.locator('path.border').first().getAttribute('data-border');
  await plot.locator(`input[data-border="${drawn}"]`).uncheck();
  assert.equal(await plot.locator('path.border').count(), borders - 1, 'an invariant is switched off');
  const axis = () => plot.locator('.axis-name').first().textContent();
  const before = await axis();
  await plot.locator('[data-plot=x]').selectOption('1');
  assert.notEqual(await axis(), before, 'the axis is another one');
  await plot.locator('[data-plot=samples]').uncheck();
  assert.equal(await plot.locator('circle').count(), 0, 'states are switched off');
  await bench.finish(page);
};

export const a_proof = async (bench) => {
  const page = await bench.report('prove', 'examples/numbers/s2.smt2');
  assert.ok(await page.locator('.ladder li').count() > 0, 'invariants in words');
  await bench.finish(page);
};

export const a_derivation = async (bench) => {
  const page = await bench.report('prove', 'examples/numbers/overrun.smt2');
  assert.ok(await page.locator('td').count() > 5, 'the derivation');
  await bench.picture(page, 'numbers-false');
  await bench.finish(page);
};

// One state far away, and more invariants than a legend holds.
export const outliers_and_long_legends = async (bench) => {
  const states = Array.from({ length: 30 }, (_, index) => ({ values: [index, index % 5], first: index === 0 }));
  states.push({ values: [1e9, 3], first: false });
  const borders = Array.from({ length: 30 }, (_, index) => ({ text: `x >= ${-index}`, reason: null, excludes: null, curve: { monomials: [[index, [0, 0]], [1, [1, 0]]], sign: 'nonnegative' } }));
  const scene = { predicate: 'loop', axes: ['x', 'y'], states, borders, forbidden: [] };
  const document = { schema: 1, tool: 'buttress', version: '0', document: 'invariants', file: 'far.smt2', format: 'horn', invariants: [], scenes: [scene], exit_code: 0 };
  const path = bench.file('far.html');
  bench.run('view', bench.file('far.json', JSON.stringify(document)), '--output', path);
  const page = await bench.open(path);
  const spread = () => page.evaluate(() => { const all = [...document.querySelectorAll('.plot circle.reached')].map((one) => Number(one.getAttribute('cx'))); return Math.max(...all) - Math.min(...all); });
  assert.ok(await spread() > 300, 'the others are not squashed');
  assert.equal(await page.locator('circle.outside').count(), 1, 'what is far away is drawn at the edge');
  await page.locator('[data-plot=outliers]').check();
  assert.equal(await page.locator('circle.outside').count(), 0);
  assert.equal(await page.locator('.legend > label').count(), 8, 'the rest of the legend is folded');
  await bench.finish(page);
};
