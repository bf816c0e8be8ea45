// A state as markup: the drawing of its arrays, and all other variables as a list.

import { escaped, shortened } from "./escape";
import type { Picture } from "./picture";
import { svg } from "./svg";

const MOST_LETTERS = 60;

/** The markup of a picture; the title is for those who cannot see it. */
export function stateView(picture: Picture, title: string): string {
  const drawn = svg(picture, title);
  const arrays = drawn === "" ? "" : `<div class="drawing">${drawn}</div>`;
  const left = picture.rowsLeftOut;
  const more = left === 0 ? "" : `<p class="more">and ${left} more ${left === 1 ? "array" : "arrays"}</p>`;
  const scalars = picture.scalars.map(({ name, value, isChanged }) => {
    const full = escaped(`${name} = ${value}`);
    const shown = `<dt>${escaped(shortened(name, MOST_LETTERS))}</dt><dd>${escaped(shortened(value, MOST_LETTERS))}</dd>`;
    return `<div class="scalar${isChanged ? " changed" : ""}" title="${full}">${shown}</div>`;
  });
  const list = scalars.length === 0 ? "" : `<dl class="scalars">${scalars.join("")}</dl>`;
  return arrays + more + list;
}
