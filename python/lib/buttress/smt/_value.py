"""Values of models: read from what the solver prints, as terms and as values of Python."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Optional, Union

from .. import _picture
from .._errors import InternalError
from ._sexpr import Sexpr, plain
from ._sort import BOOL, INT, REAL, ArraySortRef, SortRef
from ._term import FALSE, TRUE, ExprRef, literal, make

#: What ``ModelRef.value`` gives: elements of declared sorts are texts.
PyValue = Union[int, Fraction, bool, str, "ArrayValue"]


class Starts(tuple[int, ...]):
    """The indices at which an array of integers changes."""

    __slots__ = ()


@dataclass(frozen=True)
class ArrayValue:
    """An array of a model: ``array[index]``. In a notebook it is drawn as cells.

    What is neither among the ``entries`` nor from one of the ``starts`` on has the ``default``.
    """

    default: PyValue
    entries: Mapping[Any, PyValue]
    """Single elements by their indices."""
    starts: tuple[int, ...] = ()
    """Integers from which on, up to the next, all elements are equal."""
    levels: tuple[PyValue, ...] = ()
    """The elements from these on."""

    def __getitem__(self, index: Any) -> PyValue:
        if index in self.entries:
            return self.entries[index]
        place = bisect_right(self.starts, index) if self.starts else 0
        return self.levels[place - 1] if place > 0 else self.default

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return "[" + ", ".join([f"{index}: {value}" for index, value in self.cells()] + [f"else: {self.default}"]) + "]"

    def cells(self) -> list[tuple[str, str]]:
        """Indices, or stretches of them, and what is there, for people."""
        cells = [(str(index), str(value)) for index, value in sorted(self.entries.items(), key=_by_value)]
        for place, (start, value) in enumerate(zip(self.starts, self.levels)):
            last = self.starts[place + 1] - 1 if place + 1 < len(self.starts) else None
            shown = f"{start}…" if last is None else str(start) if last == start else f"{start}…{last}"
            cells.append((shown, str(value)))
        return cells

    def _repr_svg_(self) -> str:
        return _picture.cells("", self.cells(), str(self.default))


def _by_value(item: tuple[Any, PyValue]) -> tuple[bool, Any]:
    return isinstance(item[0], (str, ArrayValue)), item[0] if not isinstance(item[0], ArrayValue) else str(item[0])


def element(sort: SortRef, number: int) -> ExprRef:
    """An element of a declared sort, as a constant that no script of ours mentions otherwise."""
    return make("const", (), sort, f"{sort._name}!val!{number}")


def element_number(expression: Sexpr) -> Optional[int]:
    """The number of ``(as @7 U)``."""
    if isinstance(expression, list) and len(expression) == 3 and expression[0] == "as":
        word = plain(expression[1])
        if word[:1] == "@" and word[1:].isdigit():
            return int(word[1:])
    return None



def read_value(expression: Sexpr, sort: SortRef, names: Optional[Mapping[str, Any]] = None) -> ExprRef:
    """A value as a term. It recurses as deep as its sort is."""
    names = dict(names or {})
    expression = _without_lets(expression, names)
    if sort is BOOL and expression in ("true", "false"):
        return TRUE if expression == "true" else FALSE
    if sort in (INT, REAL):
        number = _number(expression)
        if number is not None:
            return literal(number, sort)
    if isinstance(sort, ArraySortRef):
        return _array(expression, sort, names)
    number_of_element = element_number(expression)
    if number_of_element is None:
        raise InternalError(f"cannot read a value of sort {sort}: {expression!r}")
    return element(sort, number_of_element)


def _without_lets(expression: Sexpr, names: dict[str, Any]) -> Sexpr:
    while True:
        if isinstance(expression, str) and plain(expression) in names:
            expression = names[plain(expression)]
        elif isinstance(expression, list) and expression[:1] == ["let"]:
            for binding in expression[1]:
                names[plain(binding[0])] = binding[1]
            expression = expression[2]
        else:
            return expression


def _number(expression: Sexpr) -> Optional[Fraction]:
    if isinstance(expression, str):
        try:
            return Fraction(expression)
        except ValueError:
            return None
    parts = [_number(part) for part in expression[1:]]
    if expression[:1] == ["-"] and len(parts) == 1 and parts[0] is not None:
        return -parts[0]
    if expression[:1] == ["/"] and len(parts) == 2 and parts[0] is not None and parts[1]:
        return parts[0] / parts[1]
    return None


def _array(expression: Sexpr, sort: ArraySortRef, names: dict[str, Any]) -> ExprRef:
    writes: list[tuple[ExprRef, ExprRef]] = []
    expression = _without_lets(expression, names)
    while isinstance(expression, list) and expression[:1] == ["store"]:
        index = read_value(expression[2], sort.domain(), names)
        writes.append((index, read_value(expression[3], sort.range(), names)))
        expression = _without_lets(expression[1], names)
    if not isinstance(expression, list):
        raise InternalError(f"cannot read an array: {expression!r}")
    if expression[:1] == ["lambda"]:
        array = _steps(expression[2], sort, names)
    else:
        array = make("const-array", (read_value(expression[1], sort.range(), names),), sort)
    for index, value in reversed(writes):
        array = make("store", (array, index, value), sort)
    return array


def _steps(body: Sexpr, sort: ArraySortRef, names: dict[str, Any]) -> ExprRef:
    """``(ite (< @i 3) 0 (ite (< @i 7) 5 1))``"""
    starts: list[int] = []
    values: list[ExprRef] = []
    while isinstance(body, list) and body[:1] == ["ite"]:
        start = _number(body[1][2])
        assert start is not None
        starts.append(int(start))
        values.append(read_value(body[2], sort.range(), names))
        body = body[3]
    values.append(read_value(body, sort.range(), names))
    return make("steps", tuple(values), sort, Starts(starts))


def py_value(term: ExprRef) -> PyValue:
    """A value of Python for a term that ``read_value`` has read."""
    op = term._op
    if op in ("true", "false"):
        return op == "true"
    if op in ("int", "real"):
        found: PyValue = term._data
        return found
    if op == "const":
        return str(term._data)
    entries: dict[Any, PyValue] = {}
    while op == "store":
        entries.setdefault(py_value(term._args[1]), py_value(term._args[2]))
        term = term._args[0]
        op = term._op
    first, *levels = map(py_value, term._args)
    return ArrayValue(first, entries, tuple(term._data or ()), tuple(levels))
