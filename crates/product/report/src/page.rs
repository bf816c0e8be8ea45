//! The frame of a page: head, policy, stylesheet, header, contents, script.

use crate::html::{Html, element, text};
use crate::security::policy;
use crate::verdict::pill;

const STYLE: &str = concat!(
    include_str!("../assets/page.css"),
    include_str!("../assets/program.css"),
    include_str!("../assets/picture.css")
);
const SCRIPT: &str = concat!(
    "'use strict';\n",
    include_str!("../assets/page.js"),
    include_str!("../assets/run.js"),
    include_str!("../assets/wave.js"),
    include_str!("../assets/plot.js"),
    include_str!("../assets/live.js")
);

/// What a page says.
pub struct Page {
    /// In the title bar of the browser, and above everything.
    pub title: String,
    /// Beside the title, small: command and version.
    pub origin: String,
    /// Verdict words with how often they occur.
    pub tally: Vec<(String, usize)>,
    /// Everything else.
    pub body: Html,
    /// Is it served, so that it may ask for progress?
    pub is_served: bool,
}

impl Page {
    /// The whole text.
    pub fn into_string(self) -> String {
        let meta = |name, content: &str| element("meta").with(name, content);
        let head = element("head")
            .child(meta("charset", "utf-8"))
            .child(
                meta("http-equiv", "Content-Security-Policy")
                    .with("content", policy(SCRIPT, STYLE, self.is_served)),
            )
            .child(meta("name", "viewport").with("content", "width=device-width, initial-scale=1"))
            .child(meta("name", "color-scheme").with("content", "light dark"))
            .child(meta("name", "generator").with("content", "buttress"))
            .child(element("title").text(&self.title).text(" · Buttress"))
            .child(element("style").asset(STYLE));
        let tally = self.tally.iter().map(|(word, count)| {
            let count = element("b").text(count.to_string());
            element("li").child(pill(word)).text(" ").child(count)
        });
        let header = element("header")
            .child(
                element("div")
                    .class("titles")
                    .child(element("p").class("origin").text(&self.origin))
                    .child(element("h1").text(&self.title)),
            )
            .child(element("ul").class("tally").with("aria-label", "verdicts").children(tally))
            .child(tools());
        let body = element("body")
            .child(element("a").class("skip").with("href", "#main").text("Skip to the report"))
            .child(header)
            .child(element("main").with("id", "main").child(self.body))
            .child(element("footer").child(text(
                "Written by Buttress. Everything on this page is in this file; nothing was fetched, and nothing is sent.",
            )))
            .child(element("script").asset(SCRIPT));
        let html: Html = element("html").with("lang", "en").child(head).child(body).into();
        format!("<!doctype html>\n{}\n", html.into_string())
    }
}

/// What only a script can do is hidden until it is there.
fn tools() -> Html {
    let button = |action, words: &'static str, title| {
        let button = element("button").with("type", "button").with("data-action", action);
        button.with("title", title).text(words)
    };
    element("div")
        .class("tools")
        .flag("hidden", true)
        .child(button("fold", "Fold all", "Close every card"))
        .child(button("unfold", "Open all", "Open every card"))
        .child(button("theme", "Dark", "Light or dark"))
        .into()
}
