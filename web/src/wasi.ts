// The program run to its end, in whatever thread calls it: arguments, one file, lines out.

import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI, wasi } from "@bjorn3/browser_wasi_shim";

export interface Run {
  module: WebAssembly.Module;
  words: string[];
  file: string;
  text: string;
  /** A line of standard output. */
  line: (line: string) => void;
  /** A line of standard error. */
  note: (line: string) => void;
}

/** A stream of lines that is no terminal: nothing is redrawn in it. */
function lines(write: (line: string) => void): ConsoleStdout {
  const stream = ConsoleStdout.lineBuffered(write);
  stream.fd_fdstat_get = () => ({ ret: 0, fdstat: new wasi.Fdstat(wasi.FILETYPE_UNKNOWN, 0) });
  return stream;
}

/** Runs the program; its exit code. */
export async function run({ module, words, file, text, line, note }: Run): Promise<number> {
  const folder = new PreopenDirectory(".", new Map([[file, new File(new TextEncoder().encode(text))]]));
  const streams = [new OpenFile(new File([])), lines(line), lines(note), folder];
  const system = new WASI(["buttress", ...words], ["NO_COLOR=1"], streams, { debug: false });
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: system.wasiImport });
  return system.start(instance as never);
}
