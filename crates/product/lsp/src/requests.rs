//! Requests and their answers. Each is answered from what is known when it comes.

use lsp_server::ErrorCode;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLensParams,
    CompletionParams, CompletionResponse, Diagnostic, DocumentFormattingParams,
    DocumentHighlightParams, DocumentSymbolParams, GotoDefinitionParams, HoverParams,
    InlayHintParams, NumberOrString, Position, ReferenceParams, RenameParams,
    TextDocumentPositionParams, Uri,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::client::Client;
use crate::document::{Analysis, Document};
use crate::edit::workspace_edit;
use crate::fix::Fix;
use crate::hover_text::drawn;
use crate::navigation::names;
use crate::outbox::Refusal;
use crate::{formatting, navigation, program, script, symbols};

/// What `buttress/counterexample` asks for: a function (or a check, or a property) by its name or a place; or the first there is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CounterexampleParams {
    #[serde(default)]
    function: Option<String>,
    #[serde(default)]
    position: Option<Position>,
}

/// The address of the document that a request is about.
pub(crate) fn subject(params: &Value) -> Result<String, Refusal> {
    let uri = params.get("textDocument").and_then(|document| document.get("uri"));
    let uri = uri.and_then(Value::as_str);
    uri.map(str::to_owned).ok_or_else(|| Refusal::bad("the request names no document"))
}

/// The answer to a request about a document that was read.
pub(crate) fn answer(
    method: &str,
    params: Value,
    document: &Document,
    analysis: &Analysis,
    client: &Client,
) -> Result<Value, Refusal> {
    let known = names(analysis);
    let place = |at: &TextDocumentPositionParams| document.offset(at.position);
    match method {
        "textDocument/hover" => {
            let params: HoverParams = understood(params)?;
            let place = place(&params.text_document_position_params);
            let shown = match analysis {
                Analysis::Program(analysis) => program::hover(document, client, analysis, place),
                Analysis::Script(analysis) => script::hover(document, analysis, place),
                Analysis::TooLarge => None,
            };
            to_json(shown.map(|shown| drawn(document, client, &shown)))
        }
        "textDocument/definition" => {
            let params: GotoDefinitionParams = understood(params)?;
            let place = place(&params.text_document_position_params);
            to_json(known.map(|names| navigation::definition(document, names, place)))
        }
        "textDocument/references" => {
            let params: ReferenceParams = understood(params)?;
            let place = place(&params.text_document_position);
            let all = params.context.include_declaration;
            to_json(known.map(|names| navigation::references(document, names, place, all)))
        }
        "textDocument/documentHighlight" => {
            let params: DocumentHighlightParams = understood(params)?;
            let place = place(&params.text_document_position_params);
            to_json(known.map(|names| navigation::highlights(document, names, place)))
        }
        "textDocument/prepareRename" => {
            let params: TextDocumentPositionParams = understood(params)?;
            to_json(known.and_then(|it| navigation::prepare_rename(document, it, place(&params))))
        }
        "textDocument/rename" => {
            let params: RenameParams = understood(params)?;
            let names = known.ok_or_else(|| Refusal::failed("the text is too large"))?;
            let place = place(&params.text_document_position);
            to_json(navigation::rename(document, client, names, place, &params.new_name)?)
        }
        "textDocument/documentSymbol" => {
            let _: DocumentSymbolParams = understood(params)?;
            to_json(known.map(|names| symbols::outline(document, client, names)))
        }
        "textDocument/formatting" => {
            let _: DocumentFormattingParams = understood(params)?;
            to_json(formatting::format(document)?)
        }
        "textDocument/completion" => {
            let params: CompletionParams = understood(params)?;
            let place = place(&params.text_document_position);
            let items = match analysis {
                Analysis::Program(analysis) => program::completion(analysis, place),
                Analysis::Script(analysis) => script::completion(analysis, place),
                Analysis::TooLarge => Vec::new(),
            };
            to_json(CompletionResponse::Array(items))
        }
        "textDocument/codeLens" => {
            let _: CodeLensParams = understood(params)?;
            to_json(match analysis {
                Analysis::Program(analysis) => program::lenses(document, analysis),
                Analysis::Script(_) => script::lenses(document),
                Analysis::TooLarge => Vec::new(),
            })
        }
        "textDocument/inlayHint" => {
            let params: InlayHintParams = understood(params)?;
            let within = document.span(params.range);
            to_json(match analysis {
                Analysis::Program(analysis) => program::hints(document, analysis, within),
                Analysis::Script(_) | Analysis::TooLarge => Vec::new(),
            })
        }
        "textDocument/codeAction" => {
            let params: CodeActionParams = understood(params)?;
            let within = document.span(params.range);
            let fixes = match analysis {
                Analysis::Program(analysis) => program::fixes(document, analysis, within),
                Analysis::Script(analysis) => script::fixes(analysis, within),
                Analysis::TooLarge => Vec::new(),
            };
            let action = |fix| action(document, client, fix, &params.context.diagnostics);
            to_json(fixes.into_iter().map(action).collect::<Vec<_>>())
        }
        "buttress/counterexample" => {
            let params: CounterexampleParams = understood(params)?;
            let place = params.position.map(|position| document.offset(position));
            Ok(counterexample(document, client, analysis, params.function.as_deref(), place)?.0)
        }
        _ => {
            let text = format!("{method} is not known");
            Err(Refusal { code: ErrorCode::MethodNotFound, text })
        }
    }
}

/// A counterexample as data, and for a person; null if there is none.
pub(crate) fn counterexample(
    document: &Document,
    client: &Client,
    analysis: &Analysis,
    name: Option<&str>,
    place: Option<u32>,
) -> Result<(Value, Option<String>), Refusal> {
    match analysis {
        Analysis::Program(analysis) => {
            let found = program::counterexample(document, client, analysis, name, place);
            let shown = found.as_ref().map(|found| found.shown());
            Ok((to_json(found)?, shown))
        }
        Analysis::Script(_) => {
            let found = script::counterexample(document, name, place);
            let shown = found.as_ref().map(|found| found.shown());
            Ok((to_json(found)?, shown))
        }
        Analysis::TooLarge => Ok((Value::Null, None)),
    }
}

/// A fix as an action, with the diagnostics of the client that it answers.
fn action(
    document: &Document,
    client: &Client,
    fix: Fix,
    diagnostics: &[Diagnostic],
) -> CodeActionOrCommand {
    let answered = fix.answers.map(|(code, span)| {
        let (code, range) = (NumberOrString::String(code.to_owned()), document.range(span));
        let is_it = |it: &&Diagnostic| it.code.as_ref() == Some(&code) && it.range == range;
        diagnostics.iter().filter(is_it).cloned().collect::<Vec<_>>()
    });
    CodeActionOrCommand::CodeAction(CodeAction {
        title: fix.title,
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: answered.filter(|answered| !answered.is_empty()),
        edit: Some(workspace_edit(document, client, &fix.changes)),
        is_preferred: fix.is_preferred.then_some(true),
        ..CodeAction::default()
    })
}

/// The document and the name that a command is about.
pub(crate) fn command_subject(arguments: &[Value]) -> Result<(Uri, Option<String>), Refusal> {
    let uri = arguments.first().cloned().unwrap_or_default();
    let name = arguments.get(1).and_then(Value::as_str).map(str::to_owned);
    Ok((understood(uri)?, name))
}

/// Parameters of the right form.
pub(crate) fn understood<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal::bad(error.to_string()))
}

/// An answer as JSON.
fn to_json(answer: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer)
        .map_err(|error| Refusal { code: ErrorCode::InternalError, text: error.to_string() })
}
