// Programs: verdicts in the text, runs step by step, paths that light up.
import assert from 'node:assert/strict';

export const a_program_that_is_false = async (bench) => {
  const page = await bench.report('prove', 'examples/programs/broken/BubbleSort.pi');
  assert.ok(await page.locator('.line.bad').count() > 0, 'a line is marked');
  assert.ok(await page.locator('.failure.bad').count() > 0, 'a failure is told');
  const run = page.locator('.run').first();
  const steps = await run.locator('.step').count();
  assert.ok(steps > 2, 'the run has steps');
  assert.equal(await run.locator('.step:visible').count(), 1, 'one step is shown');
  const shown = () => run.locator('.step:visible .what').innerText();
  const last = await shown();
  const marked = await page.locator('.line.now').getAttribute('id');
  await run.locator('[data-step="-1"]').click();
  assert.notEqual(await shown(), last, 'the button goes back a step');
  await run.locator('input[type=range]').focus();
  await page.keyboard.press('Home');
  assert.match(await run.locator('output').innerText(), /^0 of /, 'the slider listens to keys');
  assert.notEqual(await page.locator('.line.now').getAttribute('id'), marked, 'the text follows the step');
  await page.keyboard.press('End');
  await bench.picture(page, 'program-false');
  await run.locator('[data-all]').check();
  assert.equal(await run.locator('.step:visible').count(), steps, 'all steps are shown');
  await page.locator('details.path summary').first().click();
  assert.ok(await page.locator('.line.lit').count() > 0, 'the lines of a path light up');
  await bench.finish(page);
};

export const a_program_that_is_proved = async (bench) => {
  const page = await bench.report('prove', 'examples/programs/BinarySearch.pi');
  assert.ok(await page.locator('.line.good').count() > 0, 'lines are marked');
  assert.equal(await page.locator('.failure').count(), 0);
  assert.ok(await page.locator('.fact').count() > 0, 'inferred facts stand in place');
  await page.locator('[data-action=unfold]').click();
  await bench.picture(page, 'program-proved');
  await page.locator('[data-action=fold]').click();
  assert.equal(await page.locator('details.card[open]').count(), 0, 'cards fold');
  await page.locator('[data-action=theme]').click();
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
  await bench.finish(page);
};

export const a_call = async (bench) => {
  const page = await bench.report('run', 'examples/programs/BubbleSort.pi', '--call', 'BubbleSort([4, 1, 3, 2], 0, 3)');
  assert.ok(await page.locator('.step').count() > 10, 'the run has steps');
  await page.locator('[data-all]').check();
  await bench.picture(page, 'run');
  await bench.finish(page);
};

export const without_a_script = async (bench) => {
  const path = bench.file('plain.html');
  bench.run('prove', 'examples/programs/broken/BubbleSort.pi', '--html', path);
  const page = await bench.browser.newPage();
  const session = await bench.browser.newCDPSession(page);
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await page.goto('file://' + path);
  assert.equal(await page.locator('.controls:visible, .tools:visible').count(), 0, 'no control is shown that does nothing');
  assert.ok(await page.locator('.step:visible').count() > 2, 'every step can be read');
  await page.close();
};
