//! The theories' side of the search: literals in, consequences out.

use buttress_budget::{Budget, Exhausted};
use buttress_certificate::smt::Rule;
use buttress_logic::{Term, Terms};
use buttress_numeric::{Constraint, Derivation};
use buttress_prop::{Lit, Var};
use buttress_sat::{Consequences, Lemma, Theory};
use buttress_theory::arith::Lifetime;
use buttress_theory::congruence::{Cause, Clash, Node};

use crate::atoms::{Implied, Why};
use crate::combination::Combination;
use crate::numbers::{Named, Numbers};

/// The theories in one search.
pub(crate) struct Search<'a> {
    pub(crate) theories: &'a mut Combination,
    pub(crate) terms: &'a mut Terms,
    pub(crate) budget: &'a Budget,
}

/// A contradiction was found: the clause that says so has been noted.
pub(crate) struct Contradiction(pub(crate) u32);

impl Theory for Search<'_> {
    fn new_level(&mut self) {
        let theories = &mut *self.theories;
        theories.levels.push(theories.seen.len());
        theories.graph.congruence.push();
        theories.arithmetic.push();
    }

    fn backtrack(&mut self, level: u32) {
        let theories = &mut *self.theories;
        let level = level as usize;
        let Some(&start) = theories.levels.get(level) else { return };
        theories.arithmetic.pop(theories.levels.len() - level);
        theories.graph.congruence.pop_to(level);
        theories.levels.truncate(level);
        for lit in theories.seen.drain(start..) {
            theories.atoms.atoms[lit.var().index()].value = 0;
        }
        theories.numbers.conflict = None;
    }

    fn propagate(
        &mut self,
        trail: &[Lit],
        consequences: &mut Consequences,
    ) -> Result<(), Exhausted> {
        let outcome = self.follow(trail, consequences)?;
        if let Err(Contradiction(tag)) = outcome {
            consequences.implied.clear();
            let clause = self.theories.given[tag as usize].clause.to_vec();
            consequences.clauses.push(Lemma { clause, is_kept: false, tag });
        }
        self.hand_over(consequences);
        Ok(())
    }

    fn explain(&mut self, lit: Lit) -> Lemma {
        let theories = &mut *self.theories;
        let tag = match theories.atoms.get(lit.var()).implied {
            Implied::Congruence => {
                let atom = theories.atoms.get(lit.var());
                let constant = |value: bool| if value { Node::TRUE } else { Node::FALSE };
                let sides = [
                    atom.node.map(|node| (node, constant(lit.is_positive()))),
                    atom.negated_node.map(|node| (node, constant(!lit.is_positive()))),
                ];
                let sides = sides.into_iter().flatten();
                let mut sides =
                    sides.filter(|(node, of)| theories.graph.congruence.are_equal(*node, *of));
                let (node, constant) = sides.next().expect("implied by the class of ⊤ or ⊥");
                let mut clause = theories.why_equal(node, constant);
                clause.push(lit);
                theories.note(clause, Why::Rule(Rule::Closure))
            }
            Implied::Arithmetic => {
                let number = theories.atoms.get(lit.var()).number;
                let number = number.expect("implied as an atom of arithmetic");
                let derivation = theories.arithmetic.explain(number, lit.is_positive());
                theories.note_derivation(derivation, Some(lit))
            }
            Implied::Twin(other) => theories.note_twins(other, lit),
        };
        let clause = theories.given[tag as usize].clause.to_vec();
        theories.forget_given();
        Lemma { clause, is_kept: false, tag }
    }

    fn complete(&mut self, _: &[Lit], consequences: &mut Consequences) -> Result<(), Exhausted> {
        let outcome = self.complete_assignment()?;
        if let Err(Contradiction(tag)) = outcome {
            let clause = self.theories.given[tag as usize].clause.to_vec();
            consequences.clauses.push(Lemma { clause, is_kept: false, tag });
        }
        self.hand_over(consequences);
        Ok(())
    }

    fn prefers(&mut self, lit: Lit) -> Option<bool> {
        self.theories.atoms.atoms.get(lit.var().index())?.preference
    }
}

