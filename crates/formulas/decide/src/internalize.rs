//! Internalizing formulas and terms: variables, nodes, linear forms, and the axioms that come with them.
//!
//! Three things can be wanted of a term: a variable of the search (formulas), a node of the graph
//! (what equality speaks of), a linear form (numbers). Internalizing goes from the arguments up, with a
//! stack of its own, since terms may be nested as deeply as memory allows.

mod define;
mod describe;
mod want;

use buttress_certificate::smt::Literal;
use buttress_logic::{IdMap, IdSet, Op, Sort, Term, Terms};
use buttress_prop::{Lit, Var};
use buttress_theory::Lemma;
use buttress_theory::congruence::Node;
use buttress_theory::graph::{Graph, is_application};

use crate::atoms::Atoms;
use crate::clauses::Clauses;
use crate::limits::{CHAIN_EQUATIONS, FAR_ENOUGH};
use crate::numbers::Numbers;
use define::{definition, is_long_list};
use describe::{description, is_described, subject};
use want::is_free;

pub(crate) use want::Want;

/// What the search, equality and arithmetic know of formulas and terms.
pub(crate) struct Internalizer {
    pub(crate) atoms: Atoms,
    pub(crate) graph: Graph,
    pub(crate) numbers: Numbers,
    pub(crate) clauses: Clauses,
    /// Quantified formulas that have a variable, in the order of their entry.
    quantified: Vec<Term>,
    /// Quantified formulas that define functions: they are unfolded, and are none of the above.
    definitions: IdSet<Term>,
    /// Variables of equations between numbers.
    equations: Vec<Var>,
    /// Variables of long lists of distinct things, whose definitions are given where they are needed.
    distinct: Vec<Var>,
    /// The literals of negations that have nodes.
    negations: IdMap<Term, Lit>,
    /// Equations between numbers that long clauses of arithmetic speak of, and of which it is not asked yet which number is less.
    far: Vec<Var>,
    is_far: IdSet<Var>,
    /// How many of these a number is a side of.
    far_count: IdMap<Node, u32>,
    /// Literals that had a value when they were linked to nodes.
    late: Vec<Lit>,
    /// Terms whose axioms have been given, or are about to be.
    described: IdSet<Term>,
    undescribed: Vec<Term>,
    is_describing: bool,
}

impl Internalizer {
    /// Nothing is known; clauses are kept for evidence if they are logged.
    pub(crate) fn new(is_logged: bool) -> Internalizer {
        Internalizer {
            atoms: Atoms::default(),
            graph: Graph::new(),
            numbers: Numbers::default(),
            clauses: Clauses::new(is_logged),
            quantified: Vec::new(),
            definitions: IdSet::default(),
            equations: Vec::new(),
            distinct: Vec::new(),
            negations: IdMap::default(),
            far: Vec::new(),
            is_far: IdSet::default(),
            far_count: IdMap::default(),
            late: Vec::new(),
            described: IdSet::default(),
            undescribed: Vec::new(),
            is_describing: false,
        }
    }

    /// The literal of a formula, which is internalized if it is new, and lives again if it was dead.
    pub(crate) fn literal(&mut self, terms: &mut Terms, formula: Term) -> Lit {
        if let Some(lit) = self.atoms.lit(terms, formula) {
            if self.atoms.is_dead(lit.var()) {
                self.revive(terms, formula);
            }
            return lit;
        }
        self.internalize(terms, Want::Variable(formula));
        self.atoms.lit(terms, formula).expect("what was internalized has a literal")
    }

    /// A formula lives again, with all that was internalized for it.
    fn revive(&mut self, terms: &mut Terms, formula: Term) {
        let mut due = vec![Want::Variable(formula)];
        let mut seen = IdSet::default();
        while let Some(want) = due.pop() {
            let axioms = match want {
                Want::Variable(formula) if terms.op(formula) == Op::Not => Vec::new(),
                Want::Variable(formula) => match self.atoms.var(formula) {
                    Some(var) if self.atoms.revive(var) => definition(terms, formula),
                    _ => continue,
                },
                Want::Node(term) | Want::Number(term) if !seen.insert(term) => continue,
                Want::Node(term) if is_described(terms, term) => description(terms, term),
                Want::Node(_) | Want::Number(_) => Vec::new(),
            };
            let spoken = axioms.iter().flat_map(|(clause, _)| clause);
            due.extend(spoken.map(|literal| Want::Variable(literal.atom)));
            want.needs(terms, |need| due.push(need));
        }
    }

