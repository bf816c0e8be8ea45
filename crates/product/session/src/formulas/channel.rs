//! The two streams of text that a script can send elsewhere.

/// A stream of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Channel {
    /// The answers to commands, errors among them.
    Regular,
    /// Remarks for people.
    Diagnostic,
}

impl Channel {
    /// All channels, with the options that name their places.
    pub(super) const ALL: [(Channel, &str); 2] = [
        (Channel::Regular, ":regular-output-channel"),
        (Channel::Diagnostic, ":diagnostic-output-channel"),
    ];

    /// The channel whose place an option names.
    pub(super) fn named(keyword: &str) -> Option<Channel> {
        Channel::ALL.iter().find(|(_, option)| *option == keyword).map(|(channel, _)| *channel)
    }
}
