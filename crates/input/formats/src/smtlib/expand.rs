//! Defined functions: their bodies with arguments put for parameters.
//!
//! The body is a term of the store, so what does not depend on parameters is shared between calls,
//! and what is shared inside the body is built once per call.

use std::collections::HashMap;

use buttress_logic::{Binder, Bound, Op, Sort, Term, Terms, Walk};

/// A defined function with at least one parameter.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    /// The sorts of the parameters.
    pub parameters: Vec<Sort>,
    bounds: Vec<Bound>,
    body: Term,
    /// The subterms that depend on a variable, arguments before wholes; empty if none does.
    steps: Vec<Step>,
    operands: Vec<Operand>,
    /// The quantifiers among the steps.
    binders: Vec<Binder>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    term: Term,
    /// The end of its operands; they begin where those of the step before end.
    end: usize,
}

#[derive(Clone, Copy, Debug)]
enum Operand {
    /// A term that depends on no variable.
    Kept(Term),
    /// What a step makes.
    Made(usize),
}

impl Macro {
    pub fn new(terms: &Terms, bounds: Vec<Bound>, body: Term) -> Macro {
        let mut reached: Vec<Term> = Vec::new();
        let mut walk = Walk::of(&[body]);
        while let Some(term) = walk.step() {
            reached.push(term);
            walk.enter(terms.arguments(term));
        }
        // Arguments have smaller numbers.
        reached.sort_unstable();
        let parameters = bounds.iter().map(|bound| terms.bound_sort(*bound)).collect();
        let (steps, operands, binders) = (Vec::new(), Vec::new(), Vec::new());
        let mut defined = Macro { parameters, bounds, body, steps, operands, binders };
        let mut places: HashMap<Term, usize> = HashMap::new();
        for term in reached {
            defined.add_step(terms, term, &mut places);
        }
        defined
    }

    fn add_step(&mut self, terms: &Terms, term: Term, places: &mut HashMap<Term, usize>) {
        let op = terms.op(term);
        let arguments = terms.arguments(term);
        let is_variable = matches!(op, Op::Bound(_));
        if !is_variable && !arguments.iter().any(|argument| places.contains_key(argument)) {
            return;
        }
        for argument in arguments {
            self.operands.push(match places.get(argument) {
                Some(place) => Operand::Made(*place),
                None => Operand::Kept(*argument),
            });
        }
        if let Op::Forall(binder) | Op::Exists(binder) = op {
            self.binders.push(binder);
        }
        places.insert(term, self.steps.len());
        self.steps.push(Step { term, end: self.operands.len() });
    }

    /// How many terms a call may build.
    pub fn size(&self) -> usize {
        self.steps.len()
    }

    /// Does the body have quantifiers that a call renews?
    pub fn has_quantifiers(&self) -> bool {
        !self.binders.is_empty()
    }

    /// The body with these arguments, which have the parameters' sorts.
    ///
    /// Its quantifiers get variables of their own, since no two quantifiers bind the same. Nothing
    /// can be captured: the arguments never mention the variables of the body. What each term of
    /// the body became is noted in `pairs`.
    pub fn expand(
        &self,
        terms: &mut Terms,
        arguments: &[Term],
        pairs: Option<&mut Vec<(Term, Term)>>,
    ) -> Term {
        let mut variables: HashMap<Bound, Term> =
            self.bounds.iter().copied().zip(arguments.iter().copied()).collect();
        let mut renewed: HashMap<Binder, Binder> = HashMap::new();
        for &binder in &self.binders {
            renewed.insert(binder, renew(terms, binder, &mut variables));
        }
        let mut made: Vec<Term> = Vec::with_capacity(self.steps.len());
        let mut operands: Vec<Term> = Vec::new();
        let mut start = 0;
        for &Step { term, end } in &self.steps {
            operands.clear();
            operands.extend(self.operands[start..end].iter().map(|operand| match operand {
                Operand::Kept(term) => *term,
                Operand::Made(place) => made[*place],
            }));
            start = end;
            made.push(match terms.op(term) {
                Op::Bound(bound) => variables.get(&bound).copied().unwrap_or(term),
                Op::Forall(binder) => terms.forall(renewed[&binder], operands[0]),
                Op::Exists(binder) => terms.exists(renewed[&binder], operands[0]),
                _ => terms.rebuild(term, &operands),
            });
        }
        if let Some(pairs) = pairs {
            pairs.extend(self.steps.iter().map(|step| step.term).zip(made.iter().copied()));
        }
        made.last().copied().unwrap_or(self.body)
    }
}

/// A binder with new variables for the old ones.
fn renew(terms: &mut Terms, binder: Binder, variables: &mut HashMap<Bound, Term>) -> Binder {
    let old = terms.binder(binder).to_vec();
    let mut new = Vec::with_capacity(old.len());
    for bound in old {
        let name = terms.bound_name(bound).to_owned();
        let fresh = terms.new_bound(&name, terms.bound_sort(bound));
        variables.insert(bound, terms.bound(fresh));
        new.push(fresh);
    }
    terms.new_binder(&new)
}
