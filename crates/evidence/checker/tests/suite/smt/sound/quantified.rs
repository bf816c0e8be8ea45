//! What the rules for quantifiers accept holds in every small model.
//!
//! Formulas are made at random over one finite sort, open ones among them and such that bind a
//! variable again. They are evaluated as the books say; witnesses are chosen as their formulas ask.

use std::collections::{BTreeSet, HashMap};

use buttress_certificate::smt::{Literal, Rule};
use buttress_logic::{Binder, Bound, Function, Op, Sort, SortKind, Term, Terms, substitute};
use buttress_prop::Random;

use super::{Lemma, is_accepted, literal};

/// Formulas are no larger than this, written out.
const SIZE: usize = 30;
/// So many quantifiers they have at most.
const QUANTIFIERS: usize = 4;

struct World {
    terms: Terms,
    binders: Vec<Binder>,
    functions: [Function; 5],
    elements: Vec<Term>,
    formulas: Vec<Term>,
}

impl World {
    fn new(random: &mut Random) -> World {
        let mut terms = Terms::new();
        let declaration = terms.declare_sort();
        let kind = SortKind::Uninterpreted { name: "U".into(), declaration, arguments: vec![] };
        let sort = terms.sort(kind);
        let signatures: [(&str, &[Sort], Sort); 5] = [
            ("a", &[], sort),
            ("b", &[], sort),
            ("f", &[sort], sort),
            ("p", &[sort], Sort::BOOL),
            ("q", &[sort, sort], Sort::BOOL),
        ];
        let functions = signatures
            .map(|(name, arguments, result)| terms.declare_function(name, arguments, result));
        let [x, y] = ["x", "y"].map(|name| terms.new_bound(name, sort));
        let condition = terms.new_bound("c", Sort::BOOL);
        let binders = [&[x][..], &[y], &[x, y], &[condition, y], &[x, x]];
        let binders = binders.map(|bounds| terms.new_binder(bounds)).to_vec();
        let mut elements: Vec<Term> =
            functions[..2].iter().map(|function| terms.apply(*function, &[])).collect();
        elements.extend([x, y].map(|bound| terms.bound(bound)));
        let formulas = vec![Term::TRUE, terms.bound(condition)];
        let mut world = World { terms, binders, functions, elements, formulas };
        for _ in 0..150 {
            world.grow(random);
        }
        world
    }

    fn element(&self, random: &mut Random) -> Term {
        self.elements[random.below(self.elements.len())]
    }

    fn formula(&self, random: &mut Random) -> Term {
        self.formulas[random.below(self.formulas.len())]
    }

    /// One more term, made of others; the closed quantified formulas get witnesses.
    fn grow(&mut self, random: &mut Random) {
        let (s, t) = (self.element(random), self.element(random));
        let (left, right) = (self.formula(random), self.formula(random));
        let binder = self.binders[random.below(self.binders.len())];
        let [.., f, p, q] = self.functions;
        let terms = &mut self.terms;
        let term = match random.below(14) {
            0 => terms.apply(f, &[s]),
            1 | 2 => terms.apply(p, &[s]),
            3 | 4 => terms.apply(q, &[s, t]),
            5 => terms.equal(s, t),
            6 => terms.not(left),
            7 => terms.and(&[left, right]),
            8 => terms.or(&[left, right]),
            9 => terms.equal(left, right),
            10 => terms.ite(left, s, t),
            11 | 12 => terms.forall(binder, left),
            _ => terms.exists(binder, left),
        };
        let (size, quantifiers) = size(terms, term);
        if size > SIZE || quantifiers > QUANTIFIERS {
            return;
        }
        let is_closed = free(terms, term).is_empty();
        if is_closed {
            for place in 0..terms.quantified(term).len() {
                let witness = terms.witness(term, place);
                let is_element = terms.sort_of(witness) != Sort::BOOL;
                if is_element { &mut self.elements } else { &mut self.formulas }.push(witness);
            }
        }
        let is_formula = terms.sort_of(term) == Sort::BOOL;
        if is_formula { &mut self.formulas } else { &mut self.elements }.push(term);
    }

