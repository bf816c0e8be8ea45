// The text on the left: an editor with marks at problems, and a line that can be pointed at.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, type DecorationSet } from "@codemirror/view";
import { kindOf, type Kind } from "./kind";
import { highlighting, language } from "./languages";
import type { Place, Problem } from "./report";

const point = StateEffect.define<number | undefined>();
const pointed = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    let now = transaction.docChanged ? Decoration.none : shown;
    for (const effect of transaction.effects) {
      if (!effect.is(point)) continue;
      const line = effect.value;
      const { doc } = transaction.state;
      const isThere = line !== undefined && line >= 1 && line <= doc.lines;
      now = isThere ? Decoration.set([Decoration.line({ class: "pointed" }).range(doc.line(line).from)]) : Decoration.none;
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  private readonly view: EditorView;
  private readonly language = new Compartment();
  private kind: Kind;

  constructor(parent: HTMLElement, text: string, changed: () => void, run: () => void) {
    this.kind = kindOf(text);
    const start = () => {
      run();
      return true;
    };
    const state = EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), lintGutter(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), highlightActiveLineGutter(),
        indentUnit.of("  "), EditorView.contentAttributes.of({ "aria-label": "the text to be proved", spellcheck: "false" }),
        keymap.of([{ key: "Mod-Enter", run: start }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        highlighting, pointed, this.language.of(language(this.kind)),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          this.recognise();
          changed();
        }),
      ],
    });
    this.view = new EditorView({ state, parent });
  }

  text(): string {
    return this.view.state.doc.toString();
  }

  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    this.view.focus();
  }

  /** Marks problems at their places. */
  mark(problems: Problem[]): void {
    const marks = problems.map(({ place, severity, message }): Diagnostic => ({ ...this.range(place), severity, message }));
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }

  /** Points at a line, or at none. */
  point(line: number | undefined, isShown = false): void {
    const { doc } = this.view.state;
    const effects: StateEffect<unknown>[] = [point.of(line)];
    if (isShown && line !== undefined && line >= 1 && line <= doc.lines) effects.push(EditorView.scrollIntoView(doc.line(line).from, { y: "center" }));
    this.view.dispatch({ effects });
  }

  private range(place: Place): { from: number; to: number } {
    const { doc } = this.view.state;
    // Columns are characters, which may be two units of a JavaScript string.
    const offset = (line: number, column: number) => {
      const { from, text } = doc.line(Math.min(Math.max(1, line), doc.lines));
      return from + [...text].slice(0, Math.max(0, column - 1)).join("").length;
    };
    const from = offset(place.line, place.column);
    const isStretch = place.end_line !== undefined && place.end_column !== undefined;
    const to = isStretch ? offset(place.end_line ?? 0, place.end_column ?? 0) : doc.lineAt(from).to;
    return { from, to: Math.max(from, to) };
  }

  private recognise(): void {
    const kind = kindOf(this.text());
    if (kind === this.kind) return;
    this.kind = kind;
    this.view.dispatch({ effects: this.language.reconfigure(language(kind)) });
  }
}
