//! What the server can do, as it says when it starts.

use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, ExecuteCommandOptions, HoverProviderCapability, InitializeResult, OneOf,
    RenameOptions, SaveOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
    WorkDoneProgressOptions,
};
use serde_json::json;

use crate::positions::Encoding;

/// The command of a lens that runs a counterexample: the document and the name of the function.
pub(crate) const RUN_COMMAND: &str = "buttress.runCounterexample";
/// The command that proves a document now.
pub(crate) const PROVE_COMMAND: &str = "buttress.prove";
/// The command of lenses that only tell something.
pub(crate) const SHOW_COMMAND: &str = "buttress.showVerdict";

/// What the server can do.
pub(crate) fn capabilities(encoding: Encoding) -> InitializeResult {
    let none = WorkDoneProgressOptions::default();
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::SaveOptions(SaveOptions {
            include_text: Some(false),
        })),
        ..TextDocumentSyncOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
        ..CodeActionOptions::default()
    };
    let completion = CompletionOptions {
        trigger_characters: Some(vec!["@".to_owned(), ".".to_owned(), "(".to_owned()]),
        ..CompletionOptions::default()
    };
    let rename = RenameOptions { prepare_provider: Some(true), work_done_progress_options: none };
    let commands = [RUN_COMMAND, PROVE_COMMAND, SHOW_COMMAND];
    let commands = ExecuteCommandOptions {
        commands: commands.map(str::to_owned).to_vec(),
        ..ExecuteCommandOptions::default()
    };
    let capabilities = ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(completion),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(rename)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        execute_command_provider: Some(commands),
        experimental: Some(json!({ "buttress": { "status": true, "counterexample": true } })),
        ..ServerCapabilities::default()
    };
    let version = Some(env!("CARGO_PKG_VERSION").to_owned());
    let server_info = Some(ServerInfo { name: "buttress".to_owned(), version });
    InitializeResult { capabilities, server_info }
}