    /// A quantified formula with an instance or its witnesses, put for its variables wherever they
    /// stand.
    fn lemma(&mut self, random: &mut Random) -> Option<Lemma> {
        let formula = self.formula(random);
        let bounds = self.terms.quantified(formula).to_vec();
        let is_forall = matches!(self.terms.op(formula), Op::Forall(_));
        let body = *self.terms.arguments(formula).first().filter(|_| !bounds.is_empty())?;
        let is_instance = random.coin();
        let values: Vec<Term> = (0..bounds.len())
            .map(|place| match self.terms.bound_sort(bounds[place]) {
                _ if !is_instance => self.terms.witness(formula, place),
                Sort::BOOL => self.formula(random),
                _ => self.element(random),
            })
            .collect();
        let variables = bounds.iter().map(|bound| self.terms.bound(*bound));
        let map: HashMap<Term, Term> = variables.zip(values.iter().copied()).collect();
        let said = substitute(&mut self.terms, body, &map);
        let claims = is_forall == is_instance;
        let clause =
            vec![literal(&self.terms, formula, !claims), literal(&self.terms, said, claims)];
        let rule =
            if is_instance { Rule::Instance(formula, values) } else { Rule::Witness(formula) };
        Some((clause, rule))
    }

    /// Does the rule apply, as `docs/proof.md` says?
    fn is_proper(&self, (_, rule): &Lemma) -> bool {
        let terms = &self.terms;
        let (formula, values) = match rule {
            Rule::Instance(formula, values) => (*formula, &values[..]),
            Rule::Witness(formula) => (*formula, &[][..]),
            _ => return false,
        };
        let bounds = terms.quantified(formula);
        let own: BTreeSet<Bound> = bounds.iter().copied().collect();
        own.len() == bounds.len()
            && free(terms, formula).is_empty()
            && values.iter().all(|value| free(terms, *value).is_empty())
            && own.is_disjoint(&bound_in(terms, terms.argument(formula, 0)))
    }
}

/// How large is a term, written out, and how many quantifiers has it?
fn size(terms: &Terms, term: Term) -> (usize, usize) {
    let is_quantified = !terms.quantified(term).is_empty();
    let parts = terms.arguments(term).iter().map(|argument| size(terms, *argument));
    parts.fold((1, usize::from(is_quantified)), |sum, part| (sum.0 + part.0, sum.1 + part.1))
}

fn free(terms: &Terms, term: Term) -> BTreeSet<Bound> {
    if let Op::Bound(bound) = terms.op(term) {
        return BTreeSet::from([bound]);
    }
    let mut all: BTreeSet<Bound> =
        terms.arguments(term).iter().flat_map(|argument| free(terms, *argument)).collect();
    all.retain(|bound| !terms.quantified(term).contains(bound));
    all
}

fn bound_in(terms: &Terms, term: Term) -> BTreeSet<Bound> {
    let parts = terms.arguments(term).iter().flat_map(|argument| bound_in(terms, *argument));
    parts.chain(terms.quantified(term).iter().copied()).collect()
}

/// A universe of few elements, 0, 1, …; truth values are 0 and 1.
struct SmallModel<'a> {
    terms: &'a Terms,
    elements: usize,
    /// By function, and by the places of its arguments.
    tables: HashMap<(Function, Vec<usize>), usize>,
    /// By formula: the values of its witnesses.
    chosen: HashMap<Term, Vec<usize>>,
    random: Random,
}

type Assignment = HashMap<Bound, usize>;

impl SmallModel<'_> {
    fn size_of(&self, sort: Sort) -> usize {
        if sort == Sort::BOOL { 2 } else { self.elements }
    }

    /// The value of a term; variables that nothing binds have none.
    fn value(&mut self, term: Term, assignment: &Assignment) -> usize {
        let terms = self.terms;
        match terms.op(term) {
            Op::Bound(bound) => return *assignment.get(&bound).expect("a closed clause"),
            Op::Witness(witness) => {
                let (formula, place) = terms.witnessed(witness);
                return self.witnesses(formula)[place];
            }
            Op::Forall(_) | Op::Exists(_) => {
                let is_forall = matches!(terms.op(term), Op::Forall(_));
                let exception = self.find(term, assignment, !is_forall);
                return usize::from(exception.is_none() == is_forall);
            }
            _ => {}
        }
        let arguments = terms.arguments(term).iter();
        let values: Vec<usize> =
            arguments.map(|argument| self.value(*argument, assignment)).collect();
        let truth = match terms.op(term) {
            Op::True => true,
            Op::False => false,
            Op::Not => values[0] == 0,
            Op::And => !values.contains(&0),
            Op::Or => values.contains(&1),
            Op::Equal => values[0] == values[1],
            Op::Ite => return values[2 - values[0]],
            Op::Apply(function) => {
                let size = self.size_of(terms.sort_of(term));
                let random = &mut self.random;
                let entry = self.tables.entry((function, values));
                return *entry.or_insert_with(|| random.below(size));
            }
            op => panic!("{op:?} is not in these formulas"),
        };
        usize::from(truth)
    }

    /// Values for the variables of a quantified formula that make its body true, or else false.
    fn find(
        &mut self,
        formula: Term,
        assignment: &Assignment,
        is_true: bool,
    ) -> Option<Vec<usize>> {
        let bounds = self.terms.quantified(formula).to_vec();
        let sizes: Vec<usize> =
            bounds.iter().map(|bound| self.size_of(self.terms.bound_sort(*bound))).collect();
        for number in 0..sizes.iter().product() {
            let mut rest: usize = number;
            let mut values = Vec::new();
            for size in &sizes {
                values.push(rest % size);
                rest /= size;
            }
            let mut inside = assignment.clone();
            inside.extend(bounds.iter().copied().zip(values.iter().copied()));
            let body = self.terms.argument(formula, 0);
            if (self.value(body, &inside) == 1) == is_true {
                return Some(values);
            }
        }
        None
    }

    fn witnesses(&mut self, formula: Term) -> Vec<usize> {
        if let Some(chosen) = self.chosen.get(&formula) {
            return chosen.clone();
        }
        let is_forall = matches!(self.terms.op(formula), Op::Forall(_));
        let found = self.find(formula, &Assignment::new(), !is_forall);
        let chosen = found.unwrap_or_else(|| {
            let sorts = self.terms.quantified(formula).iter();
            let sizes: Vec<usize> =
                sorts.map(|bound| self.size_of(self.terms.bound_sort(*bound))).collect();
            sizes.iter().map(|size| self.random.below(*size)).collect()
        });
        self.chosen.insert(formula, chosen.clone());
        chosen
    }

    fn has_true_literal(&mut self, clause: &[Literal]) -> bool {
        let nothing = Assignment::new();
        clause.iter().any(|literal| {
            let truth = self.value(literal.atom, &nothing) == 1;
            truth == literal.is_positive
        })
    }
}

