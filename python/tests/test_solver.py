"""Solvers: the stack, models, proofs, cores, evidence, the best."""

from __future__ import annotations

from fractions import Fraction

import pytest

import buttress
from buttress import (
    And, Array, ArraySort, ArrayValue, Bool, Bools, Const, Consts, DeclareSort, Distinct, ForAll, Function, FuncInterp, If, Implies,
    Int, Ints, IntSort, K, NoModelError, Optimize, Or, Real, Solver, SolverFor, Store, find_model, prove_valid, sat, unknown, unsat,
)

x, y = Ints("x y")
a = Array("a", IntSort(), IntSort())


def test_the_stack() -> None:
    solver = Solver()
    solver.add(x > 0)
    solver.push()
    z = Int("z")
    solver.add(z > x, z < 2)
    assert solver.check() == unsat and solver.num_scopes() == 1
    solver.pop()
    assert solver.check() == sat and solver.assertions() == [x > 0] and repr(solver) == "[x > 0]"
    solver.push()
    solver.add(Bool("z"))
    assert solver.check() == sat and solver.model().value(Bool("z")) is True
    with pytest.raises(ValueError, match="there are 1 levels, not 2"):
        solver.pop(2)
    solver.pop()
    solver += [x < 1]
    assert solver.check() == unsat
    solver.reset()
    assert solver.check() == sat and solver.assertions() == []


def test_assumptions_and_cores() -> None:
    solver = Solver()
    p, q = Bools("p q")
    solver.assert_and_track(x > 2, "low")
    solver.assert_and_track(x < 2, p)
    solver.assert_and_track(y > 2, "other")
    assert solver.check() == unsat and set(solver.unsat_core()) == {Bool("low"), p}
    with pytest.raises(buttress.InputError, match="used already"):
        solver.assert_and_track(x > 3, "low")
    with pytest.raises(TypeError, match="the name of a tracked assertion"):
        solver.add(p)
    other = Solver()
    other.add(Implies(p, x > 2), Implies(q, x < 2))
    assert other.check(p, q) == unsat and set(other.unsat_core()) == {p, q}
    assert other.check(p, y > 3) == sat and other.check(p, x == 1) == unsat and other.unsat_core() == [p, x == 1]
    assert other.check([p]) == sat and other.check() == sat


def test_what_was_not_answered_is_not_told() -> None:
    solver = Solver()
    with pytest.raises(NoModelError, match="none since the last change"):
        solver.model()
    solver.add(x > 0)
    assert solver.check() == sat
    for ask in (solver.proof, solver.unsat_core):
        with pytest.raises(NoModelError, match="must be unsat, and is sat"):
            ask()
    model = solver.model()
    solver.add(x < 0)
    with pytest.raises(NoModelError):
        solver.model()
    assert int(model[x]) > 0  # type: ignore[call-overload]
    assert solver.check() == unsat and "buttress-smt-proof" in solver.proof()


def test_evidence_is_checked_again() -> None:
    solver = Solver()
    solver.add(x > 0)
    assert solver.check() == sat
    first = solver.evidence
    solver.push()
    solver.add(x < 0)
    assert solver.check() == unsat and solver.evidence.check().is_accepted and first.check().is_accepted
    forged = buttress.SolverEvidence(first.script, solver.evidence.certificate)
    assert not forged.check().is_accepted
    (again,) = buttress.solve(solver.to_smt2())
    assert again.answer == "unsat"


def test_models() -> None:
    S = DeclareSort("S")
    u, v, w = Consts("u v w", S)
    f = Function("f", IntSort(), IntSort())
    g = Function("g", S, S)
    r = Real("r")
    solver = Solver()
    solver.add(x == 5, r == 0.75, Distinct(u, v, w), f(3) == 4, f(5) == 6, g(u) == v, Bool("b"))
    assert solver.check() == sat
    model = solver.model()
    assert model.value(x) == 5 and model.value(r) == Fraction(3, 4) and model.value(Bool("b")) is True
    assert model[x] == 5 and model[0].name() == model.decls()[0].name() and model["x"] is model[x]
    assert model.value(f(3) + f(x)) == 10 and model[f(3)] == 4
    interpretation = model[f]
    assert isinstance(interpretation, FuncInterp) and interpretation(5) == 6
    assert len({model.value(it) for it in (u, v, w)}) == 3 and model.value(g(u)) == model.value(v)
    assert model.eval(g(u) == v) is buttress.BoolVal(True) and model.value(ForAll([x], Or(x > 3, x < 4))) is True
    everything = Const("everything", S)
    assert model.value(ForAll([everything], Or(everything == u, everything == v, everything == w))) in (True, False)
    # What the model does not mention is completed, and stays as it is.
    assert model.value(y) == 0 and model.value(Const("t", DeclareSort("T"))) == "T!val!0" and model.value(y + 1) == 1
    assert x in model and y not in model and f in model and len(model) == len(list(model)) and "x = 5" in repr(model)
    with pytest.raises(KeyError):
        model["none"]
    assert "define-fun" in model.sexpr() and "<table>" in model._repr_html_()


