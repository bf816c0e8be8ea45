//! The literals of a formula that a model makes true.

use std::collections::{HashMap, HashSet};

use buttress_logic::{Evaluator, Model, Op, Sort, Term, Terms, Value, substitute};
use buttress_numeric::Rational;

/// Literals, true in the model, whose conjunction implies the formula; none if the formula is not
/// true in the model, or if it has a part that no literal can express.
///
/// Terms with conditions (`ite`, `abs`) are resolved as the model decides, with the conditions among the
/// literals; a disequation becomes the strict inequality that the model chooses.
pub fn implicant(terms: &mut Terms, model: &mut Model, formula: Term) -> Option<Vec<Term>> {
    let mut choice = Choice {
        terms,
        evaluator: Evaluator::new(terms, model),
        pending: vec![(formula, true)],
        seen: HashSet::new(),
        atoms: Vec::new(),
        resolved: HashMap::new(),
        walked: HashSet::new(),
    };
    if !choice.holds(formula)? {
        return None;
    }
    while let Some((formula, polarity)) = choice.pending.pop() {
        if choice.seen.insert((formula, polarity)) {
            choice.decompose(formula, polarity)?;
        }
    }
    let Choice { atoms, resolved, .. } = choice;
    let mut literals = Vec::new();
    let mut known = HashSet::new();
    let branches = branches(terms, &resolved);
    for atom in atoms {
        let literal = atom.literal(terms, &branches);
        if known.insert(literal) {
            literals.push(literal);
        }
    }
    Some(literals)
}

/// A literal in the making: terms whose conditions are not resolved yet.
enum Atom {
    /// A Boolean constant or an (in)equation as it stands.
    Plain(Term, bool),
    /// The two are equal.
    Equal(Term, Term),
    /// The two, which are no numbers, are not equal.
    Differ(Term, Term),
    /// The first is less than the second.
    Less(Term, Term),
    /// It is at least zero.
    NonNegative(Term),
    /// It is at most zero.
    NonPositive(Term),
}

impl Atom {
    fn literal(&self, terms: &mut Terms, branches: &HashMap<Term, Term>) -> Term {
        let resolve = |terms: &mut Terms, term| substitute(terms, term, branches);
        match *self {
            Atom::Plain(atom, polarity) => {
                let atom = resolve(terms, atom);
                if polarity { atom } else { terms.not(atom) }
            }
            Atom::Equal(left, right) => {
                let (left, right) = (resolve(terms, left), resolve(terms, right));
                terms.equal(left, right)
            }
            Atom::Differ(left, right) => {
                let (left, right) = (resolve(terms, left), resolve(terms, right));
                let equal = terms.equal(left, right);
                terms.not(equal)
            }
            Atom::Less(low, high) => {
                let (low, high) = (resolve(terms, low), resolve(terms, high));
                terms.less(low, high)
            }
            Atom::NonNegative(term) => {
                let (zero, term) =
                    (terms.numeral(&Rational::ZERO, Sort::INT), resolve(terms, term));
                terms.less_equal(zero, term)
            }
            Atom::NonPositive(term) => {
                let (zero, term) =
                    (terms.numeral(&Rational::ZERO, Sort::INT), resolve(terms, term));
                terms.less_equal(term, zero)
            }
        }
    }
}

/// What a term with a condition comes to in the model.
enum Resolution {
    /// This branch of it.
    Branch(Term),
    /// Minus this argument.
    Negated(Term),
}

/// The replacement of each term with a condition, with the terms inside replaced as well.
fn branches(terms: &mut Terms, resolved: &HashMap<Term, Resolution>) -> HashMap<Term, Term> {
    // A term is made after its parts, so the order of terms is an order of dependence.
    let mut order: Vec<Term> = resolved.keys().copied().collect();
    order.sort_unstable();
    let mut branches = HashMap::new();
    for term in order {
        let replaced = match resolved[&term] {
            Resolution::Branch(branch) => substitute(terms, branch, &branches),
            Resolution::Negated(argument) => {
                let argument = substitute(terms, argument, &branches);
                terms.negate(argument)
            }
        };
        branches.insert(term, replaced);
    }
    branches
}

struct Choice<'a> {
    terms: &'a Terms,
    evaluator: Evaluator<'a>,
    pending: Vec<(Term, bool)>,
    seen: HashSet<(Term, bool)>,
    atoms: Vec<Atom>,
    resolved: HashMap<Term, Resolution>,
    walked: HashSet<Term>,
}

