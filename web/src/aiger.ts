// A counterexample of a circuit, replayed for drawing: the trace gives initial latches and inputs, the rest follows.

/** Signals over time; a digit for each step. */
export interface Waves {
  signals: { name: string; values: string; isBad: boolean }[];
}

const MOST_GATES = 200_000;

/** The signals of an ASCII circuit under a trace; none of it if the text is another format. */
export function waves(text: string, trace: { initial: string; inputs: string[] }): Waves | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const header = /^aag (\d+) (\d+) (\d+) (\d+) (\d+)((?: \d+)*)$/.exec(lines[0] ?? "");
  if (header === null) return undefined;
  const [, inputs = 0, latches = 0, outputs = 0, ands = 0] = header.slice(1, 6).map(Number);
  const [bads = 0, constraints = 0, justice = 0, fairness = 0] = (header[6] ?? "").trim().split(" ").map(Number);
  if (ands > MOST_GATES) return undefined;
  let at = 1;
  const take = (count: number) => lines.slice(at, (at += count)).map((line) => line.split(" ").map(Number));
  const inputLits = take(inputs).map((row) => row[0] ?? 0);
  const latchRows = take(latches);
  const outputLits = take(outputs).map((row) => row[0] ?? 0);
  const badLits = take(bads).map((row) => row[0] ?? 0);
  // What is not drawn stands between.
  take(constraints);
  take(take(justice).reduce((sum, row) => sum + (row[0] ?? 0), 0) + fairness);
  const gates = take(ands);
  const names = new Map<string, string>();
  for (const line of lines.slice(at)) {
    const symbol = /^([ilob]\d+) (.*)$/.exec(line);
    if (symbol?.[1] !== undefined) names.set(symbol[1], symbol[2] ?? "");
    if (line === "c") break;
  }
  const observed = [
    ...inputLits.map((lit, place) => ({ lit, name: names.get(`i${place}`) ?? `i${place}`, isBad: false })),
    ...latchRows.map((row, place) => ({ lit: row[0] ?? 0, name: names.get(`l${place}`) ?? `l${place}`, isBad: false })),
    ...(bads > 0 ? badLits : outputLits).map((lit, place) => {
      const key = `${bads > 0 ? "b" : "o"}${place}`;
      return { lit, name: names.get(key) ?? key, isBad: true };
    }),
  ];
  const values = observed.map(() => "");
  const known = new Map<number, boolean>([[0, false]]);
  const value = (lit: number) => (known.get(lit >> 1) ?? false) !== (lit % 2 === 1);
  latchRows.forEach((row, place) => known.set((row[0] ?? 0) >> 1, trace.initial[place] === "1"));
  for (const step of trace.inputs) {
    inputLits.forEach((lit, place) => known.set(lit >> 1, step[place] === "1"));
    for (const [head = 0, left = 0, right = 0] of gates) known.set(head >> 1, value(left) && value(right));
    observed.forEach(({ lit }, place) => (values[place] += value(lit) ? "1" : "0"));
    const next = latchRows.map((row) => value(row[1] ?? 0));
    latchRows.forEach((row, place) => known.set((row[0] ?? 0) >> 1, next[place] ?? false));
  }
  return { signals: observed.map(({ name, isBad }, place) => ({ name, isBad, values: values[place] ?? "" })) };
}
