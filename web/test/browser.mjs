// The page in a real browser: it renders, nothing is complained about, controls do what they say, and names stay text.
//
// With SCREENSHOTS=FOLDER it leaves pictures there.

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";

const browserPath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
if (browserPath === undefined) {
  console.log("SKIPPED: there is no Chromium: the playground is not tried in a browser");
  process.exit(0);
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".txt": "text/plain" };
const server = createServer(async (request, response) => {
  const name = new URL(request.url, "http://x").pathname.replace(/^\/$/, "/index.html").slice(1);
  try {
    if (!/^[\w.-]+$/.test(name)) throw new Error("no such file");
    const bytes = await readFile(join("dist", name));
    response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;

const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: browserPath, args: quiet });
const complaints = [];
const elsewhere = [];

/** A page that has loaded its program. */
async function opened(fragment = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options });
  const page = await context.newPage();
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("dialog", (dialog) => (complaints.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => !/^(data|blob):/.test(request.url()) && !request.url().startsWith(address) && elsewhere.push(request.url()));
  await page.goto(address + fragment);
  await page.waitForFunction(() => document.getElementById("status").textContent === "ready", undefined, { timeout: 60_000 });
  return page;
}

async function shot(page, name) {
  const folder = process.env.SCREENSHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

const settled = (page) => page.waitForFunction(() => !document.body.classList.contains("busy"), undefined, { timeout: 90_000 });
const prove = async (page) => {
  await page.click("#start");
  await settled(page);
};
const pick = (page, path) => page.selectOption("#example", path);
const words = (page) => page.$$eval(".verdict .word", (all) => all.map((one) => one.textContent));
const type = async (page, text) => {
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
};

const stories = {
  async "a broken sort is told, drawn and stepped through"() {
    const page = await opened();
    assert.equal(await page.textContent("#kind"), "program in pi");
    await prove(page);
    assert.deepEqual(await words(page), ["false"]);
    assert.ok((await page.$$(".cm-lint-marker-error")).length > 0, "a mark beside the line");
    await page.click(".card .run >> nth=0");
    await settled(page);
    await page.waitForSelector(".player svg.cells");
    const where = () => page.textContent(".player .where");
    const last = await where();
    assert.match(last, /^(\d+) of \1$/);
    assert.ok((await page.$$(".player rect.failing")).length > 0, "the failing cells are marked");
    await shot(page, "broken-sort");
    await page.click(".player button[aria-label='previous step']");
    assert.notEqual(await where(), last);
    await page.click(".player button[aria-label='first step']");
    assert.match(await where(), /^1 of /);
    assert.ok(await page.isDisabled(".player button[aria-label='previous step']"));
    assert.equal((await page.$$(".cm-line.pointed")).length, 1);
    await page.fill(".player input[type=range]", "3");
    assert.match(await where(), /^4 of /);
    await page.close();
  },
  async "every kind of input is answered"() {
    const page = await opened("", { colorScheme: "dark" });
    for (const [path, kind, expected] of [
      ["programs/BubbleSort.pi", "program in pi", ["proved"]],
      ["formulas/sorted.smt2", "SMT-LIB script", ["unsat", "sat"]],
      ["numbers/overrun.smt2", "system over numbers", ["false"]],
      ["numbers/s1.smt2", "system over numbers", ["proved"]],
      ["hardware/peterson.aag", "circuit (AIGER)", ["proved"]],
      ["hardware/deep_counter.aag", "circuit (AIGER)", ["false"]],
    ]) {
      await pick(page, path);
      assert.equal(await page.textContent("#kind"), kind);
      await prove(page);
      assert.deepEqual(await words(page), expected, path);
      await shot(page, path.replace(/.*\/|\.\w+$/g, ""));
    }
    assert.ok((await page.$$("svg.waves path.wave.bad")).length > 0, "the counterexample of a circuit is drawn");
    await page.click("#text");
    await settled(page);
    assert.match(await page.textContent("pre.report"), /false/);
    await page.close();
  },
  async "an address holds a text, and gives it back"() {
    const page = await opened();
    await type(page, "@pre true @post rv = 2\nint Two() { return 1; } // ∀ 😀");
    await page.click("#share");
    await page.waitForFunction(() => location.hash.startsWith("#text="));
    const fragment = new URL(page.url()).hash;
    const other = await opened(fragment);
    assert.match(await other.textContent(".cm-content"), /int Two\(\).*∀ 😀/);
    await prove(other);
    assert.deepEqual(await words(other), ["false"]);
    await page.close();
    await other.close();
    const bad = await opened("#text=%%%");
    assert.match(await bad.textContent(".cm-content"), /BubbleSort/, "nonsense in the address does no harm");
    await bad.close();
  },
  async "what takes too long is cancelled at once, and the next question is answered"() {
    const page = await opened();
    const pigeons = Array.from({ length: 12 }, (_, at) => at);
    const holes = pigeons.slice(1);
    const declared = pigeons.flatMap((p) => holes.map((h) => `(declare-const p${p}h${h} Bool)`));
    const placed = pigeons.map((p) => `(assert (or ${holes.map((h) => `p${p}h${h}`).join(" ")}))`);
    const apart = holes.flatMap((h) => pigeons.flatMap((p) => pigeons.filter((q) => q > p).map((q) => `(assert (or (not p${p}h${h}) (not p${q}h${h})))`)));
    await type(page, [...declared, ...placed, ...apart, "(check-sat)"].join("\n"));
    await page.click("#start");
    await page.waitForTimeout(600);
    assert.ok(await page.isEnabled("#cancel"), "it still works on it");
    const begun = Date.now();
    await page.click("#cancel");
    await settled(page);
    assert.ok(Date.now() - begun < 2000);
    assert.equal(await page.textContent("#status"), "cancelled");
    await type(page, "(declare-const x Int)(assert (> x 2))(check-sat)");
    await prove(page);
    assert.deepEqual(await words(page), ["sat"]);
    await page.close();
  },
  async "errors stand at their place"() {
    const page = await opened();
    await type(page, "@pre true\n@post true\nint f( { }");
    await prove(page);
    assert.equal(await page.textContent("#status"), "the text cannot be read");
    assert.ok((await page.$$(".cm-lint-marker-error")).length > 0);
    await page.click(".card .place >> nth=0");
    assert.equal((await page.$$(".cm-line.pointed")).length, 1);
    await page.close();
  },
  async "names from a file stay text"() {
    const page = await opened();
    const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&`;
    const long = "x".repeat(20_000);
    await type(page, `(declare-const |${evil}| Int)\n(declare-const |${long}| Int)\n(assert (> |${evil}| |${long}|))\n(assert (! (> |${long}| 0) :named |n ${evil}|))\n(check-sat)`);
    await prove(page);
    assert.deepEqual(await words(page), ["sat"]);
    assert.ok((await page.textContent(".card .table")).includes(evil));
    await type(page, `aag 1 0 1 0 0 1\n2 3\n2\nl0 ${evil}\nb0 ${evil} ${long}\n`);
    await prove(page);
    assert.deepEqual(await words(page), ["false"]);
    assert.ok((await page.textContent(".verdict .name")).startsWith(evil));
    assert.ok((await page.textContent("svg.waves")).includes("<script>"));
    await shot(page, "malicious");
    assert.equal((await page.$$("#results script, #results img")).length, 0);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
    await page.close();
  },
  async "it fits on a small screen"() {
    const page = await opened("", { viewport: { width: 390, height: 800 } });
    await prove(page);
    await shot(page, "small");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
    await page.close();
  },
};

let failed = 0;
for (const [name, story] of Object.entries(stories)) {
  const begun = Date.now();
  try {
    await story();
    console.log(`ok      ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (problem) {
    failed++;
    console.log(`FAILED  ${name}: ${problem instanceof Error ? problem.stack : problem}`);
  }
}
for (const complaint of complaints) console.log(`FAILED  the console says: ${complaint}`);
for (const url of elsewhere) console.log(`FAILED  a request to ${url}`);
await browser.close();
server.close();
process.exitCode = failed + complaints.length + elsewhere.length === 0 ? 0 : 1;
