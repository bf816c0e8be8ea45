// What the page and its worker say to each other.

export interface Asked {
  module: WebAssembly.Module;
  words: string[];
  file: string;
  text: string;
}

export type Told = { line: string } | { note: string } | { code: number } | { fault: string };
