// Steps through a run: buttons, a slider, and the drawing of each state.

import { beginning, moved, movedTo, stepPicture, type Move, type Pointers, type RunStep, type Stepping } from "../../editors/drawing/stepping";
import { stateView } from "../../editors/drawing/state_view";
import type { ValueEntry } from "../../editors/drawing/value";
import type { Place } from "./report";
import { element, markup } from "./results";

/** What `buttress run --step --json` prints. */
export interface RunDocument {
  outcome: string;
  message?: string | null;
  steps: RunStep<Place>[];
  steps_cut: boolean;
  pointers: Pointers[];
}

const BUTTONS: [Move, string, string][] = [
  ["first", "first step", "|◀"],
  ["previousLoop", "previous visit of a loop", "⟲"],
  ["back", "previous step", "◀"],
  ["next", "next step", "▶"],
  ["nextLoop", "next visit of a loop", "⟳"],
  ["last", "last step", "▶|"],
];

/** Shows a run in an element, and tells the line of each step. */
export function play(into: HTMLElement, document: RunDocument, failing: { place?: Place; witnesses: ValueEntry[] }, line: (line: number) => void): void {
  const last = document.steps[document.steps.length - 1]?.place;
  // The run ends where the first thing is violated, which may be another one.
  const isHere = last?.line === failing.place?.line && last?.column === failing.place?.column;
  let run: Stepping<Place> = beginning(document.steps, document.pointers, isHere ? failing.witnesses : []);
  const slider = element("input", "") as HTMLInputElement;
  Object.assign(slider, { type: "range", min: "0", max: String(Math.max(0, run.steps.length - 1)) });
  slider.setAttribute("aria-label", "step");
  const where = element("span", "where");
  const statement = element("code", "statement");
  const state = element("div", "state");
  const go = (next: Stepping<Place>) => {
    run = next;
    const step = run.steps[run.at];
    const drawn = stepPicture(run);
    slider.value = String(run.at);
    where.textContent = `${run.at + 1} of ${run.steps.length}`;
    statement.textContent = step?.text ?? "";
    state.replaceChildren(drawn === undefined ? "" : markup(stateView(drawn, `the variables at step ${run.at + 1}`)));
    for (const [move, button] of buttons) button.toggleAttribute("disabled", moved(run, move).at === run.at);
    if (step?.place !== undefined) line(step.place.line);
  };
  const buttons = BUTTONS.map(([move, label, sign]): [Move, HTMLElement] => {
    const button = element("button", "", sign);
    button.title = label;
    button.setAttribute("aria-label", label);
    button.addEventListener("click", () => go(moved(run, move)));
    return [move, button];
  });
  slider.addEventListener("input", () => go(movedTo(run, Number(slider.value))));
  const [before, after] = [buttons.slice(0, 3), buttons.slice(3)].map((half) => half.map(([, button]) => button));
  const controls = element("nav", "controls", ...(before ?? []), slider, ...(after ?? []), where);
  const ending = document.message ?? document.outcome;
  const cut = document.steps_cut ? [element("p", "more", "The run is longer than what is listed.")] : [];
  into.replaceChildren(controls, statement, state, element("p", "ending", ending), ...cut);
  go(run);
}
