//! HTML as it is put together: elements, their attributes, and text.
//!
//! Invariant: names of elements and attributes are constants of this crate; everything else is escaped. There is no way to
//! add markup that comes from a document.

/// A piece of a page.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Html(String);

/// An element under construction.
pub struct Element {
    name: &'static str,
    attributes: String,
    classes: Vec<&'static str>,
    inside: Html,
}

/// An element of this name.
pub fn element(name: &'static str) -> Element {
    Element { name, attributes: String::new(), classes: Vec::new(), inside: Html::default() }
}

/// Text, escaped.
pub fn text(text: &str) -> Html {
    let mut html = Html::default();
    escape(text, &mut html.0);
    html
}

impl Html {
    /// Nothing.
    pub fn new() -> Html {
        Html::default()
    }

    /// Adds a piece at the end.
    pub fn add(&mut self, piece: impl Into<Html>) {
        self.0.push_str(&piece.into().0);
    }

    /// Is it nothing?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// As it is written.
    pub fn into_string(self) -> String {
        self.0
    }
}

impl Element {
    /// With a class.
    pub fn class(mut self, class: &'static str) -> Element {
        if !class.is_empty() {
            self.classes.push(class);
        }
        self
    }

    /// With an attribute.
    pub fn with(mut self, name: &'static str, value: impl AsRef<str>) -> Element {
        self.attributes.push(' ');
        self.attributes.push_str(name);
        self.attributes.push_str("=\"");
        escape(value.as_ref(), &mut self.attributes);
        self.attributes.push('"');
        self
    }

    /// With an attribute that has no value, if this is so.
    pub fn flag(mut self, name: &'static str, is_set: bool) -> Element {
        if is_set {
            self.attributes.push(' ');
            self.attributes.push_str(name);
        }
        self
    }

    /// With text inside.
    pub fn text(mut self, words: impl AsRef<str>) -> Element {
        escape(words.as_ref(), &mut self.inside.0);
        self
    }

    /// With a piece inside.
    pub fn child(mut self, piece: impl Into<Html>) -> Element {
        self.inside.add(piece);
        self
    }

    /// With pieces inside.
    pub fn children(mut self, pieces: impl IntoIterator<Item = impl Into<Html>>) -> Element {
        pieces.into_iter().for_each(|piece| self.inside.add(piece));
        self
    }

    /// With a script or a stylesheet inside: a constant of this crate, which is taken as it is.
    pub fn asset(mut self, asset: &str) -> Element {
        self.inside.0.push_str(asset);
        self
    }

    /// With data for a script inside. No `<` is left, so that nothing in it can end the element.
    pub fn data(mut self, value: &serde_json::Value) -> Element {
        self.inside.0.push_str(&value.to_string().replace('<', "\\u003c"));
        self
    }
}

impl From<Element> for Html {
    fn from(element: Element) -> Html {
        let Element { name, attributes, classes, inside } = element;
        let class = match classes.is_empty() {
            true => String::new(),
            false => format!(" class=\"{}\"", classes.join(" ")),
        };
        let end = match name {
            "meta" | "input" | "br" | "col" => String::new(),
            _ => format!("{}</{name}>", inside.0),
        };
        Html(format!("<{name}{class}{attributes}>{end}"))
    }
}

impl From<Option<Html>> for Html {
    fn from(piece: Option<Html>) -> Html {
        piece.unwrap_or_default()
    }
}

impl From<Option<Element>> for Html {
    fn from(piece: Option<Element>) -> Html {
        piece.map(Html::from).unwrap_or_default()
    }
}

/// Characters that mean something in HTML are written as references; those that no text has become the mark for that.
/// So do marks that turn the direction of writing: a name must not rearrange what stands beside it.
fn escape(text: &str, into: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => into.push_str("&amp;"),
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '"' => into.push_str("&quot;"),
            '\'' => into.push_str("&#39;"),
            '\n' | '\t' => into.push(letter),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => into.push('\u{fffd}'),
            _ if letter.is_control() => into.push('\u{fffd}'),
            _ => into.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_stay_what_they_are() {
        let evil = "</p><script>alert(\"1\" + '2')</script>&\u{0}\u{202e}";
        let html: Html = element("p").with("title", evil).text(evil).into();
        let shown = "&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot; + &#39;2&#39;)&lt;/script&gt;&amp;\u{fffd}\u{fffd}";
        assert_eq!(html.into_string(), format!("<p title=\"{shown}\">{shown}</p>"));
    }

    #[test]
    fn data_cannot_end_its_element() {
        let html: Html = element("script").data(&serde_json::json!("</script><!--")).into();
        assert_eq!(html.into_string(), "<script>\"\\u003c/script>\\u003c!--\"</script>");
    }
}
