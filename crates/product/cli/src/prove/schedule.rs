//! Which engine worked how often and how long, for `-vv`.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::json::ContentsEntry;
use crate::limits::SHOWN_TURNS;
use crate::plural::counted;
use crate::style::{FAINT, seconds};

/// The turns of engines, as they are told of.
pub struct Schedule {
    state: Mutex<State>,
    /// Do engines work one after the other, so that the time between two turns is that of one engine?
    is_single: bool,
}

struct State {
    engines: Vec<Engine>,
    /// The engines of all turns, in their order.
    order: Vec<&'static str>,
    /// When the turn at hand began.
    since: Instant,
    /// The engine whose turn it is, where beginnings are told of.
    open: Option<&'static str>,
}

struct Engine {
    name: &'static str,
    turns: usize,
    time: Duration,
}

impl Schedule {
    /// Nothing yet; so many engines may work at once.
    pub fn new(threads: usize) -> Schedule {
        let (engines, order, since) = (Vec::new(), Vec::new(), Instant::now());
        let state = State { engines, order, since, open: None };
        Schedule { state: Mutex::new(state), is_single: threads == 1 }
    }

    /// A turn has ended, and with it began the next.
    pub fn ended(&self, engine: &'static str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.add(engine);
    }

    /// A turn begins, which ends the one before.
    pub fn begins(&self, engine: &'static str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match state.open.replace(engine) {
            Some(before) => state.add(before),
            None => state.since = Instant::now(),
        }
    }

    /// What is told of it and of what was found, for a person.
    pub fn shown(self, contents: &ContentsEntry) -> String {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = state.open.take() {
            state.add(last);
        }
        let mut lines: Vec<String> = Vec::new();
        for Engine { name, turns, time } in &state.engines {
            let time = match self.is_single {
                true => format!("  {}", seconds(*time).trim()),
                false => String::new(),
            };
            lines.push(format!("{name:10}  {}{time}", counted(*turns, "turn")));
        }
        if !state.order.is_empty() {
            let shown = state.order.len().min(SHOWN_TURNS);
            let rest = match state.order.len() - shown {
                0 => String::new(),
                rest => format!(", … {rest} more"),
            };
            lines.push(format!("schedule: {}{rest}", state.order[..shown].join(", ")));
        }
        if let ContentsEntry::Program(program) = contents {
            let conditions =
                program.functions.iter().flat_map(|it| &it.paths).flat_map(|it| &it.conditions);
            let (all, cached) = conditions.fold((0, 0), |(all, cached), condition| {
                (all + 1, cached + usize::from(condition.cached))
            });
            lines.push(format!("cache: {cached} of {} found there", counted(all, "condition")));
        }
        lines.iter().map(|line| format!("  {FAINT}{line}{FAINT:#}\n")).collect()
    }
}

impl State {
    fn add(&mut self, name: &'static str) {
        let time = self.since.elapsed();
        self.since = Instant::now();
        self.order.push(name);
        match self.engines.iter_mut().find(|engine| engine.name == name) {
            Some(engine) => (engine.turns, engine.time) = (engine.turns + 1, engine.time + time),
            None => self.engines.push(Engine { name, turns: 1, time }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::FileEntry;

    #[test]
    fn turns_are_counted_and_many_are_cut() {
        let contents = || FileEntry::broken("f", Vec::new()).contents;
        let schedule = Schedule::new(2);
        (0..30).for_each(|_| schedule.ended("bmc"));
        schedule.ended("ic3");
        let text = schedule.shown(&contents());
        assert!(text.contains("bmc         30 turns"), "{text}");
        assert!(text.contains("bmc, … 11 more"), "{text}");
        let schedule = Schedule::new(1);
        schedule.begins("unfold");
        schedule.begins("reach");
        let text = schedule.shown(&contents());
        assert!(text.contains("schedule: unfold, reach"), "{text}");
        assert_eq!(Schedule::new(1).shown(&contents()), "");
    }
}
