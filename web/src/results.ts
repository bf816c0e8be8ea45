// The right side: verdicts, and cards that explain. Texts of files enter as text nodes, drawings as markup that is escaped.

import { picture } from "../../editors/drawing/picture";
import { stateView } from "../../editors/drawing/state_view";
import type { Call, Card, Report, Verdict } from "./report";
import { waveView } from "./wave_view";

export interface Listener {
  /** Somebody points at a line. */
  line(line: number): void;
  /** Somebody wants to step through a call; its place is the element. */
  step(call: Call, card: Card, place: HTMLElement): void;
}

const SIGNS = { good: "✓", bad: "✗", open: "!", unknown: "?" } as const;
const MOST_CARDS = 60;
const MOST_STEPS = 200;

/** An element with a class and children; text is text. */
export function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  if (className !== "") made.className = className;
  made.append(...children);
  return made;
}

/** Shows a report. */
export function show(into: HTMLElement, report: Report, listener: Listener): void {
  const verdicts = report.verdicts.map((verdict) => verdictLine(verdict, listener));
  const shown = report.cards.slice(0, MOST_CARDS).map((card) => cardShown(card, listener));
  const left = report.cards.length - shown.length;
  const more = left > 0 ? [element("p", "more", `and ${left} more`)] : [];
  into.replaceChildren(element("ul", "verdicts", ...verdicts), ...shown, ...more);
}

function verdictLine({ name, word, tone, line, details }: Verdict, listener: Listener): HTMLElement {
  const sign = element("span", "sign", SIGNS[tone]);
  sign.setAttribute("aria-hidden", "true");
  const row = element("button", `verdict ${tone}`, sign, element("span", "name", name), element("span", "word", word), element("span", "details", details));
  row.title = name;
  if (line === undefined) row.setAttribute("disabled", "");
  else row.addEventListener("click", () => listener.line(line));
  return element("li", "", row);
}

function cardShown(card: Card, listener: Listener): HTMLElement {
  const head = element("header", "", element("h3", "", card.title));
  if (card.code !== undefined) head.prepend(element("span", "code", card.code));
  const { place } = card;
  if (place !== undefined) {
    const link = element("button", "place", `line ${place.line}`);
    link.addEventListener("click", () => listener.line(place.line));
    head.append(link);
  }
  const made = element("article", `card ${card.tone}`, head, ...card.notes.map((note) => element("p", "note", note)));
  if (card.table !== undefined) made.append(element("pre", "table", card.table));
  if (card.steps !== undefined) made.append(steps(card.steps, listener));
  if (card.waves !== undefined) made.append(markup(waveView(card.waves)));
  if (card.state !== undefined) {
    made.append(element("p", "caption", "a state that the annotations allow"), markup(stateView(picture(card.state), "a state that violates the condition")));
  }
  const { call } = card;
  if (call !== undefined) {
    const button = element("button", "run", "Step through ", element("code", "", call.text));
    const player = element("div", "player");
    button.addEventListener("click", () => listener.step(call, card, player));
    made.append(button, player);
  }
  return made;
}

function steps(list: { text: string; line?: number }[], listener: Listener): HTMLElement {
  const items = list.slice(0, MOST_STEPS).map(({ text, line }) => {
    const code = element("code", "", text);
    if (line === undefined) return element("li", "", code);
    const button = element("button", "", code);
    button.addEventListener("click", () => listener.line(line));
    return element("li", "", button);
  });
  const left = list.length - items.length;
  if (left > 0) items.push(element("li", "more", `and ${left} more`));
  return element("ol", "steps", ...items);
}

/** Markup whose texts the drawing has escaped. */
export function markup(text: string): HTMLElement {
  const made = element("div", "");
  made.innerHTML = text;
  return made;
}
