//! Variables of the search for formulas.

use buttress_certificate::smt::Literal;
use buttress_logic::{IdMap, Op, Term, Terms};
use buttress_prop::{Lit, Var};
use buttress_theory::arith;
use buttress_theory::congruence::Node;

/// What the theories know of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    /// The formula that it stands for; no negation.
    pub(crate) formula: Term,
    /// The node of the formula, and that of its negation, if equality cares.
    pub(crate) node: Option<Node>,
    pub(crate) negated_node: Option<Node>,
    /// An equation between terms that are no formulas: its sides.
    pub(crate) sides: Option<(Node, Node)>,
    /// The arithmetic atom.
    pub(crate) number: Option<arith::Atom>,
    /// Who implied it last.
    pub(crate) implied: Implied,
    /// The value to try first.
    pub(crate) preference: Option<bool>,
    /// Does it belong to nothing that is asserted any more? Then the search does not decide on it.
    is_dead: bool,
    /// Its value on the part of the trail that the theories have seen: 1, −1 or 0.
    pub(crate) value: i8,
}

/// Who implied a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Implied {
    /// Congruence closure: its node joined ⊤ or ⊥.
    Congruence,
    /// Arithmetic.
    Arithmetic,
    /// A literal of the same arithmetic atom.
    Twin(Lit),
}

/// The formulas that have variables.
#[derive(Debug, Default)]
pub(crate) struct Atoms {
    atoms: Vec<Atom>,
    vars: IdMap<Term, Var>,
    /// Which variables each arithmetic atom has.
    of_number: Vec<Vec<Var>>,
    /// How many are dead.
    dead: usize,
    /// Those that were dead and live again, in the order of their return.
    revived: Vec<Var>,
}

/// What there was at some time: what came since can be dismissed together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Moment {
    atoms: usize,
    revived: usize,
}

impl Atoms {
    pub(crate) fn len(&self) -> usize {
        self.atoms.len()
    }

    pub(crate) fn var(&self, formula: Term) -> Option<Var> {
        self.vars.get(&formula).copied()
    }

    pub(crate) fn add(&mut self, formula: Term) -> Var {
        let var = Var(self.atoms.len() as u32);
        self.atoms.push(Atom {
            formula,
            node: None,
            negated_node: None,
            sides: None,
            number: None,
            implied: Implied::Congruence,
            preference: None,
            is_dead: false,
            value: 0,
        });
        self.vars.insert(formula, var);
        var
    }

    /// Now.
    pub(crate) fn now(&self) -> Moment {
        Moment { atoms: self.atoms.len(), revived: self.revived.len() }
    }

    /// Has anything come to life again since then?
    pub(crate) fn has_revived_since(&self, moment: Moment) -> bool {
        self.revived.len() > moment.revived
    }

    /// What was made since then, of the first `until` variables, and what returned since then, dies.
    pub(crate) fn dismiss(&mut self, since: Moment, until: usize) {
        let made = (since.atoms..until).map(|index| Var(index as u32));
        for var in made.chain(self.revived.drain(since.revived..)) {
            let atom = &mut self.atoms[var.index()];
            self.dead += usize::from(!std::mem::replace(&mut atom.is_dead, true));
        }
    }

    /// A variable lives, perhaps again: was it dead?
    pub(crate) fn revive(&mut self, var: Var) -> bool {
        let was_dead = std::mem::replace(&mut self.atoms[var.index()].is_dead, false);
        if was_dead {
            self.dead -= 1;
            self.revived.push(var);
        }
        was_dead
    }

    /// All variables live: did any not?
    pub(crate) fn revive_all(&mut self) -> bool {
        let is_any_dead = self.dead > 0;
        for index in 0..self.atoms.len() {
            self.revive(Var(index as u32));
        }
        is_any_dead
    }

    /// Does a variable belong to nothing that is asserted any more? One of no atom does not.
    pub(crate) fn is_dead(&self, var: Var) -> bool {
        self.atoms.get(var.index()).is_some_and(|atom| atom.is_dead)
    }

    /// How many variables are dead.
    pub(crate) fn dead(&self) -> usize {
        self.dead
    }

    pub(crate) fn get(&self, var: Var) -> &Atom {
        &self.atoms[var.index()]
    }

    pub(crate) fn get_mut(&mut self, var: Var) -> &mut Atom {
        &mut self.atoms[var.index()]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Atom> {
        self.atoms.iter()
    }

    /// The value to try first for a variable, which may be none of an atom.
    pub(crate) fn preference(&self, var: Var) -> Option<bool> {
        self.atoms.get(var.index())?.preference
    }

    /// Lets the search try this value of a literal first.
    pub(crate) fn prefer(&mut self, lit: Lit, value: bool) {
        self.get_mut(lit.var()).preference = Some(value == lit.is_positive());
    }

    /// The value of a formula in the assignment.
    pub(crate) fn truth(&self, terms: &Terms, formula: Term) -> Option<bool> {
        let lit = self.lit(terms, formula)?;
        let value = self.get(lit.var()).value;
        (value != 0).then_some((value > 0) == lit.is_positive())
    }

    /// Makes a variable stand for an atom of arithmetic.
    pub(crate) fn set_number(&mut self, var: Var, number: arith::Atom) {
        self.get_mut(var).number = Some(number);
        let place = number.0 as usize;
        if self.of_number.len() <= place {
            self.of_number.resize(place + 1, Vec::new());
        }
        self.of_number[place].push(var);
    }

    /// The variables that stand for an atom of arithmetic.
    pub(crate) fn of_number(&self, number: arith::Atom) -> &[Var] {
        self.of_number.get(number.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The literal of a formula that has a variable.
    pub(crate) fn lit(&self, terms: &Terms, formula: Term) -> Option<Lit> {
        match terms.op(formula) {
            Op::Not => Some(!self.var(terms.argument(formula, 0))?.lit()),
            _ => Some(self.var(formula)?.lit()),
        }
    }

    /// A literal in the language of proofs.
    pub(crate) fn literal(&self, lit: Lit) -> Literal {
        Literal { atom: self.get(lit.var()).formula, is_positive: lit.is_positive() }
    }
}
