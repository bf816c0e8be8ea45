// Marks in the gutter and the status bar, kept as the server tells them.

import * as vscode from "vscode";
import { lineMarks, MARKS, summary, type Mark } from "./marks";
import type { StatusEntry, StatusParams } from "./protocol";

const SIGNS: Record<Mark, string> = { proved: "pass", false: "error", open: "warning", unknown: "question", running: "sync~spin", waiting: "circle-outline" };

export class Gutter implements vscode.Disposable {
  private readonly told = new Map<string, StatusParams>();
  private readonly types: Map<Mark, vscode.TextEditorDecorationType>;
  private readonly item = vscode.window.createStatusBarItem("buttress.status", vscode.StatusBarAlignment.Left, 1);

  constructor(folder: vscode.Uri) {
    const type = (mark: Mark) =>
      vscode.window.createTextEditorDecorationType({
        gutterIconPath: vscode.Uri.joinPath(folder, "images", `${mark}.svg`),
        gutterIconSize: "85%",
      });
    this.types = new Map(MARKS.map((mark) => [mark, type(mark)]));
    this.item.name = "Buttress";
    this.item.command = "buttress.showCounterexample";
  }

  /** The server has told how a document stands. */
  tell(status: StatusParams): void {
    this.told.set(key(vscode.Uri.parse(status.uri)), status);
    this.draw();
  }

  /** A document is closed. */
  forget(uri: vscode.Uri): void {
    this.told.delete(key(uri));
  }

  /** Nothing is known any more. */
  clear(): void {
    this.told.clear();
    this.draw();
  }

  functions(uri: vscode.Uri): StatusEntry[] {
    return this.told.get(key(uri))?.functions ?? [];
  }

  /** Draws everything that can be seen. */
  draw(): void {
    const isShown = vscode.workspace.getConfiguration("buttress").get("gutter", true);
    for (const editor of vscode.window.visibleTextEditors) {
      const marks = isShown ? lineMarks(this.functions(editor.document.uri)) : [];
      for (const [mark, type] of this.types) {
        const lines = marks.filter((one) => one.mark === mark);
        editor.setDecorations(type, lines.map(({ line, message }) => ({ range: new vscode.Range(line, 0, line, 0), hoverMessage: plain(message) })));
      }
    }
    const active = vscode.window.activeTextEditor;
    const shown = active === undefined ? undefined : summary(this.functions(active.document.uri));
    if (shown === undefined) return this.item.hide();
    this.item.text = `$(${SIGNS[shown.worst]}) ${shown.text}`;
    this.item.show();
  }

  dispose(): void {
    for (const type of this.types.values()) type.dispose();
    this.item.dispose();
  }
}

function key(uri: vscode.Uri): string {
  return uri.toString();
}

/** Text that is no markup. */
function plain(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}
