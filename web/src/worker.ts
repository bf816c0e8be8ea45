// Runs the program once. Whoever wants it to stop ends the worker.

import type { Asked, Told } from "./messages";
import { run } from "./wasi";

const tell = (told: Told) => postMessage(told);

addEventListener("message", (event: MessageEvent<Asked>) => {
  const line = (line: string) => tell({ line });
  const note = (note: string) => tell({ note });
  run({ ...event.data, line, note }).then(
    (code) => tell({ code }),
    (problem: unknown) => {
      const isStack = problem instanceof RangeError;
      tell({ fault: isStack ? "the browser's stack is too small for this input" : String(problem) });
    },
  );
});
