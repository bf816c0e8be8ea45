// A state as a picture: one row per array over a shared axis of indices, names of indices above the cells that they
// point at, the cells of the failing instance marked, all else as a list.
//
// Invariant: a picture has no more than MOST_COLUMNS columns and MOST_ROWS rows; what is left out is shown to be.

import { index, variables, type ValueEntry } from "./value";

const MOST_COLUMNS = 24;
const MOST_ROWS = 12;
/** Indices further than this beyond all arrays are not drawn. */
const BEYOND = 1;

/** How a cell looks. */
export type CellKind = "plain" | "changed" | "failing" | "beyond";

export interface Cell {
  text: string;
  kind: CellKind;
}

/** An index of the axis, or a gap that stands for several. */
export type Column = { kind: "index"; at: number; pointers: string[]; isFailing: boolean } | { kind: "gap" };

export interface Row {
  name: string;
  /** How many cells the array has. */
  length: number;
  /** One for each column; none at a gap. */
  cells: (Cell | undefined)[];
}

export interface Scalar {
  name: string;
  value: string;
  isChanged: boolean;
}

export interface Picture {
  columns: Column[];
  rows: Row[];
  rowsLeftOut: number;
  scalars: Scalar[];
}

export interface PictureInput {
  now: ValueEntry[];
  /** The state before; what differs is marked. */
  before?: ValueEntry[];
  /** Variables that are indices. */
  pointers: string[];
  /** Quantified variables of the failing instance. */
  witnesses?: ValueEntry[];
}

/** The picture of a state. */
export function picture({ now, before, pointers, witnesses = [] }: PictureInput): Picture {
  const shapes = now.flatMap(variables);
  const known = before?.flatMap(variables);
  const old = new Map(known?.map((variable) => [variable.name, variable.shape]));
  const arrays = shapes.flatMap(({ name, shape }) => (shape.kind === "cells" ? [{ name, cells: shape.cells }] : []));
  const scalars = shapes.flatMap(({ name, shape }): Scalar[] => {
    if (shape.kind !== "plain") return [];
    const last = old.get(name);
    const isSame = last?.kind === "plain" && last.text === shape.text;
    return [{ name, value: shape.text, isChanged: known !== undefined && !isSame }];
  });
  const shown = arrays.slice(0, MOST_ROWS);
  const longest = Math.max(0, ...shown.map((array) => array.cells.length));
  const isNear = (at: number) => at >= -BEYOND && at < longest + BEYOND;
  const failing = new Set(witnesses.map(({ value }) => index(value)).filter((at) => at !== undefined && isNear(at)));
  const named = new Map<number, string[]>();
  for (const { name, value } of scalars) {
    const at = index(value);
    if (!pointers.includes(name) || at === undefined || !isNear(at)) continue;
    named.set(at, [...(named.get(at) ?? []), name]);
  }
  const isChanged = (name: string, at: number, text: string) => {
    const last = old.get(name);
    return known !== undefined && (last?.kind !== "cells" || last.cells[at] !== text);
  };
  const first = Math.min(0, ...named.keys(), ...[...failing].map((at) => at ?? 0));
  const end = Math.max(longest, ...[...named.keys()].map((at) => at + 1), ...[...failing].map((at) => (at ?? 0) + 1));
  const axis = shown.length === 0 ? [] : Array.from({ length: end - first }, (_, at) => at + first);
  const isKept = (at: number) =>
    at < 3 || at >= end - 2 || named.has(at) || failing.has(at) ||
    shown.some(({ name, cells }) => at < cells.length && isChanged(name, at, cells[at] ?? ""));
  const columns = folded(axis, isKept).map(
    (at): Column =>
      at === undefined ? { kind: "gap" } : { kind: "index", at, pointers: named.get(at) ?? [], isFailing: failing.has(at) },
  );
  const rows = shown.map(({ name, cells }): Row => {
    const cell = (column: Column): Cell | undefined => {
      if (column.kind === "gap") return undefined;
      const text = cells[column.at];
      if (text === undefined) return { text: "", kind: "beyond" };
      if (column.isFailing) return { text, kind: "failing" };
      return { text, kind: isChanged(name, column.at, text) ? "changed" : "plain" };
    };
    return { name, length: cells.length, cells: columns.map(cell) };
  });
  return { columns, rows, rowsLeftOut: arrays.length - shown.length, scalars };
}

/** The axis, with runs of indices that nothing is said about folded to gaps if it is too long. */
function folded(axis: number[], isKept: (at: number) => boolean): (number | undefined)[] {
  if (axis.length <= MOST_COLUMNS) return axis;
  const kept: (number | undefined)[] = [];
  for (const at of axis) {
    if (isKept(at)) kept.push(at);
    else if (kept.length > 0 && kept[kept.length - 1] !== undefined) kept.push(undefined);
  }
  if (kept.length <= MOST_COLUMNS) return kept;
  return [...kept.slice(0, MOST_COLUMNS - 3), undefined, ...kept.slice(-2)];
}
