// What every test needs: a report made by the program and opened, with an eye on what the browser complains about.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');

export class Bench {
  constructor(fields) { Object.assign(this, fields); this.count = 0; }

  // A file among the temporary ones.
  file(name, contents) {
    const path = join(this.folder, name);
    if (contents !== undefined) writeFileSync(path, contents);
    return path;
  }

  // Runs the program; verdicts other than "proved" are no failures here.
  run(...words) {
    // Files of a test go by their short names: pictures show them.
    const isOwn = !words.some((word) => word.startsWith('examples/'));
    if (isOwn) words = words.map((word) => word.replace(this.folder + '/', ''));
    try {
      return execFileSync(this.program, words, { cwd: isOwn ? this.folder : ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      assert.ok([1, 3].includes(error.status), `${words.join(' ')}: ${error.stderr}`);
      return error.stdout;
    }
  }

  // The page about what the program says to these words.
  async report(...words) {
    const page = this.file(`page-${this.count++}.html`);
    this.run(...words, '--html', page);
    return this.open(page);
  }

  async open(path, options = {}) {
    const page = await this.browser.newPage();
    page.complaints = [];
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) page.complaints.push(message.text()); });
    page.on('pageerror', (error) => page.complaints.push(String(error)));
    page.on('dialog', (dialog) => { page.complaints.push('a dialog: ' + dialog.message()); dialog.dismiss(); });
    page.on('request', (request) => { if (!/^(file|data|blob):/.test(request.url()) && !options.isServed) page.complaints.push('a request: ' + request.url()); });
    await page.goto(options.isServed ? path : pathToFileURL(path).href);
    return page;
  }

  // A picture for the documents.
  async picture(page, name, options = {}) {
    if (this.pictures) await page.screenshot({ path: join(this.pictures, name + '.png'), ...options });
  }

  // Nothing is wrong with the page, for browsers and for screen readers; light and dark.
  async finish(page) {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(50);
      // The policy of the page forbids scripts in it; those of the one who tests come by another way.
      await page.evaluate(AXE + ';0');
      const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      const grave = found.violations.filter((one) => ['serious', 'critical'].includes(one.impact));
      const shown = grave.map((one) => `${one.id} (${one.help}): ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' ; ')}`);
      assert.deepEqual(shown, [], `${colorScheme}: findings of axe`);
    }
    assert.deepEqual(page.complaints, []);
    await page.close();
  }
}
