// Highlighting: enough for reading; what a text means is said by the program.

import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import type { Kind } from "./kind";

const PI_CONTROL = new Set(["if", "else", "while", "for", "break", "return", "new", "div", "in"]);
const PI_TYPES = new Set(["int", "float", "bool", "void", "hashtable", "list", "struct", "predicate", "declare", "define"]);
const PI_ATOMS = new Set(["true", "false", "nil", "rv"]);
const SMT_WORDS = new Set(["forall", "exists", "let", "and", "or", "not", "ite", "=>", "distinct", "select", "store", "xor"]);

interface State {
  isInComment: boolean;
}

function piToken(stream: StringStream, state: State): string | null {
  if (state.isInComment || stream.match("/*")) {
    state.isInComment = !stream.skipTo("*/");
    if (state.isInComment) stream.skipToEnd();
    else stream.match("*/");
    return "comment";
  }
  if (stream.eatSpace()) return null;
  if (stream.match(/^\/\/.*/)) return "comment";
  if (stream.match(/^@(pre|post)?\b|^@|^#(?=\s*\()/)) return "meta";
  if (stream.match(/^\d+(\.\d+)?/)) return "number";
  if (stream.match(/^(forall|exists)\b|^[∀∃]/)) return "modifier";
  const word = stream.match(/^[A-Za-z_]\w*/);
  if (Array.isArray(word)) {
    const [name = ""] = word;
    if (PI_CONTROL.has(name)) return "keyword";
    if (PI_TYPES.has(name)) return "typeName";
    if (PI_ATOMS.has(name)) return "atom";
    return stream.match(/^\s*\(/, false) ? "function" : "variableName";
  }
  if (stream.match(/^(:=|<->|->|<-|&&|\|\||[<>!]=|[-+*/%<>=!|?≤≥≠→↔∧∨¬∈])/)) return "operator";
  stream.next();
  return null;
}

function smtToken(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match(/^;.*/)) return "comment";
  if (stream.match(/^"([^"]|"")*"?/)) return "string";
  if (stream.match(/^\|[^|]*\|?/)) return "variableName";
  if (stream.match(/^:[^\s()]+/)) return "meta";
  if (stream.match(/^-?\d+(\.\d+)?(?=[\s()]|$)|^#[bx][0-9a-fA-F]+/)) return "number";
  const isHead = stream.string[stream.start - 1] === "(";
  const word = stream.match(/^[^\s();"|]+/);
  if (Array.isArray(word)) {
    const [name = ""] = word;
    if (/^(assert|check-sat|check-sat-assuming|declare-\S+|define-\S+|set-\S+|get-\S+|push|pop|exit|minimize|maximize|reset)$/.test(name)) return "keyword";
    if (SMT_WORDS.has(name)) return "modifier";
    if (/^(Int|Real|Bool|Array|String)$/.test(name)) return "typeName";
    if (/^(true|false)$/.test(name)) return "atom";
    return isHead ? "function" : "variableName";
  }
  stream.next();
  return null;
}

function aigerToken(stream: StringStream): string | null {
  if (stream.sol() && stream.match(/^(aag|aig)\b/)) return "keyword";
  if (stream.sol() && stream.match(/^[ilobcjf]\d+ /)) return "meta";
  if (stream.match(/^\d+/)) return "number";
  stream.next();
  return null;
}

const startState = (): State => ({ isInComment: false });
const TABLE = { function: tags.function(tags.variableName) };
const pi = StreamLanguage.define({ name: "pi", startState, token: piToken, tokenTable: TABLE, languageData: { commentTokens: { line: "//" } } });
const smt = StreamLanguage.define({ name: "smt2", token: smtToken, tokenTable: TABLE, languageData: { commentTokens: { line: ";" } } });
const aiger = StreamLanguage.define({ name: "aiger", token: aigerToken, tokenTable: TABLE });

const STYLE = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.modifier, class: "tok-quantifier" },
  { tag: tags.meta, class: "tok-annotation" },
  { tag: tags.typeName, class: "tok-type" },
  { tag: tags.function(tags.variableName), class: "tok-function" },
  { tag: [tags.number, tags.atom], class: "tok-number" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.operator, class: "tok-operator" },
]);

export const highlighting: Extension = syntaxHighlighting(STYLE);

export function language(kind: Kind): Extension {
  return { program: pi, script: smt, system: smt, circuit: aiger }[kind];
}
