//! A clause over arrays as one over cells.

use std::collections::{BTreeSet, HashMap, HashSet};

use buttress_horn::{Application, Clause};
use buttress_logic::{Op, Sort, Term, Terms, substitute};

use super::layout::{Group, Layout};
use super::observation::{is_scalar, observations};
use super::scalar::{Cell, Equation, Scalars};
use crate::limits::{MOST_CELL_PREMISES, MOST_CELLS};
use crate::structure::are_different;
use crate::variables::{Occurring, is_variable, variables_of};

/// The clause over cells; none if that cannot be said, or is too large.
pub(super) fn abstracted(terms: &mut Terms, clause: &Clause, layouts: &[Layout]) -> Option<Clause> {
    let clause = without_definitions(terms, clause);
    let mut cells = CellClause::default();
    let constraint = cells.scalars.scalar(terms, clause.constraint)?;
    cells.parts.push(constraint);
    let mut concluded = Vec::new();
    let head = match &clause.head {
        Some(head) => {
            Some(cells.head(terms, head, &layouts[head.predicate.index()], &mut concluded)?)
        }
        None => None,
    };
    cells.separate(terms)?;
    let body = cells.premises(terms, &clause.body, layouts, &concluded)?;
    cells.equate(terms)?;
    cells.observe(terms)?;
    cells.congruent(terms)?;
    cells.parts.append(&mut cells.scalars.facts);
    let all = terms.and(&cells.parts);
    let constraint = terms.conjuncts(all);
    let constraint = terms.and(&constraint);
    let mut occurring = Occurring::default();
    occurring.add(terms, constraint);
    for application in body.iter().chain(&head) {
        application.arguments.iter().for_each(|argument| occurring.add(terms, *argument));
    }
    let variables = occurring.variables.into_iter().collect();
    Some(Clause { variables, body, constraint, head })
}

/// The clause with variables replaced that a conjunct defines and that are no scalars.
fn without_definitions(terms: &mut Terms, clause: &Clause) -> Clause {
    let mut clause = clause.clone();
    loop {
        let parts = terms.conjuncts(clause.constraint);
        let found = parts.iter().enumerate().find_map(|(place, part)| {
            let (Op::Equal, &[left, right]) = (terms.op(*part), terms.arguments(*part)) else {
                return None;
            };
            if is_scalar(terms.sort_of(left)) {
                return None;
            }
            let sides = [(left, right), (right, left)].into_iter();
            let mut defined = sides.filter(|(variable, term)| {
                is_variable(terms, *variable) && !variables_of(terms, *term).contains(variable)
            });
            defined.next().map(|pair| (place, pair))
        });
        let Some((place, pair)) = found else { return clause };
        let map = HashMap::from([pair]);
        let others = parts.iter().enumerate().filter(|(other, _)| *other != place);
        let others: Vec<Term> = others.map(|(_, part)| *part).collect();
        let constraint = terms.and(&others);
        clause.constraint = substitute(terms, constraint, &map);
        for application in clause.body.iter_mut().chain(&mut clause.head) {
            for argument in &mut application.arguments {
                *argument = substitute(terms, *argument, &map);
            }
        }
    }
}

/// The clause as far as it is expressed.
#[derive(Default)]
struct CellClause {
    scalars: Scalars,
    /// The conjuncts of the constraint.
    parts: Vec<Term>,
    /// The number of equations whose negation has its index.
    separated: usize,
}

/// Where the arrays of a group are read: an index, or two in any order.
type Indices = Vec<Term>;

impl CellClause {
    /// The conclusion, at new indices, which join `concluded`.
    fn head(
        &mut self,
        terms: &mut Terms,
        head: &Application,
        layout: &Layout,
        concluded: &mut Vec<Term>,
    ) -> Option<Application> {
        let mut choice: Vec<Indices> = Vec::new();
        for group in &layout.groups {
            let indices: Vec<Term> =
                (0..group.count).map(|_| terms.fresh_constant("k", group.sort)).collect();
            if let [first, second] = indices[..] {
                let order = terms.less_equal(first, second);
                self.parts.push(order);
            }
            concluded.extend(&indices);
            choice.push(indices);
        }
        self.at(terms, head, layout, &choice, true)
    }

