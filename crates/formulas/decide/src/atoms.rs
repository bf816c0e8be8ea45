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
            value: 0,
        });
        self.vars.insert(formula, var);
        var
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
