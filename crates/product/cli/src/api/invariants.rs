//! Invariants for their own sake, and a picture of them.

use buttress_session::numbers::{self, InputError};

use super::error::Error;
use super::evidence::Invariant;
use super::input::Input;
use super::settings::Settings;
use super::stack::on_large_stack;
use crate::events::Line;
use crate::input::{Verb, as_system};
use crate::numbers::{NumbersStream, refusal};
use crate::refusal::Refusal;

/// What was found out about a system over numbers, whatever its properties are.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Invariants {
    /// What each predicate stands for: all that was found there together, which is inductive. The checker has accepted it.
    pub definitions: Vec<Invariant>,
    /// The invariants in words, in the order found.
    pub found: Vec<String>,
    /// Are they enough for the properties? None if there is no property, or if this is not known.
    pub suffices: Option<bool>,
    /// Why there are none, or not more.
    pub reason: Option<String>,
    /// The states and the invariants as a drawing, if the system has two variables that are numbers.
    pub svg: Option<String>,
}

/// Finds invariants of a system over numbers, directed by its properties if it has any.
///
/// ```
/// # use buttress::{Input, Settings, invariants};
/// let text = "(set-logic HORN)
///     (declare-fun loop (Int Int) Bool)
///     (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (loop x y))))
///     (assert (forall ((x Int) (y Int)) (=> (loop x y) (loop (+ x 1) (+ y 2)))))
///     (assert (forall ((x Int) (y Int)) (=> (loop x y) (>= y x))))
///     (check-sat)";
/// let found = invariants(Input::bytes("loop.smt2", text), &Settings::new())?;
/// assert_eq!(found.suffices, Some(true));
/// assert!(found.svg.is_some_and(|svg| svg.starts_with("<svg")));
/// # Ok::<(), buttress::Error>(())
/// ```
pub fn invariants(input: impl Into<Input>, settings: &Settings) -> Result<Invariants, Error> {
    let input = input.into();
    on_large_stack(|| {
        let (name, insisted) = (input.name(), input.format());
        let input = input.read(Verb::Invariants)?;
        let refuse = |refusal: Refusal| Error::of(&name, &refusal);
        as_system(&name, input.text(), insisted).map_err(refuse)?;
        let asked = numbers::Settings {
            seed: settings.seed,
            limits: settings.limits(),
            ..numbers::Settings::default()
        };
        let sink = |line: &Line| settings.notice(line);
        let stream = NumbersStream::new(&name, true, &sink);
        let choice = numbers::PlotChoice { title: name.clone(), variables: None };
        let found = match numbers::discover(input.text(), &asked, Some(&choice), &stream) {
            // There are not two variables to draw.
            Err(InputError::Axes { .. }) => numbers::discover(input.text(), &asked, None, &stream),
            found => found,
        };
        let report = found.map_err(|error| refuse(refusal(&name, input.text(), error)))?;
        if let Some(why) = &report.rejected {
            return Err(Error::plain(format!("{name}: our own evidence was not accepted: {why}")));
        }
        let lines = report.invariants.iter();
        let (definitions, found) = match report.is_checked {
            true => (
                report.definitions.iter().map(Invariant::of).collect(),
                lines.map(|line| format!("{}: {}", line.predicate, line.text)).collect(),
            ),
            false => (Vec::new(), Vec::new()),
        };
        let svg = report.plot.as_ref().filter(|_| report.is_checked).map(numbers::svg);
        let (suffices, reason) = (report.suffices, report.reason.map(|reason| reason.text));
        Ok(Invariants { definitions, found, suffices, reason, svg })
    })
}
