//! The link between a run and others who work on the same file: translates, and lets in only what is shown here.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use buttress_budget::{Budget, Limits};
use buttress_circuit::Circuit;
use buttress_clausal::{Pool, TransitionRelation};
use buttress_hardware_reduce::Reduced;
use buttress_prop::{Clause, IndexVec, Lit, Var};

use super::peers::{ImportCost, LatchLiteral, Lemma, Level, Peers};
use super::store::{Cursor, Framed, Store};
use crate::limits::{IMPORT_SHARE, LEAST_IMPORT_EFFORT, LONGEST_EXCHANGED, MOST_OFFERS_KNOWN};

/// The link of one stage of a run.
pub(super) struct Link<'a> {
    peers: &'a dyn Peers,
    /// The user's circuit.
    circuit: &'a Circuit,
    reduced: &'a Reduced,
    /// The positions in the file of the properties being proved.
    properties: &'a [usize],
    /// The position of each of the user's latches in the file.
    positions: IndexVec<Var, Option<usize>>,
    seed: u64,
    traffic: Mutex<Traffic>,
}

/// What has gone over the link.
struct Traffic {
    /// By property.
    cursors: Vec<Cursor>,
    absolute: Cursor,
    /// By property, and one for clauses that lean on nothing; made when the first clause arrives.
    pools: Vec<Option<Pool>>,
    /// What each pool has learnt of the store.
    learnt: Vec<Cursor>,
    relation: Option<Arc<TransitionRelation>>,
    /// Whatever was told or heard.
    known: HashSet<Lemma>,
    depths: Vec<usize>,
    /// The effort of all engines, and what the pools have cost.
    worked: u64,
    spent: u64,
}

