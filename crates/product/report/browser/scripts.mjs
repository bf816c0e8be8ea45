// Scripts: models as tables, cores in place, index sets.
import assert from 'node:assert/strict';

export const models_and_cores = async (bench) => {
  const script = bench.file('core.smt2', `(set-option :produce-unsat-cores true)
(set-logic ALL)
(declare-const a (Array Int Int))
(declare-const i Int)
(declare-const n Int)
(assert (! (= (select a i) 7) :named seven))
(assert (! (< i n) :named below))
(assert (! (= (select a (+ i 1)) 9) :named nine))
(check-sat)
(push 1)
(assert (! (forall ((k Int)) (=> (and (<= 0 k) (< k n)) (<= (select a k) 5))) :named small))
(assert (! (<= 0 i) :named natural))
(check-sat)
(pop 1)
`);
  const page = await bench.report('solve', script);
  assert.ok(await page.locator('table.cells .cell').count() > 0, 'arrays are drawn');
  const core = await page.locator('.line.core').allInnerTexts();
  assert.ok(core.some((line) => line.includes(':named seven')) && !core.some((line) => line.includes(':named nine')), 'the core stands in place');
  assert.ok(await page.getByText('why it is needed').count() > 0, 'index sets are explained');
  await bench.picture(page, 'script');
  await bench.finish(page);
};

export const an_explanation = async (bench) => {
  const page = await bench.report('explain', 'examples/formulas/gaps.smt2');
  assert.ok(await page.getByText('why it is needed').count() > 0);
  await bench.picture(page, 'explanation');
  await bench.finish(page);
};

export const other_documents = async (bench) => {
  for (const words of [['info', 'examples/hardware/fifo.aag'], ['explain', 'SM0401'], ['terminates', 'examples/numbers/countdown.smt2'], ['explain', 'examples/numbers/s1.smt2'], ['info', 'examples/programs/Max.pi']]) {
    const page = await bench.report(...words);
    assert.ok(await page.locator('.card').count() > 0, words.join(' '));
    await bench.finish(page);
  }
};