    /// Gives a lemma, whose formulas are internalized.
    pub(crate) fn give_lemma(&mut self, terms: &mut Terms, lemma: Lemma) {
        let clause = self.clause(terms, &lemma.clause);
        self.clauses.give_lemma(clause, lemma.rule);
    }

    fn clause(&mut self, terms: &mut Terms, literals: &[Literal]) -> Vec<Lit> {
        let lits = literals.iter().map(|literal| {
            let lit = self.literal(terms, literal.atom);
            if literal.is_positive { lit } else { !lit }
        });
        lits.collect()
    }

    /// A quantified formula, not met before, defines a function.
    pub(crate) fn define(&mut self, formula: Term) {
        self.definitions.insert(formula);
    }

    /// The quantified formulas that have a variable.
    pub(crate) fn quantified(&self) -> &[Term] {
        &self.quantified
    }

    /// The variables of equations between numbers.
    pub(crate) fn equations(&self) -> &[Var] {
        &self.equations
    }

    /// The variables of long lists of distinct things.
    pub(crate) fn distinct(&self) -> &[Var] {
        &self.distinct
    }

    /// Notes the equations of a long clause of arithmetic, if they are few.
    pub(crate) fn note_far(&mut self, clause: &[Lit]) {
        let is_equation = |var: &Var| self.atoms.get(*var).sides.is_some();
        let equations = clause.iter().map(|lit| lit.var()).filter(is_equation);
        let equations: Vec<Var> = equations.take(CHAIN_EQUATIONS + 1).collect();
        if equations.len() <= CHAIN_EQUATIONS {
            for var in equations {
                self.note_far_equation(var);
            }
        }
    }

    fn note_far_equation(&mut self, var: Var) {
        let Some((left, right)) = self.atoms.get(var).sides else { return };
        if !self.is_far.insert(var) {
            return;
        }
        self.far.push(var);
        for side in [left, right] {
            let count = self.far_count.entry(side).or_default();
            *count += 1;
            // What is far from some of the numbers that it is compared with is far from most.
            if *count == FAR_ENOUGH {
                let equations = self.equations.iter().copied();
                let is_of_side = |var: &Var| {
                    let sides = self.atoms.get(*var).sides;
                    sides.is_some_and(|(left, right)| left == side || right == side)
                };
                let others: Vec<Var> = equations.filter(is_of_side).collect();
                let fresh = others.into_iter().filter(|var| self.is_far.insert(*var));
                self.far.extend(fresh);
            }
        }
    }

    /// The equations that were noted since they were taken last.
    pub(crate) fn take_far(&mut self) -> Vec<Var> {
        std::mem::take(&mut self.far)
    }

    /// Literals that had a value when they were linked to nodes.
    pub(crate) fn late(&self) -> &[Lit] {
        &self.late
    }

    /// Forgets them, at level 0.
    pub(crate) fn clear_late(&mut self) {
        self.late.clear();
    }

    /// The variable of a formula in the graph, and whether the formula is no negation.
    pub(crate) fn var_of_node(&self, formula: Term) -> Option<(Var, bool)> {
        if let Some(var) = self.atoms.var(formula) {
            return Some((var, true));
        }
        let lit = self.negations.get(&formula)?;
        Some((lit.var(), lit.is_positive()))
    }

    pub(crate) fn internalize(&mut self, terms: &mut Terms, want: Want) {
        let mut stack = vec![(want, false)];
        while let Some((want, is_ready)) = stack.pop() {
            if self.is_internalized(terms, want) {
                continue;
            }
            if is_ready {
                self.finish(terms, want);
                continue;
            }
            stack.push((want, true));
            want.needs(terms, |need| stack.push((need, false)));
        }
        // The axioms speak of further terms. They wait for the outermost call, since a chain of
        // terms that describe each other may be long.
        if std::mem::replace(&mut self.is_describing, true) {
            return;
        }
        while let Some(term) = self.undescribed.pop() {
            let subject = subject(terms, term);
            if self.described.insert(subject) {
                let axioms = description(terms, term);
                self.give_axioms(terms, axioms);
            }
        }
        self.is_describing = false;
    }

