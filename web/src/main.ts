// The page: a text, a question about it, and what is answered.

import examples from "examples";
import { Editor } from "./editor";
import { fileName, KIND_WORDS, kindOf, question, stepQuestion, textQuestion } from "./kind";
import { play, type RunDocument } from "./player";
import { EMPTY, told, type Call, type Card, type Report } from "./report";
import { element, show, type Listener } from "./results";
import { Runner } from "./runner";
import { fragment, shared } from "./share";

function part<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found as T;
}

const [start, cancel, share, text] = ["start", "cancel", "share", "text"].map((id) => part<HTMLButtonElement>(id)) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement, HTMLButtonElement];
const [picker, limit] = [part<HTMLSelectElement>("example"), part<HTMLSelectElement>("limit")];
const [results, status, kind] = [part("results"), part("status"), part("kind")];
const runner = new Runner("buttress.bin");
const FIRST = "programs/broken/BubbleSort.pi";

function say(words: string, tone = ""): void {
  status.textContent = words;
  status.dataset.tone = tone;
}

function busy(isBusy: boolean): void {
  [start.disabled, text.disabled, cancel.disabled] = [isBusy, isBusy, !isBusy];
  document.body.classList.toggle("busy", isBusy);
}

/** Asks the program; what is asked while something is being answered takes its place. */
async function ask(words: string[], line: (line: string) => void): Promise<{ code: number; notes: string[] } | undefined> {
  const input = editor.text();
  const notes: string[] = [];
  busy(true);
  const begun = performance.now();
  const clock = setInterval(() => status.dataset.tone === "busy" && tick(), 200);
  const tick = () => (part("seconds").textContent = `${((performance.now() - begun) / 1000).toFixed(1)} s`);
  say("working …", "busy");
  try {
    const ending = await runner.ask({ words, file: fileName(input), text: input }, line, (note) => notes.push(note));
    tick();
    if (ending.kind === "cancelled") say("cancelled", "unknown");
    if (ending.kind === "fault") say(ending.why, "bad");
    return ending.kind === "done" ? { code: ending.code, notes } : undefined;
  } finally {
    clearInterval(clock);
    busy(false);
  }
}

const ENDINGS: Record<number, [string, string]> = {
  0: ["everything asked was proved or answered, and the evidence was checked", "good"],
  1: ["something is false or open", "bad"],
  2: ["the text cannot be read", "bad"],
  3: ["something is unknown", "unknown"],
  4: ["our fault: please report this with the text", "bad"],
};

async function prove(): Promise<void> {
  const input = editor.text();
  let report: Report = EMPTY;
  editor.mark([]);
  editor.point(undefined);
  show(results, report, listener);
  const done = await ask(question(input, Number(limit.value)), (line) => {
    report = told(report, line, input);
    if (report.progress !== "") say(report.progress, "busy");
    show(results, report, listener);
  });
  if (editor.text() === input) editor.mark(report.problems);
  if (done === undefined) return;
  const [words, tone] = ENDINGS[done.code] ?? [`exit code ${done.code}`, "bad"];
  say(words, tone);
  if (!report.isDone) results.append(element("pre", "table", done.notes.join("\n")));
}

async function proveAsText(): Promise<void> {
  const lines: string[] = [];
  const done = await ask(textQuestion(editor.text(), Number(limit.value)), (line) => lines.push(line));
  if (done === undefined) return;
  results.replaceChildren(element("pre", "table report", [...lines, ...done.notes].join("\n")));
  say(...(ENDINGS[done.code] ?? ["", ""]));
}

async function step(call: Call, card: Card, place: HTMLElement): Promise<void> {
  const lines: string[] = [];
  const done = await ask(stepQuestion(call.text, call.globals), (line) => lines.push(line));
  if (done === undefined) return;
  try {
    const document: RunDocument = JSON.parse(lines.join("\n"));
    play(place, document, { place: card.place, witnesses: card.witnesses ?? [] }, (line) => editor.point(line, true));
    say("", "");
  } catch {
    say("the run could not be shown", "bad");
  }
}

const listener: Listener = { line: (line) => editor.point(line, true), step: (...words) => void step(...words) };

async function shareText(): Promise<void> {
  history.replaceState(null, "", await fragment(editor.text()));
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  say(isCopied === true ? "the address of this text was copied" : "the address of this page now holds the text", "");
}

function listExamples(): void {
  for (const group of new Set(examples.map((one) => one.group))) {
    const made = document.createElement("optgroup");
    made.label = group;
    for (const one of examples.filter((one) => one.group === group)) made.append(new Option(one.name.replace(/\.\w+$/, ""), one.path));
    picker.append(made);
  }
}

const startText = (there: string | undefined) => there ?? examples.find((one) => one.path === FIRST)?.text ?? "";
const editor = new Editor(part("editor"), "", () => (kind.textContent = KIND_WORDS[kindOf(editor.text())]), () => void prove());

listExamples();
picker.value = FIRST;
picker.addEventListener("change", () => {
  const picked = examples.find((one) => one.path === picker.value);
  if (picked === undefined) return;
  runner.cancel();
  editor.replace(picked.text);
  results.replaceChildren();
  say("", "");
});
start.addEventListener("click", () => void prove());
text.addEventListener("click", () => void proveAsText());
cancel.addEventListener("click", () => runner.cancel());
share.addEventListener("click", () => void shareText());

async function fromAddress(): Promise<void> {
  const there = await shared(location.hash);
  if (there !== undefined) picker.value = "";
  editor.replace(startText(there));
}

window.addEventListener("hashchange", () => void fromAddress());
void fromAddress();
busy(false);
say("loading the program …", "");
runner.ready().then(
  () => say("ready", ""),
  (problem: unknown) => say(`the program could not be loaded: ${String(problem)}`, "bad"),
);
