// The panel that draws a counterexample and steps through it; the step that is shown is marked in the text.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { moved, movedTo, type Move } from "../../drawing/stepping";
import { body, nonce, page } from "./page";
import type { Range } from "./protocol";
import type { Story } from "./story";

export class CounterexamplePanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private story: Story | undefined;
  private uri: vscode.Uri | undefined;
  private readonly line = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.stackFrameHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("debugIcon.breakpointCurrentStackframeForeground"),
  });

  constructor(private readonly folder: vscode.Uri) {}

  /** Shows a counterexample of a document. */
  show(uri: vscode.Uri, story: Story | undefined): void {
    [this.uri, this.story] = [uri, story];
    if (this.panel === undefined) this.open();
    else this.panel.reveal(undefined, true);
    this.draw();
  }

  /** Another step, if there is a run. */
  move(move: Move): void {
    if (this.story === undefined) return;
    this.story = { ...this.story, run: moved(this.story.run, move) };
    this.draw();
  }

  /** The text of a document has changed: places in it mean nothing any more. */
  changed(uri: vscode.Uri): void {
    if (this.uri?.toString() === uri.toString()) this.unmark();
  }

  dispose(): void {
    this.panel?.dispose();
    this.line.dispose();
  }

  private open(): void {
    const dist = vscode.Uri.joinPath(this.folder, "dist");
    const options = { enableScripts: true, localResourceRoots: [dist] };
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("buttress.counterexample", "Counterexample", column, options);
    const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, "panel.js")).toString();
    const parts = { nonce: nonce(randomBytes(16)), source: panel.webview.cspSource, script };
    panel.webview.html = page(parts, body(this.story));
    panel.webview.onDidReceiveMessage((message: { move?: Move; step?: number }) => {
      if (message.move !== undefined) this.move(message.move);
      else if (message.step !== undefined && this.story !== undefined) {
        this.story = { ...this.story, run: movedTo(this.story.run, message.step) };
        this.draw();
      }
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.story = undefined;
      this.unmark();
      void vscode.commands.executeCommand("setContext", "buttress.isStepping", false);
    });
    this.panel = panel;
  }

  private draw(): void {
    void this.panel?.webview.postMessage({ body: body(this.story) });
    const run = this.story?.run;
    void vscode.commands.executeCommand("setContext", "buttress.isStepping", (run?.steps.length ?? 0) > 0);
    this.mark(run?.steps[run.at]?.place);
  }

  private mark(place: Range | undefined): void {
    for (const editor of this.editors()) {
      if (place === undefined) {
        editor.setDecorations(this.line, []);
        continue;
      }
      const line = editor.document.validateRange(new vscode.Range(place.start.line, 0, place.start.line, 0));
      editor.setDecorations(this.line, [line]);
      editor.revealRange(line, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  private unmark(): void {
    for (const editor of this.editors()) editor.setDecorations(this.line, []);
  }

  private editors(): vscode.TextEditor[] {
    return vscode.window.visibleTextEditors.filter((one) => one.document.uri.toString() === this.uri?.toString());
  }
}
