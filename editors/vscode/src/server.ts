// The server as the extension runs it: started with the settings of the user, restarted when they change.

import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";
import type { Counterexample, Position, StatusParams } from "./protocol";
import { command, initializationOptions, notStarted, type Settings } from "./settings";

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;

  constructor(
    private readonly output: vscode.OutputChannel,
    private readonly tell: (status: StatusParams) => void,
    private readonly showCounterexample: (uri: string, name: string | undefined) => void,
  ) {}

  async start(): Promise<void> {
    const settings = settingsOfUser();
    const run = command(settings, vscode.workspace.workspaceFolders?.[0]?.uri.fsPath);
    const server: ServerOptions = { run, debug: run };
    const options: LanguageClientOptions = {
      documentSelector: [{ language: "pi" }, { language: "smt2" }],
      initializationOptions: initializationOptions(settings),
      outputChannel: this.output,
      middleware: {
        // The server would show the counterexample as a message; here it is drawn.
        executeCommand: (name, words: unknown[], next) => {
          if (name !== "buttress.runCounterexample") return next(name, words);
          this.showCounterexample(String(words[0]), typeof words[1] === "string" ? words[1] : undefined);
        },
      },
    };
    this.client = new LanguageClient("buttress", "Buttress", server, options);
    this.client.onNotification("buttress/status", this.tell);
    try {
      await this.client.start();
    } catch (problem) {
      this.client = undefined;
      const message = notStarted(run.command, problem instanceof Error ? problem.message : String(problem));
      this.output.appendLine(message);
      const picked = await vscode.window.showErrorMessage(message, "Open Settings");
      if (picked !== undefined) await vscode.commands.executeCommand("workbench.action.openSettings", "buttress.path");
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    // One that does not answer any more is ended with its process.
    await client?.dispose().catch(() => undefined);
  }

  /** Proves a document now; a function that is named comes first, and is proved anew. */
  async prove(uri: vscode.Uri, name?: string): Promise<void> {
    if (this.client === undefined) return;
    const address = this.client.code2ProtocolConverter.asUri(uri);
    const words = name === undefined ? [address] : [address, name];
    await this.client.sendRequest("workspace/executeCommand", { command: "buttress.prove", arguments: words });
  }

  /** The counterexample of a function, or of what is at a place. */
  async counterexample(uri: vscode.Uri, asked: { function?: string; position?: Position }): Promise<Counterexample | null> {
    if (this.client === undefined) return null;
    const address = this.client.code2ProtocolConverter.asUri(uri);
    return this.client.sendRequest("buttress/counterexample", { textDocument: { uri: address }, ...asked });
  }

  dispose(): void {
    void this.stop();
  }
}

function settingsOfUser(): Settings {
  const chosen = vscode.workspace.getConfiguration("buttress");
  return {
    path: chosen.get("path", "buttress"),
    arguments: chosen.get("arguments", []),
    verify: chosen.get("verify", "onIdle"),
    timeout: chosen.get("timeout", 20),
    threads: chosen.get("threads", 1),
    infer: chosen.get("infer", "all"),
  };
}