    /// An application at indices, for each group of its arrays.
    fn at(
        &mut self,
        terms: &mut Terms,
        application: &Application,
        layout: &Layout,
        choice: &[Indices],
        is_ordered: bool,
    ) -> Option<Application> {
        let mut arguments = Vec::new();
        for place in &layout.scalars {
            arguments.push(self.scalars.scalar(terms, application.arguments[*place])?);
        }
        for seen in layout.observed_at(terms, &application.arguments) {
            arguments.push(self.scalars.scalar(terms, seen)?);
        }
        for (group, places) in layout.groups.iter().zip(choice) {
            let mut rows: Vec<Vec<Term>> = Vec::new();
            for index in places {
                let mut row = vec![*index];
                for place in &group.arrays {
                    row.push(self.scalars.read(terms, application.arguments[*place], *index)?);
                }
                rows.push(row);
            }
            match &rows[..] {
                [one, other] if !is_ordered && one != other => {
                    // The smaller index first, whichever it is.
                    let order = terms.less_equal(one[0], other[0]);
                    for (one, other) in [(one, other), (other, one)] {
                        for (one, other) in one.iter().zip(other) {
                            arguments.push(match one == other {
                                true => *one,
                                false => terms.ite(order, *one, *other),
                            });
                        }
                    }
                }
                _ => arguments.extend(rows.into_iter().flatten()),
            }
        }
        Some(Application { predicate: application.predicate, arguments })
    }

    /// Arrays that are not equal differ somewhere.
    fn separate(&mut self, terms: &mut Terms) -> Option<()> {
        // Reading may meet equations inside of indices and elements.
        while let Some(&equation) = self.scalars.equations.get(self.separated) {
            let Equation { truth, left, right } = equation;
            let (sort, _) = terms.array_parts(terms.sort_of(left))?;
            let index = terms.fresh_constant("d", sort);
            let left = self.scalars.read(terms, left, index)?;
            let right = self.scalars.read(terms, right, index)?;
            let equal = terms.equal(left, right);
            let differ = terms.not(equal);
            self.parts.push(terms.or(&[truth, differ]));
            self.separated += 1;
            self.is_small()?;
        }
        Some(())
    }

    /// Equal arrays read alike, wherever something is read.
    fn equate(&mut self, terms: &mut Terms) -> Option<()> {
        for place in 0..self.scalars.equations.len() {
            let Equation { truth, left, right } = self.scalars.equations[place];
            let (sort, _) = terms.array_parts(terms.sort_of(left))?;
            for index in self.indices(terms, sort, |_| true) {
                let left = self.scalars.read(terms, left, index)?;
                let right = self.scalars.read(terms, right, index)?;
                let equal = terms.equal(left, right);
                let part = terms.implies(truth, equal);
                self.parts.push(part);
                self.is_small()?;
            }
        }
        Some(())
    }

    /// Of equal values the same is seen.
    fn observe(&mut self, terms: &mut Terms) -> Option<()> {
        let mut place = 0;
        while let Some(&Equation { truth, left, right }) = self.scalars.opaque.get(place) {
            let [left, right] = [left, right].map(|side| observations(terms, side));
            for (left, right) in left.into_iter().zip(right) {
                let left = self.scalars.scalar(terms, left)?;
                let right = self.scalars.scalar(terms, right)?;
                let equal = terms.equal(left, right);
                let part = terms.implies(truth, equal);
                self.parts.push(part);
            }
            place += 1;
            self.is_small()?;
        }
        Some(())
    }

    fn is_small(&self) -> Option<()> {
        (self.scalars.cells.len() <= MOST_CELLS).then_some(())
    }

    /// The cells of an array are equal at equal indices.
    fn congruent(&mut self, terms: &mut Terms) -> Option<()> {
        self.is_small()?;
        let cells = self.scalars.cells.clone();
        for (place, one) in cells.iter().enumerate() {
            for other in &cells[place + 1..] {
                if one.array == other.array && !are_different(terms, one.index, other.index) {
                    let is_same = terms.equal(one.index, other.index);
                    let equal = terms.equal(one.value, other.value);
                    self.parts.push(terms.implies(is_same, equal));
                }
            }
        }
        Some(())
    }

