// Signals over time, as SVG.

import { escaped, shortened } from "../../editors/drawing/escape";
import type { Waves } from "./aiger";

const MOST_ROWS = 32;
const MOST_STEPS = 64;
const STEP = 26;
const ROW = 26;
const LEFT = 170;

/** The drawing; of a long trace the end, because that is where something is bad. */
export function waveView({ signals }: Waves): string {
  const length = Math.max(0, ...signals.map((signal) => signal.values.length));
  const from = Math.max(0, length - MOST_STEPS);
  // Bad signals first: they are what it is about.
  const shown = [...signals.filter((one) => one.isBad), ...signals.filter((one) => !one.isBad)].slice(0, MOST_ROWS);
  const [width, height] = [LEFT + (length - from) * STEP + 8, 24 + shown.length * ROW + 4];
  const steps = Array.from({ length: length - from }, (_, at) => from + at);
  const axis = steps.map((step) => `<text class="axis" x="${LEFT + (step - from + 0.5) * STEP}" y="14" text-anchor="middle">${step}</text>`);
  const rows = shown.map((signal, row) => {
    const [low, high] = [24 + row * ROW + 20, 24 + row * ROW + 5];
    const y = (digit: string | undefined) => (digit === "1" ? high : low);
    const digits = [...signal.values.slice(from)];
    const line = digits.map((digit, at) => `${at === 0 ? `M${LEFT} ${y(digit)}` : `V${y(digit)}`}H${LEFT + (at + 1) * STEP}`).join("");
    const title = `<title>${escaped(signal.name)}</title>`;
    const name = `<text class="name" x="${LEFT - 12}" y="${low - 3}" text-anchor="end">${title}${escaped(shortened(signal.name, 19))}</text>`;
    return `${name}<path class="wave${signal.isBad ? " bad" : ""}" d="${line}"/>`;
  });
  const more = signals.length > shown.length ? `<p class="more">and ${signals.length - shown.length} more signals</p>` : "";
  const cut = from > 0 ? `<p class="more">the first ${from} steps are left out</p>` : "";
  return `<div class="drawing"><svg class="cells waves" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xmlns="http://www.w3.org/2000/svg"><title>signals over time</title>${axis.join("")}${rows.join("")}</svg></div>${cut}${more}`;
}