def test_division_by_zero_is_what_the_model_says() -> None:
    solver = Solver()
    solver.add(x / 0 == 7, y == 0, x % y == 3)
    assert solver.check() == sat
    model = solver.model()
    assert model.value(x / 0) == 7 and model.value(x % y) == 3


def test_arrays_are_readable() -> None:
    solver = Solver()
    solver.add(a[1] == 3, a[2] == 4, x == 2)
    assert solver.check() == sat
    model = solver.model()
    value = model.value(a)
    assert isinstance(value, ArrayValue) and value[1] == 3 and value[2] == 4 and model.value(a[x]) == 4
    assert value._repr_svg_().startswith("<svg") and "<svg" in model._repr_html_() and "1: 3" in str(value)
    m = Array("m", IntSort(), IntSort(), IntSort())
    solver.add(m == Store(K(IntSort(), a), 5, Store(a, 9, 9)))
    assert solver.check() == sat
    inner = solver.model().value(m)
    assert isinstance(inner, ArrayValue)
    row = inner[5]
    assert isinstance(row, ArrayValue) and row[9] == 9 and row[1] == 3


def test_arrays_that_change_at_stretches() -> None:
    i = Int("i")
    solver = Solver()
    solver.add(ForAll([i], Implies(And(x <= i, i <= y), a[i] == 7)), ForAll([i], Implies(i > y, a[i] < 0)), x == 10, y == 10_000)
    solver.add(ForAll([i], Implies(i < x, a[i] == 1)))
    assert solver.check() == sat
    model = solver.model()
    value = model.value(a)
    assert isinstance(value, ArrayValue) and [value[k] for k in (9, 10, 5_000, 10_000)] == [1, 7, 7, 7]
    after = value[10_001]
    assert isinstance(after, int) and after < 0 and model.value(a[500]) == 7 and model.value(a[-4]) == 1
    assert model.value(ForAll([i], Implies(And(10 <= i, i <= 10_000), a[i] == 7))) is True
    assert model.value(Store(a, 3, 9)[3]) == 9 and repr(model) and "…" in model._repr_html_()


def test_limits_are_unknown_with_a_reason() -> None:
    rows = [[Bool(f"p{i}_{j}") for j in range(12)] for i in range(13)]
    pigeons = Solver(timeout=0.05)
    pigeons.add([Or(row) for row in rows])
    pigeons.add([Or(~rows[i][j], ~rows[k][j]) for j in range(12) for i in range(13) for k in range(i)])
    assert pigeons.check() == unknown and "time" in pigeons.reason_unknown()
    pigeons.set(timeout=60_000, random_seed=7)
    pigeons.add(rows[0][0], ~rows[0][0])
    assert pigeons.check() == unsat
    with pytest.raises(ValueError, match="no option frob"):
        pigeons.set("frob", 1)
    assert SolverFor("ALL", timeout=1.0).check() == sat


def test_many_checks_in_one_solver() -> None:
    solver = Solver()
    solver.add(x >= 0, x < 450)
    found = set()
    while solver.check() == sat:
        value = solver.model().value(x)
        assert isinstance(value, int)
        found.add(value)
        solver.add(x != value)
    assert found == set(range(450)) and solver.evidence.check().is_accepted


def test_the_best() -> None:
    optimize = Optimize()
    tables, chairs = Ints("tables chairs")
    optimize.add(tables >= 0, chairs >= 0, 4 * tables + 3 * chairs <= 30, tables + 2 * chairs <= 11)
    best = optimize.maximize(7 * tables + 5 * chairs)
    assert optimize.check() == sat and best.value() == 52 and optimize.evidence.check().is_accepted
    optimize.push()
    r = Real("r")
    optimize.add(r < 2)
    bound = optimize.maximize(r)
    free = optimize.minimize(Int("free"))
    assert optimize.check() == sat and "epsilon" in str(bound.value()) and optimize.objectives()[1:] == [r, Int("free")]
    assert str(free.value())
    optimize.pop()
    assert optimize.check() == sat and best.upper() == 52 and len(optimize.objectives()) == 1


def test_helpers() -> None:
    swapped = Store(Store(a, x, a[y]), y, a[x])
    valid = prove_valid(Store(Store(swapped, x, swapped[y]), y, swapped[x]) == a)
    assert valid.is_valid and valid.proof and valid.counterexample is None
    wrong = prove_valid(x + y > x)
    assert not wrong.is_valid and wrong.counterexample is not None
    assert wrong.counterexample.value(x + y > x) is False
    model = find_model(x * x == 49, x < 0)
    assert model is not None and model.value(x) == -7
    assert find_model(x < x) is None
    assert find_model(If(x > 0, Array("b", IntSort(), IntSort()), a)[0] == 3) is not None
    assert ArraySort(IntSort(), IntSort()) is a.sort()