impl Choice<'_> {
    fn holds(&mut self, formula: Term) -> Option<bool> {
        self.evaluator.holds(formula).ok()
    }

    fn number(&mut self, term: Term) -> Option<Rational> {
        let value = self.evaluator.value(term).ok()?;
        self.evaluator.model().values.as_number(value).cloned()
    }

    fn decompose(&mut self, formula: Term, polarity: bool) -> Option<()> {
        let terms = self.terms;
        let arguments = terms.arguments(formula);
        match (terms.op(formula), polarity) {
            (Op::True, true) | (Op::False, false) => {}
            (Op::Not, _) => self.pending.push((arguments[0], !polarity)),
            (Op::And, true) | (Op::Or, false) => {
                self.pending.extend(arguments.iter().map(|part| (*part, polarity)));
            }
            (Op::And, false) | (Op::Or, true) => {
                // A part that is among the literals anyway costs nothing.
                let is_chosen = |part: &&Term| self.seen.contains(&(**part, polarity));
                let chosen = match arguments.iter().find(is_chosen) {
                    Some(part) => *part,
                    None => self.simplest(arguments, polarity)?,
                };
                self.pending.push((chosen, polarity));
            }
            (Op::Ite, _) => {
                let condition = self.holds(arguments[0])?;
                self.pending.push((arguments[0], condition));
                self.pending.push((arguments[if condition { 1 } else { 2 }], polarity));
            }
            (Op::Equal | Op::Distinct, _) if terms.sort_of(arguments[0]) == Sort::BOOL => {
                // Whatever the truth values are, they decide it.
                for part in arguments {
                    let value = self.holds(*part)?;
                    self.pending.push((*part, value));
                }
            }
            (Op::Equal, true) => self.plain(formula, true)?,
            (Op::Distinct, false) => {
                let (left, right) = self.first_equal(arguments)?;
                self.resolve_conditions(left)?;
                self.resolve_conditions(right)?;
                self.atoms.push(Atom::Equal(left, right));
            }
            (Op::Equal, false) | (Op::Distinct, true)
                if terms.sort_of(arguments[0]).is_arithmetic() =>
            {
                self.ordered(arguments)?;
            }
            (Op::Equal, false) | (Op::Distinct, true) => self.different(arguments)?,
            (Op::LessEqual | Op::Less, _) => self.plain(formula, polarity)?,
            (Op::Test(_) | Op::Select | Op::SelectField(_), _) => self.plain(formula, polarity)?,
            (Op::Apply(_), _) if arguments.is_empty() => {
                self.atoms.push(Atom::Plain(formula, polarity));
            }
            _ => return None,
        }
        Some(())
    }

    /// A true part without disjunctions inside, if there is one, else any true part.
    fn simplest(&mut self, parts: &[Term], polarity: bool) -> Option<Term> {
        let mut chosen = None;
        for part in parts {
            if self.holds(*part)? != polarity {
                continue;
            }
            if self.terms.arguments(*part).is_empty() {
                return Some(*part);
            }
            let inner = match self.terms.op(*part) {
                Op::Not => self.terms.op(self.terms.argument(*part, 0)),
                op => op,
            };
            let is_literal =
                matches!(inner, Op::Equal | Op::LessEqual | Op::Less | Op::Apply(_) | Op::Test(_));
            match chosen {
                None => chosen = Some((*part, is_literal)),
                Some((_, false)) if is_literal => chosen = Some((*part, true)),
                Some(_) => {}
            }
        }
        chosen.map(|(part, _)| part)
    }

    /// An atom as it stands.
    fn plain(&mut self, atom: Term, polarity: bool) -> Option<()> {
        let terms = self.terms;
        for side in terms.arguments(atom) {
            self.resolve_conditions(*side)?;
        }
        self.atoms.push(Atom::Plain(atom, polarity));
        Some(())
    }

    /// Different numbers, as the chain of inequalities between them.
    fn ordered(&mut self, parts: &[Term]) -> Option<()> {
        let mut sorted = Vec::new();
        for part in parts {
            sorted.push((self.number(*part)?, *part));
            self.resolve_conditions(*part)?;
        }
        sorted.sort();
        for pair in sorted.windows(2) {
            self.atoms.push(Atom::Less(pair[0].1, pair[1].1));
        }
        Some(())
    }

    /// Different values of other sorts, each two of them.
    fn different(&mut self, parts: &[Term]) -> Option<()> {
        for (place, left) in parts.iter().enumerate() {
            self.resolve_conditions(*left)?;
            for right in &parts[place + 1..] {
                self.atoms.push(Atom::Differ(*left, *right));
            }
        }
        Some(())
    }

    fn first_equal(&mut self, parts: &[Term]) -> Option<(Term, Term)> {
        let mut met: Vec<(Value, Term)> = Vec::new();
        for part in parts {
            let value = self.evaluator.value(*part).ok()?;
            if let Some((_, other)) = met.iter().find(|(known, _)| *known == value) {
                return Some((*other, *part));
            }
            met.push((value, *part));
        }
        None
    }

    /// Decides the conditions inside a term, of the branches that matter, and the formulas that are fields or elements.
    fn resolve_conditions(&mut self, root: Term) -> Option<()> {
        let terms = self.terms;
        let mut stack = vec![root];
        while let Some(term) = stack.pop() {
            if !self.walked.insert(term) {
                continue;
            }
            let arguments = terms.arguments(term);
            match terms.op(term) {
                Op::True | Op::False => {}
                Op::Apply(_) if arguments.is_empty() => {}
                _ if terms.sort_of(term) == Sort::BOOL => {
                    let truth = self.holds(term)?;
                    self.pending.push((term, truth));
                    let branch = if truth { Term::TRUE } else { Term::FALSE };
                    self.resolved.insert(term, Resolution::Branch(branch));
                }
                Op::Ite => {
                    let condition = self.holds(arguments[0])?;
                    self.pending.push((arguments[0], condition));
                    let branch = arguments[if condition { 1 } else { 2 }];
                    self.resolved.insert(term, Resolution::Branch(branch));
                    stack.push(branch);
                }
                Op::Absolute => {
                    let argument = arguments[0];
                    let is_negative = self.number(argument)?.is_negative();
                    let (resolution, atom) = match is_negative {
                        true => (Resolution::Negated(argument), Atom::NonPositive(argument)),
                        false => (Resolution::Branch(argument), Atom::NonNegative(argument)),
                    };
                    self.resolved.insert(term, resolution);
                    self.atoms.push(atom);
                    stack.push(argument);
                }
                Op::Add
                | Op::Multiply
                | Op::ToReal
                | Op::ToInteger
                | Op::IntegerDivide
                | Op::Modulo
                | Op::Divide
                | Op::Number(_)
                | Op::Select
                | Op::Store
                | Op::ConstantArray
                | Op::Construct(_)
                | Op::SelectField(_) => stack.extend(arguments),
                _ => return None,
            }
        }
        Some(())
    }
}
