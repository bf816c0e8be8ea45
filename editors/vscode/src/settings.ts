// Settings of the user as what the server is started with.

export interface Settings {
  path: string;
  arguments: string[];
  verify: "onIdle" | "onSave";
  timeout: number;
  threads: number;
  infer: "all" | "numeric" | "none";
}

/** The command, with the folder that is open put in its place. */
export function command(settings: Settings, folder: string | undefined): { command: string; args: string[] } {
  const path = settings.path.trim();
  const filled = path.replaceAll("${workspaceFolder}", folder ?? ".");
  return { command: filled === "" ? "buttress" : filled, args: ["lsp", ...settings.arguments] };
}

/** What the server is told when it starts. */
export function initializationOptions(settings: Settings): Record<string, unknown> {
  return {
    timeout: settings.timeout,
    threads: settings.threads,
    infer: settings.infer,
    onIdle: settings.verify === "onIdle",
  };
}

/** What is said when the program cannot be started. */
export function notStarted(command: string, problem: string): string {
  return `${command} could not be started (${problem}). Build it with "cargo build --release -p buttress", and put it on the search path or name it in the setting buttress.path.`;
}
