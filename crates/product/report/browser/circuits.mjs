// Circuits: waveforms that zoom and scroll, invariants by name, engines over time.
import assert from 'node:assert/strict';

export const a_trace = async (bench) => {
  const page = await bench.report('prove', 'examples/hardware/deep_counter.aag');
  const wave = page.locator('.wave').first();
  await wave.locator('.scope').scrollIntoViewIfNeeded();
  const zoom = async () => Number(await wave.getAttribute('data-zoom'));
  const before = await zoom();
  await wave.locator('[data-wave-action=in]').click();
  assert.ok(await zoom() > before, 'it zooms in');
  await wave.locator('[data-wave-action=fit]').click();
  assert.ok(await wave.locator('.scope').evaluate((scope) => scope.scrollWidth <= scope.clientWidth), 'it fits');
  await wave.locator('.scope').focus();
  await page.keyboard.press('Home');
  assert.match(await wave.locator('.readout').innerText(), /^step 0:/, 'the cursor goes to the beginning');
  await page.keyboard.press('ArrowRight');
  assert.match(await wave.locator('.readout').innerText(), /^step 1:/, 'and a step on');
  await wave.locator('[data-wave-action=bad]').click();
  assert.match(await wave.locator('.readout').innerText(), /\(bad\)/, 'and to where it goes wrong');
  await bench.picture(page, 'circuit-false');
  await bench.finish(page);
};

export const an_invariant = async (bench) => {
  const page = await bench.report('prove', 'examples/hardware/peterson.aag');
  assert.ok(await page.locator('.clauses li').count() > 0, 'clauses are listed');
  await bench.picture(page, 'circuit-proved');
  await bench.finish(page);
};

// A document as --pictures makes it, with numbers of several bits.
const large = (steps, signals) => {
  const bits = (period) => Array.from({ length: steps }, (_, step) => Math.floor(step / period) % 2).join('');
  const names = Array.from({ length: signals - 9 }, (_, index) => ({ name: `core.unit_${index >> 4}.signal_${index}`, kind: index % 3 ? 'latch' : 'input', distance: index >> 5, values: bits(1 + index % 37) }));
  const count = Array.from({ length: 8 }, (_, bit) => ({ name: `count[${bit}]`, kind: 'latch', distance: 0, values: bits(1 << bit) }));
  const property = { name: 'overflow', kind: 'property', distance: 0, values: '0'.repeat(steps - 1) + '1' };
  const entry = { file: 'large.aig', format: 'aiger', exit_code: 1, properties: [{ index: 0, name: 'overflow', verdict: 'false', checked: true, depth: steps - 1, seconds: 1, checking_seconds: 0.1, waves: { left_out: 0, signals: [property, ...count, ...names] } }] };
  return { schema: 1, tool: 'buttress', version: '0', document: 'report', exit_code: 1, files: [entry] };
};

export const a_large_trace_scrolls = async (bench) => {
  const json = bench.file('large.json', JSON.stringify(large(1000, 300)));
  const path = bench.file('large.html');
  bench.run('view', json, '--output', path);
  const start = Date.now();
  const page = await bench.open(path);
  await page.locator('.scope').waitFor();
  const opened = Date.now() - start;
  const frames = await page.evaluate(async () => {
    const scope = document.querySelector('.scope');
    const times = [];
    let last = performance.now();
    for (let step = 0; step < 150; step++) {
      scope.scrollLeft = step * 80;
      scope.scrollTop = step * 40;
      scrollTo(0, (step % 10) * 20);
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      times.push(now - last);
      last = now;
    }
    // The first frame pays for what came before the scroll.
    return times.slice(1).sort((a, b) => a - b);
  });
  const [middle, longest] = [frames[frames.length >> 1], frames[frames.length - 1]];
  console.log(`        1000 steps of 300 signals: open after ${opened} ms, frames of ${middle.toFixed(1)} ms, the longest ${longest.toFixed(1)} ms`);
  // How long a frame takes is the machine's affair, unless it is asked for; that only what is seen is drawn is not.
  if (bench.hasFrames) assert.ok(longest < 100, `a frame took ${longest} ms`);
  const drawn = await page.evaluate(() => {
    const scope = document.querySelector('.scope'), canvas = scope.querySelector('canvas');
    return { elements: document.querySelectorAll('.scope *').length, canvas: [canvas.clientWidth, canvas.clientHeight], scope: [scope.clientWidth, scope.clientHeight] };
  });
  assert.ok(drawn.elements < 10, `${drawn.elements} elements for a wave`);
  assert.deepEqual(drawn.canvas, drawn.scope, 'only what is seen is drawn');
  await page.evaluate(() => { scrollTo(0, 0); const scope = document.querySelector('.scope'); scope.scrollTop = 0; scope.scrollLeft = 4000; });
  await page.locator('[data-wave-filter]').fill('count');
  await page.locator('[data-wave-radix]').selectOption('bin');
  assert.match(await page.locator('.readout').innerText(), /count\[7:0\]=[01]{8}/, 'numbers in binary');
  await page.locator('[data-wave-radix]').selectOption('dec');
  assert.match(await page.locator('.readout').innerText(), /^step \d+[^=]*count\[7:0\]=\d{1,3}$/, 'signals by their names');
  await page.locator('[data-wave-filter]').fill('');
  await bench.picture(page, 'circuit-large');
  await bench.finish(page);
};