impl Search<'_> {
    /// Returns to level 0.
    pub(crate) fn leave(&mut self) {
        self.backtrack(0);
    }

    /// Hands the clauses that entering made to the search.
    fn hand_over(&mut self, consequences: &mut Consequences) {
        let theories = &mut *self.theories;
        for tag in theories.fresh.drain(..) {
            let clause = theories.given[tag as usize].clause.to_vec();
            consequences.clauses.push(Lemma { clause, is_kept: true, tag });
        }
        theories.forget_given();
        consequences.vars = theories.atoms.len();
    }

    /// Takes notice of new literals and draws the cheap conclusions.
    fn follow(
        &mut self,
        trail: &[Lit],
        consequences: &mut Consequences,
    ) -> Result<Result<(), Contradiction>, Exhausted> {
        let theories = &mut *self.theories;
        if let Some(derivation) = theories.numbers.conflict.take() {
            return Ok(Err(Contradiction(theories.note_derivation(derivation, None))));
        }
        let mut is_due = theories.join_late();
        for lit in trail.iter().skip(theories.seen.len()).copied() {
            is_due = true;
            if let Err(contradiction) = theories.assert(lit, consequences) {
                return Ok(Err(contradiction));
            }
        }
        match theories.close(self.terms) {
            Ok(is_any) => is_due |= is_any,
            Err(contradiction) => return Ok(Err(contradiction)),
        }
        theories.imply_decided(consequences);
        if is_due {
            if let Err(derivation) = theories.arithmetic.check(self.budget)? {
                return Ok(Err(Contradiction(theories.note_derivation(derivation, None))));
            }
            theories.imply_bounds(consequences);
        }
        Ok(Ok(()))
    }
}

impl Search<'_> {
    /// Takes notice of terms that were entered at a full assignment.
    pub(crate) fn settle(&mut self) -> Result<Result<(), Contradiction>, Exhausted> {
        self.theories.join_late();
        if let Err(contradiction) = self.theories.close(self.terms) {
            return Ok(Err(contradiction));
        }
        Ok(match self.theories.arithmetic.check(self.budget)? {
            Ok(()) => Ok(()),
            Err(derivation) => Err(Contradiction(self.theories.note_derivation(derivation, None))),
        })
    }
}

impl Combination {
    /// Closes the classes under congruence and tells arithmetic which numbers have met. Were there
    /// any?
    fn close(&mut self, terms: &Terms) -> Result<bool, Contradiction> {
        if let Err(Clash(left, right)) = self.graph.congruence.close() {
            let clause = self.why_equal(left, right);
            return Err(Contradiction(self.note(clause, Why::Rule(Rule::Closure))));
        }
        let mut met = std::mem::take(&mut self.met);
        self.graph.congruence.take_met(&mut met);
        let is_any = !met.is_empty();
        let mut equated = Ok(());
        for (left, right) in met.drain(..) {
            if equated.is_ok() {
                equated = self.equate(terms, left, right);
            }
        }
        self.met = met;
        equated.map(|()| is_any)
    }

    /// Tells the theories that a literal is true.
    fn assert(&mut self, lit: Lit, consequences: &mut Consequences) -> Result<(), Contradiction> {
        self.seen.push(lit);
        if lit.var().index() >= self.atoms.len() {
            return Ok(());
        }
        let atom = self.atoms.get_mut(lit.var());
        atom.value = if lit.is_positive() { 1 } else { -1 };
        let (sides, number) = (atom.sides, atom.number);
        self.join_truth(lit);
        if let (Some((left, right)), true) = (sides, lit.is_positive()) {
            self.graph.congruence.merge(left, right, Cause(lit.code()));
        }
        let Some(number) = number else { return Ok(()) };
        let reason = Numbers::literal_reason(lit);
        if let Err(derivation) = self.arithmetic.assert(number, lit.is_positive(), reason) {
            return Err(Contradiction(self.note_derivation(derivation, None)));
        }
        if let Some(twins) = self.atoms.of_number.get(&number)
            && twins.len() > 1
            && sides.is_none()
        {
            for twin in twins.clone() {
                if self.atoms.get(twin).value == 0 {
                    self.atoms.get_mut(twin).implied = Implied::Twin(lit);
                    consequences.implied.push(twin.lit_with(lit.is_positive()));
                }
            }
        }
        Ok(())
    }

    /// Puts the nodes of a literal's formula into the classes of ⊤ and ⊥.
    fn join_truth(&mut self, lit: Lit) {
        let atom = self.atoms.get(lit.var());
        let (node, negated) = (atom.node, atom.negated_node);
        let constant = |value: bool| if value { Node::TRUE } else { Node::FALSE };
        if let Some(node) = node {
            let constant = constant(lit.is_positive());
            self.graph.congruence.merge(node, constant, Cause(lit.code()));
        }
        if let Some(node) = negated {
            let constant = constant(!lit.is_positive());
            self.graph.congruence.merge(node, constant, Cause(lit.code()));
        }
    }

