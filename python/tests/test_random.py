"""Random formulas, whose answers are known from trying all values; and, where it is installed, from z3."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

import buttress
from buttress import And, Array, Bool, Exists, ExprRef, ForAll, If, Implies, Int, IntSort, Not, Or, Solver, Xor, sat, unsat

x, y, i = Int("x"), Int("y"), Int("i")
p = Bool("p")
a = Array("a", IntSort(), IntSort())
RANGE = range(-2, 3)
CELLS = range(3)

State = dict[str, object]
Meaning = Callable[[State], object]


def _number(rng: random.Random, depth: int) -> tuple[ExprRef, Meaning]:
    """A term with its meaning."""
    kind = rng.randrange(9) if depth else rng.randrange(3)
    if kind == 0:
        value = rng.choice(RANGE)
        return buttress.IntVal(value), lambda state: value
    if kind == 1:
        return x, lambda state: state["x"]
    if kind == 2:
        return y, lambda state: state["y"]
    left, one = _number(rng, depth - 1)
    right, two = _number(rng, depth - 1)
    if kind == 3:
        return left + right, lambda state: _int(one(state)) + _int(two(state))
    if kind == 4:
        return left - right, lambda state: _int(one(state)) - _int(two(state))
    if kind == 5:
        factor = rng.choice(RANGE)
        return left * factor, lambda state: _int(one(state)) * factor
    if kind == 6:
        # With a positive divisor SMT-LIB's and Python's agree.
        return left / 3, lambda state: _int(one(state)) // 3
    if kind == 7:
        return a[left % 3], lambda state: _cells(state["a"])[_int(one(state)) % 3]
    condition, truth = _formula(rng, depth - 1)
    return If(condition, left, right), lambda state: one(state) if truth(state) else two(state)


def _formula(rng: random.Random, depth: int) -> tuple[ExprRef, Meaning]:
    kind = rng.randrange(11) if depth else rng.randrange(4)
    if kind == 0:
        return p, lambda state: state["p"]
    if kind < 4 or depth == 0:
        left, one = _number(rng, max(depth - 1, 0))
        right, two = _number(rng, max(depth - 1, 0))
        if kind == 1:
            return left <= right, lambda state: _int(one(state)) <= _int(two(state))
        if kind == 2:
            return left == right, lambda state: one(state) == two(state)
        return left > right, lambda state: _int(one(state)) > _int(two(state))
    if kind == 9 or kind == 10:
        # A quantifier over the cells of the array.
        bound, meaning = _number(rng, 0)
        inside = And(0 <= i, i <= 2)
        if kind == 9:
            all_of = ForAll([i], Implies(inside, a[i] <= bound))
            return all_of, lambda state: all(_int(cell) <= _int(meaning(state)) for cell in _cells(state["a"]))
        some = Exists([i], And(inside, a[i] > bound))
        return some, lambda state: any(_int(cell) > _int(meaning(state)) for cell in _cells(state["a"]))
    first, yes = _formula(rng, depth - 1)
    second, too = _formula(rng, depth - 1)
    if kind == 4:
        return And(first, second), lambda state: yes(state) and too(state)
    if kind == 5:
        return Or(first, second), lambda state: yes(state) or too(state)
    if kind == 6:
        return Not(first), lambda state: not yes(state)
    if kind == 7:
        return Implies(first, second), lambda state: not yes(state) or too(state)
    return Xor(first, second), lambda state: bool(yes(state)) != bool(too(state))


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _cells(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _bounds() -> ExprRef:
    sides = [And(term >= RANGE.start, term < RANGE.stop) for term in (x, y)]
    return And(*sides, *(And(a[cell] >= 0, a[cell] <= 1) for cell in CELLS))


def _states() -> list[State]:
    return [
        {"x": one, "y": two, "p": truth, "a": list(cells)}
        for one, two in itertools.product(RANGE, RANGE)
        for truth in (False, True)
        for cells in itertools.product((0, 1), repeat=3)
    ]


@pytest.mark.parametrize("seed", range(60))
def test_random_formulas_mean_what_they_say(seed: int) -> None:
    rng = random.Random(seed)
    formula, meaning = _formula(rng, 4)
    expected = any(meaning(state) for state in _states())
    solver = Solver()
    solver.add(_bounds(), formula)
    assert solver.check() == (sat if expected else unsat)
    assert solver.evidence.check().is_accepted
    if expected:
        model = solver.model()
        state: State = {"x": model.value(x), "y": model.value(y), "p": model.value(p), "a": [model.value(a[k]) for k in CELLS]}
        assert meaning(state) and model.value(formula) is True


@pytest.mark.parametrize("seed", range(60, 110))
def test_z3_agrees(seed: int) -> None:
    z3 = pytest.importorskip("z3", reason="SKIPPED: z3-solver is not installed: nothing is compared with it")
    rng = random.Random(seed)
    formulas = [_formula(rng, 5)[0] for _ in range(3)]
    ours = Solver()
    ours.add(formulas)
    theirs = z3.Solver()
    theirs.set("timeout", 20_000)
    theirs.from_string(ours.to_smt2())
    answer = str(theirs.check())
    if answer == "unknown":
        pytest.skip("SKIPPED: z3 does not know")
    assert str(ours.check()) == answer
