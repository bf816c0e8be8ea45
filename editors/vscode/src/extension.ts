// Where VS Code comes in: puts server, gutter and panel together, and answers commands.

import * as vscode from "vscode";
import { Gutter } from "./gutter";
import { functionAt } from "./marks";
import { CounterexamplePanel } from "./panel";
import { Server } from "./server";
import { story } from "./story";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("Buttress");
  const gutter = new Gutter(context.extensionUri);
  const panel = new CounterexamplePanel(context.extensionUri);
  const show = async (uri: vscode.Uri, asked: { function?: string; position?: vscode.Position }) => {
    const found = await server?.counterexample(uri, asked);
    if (found === undefined || found === null) {
      void vscode.window.showInformationMessage("Buttress: there is no counterexample here.");
      return;
    }
    panel.show(uri, story(found));
  };
  server = new Server(
    output,
    (status) => gutter.tell(status),
    (uri, name) => void show(vscode.Uri.parse(uri), { function: name }),
  );

  const commands: Record<string, () => unknown> = {
    "buttress.proveFile": () => withEditor((editor) => server?.prove(editor.document.uri)),
    "buttress.proveFunction": () =>
      withEditor((editor) => {
        const { uri } = editor.document;
        return server?.prove(uri, functionAt(gutter.functions(uri), editor.selection.active.line));
      }),
    "buttress.showCounterexample": () =>
      withEditor((editor) => {
        const { uri } = editor.document;
        const position = editor.selection.active;
        const isInside = functionAt(gutter.functions(uri), position.line) !== undefined;
        return show(uri, isInside ? { position } : {});
      }),
    "buttress.stepNext": () => panel.move("next"),
    "buttress.stepBack": () => panel.move("back"),
    "buttress.restartServer": () => {
      gutter.clear();
      return server?.restart();
    },
    "buttress.showOutput": () => output.show(),
  };
  context.subscriptions.push(
    output,
    gutter,
    panel,
    server,
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    vscode.window.onDidChangeVisibleTextEditors(() => gutter.draw()),
    vscode.window.onDidChangeActiveTextEditor(() => gutter.draw()),
    vscode.workspace.onDidCloseTextDocument((document) => gutter.forget(document.uri)),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.contentChanges.length > 0) panel.changed(event.document.uri);
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration("buttress")) return;
      if (event.affectsConfiguration("buttress.gutter")) gutter.draw();
      else void server?.restart();
    }),
  );
  await server.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

function withEditor(act: (editor: vscode.TextEditor) => unknown): unknown {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined ? undefined : act(editor);
}
