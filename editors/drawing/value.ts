// Values as the program writes them: `[3, 1]`, `{pivot: 1, array: [2]}`, `{1 -> 5}`, `7`.

/** A variable and its value, as reports have them. */
export interface ValueEntry {
  name: string;
  value: string;
}

/** A value that can be drawn: a row of cells, or text. */
export type Shape = { kind: "cells"; cells: string[] } | { kind: "plain"; text: string };

/** A variable, or a field of one, with its shape. */
export interface Variable {
  name: string;
  shape: Shape;
}

/** What stands between the outer brackets, cut at the commas that are not inside of others. */
function parts(text: string): string[] {
  const inner = text.slice(1, -1).trim();
  if (inner === "") return [];
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < inner.length; at++) {
    const sign = inner[at];
    if (sign === "[" || sign === "{") depth++;
    else if (sign === "]" || sign === "}") depth--;
    else if (sign === "," && depth === 0) {
      found.push(inner.slice(start, at).trim());
      start = at + 1;
    }
  }
  found.push(inner.slice(start).trim());
  return found;
}

const FIELD = /^([A-Za-z_][A-Za-z_0-9]*): (.*)$/s;

/** The variable with the fields of structs as variables of their own, so that arrays in them are drawn, too. */
export function variables({ name, value }: ValueEntry): Variable[] {
  const text = value.trim();
  if (text.startsWith("[") && text.endsWith("]")) return [{ name, shape: { kind: "cells", cells: parts(text) } }];
  if (text.startsWith("{") && text.endsWith("}")) {
    const fields = parts(text).map((part) => FIELD.exec(part));
    if (fields.length > 0 && fields.every((field) => field !== null)) {
      return fields.flatMap((field) => variables({ name: `${name}.${field[1]}`, value: field[2] ?? "" }));
    }
  }
  return [{ name, shape: { kind: "plain", text } }];
}

/** The value as an index, if it is one. */
export function index(text: string): number | undefined {
  return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
}