fn check_valid(terms: &Terms, seed: u64, lemmas: &[Lemma]) {
    for number in 0..40 {
        let mut random = Random::new(1000 * seed + number);
        let elements = random.between(1, 3);
        let (tables, chosen) = (HashMap::new(), HashMap::new());
        let mut model = SmallModel { terms, elements, tables, chosen, random };
        for (clause, rule) in lemmas {
            let shown = || {
                let atoms = clause.iter().map(|literal| literal.atom);
                atoms.map(|atom| buttress_logic::print(terms, atom)).collect::<Vec<String>>()
            };
            assert!(model.has_true_literal(clause), "not valid: {rule:?}: {:?}", shown());
        }
    }
}

/// As they are made, exactly the proper lemmas are accepted, and they hold.
#[test]
fn instances_and_witnesses_are_complete_and_sound() {
    let (mut proper, mut improper) = (0, 0);
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut world = World::new(&mut random);
        let mut accepted = Vec::new();
        for _ in 0..300 {
            let Some(lemma) = world.lemma(&mut random) else { continue };
            let is_proper = world.is_proper(&lemma);
            assert_eq!(is_accepted(&mut world.terms, &lemma), is_proper, "{lemma:?}");
            if is_proper {
                accepted.push(lemma);
                proper += 1;
            } else {
                improper += 1;
            }
        }
        check_valid(&world.terms, seed, &accepted);
    }
    assert!(proper > 300 && improper > 300, "{proper} proper, {improper} improper");
}

/// Of altered lemmas, those that are accepted hold.
#[test]
fn altered_instances_and_witnesses_are_sound() {
    let (mut count, mut rejected) = (0, 0);
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let mut world = World::new(&mut random);
        let mut accepted = Vec::new();
        for _ in 0..1000 {
            let Some((mut clause, mut rule)) = world.lemma(&mut random) else { continue };
            let place = random.below(clause.len());
            match random.below(6) {
                0 => clause[place] = clause[place].negated(),
                1 => drop(clause.remove(place)),
                2 => {
                    let (formula, is_positive) = (world.formula(&mut random), random.coin());
                    clause[place] = literal(&world.terms, formula, is_positive);
                }
                3 => {
                    if let Some((_, other)) = world.lemma(&mut random) {
                        rule = other;
                    }
                }
                4 => {
                    if let Some((other, _)) = world.lemma(&mut random) {
                        clause.extend(other);
                    }
                }
                _ => {
                    if let Rule::Instance(_, values) = &mut rule {
                        values.reverse();
                        values.truncate(random.between(1, 2));
                    }
                }
            }
            let lemma = (clause, rule);
            if is_accepted(&mut world.terms, &lemma) {
                accepted.push(lemma);
            } else {
                rejected += 1;
            }
        }
        check_valid(&world.terms, seed, &accepted);
        count += accepted.len();
    }
    assert!(count > 100 && rejected > 1000, "{count} accepted, {rejected} rejected");
}
