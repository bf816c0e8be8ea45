//! The page of a proof that is watched: what is known now, and a line that tells how it goes on.

use serde_json::Value;

use crate::document::of;
use crate::html::{Html, element};
use crate::page::Page;

/// What is served.
pub struct Live<'a> {
    /// The file that is watched.
    pub file: &'a str,
    /// What was found last; none before the first proof is done.
    pub document: Option<&'a Value>,
    /// Which document it is, counted from 1.
    pub version: u64,
}

/// The page. Its script listens to `events` beside it, and loads the page again when there is a new report.
pub fn live(live: Live<'_>) -> String {
    let mut page = match live.document {
        Some(document) => of(document),
        None => Page {
            title: live.file.to_owned(),
            origin: "buttress prove --watch".to_owned(),
            tally: Vec::new(),
            body: element("p").class("remark").text("The first proof is under way.").into(),
            is_served: true,
        },
    };
    let status = element("div")
        .class("live")
        .with("data-live", live.version.to_string())
        .with("role", "status")
        .child(element("span").class("dot").with("aria-hidden", "true"))
        .child(element("span").class("now").text("watching"));
    let mut body: Html = status.into();
    body.add(page.body);
    page.body = body;
    page.is_served = true;
    page.into_string()
}
