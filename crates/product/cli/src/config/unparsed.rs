//! Why a command line is none to be run: it asks for help, or something is wrong with it or with what holds beside it.

use std::io::{self, Write};

use crate::{diagnostics, exit, unwritten};

/// What there is instead of a command.
pub enum Unparsed {
    /// Help, the version, or what is wrong with the command line.
    Answer(clap::Error),
    /// What is wrong with a variable or with `buttress.toml`.
    Problem(String),
}

impl Unparsed {
    /// Prints it; the exit code of that.
    pub fn tell(self) -> u8 {
        let problem = match self {
            Unparsed::Answer(answer) if !answer.use_stderr() => {
                unwritten::unless_failed(|| answer.print().and_then(|()| io::stdout().flush()));
                let Some(problem) = unwritten::problem() else { return 0 };
                diagnostics::plain(&problem) + "\n"
            }
            Unparsed::Answer(wrong) => wrong.render().ansi().to_string(),
            Unparsed::Problem(problem) => problem + "\n",
        };
        // There is nobody left to tell about a failure here.
        let _ = write!(anstream::stderr(), "{problem}");
        exit::USAGE
    }
}

impl From<clap::Error> for Unparsed {
    fn from(answer: clap::Error) -> Unparsed {
        Unparsed::Answer(answer)
    }
}

impl From<String> for Unparsed {
    fn from(problem: String) -> Unparsed {
        Unparsed::Problem(problem)
    }
}
