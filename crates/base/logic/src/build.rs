//! Building terms, in the store's few forms.
//!
//! The methods trust their caller with sorts and arities (debug builds check them); the front ends
//! check what users write and report it.

use buttress_numeric::Rational;

use crate::{Binder, Bound, Constructor, Function, Op, Selector, Sort, Term, Terms};

impl Terms {
    /// ⊤ or ⊥
    pub fn boolean(&self, value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }

    /// A number of sort `Int` or `Real`.
    pub fn numeral(&mut self, value: &Rational, sort: Sort) -> Term {
        debug_assert!(sort == Sort::REAL || value.is_integer());
        let number = self.number_id(value);
        self.intern(Op::Number(number), sort, &[])
    }

    /// ¬F; a double negation vanishes, and so do ¬⊤ and ¬⊥.
    pub fn not(&mut self, formula: Term) -> Term {
        debug_assert_eq!(self.sort_of(formula), Sort::BOOL);
        match self.op(formula) {
            Op::Not => self.argument(formula, 0),
            Op::True => Term::FALSE,
            Op::False => Term::TRUE,
            _ => self.intern(Op::Not, Sort::BOOL, &[formula]),
        }
    }

    /// F ∧ …; the conjunction of nothing is ⊤, of one formula that formula.
    pub fn and(&mut self, formulas: &[Term]) -> Term {
        match formulas {
            [] => Term::TRUE,
            [formula] => *formula,
            _ => self.intern(Op::And, Sort::BOOL, formulas),
        }
    }

    /// F ∨ …; the disjunction of nothing is ⊥, of one formula that formula.
    pub fn or(&mut self, formulas: &[Term]) -> Term {
        match formulas {
            [] => Term::FALSE,
            [formula] => *formula,
            _ => self.intern(Op::Or, Sort::BOOL, formulas),
        }
    }

    /// F → G, as ¬F ∨ G.
    pub fn implies(&mut self, left: Term, right: Term) -> Term {
        let left = self.not(left);
        self.or(&[left, right])
    }

    /// F ⊕ G, as ¬(F = G).
    pub fn xor(&mut self, left: Term, right: Term) -> Term {
        let equal = self.equal(left, right);
        self.not(equal)
    }