    /// Nodes that were linked when their formula already had a value. Returning to a lower level may
    /// take back what was merged for them, so they are looked at until level 0.
    fn join_late(&mut self) -> bool {
        let mut is_any = false;
        for place in 0..self.late.len() {
            let var = self.late[place].var();
            let atom = self.atoms.get(var);
            if atom.value != 0 {
                let is_missing = |node: Option<Node>| {
                    node.is_some_and(|node| {
                        let congruence = &self.graph.congruence;
                        !congruence.are_equal(node, Node::TRUE)
                            && !congruence.are_equal(node, Node::FALSE)
                    })
                };
                if is_missing(atom.node) || is_missing(atom.negated_node) {
                    self.join_truth(var.lit_with(atom.value > 0));
                    is_any = true;
                }
            }
        }
        if self.levels.is_empty() {
            self.late.clear();
        }
        is_any
    }

    /// Congruence closure has made two numbers equal.
    fn equate(&mut self, terms: &Terms, left: Node, right: Node) -> Result<(), Contradiction> {
        let form = self.difference_form(terms, self.graph.term(left), self.graph.term(right));
        let reason = self.numbers.equation_reason(left, right);
        let constraint = Constraint::zero(form);
        match self.arithmetic.assert_constraint(&constraint, Lifetime::Level, reason) {
            Ok(()) => Ok(()),
            Err(derivation) => Err(Contradiction(self.note_derivation(derivation, None))),
        }
    }

    /// Formulas whose nodes have joined ⊤ or ⊥ follow.
    fn imply_decided(&mut self, consequences: &mut Consequences) {
        let mut decided = std::mem::take(&mut self.decided);
        self.graph.congruence.take_decided(&mut decided);
        for node in decided.drain(..) {
            // The class may have been decided by the very literal.
            let formula = self.graph.term(node);
            let Some((var, is_positive)) = self.var_of_node(formula) else { continue };
            if self.atoms.get(var).value != 0 {
                continue;
            }
            let is_true = self.graph.congruence.are_equal(node, Node::TRUE);
            self.atoms.get_mut(var).implied = Implied::Congruence;
            consequences.implied.push(var.lit_with(is_true == is_positive));
        }
        self.decided = decided;
    }

    /// The variable of a formula in the graph, and whether the formula is no negation.
    fn var_of_node(&self, formula: Term) -> Option<(Var, bool)> {
        if let Some(var) = self.atoms.var(formula) {
            return Some((var, true));
        }
        let lit = self.negations.get(&formula)?;
        Some((lit.var(), lit.is_positive()))
    }

    fn imply_bounds(&mut self, consequences: &mut Consequences) {
        let mut implied = Vec::new();
        self.arithmetic.implied(&mut implied);
        for (number, is_true) in implied {
            let Some(vars) = self.atoms.of_number.get(&number) else { continue };
            for var in vars.clone() {
                if self.atoms.get(var).value == 0 {
                    self.atoms.get_mut(var).implied = Implied::Arithmetic;
                    consequences.implied.push(var.lit_with(is_true));
                }
            }
        }
    }

    /// The negations of the literals that make two nodes equal.
    pub(crate) fn why_equal(&mut self, left: Node, right: Node) -> Vec<Lit> {
        let mut causes = Vec::new();
        self.graph.congruence.explain(left, right, &mut causes);
        causes.into_iter().map(|cause| !Lit::from_code(cause.0)).collect()
    }

    /// Notes the clause of a derivation: one of its reasons is false, or the implied literal is true.
    pub(crate) fn note_derivation(&mut self, derivation: Derivation, implied: Option<Lit>) -> u32 {
        let mut clause: Vec<Lit> = implied.into_iter().collect();
        let mut reasons = derivation.reasons();
        while let Some(reason) = reasons.pop() {
            match self.numbers.named(reason) {
                Named::Literal(lit) => clause.push(!lit),
                Named::Equation(left, right) => clause.extend(self.why_equal(left, right)),
                Named::Fact(..) => {}
                Named::Derived(fact) => reasons.extend(self.products.facts.reasons(fact)),
            }
        }
        clause.sort_unstable();
        clause.dedup();
        self.note(clause, Why::Arithmetic { derivation: Box::new(derivation), implied })
    }

    /// Two formulas that are the same constraint: one implies the other.
    fn note_twins(&mut self, other: Lit, lit: Lit) -> u32 {
        use buttress_numeric::{Line, Rational, Source};
        let given = Source::Given(Numbers::literal_reason(other));
        let sum = vec![(given, Rational::ONE), (Source::NegatedAtom, Rational::ONE)];
        let derivation = Derivation { lines: vec![Line { sum, rounds: false }] };
        self.note_derivation(derivation, Some(lit))
    }
}
