//! What a run works on: the program, the choices, and who watches.

use std::sync::Arc;

use buttress_annotate::{Inferred, Mode, ProvedGoals, infer};
use buttress_budget::Budget;
use buttress_pi::paths::{GeneratedPaths, Options, PathCache};
use buttress_pi::program::{Function, FunctionId};
use buttress_pi::{Contracts, Facts, Lines, Program};
use buttress_present::programs::SourceText;

use super::observer::Observer;
use super::settings::{Inference, Settings};

/// What a run works on.
#[derive(Clone)]
pub(super) struct Run<'a> {
    pub(super) text: &'a str,
    pub(super) lines: &'a Lines,
    /// With what is added to its contracts.
    pub(super) program: &'a Program,
    /// What is added to its contracts.
    pub(super) contracts: &'a Contracts,
    pub(super) settings: &'a Settings,
    pub(super) options: Options,
    /// The basic paths of the program, each made once.
    pub(super) path_cache: &'a PathCache<'a>,
    pub(super) observer: &'a dyn Observer,
}

impl<'a> Run<'a> {
    /// What names in a function are made from.
    pub(super) fn source(&self, function: &'a Function) -> SourceText<'a> {
        SourceText { text: self.text, program: self.program, function, lines: self.lines }
    }
}

impl Run<'_> {
    /// The functions that were asked for.
    pub(super) fn chosen(&self) -> Vec<FunctionId> {
        let is_chosen = |id: &FunctionId| {
            let name = &self.program.function(*id).name.text;
            self.settings.functions.as_ref().is_none_or(|names| names.contains(name))
        };
        self.program.function_ids().filter(is_chosen).collect()
    }

    /// Facts about the loops of these functions, to be proved.
    pub(super) fn guess(&self, functions: &[FunctionId], shown: &ProvedGoals) -> Inferred {
        let mode = match self.settings.inference {
            Inference::All | Inference::Contracts => Mode::All,
            Inference::Numeric => Mode::Numeric,
            Inference::Nothing => Mode::None,
        };
        let settings = buttress_annotate::Settings {
            mode,
            termination: self.options.termination,
            seed: self.settings.seed,
        };
        let budget = Budget::new(self.settings.limits.clone());
        infer(self.program, functions, &self.options, &settings, shown, &budget)
    }

    /// The paths of a function, within the limits of the run.
    pub(super) fn paths(&self, facts: &Facts, function: FunctionId) -> Arc<GeneratedPaths> {
        self.path_cache.paths(function, facts, &Budget::new(self.settings.limits.clone()))
    }
}
