//! What to try where there is no answer: commands to be copied, and changes to the file.

use serde_json::Value;

use crate::card::card;
use crate::fields::Fields;
use crate::html::{Html, element};

/// The steps of a document or of an entry; nothing if there are none.
pub fn shown(entry: &Value) -> Html {
    let steps = entry.list("next_steps").iter().map(|step| {
        let (command, why) = (step.text("command"), step.text("why"));
        match command.is_empty() {
            true => element("li").text(why),
            false => element("li")
                .child(element("code").class("command").text(command))
                .text(" ")
                .child(element("span").class("remark").text(why)),
        }
    });
    let steps: Vec<_> = steps.collect();
    if steps.is_empty() {
        return Html::new();
    }
    card("What to try next", "", "", true, element("ul").class("values").children(steps))
}
