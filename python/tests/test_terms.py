"""Terms: every name, what is written of them, and what is refused."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction

import pytest

import buttress
from buttress import (
    Abs, And, Array, ArraySort, Bool, Bools, BoolSort, BoolVal, BoolVector, Const, Consts, DeclareSort, Distinct, Exists,
    ExprRef, ForAll, FreshBool, FreshConst, FreshInt, FreshReal, Function, If, Implies, Int, Ints, IntSort, IntVal, IntVector,
    IsInt, K, Not, Or, Product, Q, RatVal, Real, Reals, RealSort, RealVal, RealVector, Select, Solver, SortError, Store, Sum,
    ToInt, ToReal, Update, Xor, sat, substitute, unsat,
)

x, y = Ints("x y")
r = Real("r")
p, q = Bools("p q")
a = Array("a", IntSort(), IntSort())
S = DeclareSort("S")
u, v = Consts("u v", S)
f = Function("f", IntSort(), S, IntSort())

WRITTEN: list[tuple[ExprRef, str]] = [
    (x + 1, "(+ x 1)"), (1 + x, "(+ 1 x)"), (x - y, "(- x y)"), (2 - x, "(- 2 x)"), (-x, "(- x)"), (x * y, "(* x y)"),
    (3 * x, "(* 3 x)"), (x / 2, "(div x 2)"), (7 / x, "(div 7 x)"), (x % 3, "(mod x 3)"), (7 % x, "(mod 7 x)"),
    (r / 2, "(/ r 2.0)"), (x**2, "(^ x 2)"), (r**2, "(^ r 2.0)"), (abs(x), "(abs x)"), (Abs(x), "(abs x)"), (+x, "x"),
    (x < 3, "(< x 3)"), (3 < x, "(> x 3)"), (x <= -3, "(<= x (- 3))"), (x >= y, "(>= x y)"), (x == y, "(= x y)"),
    (x != y, "(distinct x y)"), (x + r, "(+ (to_real x) r)"), (r + 1, "(+ r 1.0)"), (r == 0.1, "(= r (/ 1.0 10.0))"),
    (x + 0.5, "(+ (to_real x) (/ 1.0 2.0))"), (r > Fraction(-1, 3), "(> r (- (/ 1.0 3.0)))"),
    (p & q, "(and p q)"), (p | q, "(or p q)"), (~p, "(not p)"), (p ^ True, "(xor p true)"), (Not(p), "(not p)"),
    (And(p, q, True), "(and p q true)"), (And([p, q]), "(and p q)"), (And(), "true"), (Or(), "false"), (Or(p), "p"),
    (Or(x for x in [p, q]), "(or p q)"), (Xor(p, q), "(xor p q)"), (Implies(p, q), "(=> p q)"), (p == q, "(= p q)"),
    (If(p, x, 1), "(ite p x 1)"), (If(p, r, 1), "(ite p r 1.0)"), (Distinct(x, y, 3), "(distinct x y 3)"),
    (Distinct(x), "true"), (Sum(x, y, 1), "(+ x y 1)"), (Sum([x, y]), "(+ x y)"), (Sum([]), "0"), (Product(x, y), "(* x y)"),
    (ToReal(x), "(to_real x)"), (ToReal(3), "3.0"), (ToInt(r), "(to_int r)"), (IsInt(r), "(is_int r)"),
    (a[x], "(select a x)"), (Select(a, 1), "(select a 1)"), (Store(a, x, 2), "(store a x 2)"),
    (Update(a, 1, 2), "(store a 1 2)"), (K(IntSort(), 0), "((as const (Array Int Int)) 0)"),
    (K(S, True), "((as const (Array S Bool)) true)"), (f(x, u), "(f x u)"), (IntVal(-5), "(- 5)"), (IntVal("7"), "7"),
    (RealVal("1/3"), "(/ 1.0 3.0)"), (RealVal(2), "2.0"), (RatVal(2, 6), "(/ 1.0 3.0)"), (Q(1, 2), "(/ 1.0 2.0)"),
    (BoolVal(False), "false"), (ForAll([x, y], x <= y), "(forall ((x Int) (y Int)) (<= x y))"),
    (Exists(u, u == v), "(exists ((u S)) (= u v))"), (Reals("r s")[1], "s"), (Const("b", BoolSort()), "b"),
    (IntVector("i", 2)[1], "i__1"), (RealVector("i", 1)[0], "i__0"), (BoolVector("i", 1)[0], "i__0"),
    (Array("m", IntSort(), S, RealSort())[1][u], "(select (select m 1) u)"),
]


@pytest.mark.parametrize("term, text", WRITTEN, ids=[text for _, text in WRITTEN])
def test_a_term_is_written_and_read(term: ExprRef, text: str) -> None:
    assert term.sexpr() == text and repr(term)
    solver = Solver()
    solver.add(term == term, Or(p, Not(p)))
    assert solver.check() == sat


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: x + p, r"`\+` needs terms of one sort, found Bool and Int"),
    (lambda: x & y, "must be of sort Bool, found sort Int"),
    (lambda: And(x, p), "must be of sort Bool"),
    (lambda: x == p, "needs terms of one sort"),
    (lambda: p < q, "needs numbers"),
    (lambda: a["q"], "no value of sort Int"),
    (lambda: a[p], "an index must be of sort Int"),
    (lambda: x[0], "only an array has elements"),
    (lambda: Store(a, 1, p), "an element must be of sort Int"),
    (lambda: Store(x, 1, 2), "Store needs an array"),
    (lambda: If(p, x, q), "needs terms of one sort"),
    (lambda: If(x, x, x), "must be of sort Bool"),
    (lambda: f(x), "takes 2 arguments, found 1"),
    (lambda: f(u, x), "argument 1 of f must be of sort Int, found sort S"),
    (lambda: x**y, "an exponent"),  # type: ignore[operator]
    (lambda: x // 2, "there is no `//`"),
    (lambda: x % r, "must be of sort Int"),
    (lambda: bool(x < y), "neither true nor false"),
    (lambda: [it for it in a], "not iterable"),  # type: ignore[misc]
    (lambda: 3 in a, "not a container|not iterable"),  # type: ignore[misc]
    (lambda: ForAll([x + 1], p), "must be a constant"),
    (lambda: ForAll([], p), "needs a variable"),
    (lambda: ForAll([x, x], p), "two variables of one name"),
    (lambda: Int(3), "a name must be a text"),  # type: ignore[arg-type]
    (lambda: Const("x", 3), "expected a sort"),  # type: ignore[arg-type]
    (lambda: ArraySort(IntSort()), "a sort of elements"),
    (lambda: IntVal(1.5), "no integer"),  # type: ignore[arg-type]
    (lambda: x + None, "must be a term or a number|no value of sort"),  # type: ignore[operator]
    (lambda: substitute(ForAll([x], x > y), (y, x)), "variable of a quantifier"),
    (lambda: Solver().add(x > 0, Bool("x")), "was used as a constant of sort Int, and is now a constant of sort Bool"),
    (lambda: Solver().add(And(x > 0, Bool("x"))), "used in two ways"),
    (lambda: Solver().add(ForAll([x], Implies(Bool("x"), x > 0))), "something else in it"),
    (lambda: bool(sat), "one of three"),
    (lambda: copy.copy(x).__reduce__(), "cannot be pickled"),
]


@pytest.mark.parametrize("work, message", REFUSED, ids=[message for _, message in REFUSED])
def test_what_does_not_fit_is_a_type_error(work: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        work()


def test_sort_errors_are_ours() -> None:
    with pytest.raises(SortError) as caught:
        x + p
    assert isinstance(caught.value, buttress.ButtressError)


ODD = [
    "a b", "let", "and", "", "|x|", "é", "select", "py!z", "@x", "2x", "x\ny", "assert", "Int", "\\", "?0", "true", "A%b", "λ x",
    "a;b", '"', "(", "x'", "-", "bvadd", "map", "put", "keys", "@x0", "p!x0", "S!val!0", ".hidden", "str.len", "->", "pow", "a\tb",
    "exp", "tuple", "set.all", "Set", "String", "repeat", "const", "is", "lambda", "_", "!", "divisible", "seq.len", "x\x00y",
]


@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_quoted(name: str) -> None:
    constant, function = Int(name), Function(name + "f", IntSort(), IntSort())
    sort = DeclareSort(name + " s")
    one = Const(name + "c", sort)
    solver = Solver()
    solver.add(constant == 7, function(constant) == 8, one == one)
    assert solver.check() == sat
    model = solver.model()
    assert model.value(constant) == 7 and model.value(function(constant)) == 8 and name in model
    assert solver.evidence.check().is_accepted
    tracked = Solver()
    tracked.assert_and_track(x != x, name)
    assert tracked.check() == unsat and tracked.unsat_core() == [Bool(name)]


def test_equal_terms_are_one_object() -> None:
    assert x + y is Int("x") + Int("y") and hash(x) == hash(Int("x")) and copy.deepcopy(a[x]) is a[x]
    assert {x: 1}[Int("x")] == 1 and x in [y, x] and y not in [x] and bool(x == Int("x")) and not bool(x != x)
    assert (x == None) is BoolVal(False)  # noqa: E711
    assert x.eq(Int("x")) and not x.eq(y) and (x + y).children() == [x, y] and (x + y).num_args() == 2
    assert f(x, u).decl() == f and f.arity() == 2 and f.domain(1) is S and f.range() is IntSort() and f.name() == "f"
    assert a.sort() is ArraySort(IntSort(), IntSort()) and a.domain() is IntSort() and a.range() is IntSort()
    assert len({FreshInt(), FreshInt(), FreshBool(), FreshReal(), FreshConst(S)}) == 5
    assert IntVal(5).as_long() == int(IntVal(5)) == 5 and RealVal("1/3").as_fraction() == Fraction(1, 3)
    formula = ForAll([x], x > y)
    assert formula.is_forall() and formula.var_name(0) == "x" and formula.var_sort(0) is IntSort() and formula.num_vars() == 1
    assert substitute(x + y > 0, (x, y + 1)).sexpr() == "(> (+ (+ y 1) y) 0)"


def test_terms_are_shown() -> None:
    assert repr(And(x + 1 <= y, p)) == "And((x + 1) <= y, p)" and repr(a[x]) == "a[x]"
    assert repr(ForAll([x], Store(a, x, 1)[2] == -x)) == "ForAll([x], Store(a, x, 1)[2] == (-x))"


def test_deep_terms_overflow_nothing() -> None:
    term: ExprRef = x
    for _ in range(50_000):
        term = If(p, term + 1, y)
    solver = Solver()
    solver.add(term == 7)
    assert len(repr(term)) < 10_000 and len(solver.to_smt2()) < 2_000_000
    formula: ExprRef = p
    for level in range(10_000):
        formula = Not(And(formula, q)) if level % 2 else If(q, formula, p)
    deep = Solver()
    deep.add(formula, q)
    assert deep.check() == sat and deep.model().value(formula) is True


def test_shared_terms_are_written_once() -> None:
    term: ExprRef = x
    for _ in range(2_000):
        term = If(p, term + term, term)
    solver = Solver()
    solver.add(term == 0, Not(p))
    assert len(solver.to_smt2()) < 200_000
    assert solver.check() == sat and solver.model().value(x) == 0


def test_sharing_below_quantifiers_stays_in_their_scopes() -> None:
    inner = a[x] + a[x] * 2
    outer = a[3] + 1
    formula = ForAll([x], Implies(x > 0, Exists([y], And(inner > y, (inner) + (x + y) < (x + y) * (outer * outer)))))
    text = formula.sexpr()
    assert text.startswith("(let ((?0 (+ (select a 3) 1))) (forall ((x Int)) (let ((?1 ") and "(exists ((y Int)) (let ((?" in text
    hidden = ForAll([Int("?0")], outer * outer > outer)
    assert hidden.sexpr() == "(let ((??0 (+ (select a 3) 1))) (forall ((?0 Int)) (> (* ??0 ??0) ??0)))"
    # One variable, bound twice and once free, in one shared part.
    part = x + x > y
    whole = And(part, Or(part, q), ForAll([x], Or(part, part == q)), Exists([x], part))
    free, bound, other = Int("free"), Int("bound"), Int("other")
    same = And(
        free + free > y, Or(free + free > y, q), ForAll([bound], Or(bound + bound > y, (bound + bound > y) == q)),
        Exists([other], other + other > y),
    )
    solver = Solver(timeout=60)
    solver.add(whole != substitute(same, (free, x)))
    assert solver.check() == unsat