impl<'a> Link<'a> {
    /// A link over which nothing has gone yet.
    pub(super) fn new(
        peers: &'a dyn Peers,
        circuit: &'a Circuit,
        reduced: &'a Reduced,
        properties: &'a [usize],
        seed: u64,
    ) -> Link<'a> {
        let mut positions = IndexVec::filled(None, circuit.vars());
        for (position, latch) in circuit.latches.iter().enumerate() {
            positions[latch.var] = Some(position);
        }
        let count = properties.len();
        let traffic = Traffic {
            cursors: vec![Cursor::default(); count],
            absolute: Cursor::default(),
            pools: (0..=count).map(|_| None).collect(),
            learnt: vec![Cursor::default(); count + 1],
            relation: None,
            known: HashSet::new(),
            depths: vec![0; count],
            worked: 0,
            spent: 0,
        };
        let traffic = Mutex::new(traffic);
        Link { peers, circuit, reduced, properties, positions, seed, traffic }
    }

    /// Somebody has finished a turn of so much effort: tells what is new in the store, and takes in what can be shown.
    pub(super) fn visit(&self, store: &Store, effort: u64, limits: &Limits) {
        // Whoever finds somebody else here goes on with his own work.
        let Ok(mut traffic) = self.traffic.try_lock() else { return };
        traffic.worked += effort;
        self.export(store, &mut traffic);
        self.import(store, &mut traffic);
        self.show(store, &mut traffic, limits);
        self.peers.report_cost(ImportCost { worked: traffic.worked, ..store.cost() });
    }

    /// A property is proved, and its run may end here: tells what is new in the store.
    pub(super) fn export_at_end(&self, store: &Store) {
        let mut traffic = self.traffic.lock().unwrap_or_else(PoisonError::into_inner);
        self.export(store, &mut traffic);
    }

    /// No computation with fewer steps is bad.
    pub(super) fn report_depth(&self, local: usize, depth: usize) {
        let Ok(mut traffic) = self.traffic.try_lock() else { return };
        if depth > traffic.depths[local] {
            traffic.depths[local] = depth;
            self.peers.report_depth(self.properties[local], depth);
        }
    }

    fn export(&self, store: &Store, traffic: &mut Traffic) {
        let mut news = Vec::new();
        for clause in store.absolute_news(&mut traffic.absolute) {
            news.push((None, Level::Forever, clause));
        }
        for (local, &property) in self.properties.iter().enumerate() {
            for clause in store.news(local, &mut traffic.cursors[local]) {
                news.push((Some(property), Level::Forever, clause));
            }
            for framed in store.offers(local, &mut traffic.cursors[local]) {
                let Framed { frame, is_wish, clause } = framed;
                let level = if is_wish { Level::Obligation(frame) } else { Level::Frame(frame) };
                news.push((Some(property), level, clause));
            }
        }
        if traffic.known.len() > MOST_OFFERS_KNOWN {
            traffic.known.clear();
        }
        let lemmas = news.into_iter().filter_map(|(property, level, clause)| {
            let literals = self.outward(&clause)?;
            let lemma = Lemma { property, level, literals };
            traffic.known.insert(lemma.clone()).then_some(lemma)
        });
        let lemmas: Vec<Lemma> = lemmas.collect();
        if !lemmas.is_empty() {
            self.peers.export(lemmas);
        }
    }

    fn import(&self, store: &Store, traffic: &mut Traffic) {
        for lemma in self.peers.import() {
            if lemma.literals.len() > LONGEST_EXCHANGED || !traffic.known.insert(lemma.clone()) {
                continue;
            }
            let Some(clause) = self.inward(&lemma.literals) else { continue };
            // It is not told again, in our words either.
            if let Some(literals) = self.outward(&clause) {
                traffic.known.insert(Lemma { literals, ..lemma.clone() });
            }
            let local = match lemma.property {
                None => None,
                Some(property) => {
                    let place = self.properties.iter().position(|&other| other == property);
                    if place.is_none() {
                        continue;
                    }
                    place
                }
            };
            match (lemma.level, local) {
                (Level::Frame(frame), Some(local)) => {
                    store.offer(local, [Framed { frame, is_wish: false, clause }]);
                }
                (Level::Obligation(frame), Some(local)) => {
                    store.offer(local, [Framed { frame, is_wish: true, clause }]);
                }
                (Level::Frame(_) | Level::Obligation(_), None) => {}
                (Level::Forever, _) => self.pool(traffic, local).add(clause),
            }
        }
    }

    /// Passes over the pools, as long as they are a small part of the work.
    fn show(&self, store: &Store, traffic: &mut Traffic, limits: &Limits) {
        for place in 0..traffic.pools.len() {
            let allowed = (traffic.worked / IMPORT_SHARE).saturating_sub(traffic.spent);
            if allowed < LEAST_IMPORT_EFFORT {
                return;
            }
            let local = (place < self.properties.len()).then_some(place);
            let Traffic { pools, learnt, spent, .. } = &mut *traffic;
            let Some(pool) = &mut pools[place] else { continue };
            let mut known = store.absolute_news(&mut learnt[place]);
            if let Some(local) = local {
                known.extend(store.news(local, &mut learnt[place]));
            }
            known.iter().for_each(|clause| pool.learn(clause));
            if !pool.is_worth_a_pass() {
                continue;
            }
            let budget = Budget::with_effort(limits.clone(), allowed);
            let examined = pool.next_pass() as u64;
            let shown = pool.pass(&budget);
            *spent += budget.spent();
            store.add_cost(examined, shown.len() as u64, budget.spent());
            match local {
                Some(local) => store.publish(local, shown),
                None => store.publish_absolute(shown),
            }
        }
    }

    fn pool<'t>(&self, traffic: &'t mut Traffic, local: Option<usize>) -> &'t mut Pool {
        let Traffic { pools, relation, .. } = traffic;
        let circuit = &self.reduced.circuit;
        let place = local.unwrap_or(self.properties.len());
        pools[place].get_or_insert_with(|| {
            let relation =
                relation.get_or_insert_with(|| Arc::new(TransitionRelation::new(circuit.clone())));
            let bad = local.map(|local| circuit.properties[local].bad);
            Pool::new(relation.clone(), bad, self.seed)
        })
    }

    /// The clause over the latches of the file; none if it speaks of anything else.
    fn outward(&self, clause: &Clause) -> Option<Vec<LatchLiteral>> {
        if clause.is_empty() || clause.len() > LONGEST_EXCHANGED {
            return None;
        }
        let literals = clause.iter().map(|&lit| {
            let origin = self.reduced.origin(lit.var())?.negate_if(lit.is_negative());
            let latch = self.positions.get_at(origin.var()).copied().flatten()?;
            Some(LatchLiteral { latch, value: origin.is_positive() })
        });
        let mut literals: Vec<LatchLiteral> = literals.collect::<Option<_>>()?;
        literals.sort_unstable();
        literals.dedup();
        Some(literals)
    }

    /// The clause over the reduced circuit; none if it always holds there, or says something that cannot be said there.
    fn inward(&self, literals: &[LatchLiteral]) -> Option<Clause> {
        let mut clause: Vec<Lit> = Vec::new();
        for literal in literals {
            let latch = self.circuit.latches.get(literal.latch)?;
            let image = self.reduced.image(latch.var)?.negate_if(!literal.value);
            match image {
                Lit::TRUE => return None,
                Lit::FALSE => {}
                _ => clause.push(image),
            }
        }
        let clause = Clause::new(clause);
        (!clause.is_empty() && !clause.is_tautology()).then_some(clause)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use buttress_prop::Random;
    use buttress_testkit::{Exploration, Shape, generate};

    use super::*;

    /// Says what it was given to say, and writes down what it is told.
    #[derive(Default)]
    struct RandomPeers {
        said: Mutex<Vec<Lemma>>,
        exported: Mutex<Vec<Lemma>>,
    }

    impl Peers for RandomPeers {
        fn export(&self, lemmas: Vec<Lemma>) {
            self.exported.lock().unwrap().extend(lemmas);
        }

        fn import(&self) -> Vec<Lemma> {
            std::mem::take(&mut self.said.lock().unwrap())
        }

        fn report_cost(&self, _: ImportCost) {}

        fn report_depth(&self, _: usize, _: usize) {}
    }

    /// A message as anybody might send it: latches, frames and properties that exist, and some that do not.
    fn rumour(circuit: &Circuit, random: &mut Random) -> Lemma {
        let property = [None, Some(0), Some(1), Some(7)][random.below(4)];
        let level = match random.below(4) {
            0 => Level::Frame(random.below(1000)),
            1 => Level::Obligation(random.below(1000)),
            _ => Level::Forever,
        };
        let latches = circuit.latches.len() + usize::from(random.below(20) == 0);
        let length = random.below(4).min(latches);
        let literals = (0..length)
            .map(|_| LatchLiteral { latch: random.below(latches), value: random.below(2) == 0 });
        Lemma { property, level, literals: literals.collect() }
    }

    #[test]
    fn only_what_is_shown_comes_in() {
        let (mut taken, mut exported) = (0, 0);
        for seed in 0..1000 {
            let circuit = generate(seed, &Shape::default());
            let properties: Vec<usize> = (0..circuit.properties.len()).collect();
            let settings = match seed % 2 {
                0 => buttress_hardware_reduce::Settings::default(),
                _ => buttress_hardware_reduce::Settings::CHEAP,
            };
            let reduced = Reduced::new(&circuit, &properties, &settings, &Budget::unlimited());
            let Ok(exploration) = Exploration::new(&reduced.circuit) else { continue };
            let mut random = Random::new(seed);
            let rumours = RandomPeers::default();
            let said = (0..60).map(|_| rumour(&circuit, &mut random));
            *rumours.said.lock().unwrap() = said.collect();
            let link = Link::new(&rumours, &circuit, &reduced, &properties, seed);
            let store = Store::new(properties.len(), true);
            for _ in 0..3 {
                link.visit(&store, 10_000_000, &Limits::none());
            }
            for clause in store.absolute() {
                assert!(exploration.is_invariant(&clause), "seed {seed}: {clause:?}");
                taken += 1;
            }
            for (local, property) in reduced.circuit.properties.iter().enumerate() {
                let clauses = store.relative(local);
                // A clause that leans on ¬bad holds until something bad happens, and here nothing does.
                if exploration.trace(property.bad).is_none() {
                    let mut all = clauses.iter();
                    assert!(all.all(|clause| exploration.is_invariant(clause)), "seed {seed}");
                    taken += clauses.len();
                }
            }
            exported += rumours.exported.lock().unwrap().len();
        }
        assert!(taken > 200, "only {taken} clauses were taken");
        assert_eq!(exported, 0, "what was heard is not told again");
    }

    #[test]
    fn what_is_told_means_the_same_to_whoever_hears_it() {
        let mut exported = 0;
        for seed in 0..400 {
            let circuit = generate(seed, &Shape::default());
            let properties: Vec<usize> = (0..circuit.properties.len()).collect();
            let settings = buttress_hardware_reduce::Settings::default();
            let reduced = Reduced::new(&circuit, &properties, &settings, &Budget::unlimited());
            let rumours = RandomPeers::default();
            let link = Link::new(&rumours, &circuit, &reduced, &properties, seed);
            let mut random = Random::new(seed);
            let latches = &reduced.circuit.latches;
            if latches.is_empty() {
                continue;
            }
            let literals = (0..1 + random.below(3)).map(|_| {
                latches[random.below(latches.len())].var.lit().negate_if(random.below(2) == 0)
            });
            let clause: Clause = literals.collect();
            if clause.is_tautology() {
                continue;
            }
            // A latch of the reduced circuit that is no latch of the file cannot be told.
            let Some(literals) = link.outward(&clause) else { continue };
            assert_eq!(link.inward(&literals), Some(clause), "seed {seed}");
            exported += 1;
        }
        assert!(exported > 100, "only {exported} clauses could be told");
    }
}
