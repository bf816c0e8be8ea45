"""Terms. Equal terms are one object, so that sharing in a formula costs nothing, and terms can be keys.

Invariant: arguments have the sorts that their operation wants; whoever makes a term (``_lift``, ``_build``) has looked.
Nothing here recurses over terms, which may be deep.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from threading import Lock
from typing import Any, Optional, Union
from weakref import WeakValueDictionary

from .._errors import SortError
from ._sort import BOOL, INT, REAL, ArithSortRef, ArraySortRef, BoolSortRef, SortRef

#: What stands for a term: a term, or a value of Python that becomes a literal.
Liftable = Union["ExprRef", bool, int, float, Fraction, str]

_lock = Lock()
_terms: "WeakValueDictionary[tuple[Any, ...], ExprRef]" = WeakValueDictionary()


class ExprRef:
    """A term. Operators make larger terms: ``x + 1 <= y``, ``a[i] == v``, ``p & ~q``."""

    __slots__ = ("_args", "_data", "_op", "_sort", "__weakref__")
    _op: str
    _args: tuple["ExprRef", ...]
    _sort: SortRef
    _data: Any

    def sort(self) -> SortRef:
        """Its sort."""
        return self._sort

    def decl(self) -> "FuncDeclRef":
        """The function that it applies; a constant is one without arguments."""
        if self._op in ("const", "apply"):
            return self._data if self._op == "apply" else FuncDeclRef(self._data, (), self._sort)
        return FuncDeclRef(self._op, tuple(it._sort for it in self._args), self._sort)

    def num_args(self) -> int:
        """How many arguments it has."""
        return len(self._args)

    def arg(self, position: int) -> "ExprRef":
        """An argument."""
        return self._args[position]

    def children(self) -> list["ExprRef"]:
        """Its arguments; of a quantified formula its body."""
        return list(self._args)

    def eq(self, other: object) -> bool:
        """Is it the same term?"""
        return self is other

    def hash(self) -> int:
        """Equal terms have equal hashes."""
        return hash(self)

    def sexpr(self) -> str:
        """The term as SMT-LIB writes it."""
        from ._smtlib import term_text

        return term_text(self)

    def __repr__(self) -> str:
        from ._infix import infix

        return infix(self)

    __hash__ = object.__hash__
    # What has indices need not be a sequence: a loop over it would never end.
    __iter__ = None
    __contains__ = None

    def __copy__(self) -> "ExprRef":
        return self

    def __deepcopy__(self, memo: object) -> "ExprRef":
        return self

    def __reduce__(self) -> Any:
        raise TypeError("terms cannot be pickled; write them with sexpr()")

    def __bool__(self) -> bool:
        if self._op in ("true", "false"):
            return self._op == "true"
        if self._op in ("=", "distinct") and len(self._args) == 2:
            return (self._args[0] is self._args[1]) == (self._op == "=")
        raise TypeError(f"{self!r} is a term, neither true nor false: use And, Or, Not, If, or ask a Solver")

    def __eq__(self, other: object) -> "BoolRef":  # type: ignore[override]
        if other is None:
            return FALSE
        return _boolean("=", pair("==", self, other))

    def __ne__(self, other: object) -> "BoolRef":  # type: ignore[override]
        if other is None:
            return TRUE
        return _boolean("distinct", pair("!=", self, other))

    def __lt__(self, other: Liftable) -> "BoolRef":
        return _boolean("<", numbers("<", self, other))

    def __le__(self, other: Liftable) -> "BoolRef":
        return _boolean("<=", numbers("<=", self, other))

    def __gt__(self, other: Liftable) -> "BoolRef":
        return _boolean(">", numbers(">", self, other))

    def __ge__(self, other: Liftable) -> "BoolRef":
        return _boolean(">=", numbers(">=", self, other))

    def __add__(self, other: Liftable) -> "ArithRef":
        return _number("+", numbers("+", self, other))

    def __radd__(self, other: Liftable) -> "ArithRef":
        return _number("+", numbers("+", other, self))

    def __sub__(self, other: Liftable) -> "ArithRef":
        return _number("-", numbers("-", self, other))

    def __rsub__(self, other: Liftable) -> "ArithRef":
        return _number("-", numbers("-", other, self))

    def __mul__(self, other: Liftable) -> "ArithRef":
        return _number("*", numbers("*", self, other))

    def __rmul__(self, other: Liftable) -> "ArithRef":
        return _number("*", numbers("*", other, self))

    def __truediv__(self, other: Liftable) -> "ArithRef":
        return quotient(self, other)

    def __rtruediv__(self, other: Liftable) -> "ArithRef":
        return quotient(other, self)

    def __floordiv__(self, other: object) -> "ArithRef":
        raise TypeError("`/` of integers is SMT-LIB's div, whose remainder is never negative; there is no `//`")

    def __mod__(self, other: Liftable) -> "ArithRef":
        return _number("mod", integers("%", self, other))

    def __rmod__(self, other: Liftable) -> "ArithRef":
        return _number("mod", integers("%", other, self))

    def __pow__(self, exponent: int) -> "ArithRef":
        if isinstance(exponent, IntNumRef):
            exponent = exponent.as_long()
        if not isinstance(exponent, int) or isinstance(exponent, bool) or exponent < 0:
            raise SortError(f"an exponent must be a number of Python, and not negative, found {exponent!r}")
        (base,) = numbers("**", self)
        return _number("^", (base, literal(exponent, base._sort)))

    def __neg__(self) -> "ArithRef":
        return _number("-", numbers("-", self))

    def __pos__(self) -> "ExprRef":
        return numbers("+", self)[0]

    def __abs__(self) -> "ArithRef":
        (number,) = numbers("abs", self)
        if number._sort is INT:
            return _number("abs", (number,))
        found = make("ite", (number >= 0, number, -number), REAL)
        assert isinstance(found, ArithRef)
        return found

    def __and__(self, other: Liftable) -> "BoolRef":
        return _boolean("and", truths("&", self, other))

    def __rand__(self, other: Liftable) -> "BoolRef":
        return _boolean("and", truths("&", other, self))

    def __or__(self, other: Liftable) -> "BoolRef":
        return _boolean("or", truths("|", self, other))

    def __ror__(self, other: Liftable) -> "BoolRef":
        return _boolean("or", truths("|", other, self))

    def __xor__(self, other: Liftable) -> "BoolRef":
        return _boolean("xor", truths("^", self, other))

    def __rxor__(self, other: Liftable) -> "BoolRef":
        return _boolean("xor", truths("^", other, self))

    def __invert__(self) -> "BoolRef":
        return _boolean("not", truths("~", self))

    def __getitem__(self, index: Liftable) -> "ExprRef":
        sort = self._sort
        if not isinstance(sort, ArraySortRef):
            raise SortError(f"only an array has elements, and this is of sort {sort}: {self!r}")
        return make("select", (self, lift(index, sort.domain(), "an index")), sort.range())


class BoolRef(ExprRef):
    """A formula."""

    __slots__ = ()


class QuantifierRef(BoolRef):
    """A quantified formula."""

    __slots__ = ()

    def is_forall(self) -> bool:
        """Is it universal?"""
        return self._op == "forall"

    def num_vars(self) -> int:
        """How many variables it has."""
        return len(self._data)

    def var_name(self, position: int) -> str:
        """The name of a variable."""
        return str(self._data[position]._data)

    def var_sort(self, position: int) -> SortRef:
        """The sort of a variable."""
        found: SortRef = self._data[position]._sort
        return found

    def body(self) -> ExprRef:
        """What it quantifies."""
        return self._args[0]


class ArithRef(ExprRef):
    """A number."""

    __slots__ = ()

    def is_int(self) -> bool:
        """Is it an integer by its sort?"""
        return self._sort is INT

    def is_real(self) -> bool:
        """Is it of sort Real?"""
        return self._sort is REAL


class IntNumRef(ArithRef):
    """An integer."""

    __slots__ = ()

    def as_long(self) -> int:
        """The integer."""
        return int(self._data)

    def as_string(self) -> str:
        """Its digits."""
        return str(self._data)

    def as_fraction(self) -> Fraction:
        """The number."""
        return Fraction(self._data)

    def __int__(self) -> int:
        return int(self._data)

    def __float__(self) -> float:
        return float(self._data)


class RatNumRef(ArithRef):
    """A rational number."""

    __slots__ = ()

    def as_fraction(self) -> Fraction:
        """The number."""
        return Fraction(self._data)

    def as_string(self) -> str:
        """Its digits, as in ``1/3``."""
        return str(self._data)

    def numerator_as_long(self) -> int:
        """The numerator, with the sign."""
        return int(self._data.numerator)

    def denominator_as_long(self) -> int:
        """The denominator."""
        return int(self._data.denominator)

    def __float__(self) -> float:
        return float(self._data)


class ArrayRef(ExprRef):
    """An array."""

    __slots__ = ()

    def domain(self) -> SortRef:
        """The sort of its indices."""
        return self._sort._parameters[0]

    def range(self) -> SortRef:
        """The sort of its elements."""
        return self._sort._parameters[1]


class FuncDeclRef:
    """A function; call it to apply it."""

    __slots__ = ("_domain", "_name", "_range")

    def __init__(self, name: str, domain: tuple[SortRef, ...], result: SortRef) -> None:
        self._name, self._domain, self._range = name, domain, result

    def name(self) -> str:
        """Its name."""
        return self._name

    def arity(self) -> int:
        """How many arguments it takes."""
        return len(self._domain)

    def domain(self, position: int) -> SortRef:
        """The sort of an argument."""
        return self._domain[position]

    def range(self) -> SortRef:
        """The sort of what it gives."""
        return self._range

    def __call__(self, *arguments: Liftable) -> ExprRef:
        if len(arguments) != len(self._domain):
            raise SortError(f"{self._name} takes {len(self._domain)} arguments, found {len(arguments)}")
        if not arguments:
            return make("const", (), self._range, self._name)
        lifted = tuple(
            lift(argument, sort, f"argument {place} of {self._name}")
            for place, (argument, sort) in enumerate(zip(arguments, self._domain), 1)
        )
        return make("apply", lifted, self._range, self)

    def _key(self) -> tuple[object, ...]:
        return self._name, self._domain, self._range

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FuncDeclRef) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return self._name


def make(op: str, args: tuple[ExprRef, ...], sort: SortRef, data: Any = None) -> ExprRef:
    """The term of this operation."""
    # Arguments live as long as the term, so that their ids are theirs.
    key = (op, sort, tuple(map(id, data)) if type(data) is tuple else data, *map(id, args))
    with _lock:
        found = _terms.get(key)
        if found is None:
            found = object.__new__(_class_of(op, sort))
            found._op, found._args, found._sort, found._data = op, args, sort, data
            _terms[key] = found
    return found


def _class_of(op: str, sort: SortRef) -> type[ExprRef]:
    special = {"int": IntNumRef, "real": RatNumRef, "forall": QuantifierRef, "exists": QuantifierRef}.get(op)
    if special is not None:
        return special
    if isinstance(sort, BoolSortRef):
        return BoolRef
    if isinstance(sort, ArithSortRef):
        return ArithRef
    return ArrayRef if isinstance(sort, ArraySortRef) else ExprRef


def _boolean(op: str, args: tuple[ExprRef, ...]) -> BoolRef:
    found = make(op, args, BOOL)
    assert isinstance(found, BoolRef)
    return found


def _number(op: str, args: tuple[ExprRef, ...]) -> ArithRef:
    found = make(op, args, args[0]._sort)
    assert isinstance(found, ArithRef)
    return found


TRUE = _boolean("true", ())
FALSE = _boolean("false", ())


def literal(value: Any, sort: SortRef) -> ExprRef:
    """A value of Python as a literal of a sort."""
    if sort is BOOL and isinstance(value, bool):
        return TRUE if value else FALSE
    if isinstance(value, bool) or sort not in (INT, REAL):
        raise SortError(f"{value!r} is no value of sort {sort}")
    try:
        # What a float is written as, as in SMT-LIB: 0.1 is a tenth.
        number = Fraction(repr(value) if isinstance(value, float) else value)
    except (TypeError, ValueError):
        raise SortError(f"{value!r} is no value of sort {sort}") from None
    if sort is REAL:
        return make("real", (), REAL, number)
    if number.denominator != 1:
        raise SortError(f"{value!r} is no integer")
    return make("int", (), INT, number.numerator)


def lift(value: object, sort: Optional[SortRef], role: str = "a term") -> ExprRef:
    """A term of this sort, if one is given; an integer is a rational number where one is wanted."""
    if not isinstance(value, ExprRef):
        if sort is None:
            sort = _natural(value, role)
        return literal(value, sort)
    if sort is None or value._sort is sort:
        return value
    if sort is REAL and value._sort is INT:
        return to_real(value)
    raise SortError(f"{role} must be of sort {sort}, found sort {value._sort}: {value!r}")


def _natural(value: object, role: str) -> SortRef:
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return INT
    if isinstance(value, (float, Fraction)):
        return REAL
    raise SortError(f"{role} must be a term or a number, found {value!r}")


def to_real(term: ExprRef) -> ExprRef:
    """The rational number of an integer."""
    if isinstance(term, IntNumRef):
        return make("real", (), REAL, Fraction(term._data))
    return make("to_real", (term,), REAL)


def pair(sign: str, *values: object) -> tuple[ExprRef, ...]:
    """Terms of one sort."""
    terms = [value for value in values if isinstance(value, ExprRef)]
    sorts = {term._sort for term in terms}
    if sorts <= {INT, REAL}:
        inexact = any(isinstance(value, (float, Fraction)) for value in values)
        sort: SortRef = REAL if REAL in sorts or inexact or not terms and _any_real(values) else INT
        if not terms:
            return tuple(lift(value, None, f"a side of `{sign}`") for value in values)
    elif len(sorts) == 1:
        sort = terms[0]._sort
    else:
        shown = " and ".join(sorted({str(sort) for sort in sorts}))
        raise SortError(f"`{sign}` needs terms of one sort, found {shown}")
    return tuple(lift(value, sort, f"a side of `{sign}`") for value in values)


def _any_real(values: Sequence[object]) -> bool:
    return any(isinstance(value, (float, Fraction)) for value in values)


def numbers(sign: str, *values: object) -> tuple[ExprRef, ...]:
    """Numbers of one sort."""
    terms = pair(sign, *values)
    if terms and terms[0]._sort not in (INT, REAL):
        raise SortError(f"`{sign}` needs numbers, found sort {terms[0]._sort}: {terms[0]!r}")
    return terms


def integers(sign: str, *values: object) -> tuple[ExprRef, ...]:
    """Integers."""
    return tuple(lift(value, INT, f"a side of `{sign}`") for value in values)


def truths(sign: str, *values: object) -> tuple[ExprRef, ...]:
    """Formulas."""
    return tuple(lift(value, BOOL, f"a side of `{sign}`") for value in values)


def quotient(left: object, right: object) -> ArithRef:
    """The quotient; of integers it is SMT-LIB's ``div``."""
    sides = numbers("/", left, right)
    return _number("div" if sides[0]._sort is INT else "/", sides)
