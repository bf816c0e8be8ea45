// What a text is, and how the program is asked about it.

export type Kind = "program" | "script" | "system" | "circuit";

export const KIND_WORDS: Record<Kind, string> = {
  program: "program in pi",
  script: "SMT-LIB script",
  system: "system over numbers",
  circuit: "circuit (AIGER)",
};

/** Told by the text, as the command line does it: circuits by their first line, systems by their logic. */
export function kindOf(text: string): Kind {
  if (/^\s*(aag|aig) \d/.test(text)) return "circuit";
  const bare = text.replace(/;.*$/gm, "").trimStart();
  if (!bare.startsWith("(")) return "program";
  if (/\(\s*set-logic\s+HORN\s*\)/.test(bare) || /:(next|invar-property|live-property)\b/.test(bare)) return "system";
  return "script";
}

/** A file in the folder of the program. */
export function fileName(text: string): string {
  const kind = kindOf(text);
  if (kind === "system" && !/set-logic\s+HORN/.test(text)) return "input.vmt";
  return { program: "input.pi", script: "input.smt2", system: "input.smt2", circuit: "input.aag" }[kind];
}

/** The arguments of the command line that prove or solve a text; one event per line comes out. */
export function question(text: string, seconds: number): string[] {
  const limit = ["--timeout", String(seconds)];
  const file = fileName(text);
  switch (kindOf(text)) {
    case "script":
      return ["solve", file, "--format", "jsonl", "--model", ...limit];
    case "circuit":
      return ["prove", file, "--format", "jsonl", "-v", ...limit];
    default:
      return ["prove", file, "--format", "jsonl", ...limit];
  }
}

/** The arguments for a report that people read. */
export function textQuestion(text: string, seconds: number): string[] {
  const verb = kindOf(text) === "script" ? ["solve", fileName(text), "--pretty"] : ["prove", fileName(text), "--show-invariants"];
  return [...verb, "--color", "never", "--timeout", String(seconds)];
}

/** The arguments that step through a call. */
export function stepQuestion(call: string, globals: string[]): string[] {
  return ["run", "input.pi", "--call", call, ...globals.flatMap((one) => ["--global", one]), "--step", "--json", "--timeout", "10"];
}