    /// `(ite F s t)`
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        debug_assert_eq!(self.sort_of(then), self.sort_of(otherwise));
        let sort = self.sort_of(then);
        self.intern(Op::Ite, sort, &[condition, then, otherwise])
    }

    /// s = t, the term of the smaller number first: equality is one atom either way round.
    pub fn equal(&mut self, left: Term, right: Term) -> Term {
        debug_assert_eq!(self.sort_of(left), self.sort_of(right));
        let (left, right) = if left <= right { (left, right) } else { (right, left) };
        self.intern(Op::Equal, Sort::BOOL, &[left, right])
    }

    /// s = t with its sides as they are given: for formulas that are taken out of their store, where the order in
    /// which terms happened to be made must not be seen.
    pub fn equation(&mut self, left: Term, right: Term) -> Term {
        debug_assert_eq!(self.sort_of(left), self.sort_of(right));
        self.intern(Op::Equal, Sort::BOOL, &[left, right])
    }

    /// All pairwise different.
    pub fn distinct(&mut self, terms: &[Term]) -> Term {
        match terms {
            [] | [_] => Term::TRUE,
            [left, right] => {
                let equal = self.equal(*left, *right);
                self.not(equal)
            }
            _ => self.intern(Op::Distinct, Sort::BOOL, terms),
        }
    }

    /// s + …; of one term that term.
    pub fn add(&mut self, terms: &[Term]) -> Term {
        match terms {
            [term] => *term,
            _ => {
                let sort = self.sort_of(terms[0]);
                self.intern(Op::Add, sort, terms)
            }
        }
    }

    /// s · …; of one term that term.
    pub fn multiply(&mut self, terms: &[Term]) -> Term {
        match terms {
            [term] => *term,
            _ => {
                let sort = self.sort_of(terms[0]);
                self.intern(Op::Multiply, sort, terms)
            }
        }
    }

    /// −t, as −1 · t; of a number, the number.
    pub fn negate(&mut self, term: Term) -> Term {
        let sort = self.sort_of(term);
        if let Some(value) = self.as_number(term) {
            let value = -value;
            return self.numeral(&value, sort);
        }
        let minus_one = self.numeral(&Rational::MINUS_ONE, sort);
        self.multiply(&[minus_one, term])
    }

    /// s − t, as s + −1 · t.
    pub fn subtract(&mut self, left: Term, right: Term) -> Term {
        let right = self.negate(right);
        self.add(&[left, right])
    }

    /// `(/ s t)`; of two numbers, the second not 0, their quotient.
    pub fn divide(&mut self, left: Term, right: Term) -> Term {
        if let (Some(left), Some(right)) = (self.as_number(left), self.as_number(right))
            && let Some(quotient) = left.checked_div(right)
        {
            return self.numeral(&quotient, Sort::REAL);
        }
        self.intern(Op::Divide, Sort::REAL, &[left, right])
    }

    /// `(div s t)`
    pub fn integer_divide(&mut self, left: Term, right: Term) -> Term {
        self.intern(Op::IntegerDivide, Sort::INT, &[left, right])
    }

    /// `(mod s t)`
    pub fn modulo(&mut self, left: Term, right: Term) -> Term {
        self.intern(Op::Modulo, Sort::INT, &[left, right])
    }

    /// `(abs s)`
    pub fn absolute(&mut self, term: Term) -> Term {
        let sort = self.sort_of(term);
        self.intern(Op::Absolute, sort, &[term])
    }

    /// `(to_real s)`; of a number, the number.
    pub fn to_real(&mut self, term: Term) -> Term {
        if let Some(value) = self.as_number(term) {
            let value = value.clone();
            return self.numeral(&value, Sort::REAL);
        }
        self.intern(Op::ToReal, Sort::REAL, &[term])
    }

    /// `(to_int s)`
    pub fn to_integer(&mut self, term: Term) -> Term {
        self.intern(Op::ToInteger, Sort::INT, &[term])
    }

    /// `(is_int s)`
    pub fn is_integer(&mut self, term: Term) -> Term {
        self.intern(Op::IsInteger, Sort::BOOL, &[term])
    }

    /// s ≤ t
    pub fn less_equal(&mut self, left: Term, right: Term) -> Term {
        debug_assert_eq!(self.sort_of(left), self.sort_of(right));
        self.intern(Op::LessEqual, Sort::BOOL, &[left, right])
    }

    /// s < t
    pub fn less(&mut self, left: Term, right: Term) -> Term {
        debug_assert_eq!(self.sort_of(left), self.sort_of(right));
        self.intern(Op::Less, Sort::BOOL, &[left, right])
    }

    /// `a[i]`
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let (_, element) = self.array_parts(self.sort_of(array)).expect("reads are of arrays");
        self.intern(Op::Select, element, &[array, index])
    }

    /// a⟨i ◁ v⟩
    pub fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        let sort = self.sort_of(array);
        self.intern(Op::Store, sort, &[array, index, value])
    }

    /// The array of sort `sort` that reads `value` everywhere.
    pub fn constant_array(&mut self, sort: Sort, value: Term) -> Term {
        self.intern(Op::ConstantArray, sort, &[value])
    }

    /// An index at which two arrays differ, if they differ; the same for (a, b) and (b, a).
    pub fn difference(&mut self, left: Term, right: Term) -> Term {
        let (index, _) = self.array_parts(self.sort_of(left)).expect("differences are of arrays");
        let (left, right) = if left <= right { (left, right) } else { (right, left) };
        self.intern(Op::Difference, index, &[left, right])
    }

    /// What an array reads almost everywhere: see [`Op::Default`].
    pub fn default_of(&mut self, array: Term) -> Term {
        let (_, element) = self.array_parts(self.sort_of(array)).expect("defaults are of arrays");
        self.intern(Op::Default, element, &[array])
    }

    /// A constructor applied to its fields.
    pub fn construct(&mut self, constructor: Constructor, fields: &[Term]) -> Term {
        debug_assert_eq!(self.selectors(constructor).len(), fields.len());
        let sort = self.datatype_sort(self.constructor_datatype(constructor));
        self.intern(Op::Construct(constructor), sort, fields)
    }

    /// A selector applied to a value.
    pub fn select_field(&mut self, selector: Selector, value: Term) -> Term {
        let sort = self.selector_sort(selector);
        self.intern(Op::SelectField(selector), sort, &[value])
    }

    /// `((_ is c) t)`
    pub fn test(&mut self, constructor: Constructor, value: Term) -> Term {
        self.intern(Op::Test(constructor), Sort::BOOL, &[value])
    }

    /// A function applied to its arguments.
    pub fn apply(&mut self, function: Function, arguments: &[Term]) -> Term {
        debug_assert_eq!(self.function_arguments(function).len(), arguments.len());
        let sort = self.function_result(function);
        self.intern(Op::Apply(function), sort, arguments)
    }

    /// A fresh constant of this sort.
    pub fn fresh_constant(&mut self, name: &str, sort: Sort) -> Term {
        let function = self.declare_function(name, &[], sort);
        self.apply(function, &[])
    }

    /// An element of an uninterpreted sort, as models name it.
    pub fn element(&mut self, sort: Sort, number: u32) -> Term {
        self.intern(Op::Element(number), sort, &[])
    }

    /// A bound variable as a term.
    pub fn bound(&mut self, bound: Bound) -> Term {
        let sort = self.bound_sort(bound);
        self.intern(Op::Bound(bound), sort, &[])
    }

    /// `(forall (x …) F)`
    pub fn forall(&mut self, binder: Binder, body: Term) -> Term {
        self.intern(Op::Forall(binder), Sort::BOOL, &[body])
    }

    /// `(exists (x …) F)`
    pub fn exists(&mut self, binder: Binder, body: Term) -> Term {
        self.intern(Op::Exists(binder), Sort::BOOL, &[body])
    }

    /// `(lambda ((x S)) t)`: the array that reads t at each x.
    ///
    /// # Panics
    /// If the binder has no variable.
    pub fn lambda(&mut self, binder: Binder, body: Term) -> Term {
        debug_assert_eq!(self.binder(binder).len(), 1);
        let index = self.bound_sort(self.binder(binder)[0]);
        let sort = self.array_sort(index, self.sort_of(body));
        self.intern(Op::Lambda(binder), sort, &[body])
    }

    /// The term with the same top and other arguments of the same sorts.
    ///
    /// The constructors that bring terms into the store's forms are used, so that what is rebuilt is
    /// what would have been built.
    pub fn rebuild(&mut self, term: Term, arguments: &[Term]) -> Term {
        match self.op(term) {
            Op::Not => self.not(arguments[0]),
            Op::And => self.and(arguments),
            Op::Or => self.or(arguments),
            Op::Equal => self.equal(arguments[0], arguments[1]),
            Op::Difference => self.difference(arguments[0], arguments[1]),
            Op::Divide => self.divide(arguments[0], arguments[1]),
            Op::ToReal => self.to_real(arguments[0]),
            op => {
                let sort = self.sort_of(term);
                self.intern(op, sort, arguments)
            }
        }
    }
}
