// The program, asked from the page: one question at a time, which can be cancelled.
//
// Invariant: when `ask` is called or `cancel`led, nothing of an earlier question is told any more.

import type { Asked, Told } from "./messages";

export type Ending = { kind: "done"; code: number } | { kind: "cancelled" } | { kind: "fault"; why: string };

export class Runner {
  private worker: Worker | undefined;
  private end: ((ending: Ending) => void) | undefined;
  private readonly module: Promise<WebAssembly.Module>;

  constructor(address: string) {
    this.module = compiled(address);
    // Whoever asks is told; until then nobody needs to know.
    this.module.catch(() => undefined);
  }

  /** The program is there, or cannot be had. */
  ready(): Promise<unknown> {
    return this.module;
  }

  /** Asks; lines are told as they come. */
  async ask(question: Omit<Asked, "module">, line: (line: string) => void, note: (line: string) => void): Promise<Ending> {
    this.cancel();
    let module: WebAssembly.Module;
    try {
      module = await this.module;
    } catch (problem) {
      return { kind: "fault", why: `the program could not be loaded: ${String(problem)}` };
    }
    this.cancel();
    return new Promise((resolve) => {
      const worker = new Worker("worker.js");
      this.worker = worker;
      this.end = (ending) => {
        worker.terminate();
        if (this.worker === worker) [this.worker, this.end] = [undefined, undefined];
        resolve(ending);
      };
      const end = this.end;
      worker.addEventListener("message", ({ data }: MessageEvent<Told>) => {
        if (this.worker !== worker) return;
        if ("line" in data) line(data.line);
        else if ("note" in data) note(data.note);
        else if ("code" in data) end({ kind: "done", code: data.code });
        else end({ kind: "fault", why: data.fault });
      });
      worker.addEventListener("error", (event) => end({ kind: "fault", why: event.message || "the worker could not be started" }));
      worker.postMessage({ ...question, module } satisfies Asked);
    });
  }

  /** Ends the question that is being answered, if there is one. */
  cancel(): void {
    this.end?.({ kind: "cancelled" });
  }
}

/** The program, which is compressed. */
async function compiled(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok || response.body === null) throw new Error(`${address}: ${response.status}`);
  const bytes = response.body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(bytes).arrayBuffer());
}
