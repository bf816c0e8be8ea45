//! The pages about formulas outside the array property fragments, one for each rule that they can
//! break. A test classifies every example.

use crate::explain::page::Page;

/// All pages about formulas, in the order of their codes.
pub const FORMULA_PAGES: &[Page] = &[
    Page {
        code: "SM0401",
        title: "arithmetic on a universally quantified variable",
        text: "A universally quantified index may be compared and read at, but not added to: formulas with\n\
               i + 1 can describe the runs of a machine, so no procedure decides all of them. What is said of\n\
               neighbours can often be said of any two indices in order.",
        failing: b"(declare-const a (Array Int Int))\n\
                   (assert (forall ((i Int)) (<= (select a i) (select a (+ i 1)))))\n",
        fixed: b"(declare-const a (Array Int Int))\n\
                 (assert (forall ((i Int) (j Int)) (=> (<= i j) (<= (select a i) (select a j)))))\n",
    },
    Page {
        code: "SM0402",
        title: "a read at what was read at a universally quantified variable",
        text: "In a[p[i]] the index itself is read from an array at a universal variable. Say it of the indices\n\
               themselves, or of one index p[k] with a constant k.",
        failing: b"(declare-const a (Array Int Int))\n\
                   (declare-const p (Array Int Int))\n\
                   (assert (forall ((i Int)) (= (select a (select p i)) 0)))\n",
        fixed: b"(declare-const a (Array Int Int))\n\
                 (declare-const p (Array Int Int))\n\
                 (declare-const k Int)\n\
                 (assert (forall ((i Int)) (=> (<= (select p k) i) (= (select a i) 0))))\n",
    },
    Page {
        code: "SM0403",
        title: "a read in an index guard",
        text: "The guard, which says of which indices something holds, may compare a universal variable with\n\
               terms free of universal variables and with other universal variables, but not with what is\n\
               read at one. That goes for a[i] = i, too: an equation with a variable is a guard.",
        failing: b"(declare-const a (Array Int Int))\n\
                   (assert (forall ((i Int)) (=> (<= i (select a i)) (= (select a i) 0))))\n",
        fixed: b"(declare-const a (Array Int Int))\n\
                 (declare-const k Int)\n\
                 (assert (forall ((i Int)) (=> (<= i (select a k)) (= (select a i) 0))))\n",
    },
    Page {
        code: "SM0404",
        title: "a strict order between universally quantified variables",
        text: "i < j between universal variables says that they are different, which is not decided for all\n\
               formulas; i <= j is fine. The two say the same where what is guarded holds for i = j anyway.",
        failing: b"(declare-const a (Array Int Int))\n\
                   (assert (forall ((i Int) (j Int)) (=> (< i j) (<= (select a i) (select a j)))))\n",
        fixed: b"(declare-const a (Array Int Int))\n\
                 (assert (forall ((i Int) (j Int)) (=> (<= i j) (<= (select a i) (select a j)))))\n",
    },
    Page {
        code: "SM0405",
        title: "universally quantified variables that are said to differ",
        text: "i = j between universal variables may be a guard, but its negation may not. Over a sort of its own,\n\
               which need not have more elements than there are terms, it may.",
        failing: b"(declare-const a (Array Int Int))\n\
                   (assert (forall ((i Int) (j Int))\n\
                   \x20 (=> (not (= i j)) (not (= (select a i) (select a j))))))\n",
        fixed: b"(declare-sort Index 0)\n\
                 (declare-const a (Array Index Int))\n\
                 (assert (forall ((i Index) (j Index))\n\
                 \x20 (=> (not (= i j)) (not (= (select a i) (select a j))))))\n",
    },
    Page {
        code: "SM0406",
        title: "a universally quantified variable as a value",
        text: "Outside of the index guard, a universal variable may occur only as the index of a read. Another\n\
               array can hold what the variable would.",
        failing: b"(declare-datatypes ((Pair 0)) (((pair (first Int) (second Int)))))\n\
                   (declare-const a (Array Int Pair))\n\
                   (assert (forall ((i Int)) (= (select a i) (pair i 0))))\n",
        fixed: b"(declare-datatypes ((Pair 0)) (((pair (first Int) (second Int)))))\n\
                 (declare-const a (Array Int Pair))\n\
                 (declare-const b (Array Int Int))\n\
                 (assert (forall ((i Int)) (= (select a i) (pair (select b i) 0))))\n",
    },
    Page {
        code: "SM0407",
        title: "a write at a universally quantified variable",
        text: "The index and the value of a write must be free of universal variables. What a write at every\n\
               index would leave behind can be said of the cells.",
        failing: b"(declare-const a (Array Int Int))\n\
                   (declare-const b (Array Int Int))\n\
                   (assert (forall ((i Int)) (= (store a i 0) b)))\n",
        fixed: b"(declare-const b (Array Int Int))\n\
                 (assert (forall ((i Int)) (= (select b i) 0)))\n",
    },
    Page {
        code: "SM0408",
        title: "an existential quantifier that depends on a universal one",
        text: "What exists for each i would be a function of i, not a constant. If one element serves all i, the\n\
               existential quantifier can stand outside.",
        failing: b"(declare-const a (Array Int Int))\n\
                   (declare-const b (Array Int Int))\n\
                   (assert (forall ((i Int)) (exists ((j Int)) (= (select a i) (select b j)))))\n",
        fixed: b"(declare-const a (Array Int Int))\n\
                 (declare-const b (Array Int Int))\n\
                 (assert (exists ((j Int)) (forall ((i Int)) (= (select a i) (select b j)))))\n",
    },
    Page {
        code: "SM0409",
        title: "arrays that depend on a universally quantified variable and are said to differ",
        text: "Arrays differ if there is an index at which they do, which is an existential quantifier that\n\
               depends on the universal one. Say where they differ.",
        failing: b"(declare-const a (Array Int (Array Int Int)))\n\
                   (declare-const b (Array Int Int))\n\
                   (assert (forall ((i Int)) (not (= (select a i) b))))\n",
        fixed: b"(declare-const a (Array Int (Array Int Int)))\n\
                 (declare-const b (Array Int Int))\n\
                 (declare-const k Int)\n\
                 (assert (forall ((i Int)) (not (= (select (select a i) k) (select b k)))))\n",
    },
    Page {
        code: "SM0410",
        title: "an order on indices that are not integers",
        text: "Between two rational numbers there is always another, and the reduction needs neighbours. Indices\n\
               that are compared by <= must be integers; rational ones may be compared by = and distinct.",
        failing: b"(declare-const a (Array Real Int))\n\
                   (assert (forall ((x Real)) (=> (<= 0.0 x) (= (select a x) 1))))\n",
        fixed: b"(declare-const a (Array Int Int))\n\
                 (assert (forall ((x Int)) (=> (<= 0 x) (= (select a x) 1))))\n",
    },
    Page {
        code: "SM0411",
        title: "a universally quantified variable of a sort that indices do not have",
        text: "Universal variables may range over integers, over sorts that were declared, over infinite sorts\n\
               without order, or over a few values; not over arrays, nor over many but finitely many values.",
        failing: b"(declare-const c (Array Int Int))\n\
                   (assert (forall ((a (Array Int Int))) (= (select a 0) (select c 0))))\n",
        fixed: b"(declare-const c (Array Int Int))\n\
                 (assert (forall ((i Int)) (= (select c i) (select c 0))))\n",
    },
    Page {
        code: "SM0412",
        title: "a quantifier inside an atom, about variables from outside",
        text: "A quantified formula may be an argument (of ite, of a function, of =) only if it mentions no variable\n\
               that a quantifier around it binds.",
        failing: b"(declare-fun f (Bool) Int)\n\
                   (declare-const a (Array Int Int))\n\
                   (assert (forall ((i Int))\n\
                   \x20 (= (select a i) (f (forall ((j Int)) (<= (select a i) (select a j)))))))\n",
        fixed: b"(declare-fun f (Bool) Int)\n\
                 (declare-const a (Array Int Int))\n\
                 (assert (forall ((i Int))\n\
                 \x20 (= (select a i) (f (forall ((j Int)) (<= 0 (select a j)))))))\n",
    },
    Page {
        code: "SM0413",
        title: "too many cases",
        text: "Guards and values are mixed so often that taking them apart would make more than a thousand cases.\n\
               Write them as separate quantified formulas, or each as one implication from guard to value.",
        failing: b"(declare-const a (Array Int Int))\n\
                   (assert (forall ((i Int)) (or\n\
                   \x20 (and (<= i 1) (= (select a i) 1)) (and (<= i 2) (= (select a i) 2))\n\
                   \x20 (and (<= i 3) (= (select a i) 3)) (and (<= i 4) (= (select a i) 4))\n\
                   \x20 (and (<= i 5) (= (select a i) 5)) (and (<= i 6) (= (select a i) 6))\n\
                   \x20 (and (<= i 7) (= (select a i) 7)) (and (<= i 8) (= (select a i) 8))\n\
                   \x20 (and (<= i 9) (= (select a i) 9)) (and (<= i 10) (= (select a i) 10))\n\
                   \x20 (and (<= i 11) (= (select a i) 11)) (and (<= i 12) (= (select a i) 12)))))\n",
        fixed: b"(declare-const a (Array Int Int))\n\
                 (assert (forall ((i Int)) (=> (<= i 6) (<= (select a i) 6))))\n\
                 (assert (forall ((i Int)) (=> (<= 7 i) (<= (select a i) 12))))\n",
    },
];