    /// The indices of a sort at which one of these arrays is read, each once.
    fn indices(&self, terms: &Terms, sort: Sort, of: impl Fn(Term) -> bool) -> Vec<Term> {
        let mut seen = HashSet::new();
        let cells = self.scalars.cells.iter();
        let read = cells.filter(|cell| terms.sort_of(cell.index) == sort && of(cell.array));
        read.map(|Cell { index, .. }| *index).filter(|index| seen.insert(*index)).collect()
    }

    /// All premises, each at the indices at which the clause reads its arrays.
    fn premises(
        &mut self,
        terms: &mut Terms,
        body: &[Application],
        layouts: &[Layout],
        concluded: &[Term],
    ) -> Option<Vec<Application>> {
        // Scalar arguments may read arrays of other premises.
        for premise in body {
            let layout = &layouts[premise.predicate.index()];
            for place in &layout.scalars {
                self.scalars.scalar(terms, premise.arguments[*place])?;
            }
            for seen in layout.observed_at(terms, &premise.arguments) {
                self.scalars.scalar(terms, seen)?;
            }
        }
        let mut taken: Vec<Vec<Vec<Indices>>> = vec![Vec::new(); body.len()];
        let mut premises = Vec::new();
        loop {
            let before = premises.len();
            for (premise, taken) in body.iter().zip(&mut taken) {
                let layout = &layouts[premise.predicate.index()];
                for choice in self.choices(terms, premise, layout, concluded, taken.is_empty()) {
                    if taken.len() < MOST_CELL_PREMISES && !taken.contains(&choice) {
                        premises.push(self.at(terms, premise, layout, &choice, false)?);
                        taken.push(choice);
                    }
                }
            }
            self.separate(terms)?;
            self.is_small()?;
            // A premise reads all its arrays, so that others may be read at new indices.
            if premises.len() == before {
                return Some(premises);
            }
        }
    }

    /// Where a premise is to be taken: at all combinations of what its groups ask for.
    fn choices(
        &self,
        terms: &mut Terms,
        premise: &Application,
        layout: &Layout,
        concluded: &[Term],
        is_first: bool,
    ) -> Vec<Vec<Indices>> {
        let mut choices: Vec<Vec<Indices>> = vec![Vec::new()];
        for group in &layout.groups {
            let places = self.readings(terms, premise, group, concluded, is_first);
            let mut longer = Vec::new();
            for choice in &choices {
                for places in &places {
                    let mut choice = choice.clone();
                    choice.push(places.clone());
                    longer.push(choice);
                }
            }
            longer.truncate(MOST_CELL_PREMISES);
            choices = longer;
        }
        choices
    }

    /// Where the arrays of a group are to be read; a new index if nothing reads them and the premise was not
    /// taken yet.
    fn readings(
        &self,
        terms: &mut Terms,
        premise: &Application,
        group: &Group,
        concluded: &[Term],
        is_first: bool,
    ) -> Vec<Indices> {
        let mut arrays: BTreeSet<Term> = BTreeSet::new();
        for place in &group.arrays {
            arrays.extend(variables_of(terms, premise.arguments[*place]));
        }
        let mut indices = self.indices(terms, group.sort, |array| arrays.contains(&array));
        // What the conclusion says of a cell mostly follows from what the premise says of it.
        indices.sort_by_key(|index| !concluded.contains(index));
        if indices.is_empty() && is_first {
            let index = concluded.iter().find(|index| terms.sort_of(**index) == group.sort);
            let index = index.copied();
            indices.push(index.unwrap_or_else(|| terms.fresh_constant("k", group.sort)));
        }
        if group.count == 1 || indices.len() == 1 {
            return indices.into_iter().map(|index| vec![index; group.count]).collect();
        }
        let mut pairs = Vec::new();
        for (place, one) in indices.iter().enumerate() {
            pairs.extend(indices[..place].iter().map(|other| vec![*other, *one]));
        }
        pairs
    }
}
