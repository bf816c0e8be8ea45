// A picture as SVG. Colours come from the style sheet of the page (`drawing.css` names the classes), so that the drawing
// follows the theme that it stands in.

import { escaped, shortened } from "./escape";
import type { Cell, Column, Picture, Row } from "./picture";

const LETTER = 7.8; // the width of a letter at 13 px in a font of fixed width
const HEIGHT = 30;
const GAP_BETWEEN_ROWS = 8;
const LEAST_WIDTH = 38;
const MOST_LETTERS = 10;
const MOST_NAME = 14;
const PADDING = 6;

/** The arrays of a picture; the empty text if there is none. */
export function svg(picture: Picture, title: string): string {
  if (picture.rows.length === 0) return "";
  const letters = (texts: string[]) => Math.max(0, ...texts.map((text) => [...text].length));
  const cellLetters = letters(picture.rows.flatMap((row) => row.cells.map((cell) => shown(cell))));
  const nameLetters = letters(picture.rows.map((row) => shortened(row.name, MOST_NAME)));
  const width = Math.max(LEAST_WIDTH, cellLetters * LETTER + 16);
  const left = nameLetters * LETTER + 18;
  const levels = Math.max(0, ...picture.columns.map((column) => (column.kind === "index" ? column.pointers.length : 0)));
  const above = levels * 17 + (levels > 0 ? 6 : 0);
  const top = PADDING + above + 20;
  const below = picture.columns.some((column) => column.kind === "index" && column.isFailing) ? 14 : 0;
  const total = {
    width: left + picture.columns.length * width + PADDING,
    height: top + picture.rows.length * (HEIGHT + GAP_BETWEEN_ROWS) - GAP_BETWEEN_ROWS + below + PADDING,
  };
  const middle = (place: number) => left + (place + 0.5) * width;
  const parts: string[] = [];
  picture.columns.forEach((column, place) => parts.push(header(column, middle(place), PADDING + above)));
  picture.rows.forEach((row, at) => {
    const y = top + at * (HEIGHT + GAP_BETWEEN_ROWS);
    parts.push(rowDrawn(row, { left, y, width }));
  });
  if (below > 0) {
    const y = total.height - PADDING - below + 3;
    picture.columns.forEach((column, place) => {
      if (column.kind !== "index" || !column.isFailing) return;
      const x = middle(place);
      parts.push(`<path class="mark" d="M${x} ${y}l6 9h-12z"/>`);
    });
  }
  const size = `width="${round(total.width)}" height="${round(total.height)}" viewBox="0 0 ${round(total.width)} ${round(total.height)}"`;
  return `<svg class="cells" role="img" ${size} xmlns="http://www.w3.org/2000/svg"><title>${escaped(title)}</title>${parts.join("")}</svg>`;
}

function header(column: Column, x: number, bottom: number): string {
  if (column.kind === "gap") return text("axis", x, bottom + 14, "…");
  const names = column.pointers.map((name, level) => {
    const y = bottom - 8 - (column.pointers.length - 1 - level) * 17;
    return text("pointer", x, y, shortened(name, 8), name);
  });
  const stem = names.length === 0 ? "" : `<path class="stem" d="M${x - 4} ${bottom - 4}h8l-4 5z"/>`;
  return names.join("") + stem + text("axis", x, bottom + 14, String(column.at));
}

function rowDrawn(row: Row, { left, y, width }: { left: number; y: number; width: number }): string {
  const middle = y + HEIGHT / 2 + 4.5;
  const name = `<text class="name" x="${round(left - 10)}" y="${middle}" text-anchor="end">${titled(row.name, MOST_NAME)}</text>`;
  const cells = row.cells.map((cell, place) => {
    const x = left + place * width;
    if (cell === undefined) return text("axis", x + width / 2, middle, "…");
    const box = `<rect class="${cell.kind}" x="${round(x + 1.5)}" y="${y}" width="${round(width - 3)}" height="${HEIGHT}" rx="4"/>`;
    if (cell.kind === "beyond") return box;
    return box + text(`value ${cell.kind}`, x + width / 2, middle, shown(cell), cell.text);
  });
  return name + cells.join("");
}

function shown(cell: Cell | undefined): string {
  return shortened(cell?.text ?? "", MOST_LETTERS);
}

function titled(full: string, most: number): string {
  const short = shortened(full, most);
  const title = short === full ? "" : `<title>${escaped(full)}</title>`;
  return title + escaped(short);
}

function text(kind: string, x: number, y: number, what: string, full = what): string {
  const title = full === what ? "" : `<title>${escaped(full)}</title>`;
  return `<text class="${kind}" x="${round(x)}" y="${round(y)}" text-anchor="middle">${title}${escaped(what)}</text>`;
}

function round(number: number): string {
  return String(Math.round(number * 10) / 10);
}
