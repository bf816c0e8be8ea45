"""Drives the program given as the first argument through pySMT's generic SMT-LIB interface.

Every formula of pySMT's own examples in a logic that the program speaks is asked about: is it satisfiable, is it
valid, is the model one. Prints a line with figures; the exit code is 1 if an answer is wrong.
"""

import sys

from pysmt.environment import get_env
from pysmt.exceptions import PysmtTypeError, SolverReturnedUnknownResultError
from pysmt.logics import LOGICS
from pysmt.oracles import get_logic
from pysmt.shortcuts import (GE, GT, LT, And, Equals, Int, Not, Real, Solver, Symbol)
from pysmt.test.examples import get_example_formulae
from pysmt.typing import INT, REAL

def speaks(logic):
    """Is the logic one of ours?"""
    theory = logic.theory
    foreign = theory.bit_vectors or theory.strings or theory.floating_point
    return not foreign


def main(program):
    env = get_env()
    logics = [logic for logic in LOGICS if speaks(logic)]
    env.factory.add_generic_solver("buttress", [program, "solve", "-in", "-smt2"], logics)
    asked = skipped = unknown = models = 0
    wrong = []
    for formula, is_valid, is_sat, _ in get_example_formulae():
        logic = get_logic(formula)
        names = [symbol.symbol_name() for symbol in formula.get_free_variables()]
        # No symbol of SMT-LIB can have a bar in its name, whatever pySMT prints.
        if not speaks(logic) or any("|" in name for name in names):
            skipped += 1
            continue
        asked += 1
        try:
            with Solver(name="buttress", logic=logic) as solver:
                solver.add_assertion(formula)
                answer = solver.solve()
                if answer != is_sat:
                    wrong.append("%s: %s" % (formula.serialize(), answer))
                if answer and has_plain_model(formula):
                    model = solver.get_model()
                    try:
                        models += 1
                        if not model.get_value(formula).is_true():
                            wrong.append("%s: no model: %s" % (formula.serialize(), model))
                    except PysmtTypeError:
                        # pySMT cannot evaluate a quotient by 0.
                        models -= 1
            with Solver(name="buttress", logic=logic) as solver:
                solver.add_assertion(Not(formula))
                if solver.solve() == is_valid:
                    wrong.append("%s: valid is %s" % (formula.serialize(), not is_valid))
        except SolverReturnedUnknownResultError:
            unknown += 1
    levels(wrong)
    print("%d asked, %d models, %d unknown, %d in other logics" % (asked, models, unknown, skipped))
    for line in wrong:
        print("wrong: " + line)
    return 1 if wrong or not asked else 0


def has_plain_model(formula):
    """Are all its variables of sorts whose values pySMT can read back?"""
    plain = {"Bool", "Int", "Real"}
    return all(str(symbol.symbol_type()) in plain for symbol in formula.get_free_variables())


def levels(wrong):
    """Levels, values, options: one dialogue that uses what the interface offers."""
    x, r = Symbol("an integer", INT), Symbol("a strange name", REAL)
    options = {":random-seed": "7", ":verbosity": "0", ":global-declarations": "true"}
    with Solver(name="buttress", logic="QF_UFLIRA", solver_options=options) as solver:
        solver.add_assertion(And(GT(x, Int(2)), LT(r, Real(1))))
        solver.push()
        solver.add_assertion(LT(x, Int(2)))
        if solver.solve():
            wrong.append("2 < x < 2")
        solver.pop()
        if not solver.solve():
            wrong.append("2 < x")
        solver.reset_assertions()
        solver.add_assertion(And(GE(x, Int(7)), Equals(x, Int(7)), LT(r, Real(1))))
        # After a value pySMT leaves the end of its line unread, so that values come last.
        if not solver.solve() or solver.get_value(x).constant_value() != 7:
            wrong.append("after reset-assertions")
        if solver.get_value(r).constant_value() >= 1:
            wrong.append("the value of a real")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
