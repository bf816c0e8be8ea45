"""Makers of terms, under the names that users of z3 know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import count
from typing import Any, Union

from .._errors import SortError
from ._sort import BOOL, INT, REAL, ArraySort, ArraySortRef, SortRef
from ._term import (
    FALSE, TRUE, ArithRef, ArrayRef, BoolRef, ExprRef, FuncDeclRef, IntNumRef, Liftable, QuantifierRef, RatNumRef,
    integers, lift, literal, make, numbers, pair, to_real, truths,
)

_fresh = count()


def _checked(name: object, sort: object) -> tuple[str, SortRef]:
    if not isinstance(name, str):
        raise TypeError(f"a name must be a text, found {name!r}")
    if not isinstance(sort, SortRef):
        raise SortError(f"expected a sort, found {sort!r}")
    return name, sort


def Const(name: str, sort: SortRef) -> ExprRef:
    """A constant of any sort."""
    name, sort = _checked(name, sort)
    return make("const", (), sort, name)


def Consts(names: Union[str, Iterable[str]], sort: SortRef) -> list[ExprRef]:
    """Constants: their names between blanks."""
    return [Const(name, sort) for name in _names(names)]


def _names(names: Union[str, Iterable[str]]) -> list[str]:
    return names.split() if isinstance(names, str) else list(names)


def _number(name: str, sort: SortRef) -> ArithRef:
    found = Const(name, sort)
    assert isinstance(found, ArithRef)
    return found


def Int(name: str) -> ArithRef:
    """A constant that is an integer."""
    return _number(name, INT)


def Ints(names: Union[str, Iterable[str]]) -> list[ArithRef]:
    """Constants that are integers: their names between blanks."""
    return [Int(name) for name in _names(names)]


def IntVector(prefix: str, size: int) -> list[ArithRef]:
    """So many integers: ``x__0``, ``x__1`` and so on."""
    return [Int(f"{prefix}__{place}") for place in range(size)]


def Real(name: str) -> ArithRef:
    """A constant that is a rational number."""
    return _number(name, REAL)


def Reals(names: Union[str, Iterable[str]]) -> list[ArithRef]:
    """Constants that are rational numbers: their names between blanks."""
    return [Real(name) for name in _names(names)]


def RealVector(prefix: str, size: int) -> list[ArithRef]:
    """So many rational numbers: ``x__0``, ``x__1`` and so on."""
    return [Real(f"{prefix}__{place}") for place in range(size)]


def Bool(name: str) -> BoolRef:
    """A constant that is a truth value."""
    found = Const(name, BOOL)
    assert isinstance(found, BoolRef)
    return found


def Bools(names: Union[str, Iterable[str]]) -> list[BoolRef]:
    """Constants that are truth values: their names between blanks."""
    return [Bool(name) for name in _names(names)]


def BoolVector(prefix: str, size: int) -> list[BoolRef]:
    """So many truth values: ``p__0``, ``p__1`` and so on."""
    return [Bool(f"{prefix}__{place}") for place in range(size)]


def Array(name: str, domain: SortRef, *ranges: SortRef) -> ArrayRef:
    """A constant that is an array."""
    return _array(Const(name, ArraySort(domain, *ranges)))


def FreshConst(sort: SortRef, prefix: str = "c") -> ExprRef:
    """A constant that nobody else has."""
    return Const(f"{prefix}!{next(_fresh)}", sort)


def FreshInt(prefix: str = "x") -> ArithRef:
    """An integer that nobody else has."""
    return Int(f"{prefix}!{next(_fresh)}")


def FreshReal(prefix: str = "x") -> ArithRef:
    """A rational number that nobody else has."""
    return Real(f"{prefix}!{next(_fresh)}")


def FreshBool(prefix: str = "p") -> BoolRef:
    """A truth value that nobody else has."""
    return Bool(f"{prefix}!{next(_fresh)}")


def Function(name: str, *signature: SortRef) -> FuncDeclRef:
    """A function of which nothing is known: the sorts of its arguments, and of what it gives."""
    if not signature:
        raise SortError("a function needs at least the sort of what it gives")
    for one in signature:
        _checked(name, one)
    return FuncDeclRef(name, tuple(signature[:-1]), signature[-1])


def IntVal(value: Union[int, str]) -> IntNumRef:
    """An integer."""
    found = literal(value, INT)
    assert isinstance(found, IntNumRef)
    return found


def RealVal(value: Union[int, float, str, Fraction]) -> RatNumRef:
    """A rational number: ``RealVal("1/3")``, ``RealVal(0.1)`` is a tenth."""
    found = literal(value, REAL)
    assert isinstance(found, RatNumRef)
    return found


def RatVal(numerator: int, denominator: int) -> RatNumRef:
    """The quotient of two integers."""
    return RealVal(Fraction(numerator, denominator))


Q = RatVal


def BoolVal(value: bool) -> BoolRef:
    """True or false."""
    return TRUE if value else FALSE


def _spread(terms: Sequence[Any]) -> list[Any]:
    """Terms, or one list of terms."""
    if len(terms) == 1 and not isinstance(terms[0], (ExprRef, str)) and isinstance(terms[0], Iterable):
        return list(terms[0])
    return list(terms)


def _formula(op: str, args: tuple[ExprRef, ...]) -> BoolRef:
    found = make(op, args, BOOL)
    assert isinstance(found, BoolRef)
    return found


def _joined(op: str, unit: BoolRef, terms: Sequence[Any]) -> BoolRef:
    args = truths(op, *_spread(terms))
    if len(args) < 2:
        only = args[0] if args else unit
        assert isinstance(only, BoolRef)
        return only
    return _formula(op, args)


def And(*terms: Any) -> BoolRef:
    """All of them: terms, or a list of terms."""
    return _joined("and", TRUE, terms)


def Or(*terms: Any) -> BoolRef:
    """At least one of them: terms, or a list of terms."""
    return _joined("or", FALSE, terms)


def Not(term: Liftable) -> BoolRef:
    """The contrary."""
    return _formula("not", truths("Not", term))


def Xor(left: Liftable, right: Liftable) -> BoolRef:
    """One of them and not the other."""
    return _formula("xor", truths("Xor", left, right))


def Implies(premise: Liftable, conclusion: Liftable) -> BoolRef:
    """If the first, then the second."""
    return _formula("=>", truths("Implies", premise, conclusion))


def If(condition: Liftable, then: Liftable, otherwise: Liftable) -> ExprRef:
    """One or the other."""
    (condition,) = truths("If", condition)
    sides = pair("If", then, otherwise)
    return make("ite", (condition, *sides), sides[0].sort())


def Distinct(*terms: Any) -> BoolRef:
    """All different."""
    args = pair("Distinct", *_spread(terms))
    return _formula("distinct", args) if len(args) > 1 else TRUE


def Sum(*terms: Any) -> ArithRef:
    """The sum of terms, or of a list of terms."""
    return _folded("+", 0, terms)


def Product(*terms: Any) -> ArithRef:
    """The product of terms, or of a list of terms."""
    return _folded("*", 1, terms)


def _folded(op: str, unit: int, terms: Sequence[Any]) -> ArithRef:
    args = numbers(op, *_spread(terms))
    found: ExprRef = literal(unit, INT)
    if args:
        found = make(op, args, args[0].sort()) if len(args) > 1 else args[0]
    assert isinstance(found, ArithRef)
    return found


def Abs(term: Liftable) -> ArithRef:
    """The absolute value."""
    return abs(lift(term, None))


def ToReal(term: Liftable) -> ArithRef:
    """The rational number of an integer."""
    found = to_real(integers("ToReal", term)[0])
    assert isinstance(found, ArithRef)
    return found


def ToInt(term: Liftable) -> ArithRef:
    """The greatest integer that is not greater."""
    found = make("to_int", (lift(term, REAL),), INT)
    assert isinstance(found, ArithRef)
    return found


def IsInt(term: Liftable) -> BoolRef:
    """Is a rational number an integer?"""
    return _formula("is_int", (lift(term, REAL),))


def Select(array: ExprRef, index: Liftable) -> ExprRef:
    """The element at an index: ``array[index]``."""
    return array[index]


def Store(array: ExprRef, index: Liftable, value: Liftable) -> ArrayRef:
    """The array with another element at an index."""
    sort = array.sort()
    if not isinstance(sort, ArraySortRef):
        raise SortError(f"Store needs an array, found sort {sort}: {array!r}")
    lifted = (lift(index, sort.domain(), "an index"), lift(value, sort.range(), "an element"))
    return _array(make("store", (array, *lifted), sort))


Update = Store


def K(domain: SortRef, value: Liftable) -> ArrayRef:
    """The array with one element everywhere."""
    element = lift(value, None, "an element")
    return _array(make("const-array", (element,), ArraySort(domain, element.sort())))


def _array(term: ExprRef) -> ArrayRef:
    assert isinstance(term, ArrayRef)
    return term


def ForAll(variables: Union[ExprRef, Sequence[ExprRef]], body: Liftable) -> QuantifierRef:
    """The body for all values of the variables, which are constants in it."""
    return _quantified("forall", variables, body)


def Exists(variables: Union[ExprRef, Sequence[ExprRef]], body: Liftable) -> QuantifierRef:
    """The body for some values of the variables, which are constants in it."""
    return _quantified("exists", variables, body)


def _quantified(op: str, variables: Union[ExprRef, Sequence[ExprRef]], body: Liftable) -> QuantifierRef:
    bound = (variables,) if isinstance(variables, ExprRef) else tuple(variables)
    if not bound:
        raise SortError("a quantifier needs a variable")
    for variable in bound:
        if not is_const(variable):
            raise SortError(f"a quantified variable must be a constant, found {variable!r}")
    if len({variable._data for variable in bound}) < len(bound):
        raise SortError("a quantifier has two variables of one name")
    found = make(op, truths("a quantifier", body), BOOL, bound)
    assert isinstance(found, QuantifierRef)
    return found


def substitute(term: ExprRef, *pairs: tuple[ExprRef, Liftable]) -> ExprRef:
    """The term with others in the place of some. Quantified formulas in which a variable would be caught are refused."""
    lifted = [(old, lift(new, old.sort(), "a replacement")) for old, new in pairs]
    done: dict[ExprRef, ExprRef] = dict(lifted)
    olds = {old for old, _ in pairs}
    free = {leaf for _, new in lifted for leaf in _leaves(new)}
    stack = [term]
    while stack:
        top = stack[-1]
        missing = [arg for arg in top._args if arg not in done] if top not in done else []
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if top in done:
            continue
        args = tuple(done[arg] for arg in top._args)
        if isinstance(top, QuantifierRef) and args != top._args:
            if any(variable in olds or variable in free for variable in top._data):
                raise SortError(f"a replacement mentions a variable of a quantifier: {top!r}")
        done[top] = top if not args else make(top._op, args, top._sort, top._data)
    return done[term]


def _leaves(term: ExprRef) -> set[ExprRef]:
    seen, stack = {term}, [term]
    while stack:
        fresh = [arg for arg in stack.pop()._args if arg not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return {one for one in seen if one._op == "const"}


def is_expr(value: object) -> bool:
    """Is it a term?"""
    return isinstance(value, ExprRef)


def is_const(value: object) -> bool:
    """Is it a constant that has a name?"""
    return isinstance(value, ExprRef) and value._op == "const"


def is_bool(value: object) -> bool:
    """Is it a formula?"""
    return isinstance(value, BoolRef)


def is_int(value: object) -> bool:
    """Is it a term of sort Int?"""
    return isinstance(value, ExprRef) and value.sort() is INT


def is_real(value: object) -> bool:
    """Is it a term of sort Real?"""
    return isinstance(value, ExprRef) and value.sort() is REAL


def is_array(value: object) -> bool:
    """Is it an array?"""
    return isinstance(value, ArrayRef)


def is_int_value(value: object) -> bool:
    """Is it the literal of an integer?"""
    return isinstance(value, IntNumRef)


def is_rational_value(value: object) -> bool:
    """Is it the literal of a rational number?"""
    return isinstance(value, RatNumRef)


def is_quantifier(value: object) -> bool:
    """Is it a quantified formula?"""
    return isinstance(value, QuantifierRef)


def _is(op: str, value: object) -> bool:
    return isinstance(value, ExprRef) and value._op == op


def is_true(value: object) -> bool:
    """Is it the literal ``true``?"""
    return _is("true", value)


def is_false(value: object) -> bool:
    """Is it the literal ``false``?"""
    return _is("false", value)


def is_and(value: object) -> bool:
    """Is it a conjunction?"""
    return _is("and", value)


def is_or(value: object) -> bool:
    """Is it a disjunction?"""
    return _is("or", value)


def is_not(value: object) -> bool:
    """Is it a negation?"""
    return _is("not", value)


def is_eq(value: object) -> bool:
    """Is it an equation?"""
    return _is("=", value)