    fn is_internalized(&self, terms: &Terms, want: Want) -> bool {
        match want {
            Want::Variable(formula) => self.atoms.lit(terms, formula).is_some(),
            Want::Node(term) => self.graph.node(term).is_some(),
            Want::Number(term) => self.numbers.unknowns.is_known(term),
        }
    }

    /// Internalizes what is wanted, its needs having been met.
    fn finish(&mut self, terms: &mut Terms, want: Want) {
        match want {
            // A negation has the variable of its argument.
            Want::Variable(formula) if terms.op(formula) == Op::Not => {}
            Want::Variable(formula) => self.finish_variable(terms, formula),
            Want::Node(term) => {
                let node = self.graph.add(terms, term);
                if terms.sort_of(term) == Sort::BOOL {
                    self.internalize(terms, Want::Variable(term));
                    self.link(terms, term);
                } else if self.numbers.unknowns.is_known(term) {
                    self.graph.congruence.set_mark(node);
                }
                if is_described(terms, term) {
                    self.undescribed.push(term);
                }
            }
            Want::Number(term) => {
                self.numbers.know(terms, term);
                let is_variable = self.numbers.unknowns.variable(term).is_some();
                match self.graph.node(term) {
                    Some(node) => self.graph.congruence.set_mark(node),
                    None if is_variable && !is_free(terms, term) => {
                        self.internalize(terms, Want::Node(term));
                    }
                    None => {}
                }
            }
        }
    }

    fn finish_variable(&mut self, terms: &mut Terms, formula: Term) {
        let var = self.atoms.add(formula);
        if is_application(terms, formula) && self.graph.node(formula).is_some() {
            self.link(terms, formula);
        }
        match terms.op(formula) {
            Op::LessEqual | Op::Less => {
                if let Some(number) = self.numbers.register(terms, formula) {
                    self.atoms.set_number(var, number);
                }
            }
            Op::Forall(_) | Op::Exists(_) => {
                if !self.definitions.contains(&formula) {
                    self.quantified.push(formula);
                }
            }
            Op::Distinct if is_long_list(terms, formula) => self.distinct.push(var),
            _ => {
                let axioms = definition(terms, formula);
                self.give_axioms(terms, axioms);
            }
        }
    }

    fn give_axioms(&mut self, terms: &mut Terms, axioms: Vec<define::Axiom>) {
        for (clause, rule) in axioms {
            let clause = self.clause(terms, &clause);
            self.clauses.give(clause, rule);
        }
    }

    /// Ties the variable of a formula to its node.
    fn link(&mut self, terms: &Terms, formula: Term) {
        let (Some(lit), Some(node)) = (self.atoms.lit(terms, formula), self.graph.node(formula))
        else {
            return;
        };
        let sides = match (terms.op(formula), terms.arguments(formula)) {
            (Op::Equal, [left, right]) if terms.sort_of(*left) != Sort::BOOL => {
                self.graph.node(*left).zip(self.graph.node(*right))
            }
            _ => None,
        };
        let atom = self.atoms.get_mut(lit.var());
        let slot = if lit.is_positive() { &mut atom.node } else { &mut atom.negated_node };
        if slot.replace(node).is_some() {
            return;
        }
        if self.atoms.get(lit.var()).value != 0 {
            self.late.push(lit);
        }
        if !lit.is_positive() {
            self.negations.insert(formula, lit);
        }
        if let Some((left, _)) = sides {
            self.atoms.get_mut(lit.var()).sides = sides;
            if terms.sort_of(self.graph.term(left)).is_arithmetic() {
                self.equations.push(lit.var());
                if let Some(number) = self.numbers.register_equation(terms, formula) {
                    self.atoms.set_number(lit.var(), number);
                }
            }
        }
    }
}
