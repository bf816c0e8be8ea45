// The page of the panel. It loads nothing but its own script, and every text in it is escaped.

import css from "../../drawing/drawing.css";
import { escaped } from "../../drawing/escape";
import { stateView } from "../../drawing/state_view";
import { stepPicture } from "../../drawing/stepping";
import panelCss from "./panel.css";
import type { Story } from "./story";

/** Letters that only this page knows. */
export function nonce(random: Uint8Array): string {
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The whole page: it shows `body`, and asks for moves. */
export function page({ nonce, source, script }: { nonce: string; source: string; script: string }, body: string): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; img-src ${source}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Counterexample</title>
<style nonce="${nonce}">${panelCss}${css}</style>
</head>
<body>
<main id="story">${body}</main>
<script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>`;
}

/** What the page shows of a story. */
export function body(story: Story | undefined): string {
  if (story === undefined) return `<p class="empty">There is no counterexample here.</p>`;
  const notes = story.notes.map((note) => `<p>${escaped(note)}</p>`).join("");
  const path = story.path === "" ? "" : `<p class="path">on the path <code>${escaped(story.path)}</code></p>`;
  const table = story.table === "" ? "" : `<pre class="table">${escaped(story.table)}</pre>`;
  return `<header><span class="verdict ${escaped(story.verdict)}">${escaped(story.verdict)}</span><h1>${escaped(story.title)}</h1>${path}</header>
<section class="notes">${notes}</section>${table}${steps(story)}`;
}

function steps(story: Story): string {
  const { run } = story;
  const step = run.steps[run.at];
  const drawn = stepPicture(run);
  if (step === undefined || drawn === undefined) return "";
  const last = run.steps.length - 1;
  const button = (move: string, label: string, sign: string, isOff: boolean) =>
    `<button data-move="${move}" title="${label}" aria-label="${label}"${isOff ? " disabled" : ""}>${sign}</button>`;
  const [isFirst, isLast] = [run.at === 0, run.at === last];
  const controls = [
    button("first", "first step", "|◀", isFirst),
    button("previousLoop", "previous visit of a loop", "⟲", isFirst),
    button("back", "previous step", "◀", isFirst),
    `<input type="range" id="slider" aria-label="step" min="0" max="${last}" value="${run.at}">`,
    button("next", "next step", "▶", isLast),
    button("nextLoop", "next visit of a loop", "⟳", isLast),
    button("last", "last step", "▶|", isLast),
  ];
  const where = `${run.at + 1} of ${run.steps.length}`;
  const owner = step.function === "" ? "" : `<span class="owner">${escaped(step.function)}</span>`;
  const fails = isLast && story.verdict !== "sat" ? " fails" : "";
  const list = run.steps.slice(Math.max(0, run.at - 8), run.at + 5).map((one, offset) => {
    const at = Math.max(0, run.at - 8) + offset;
    const current = at === run.at ? ` aria-current="step"` : "";
    return `<li><button class="step" data-step="${at}"${current}><span class="number">${at + 1}</span><code>${escaped(one.text)}</code></button></li>`;
  });
  return `<nav class="controls">${controls.join("")}<span class="where">${where}</span></nav>
<section class="step${fails}"><p class="statement">${owner}<code>${escaped(step.text)}</code></p>${stateView(drawn, `the variables at step ${where}`)}</section>
<ol class="steps">${list.join("")}</ol>`;
}
