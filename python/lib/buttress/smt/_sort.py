"""Sorts. Equal sorts are one object."""

from __future__ import annotations

from threading import Lock

from .._errors import SortError

_lock = Lock()
_sorts: dict[tuple[str, str, tuple["SortRef", ...]], "SortRef"] = {}


class SortRef:
    """A sort of terms."""

    __slots__ = ("_kind", "_name", "_parameters")
    _kind: str
    _name: str
    _parameters: tuple["SortRef", ...]

    def name(self) -> str:
        """Its name, without parameters."""
        return self._name

    def __repr__(self) -> str:
        if not self._parameters:
            return self._name
        return f"{self._name}({', '.join(map(repr, self._parameters))})"

    def __reduce__(self) -> tuple[object, ...]:
        return sort, (type(self), self._kind, self._name, self._parameters)


class ArithSortRef(SortRef):
    """Integers, or rational numbers."""

    __slots__ = ()

    def is_int(self) -> bool:
        """Is it the sort of integers?"""
        return self._kind == "Int"

    def is_real(self) -> bool:
        """Is it the sort of rational numbers?"""
        return self._kind == "Real"


class BoolSortRef(SortRef):
    """Truth values."""

    __slots__ = ()


class ArraySortRef(SortRef):
    """Arrays."""

    __slots__ = ()

    def domain(self) -> SortRef:
        """The sort of the indices."""
        return self._parameters[0]

    def range(self) -> SortRef:
        """The sort of the elements."""
        return self._parameters[1]


def sort(cls: type[SortRef], kind: str, name: str, parameters: tuple[SortRef, ...] = ()) -> SortRef:
    """The sort of this kind and name."""
    key = (kind, name, parameters)
    with _lock:
        found = _sorts.get(key)
        if found is None:
            found = object.__new__(cls)
            found._kind, found._name, found._parameters = kind, name, parameters
            _sorts[key] = found
    return found


def IntSort() -> ArithSortRef:
    """The sort of integers."""
    return INT


def RealSort() -> ArithSortRef:
    """The sort of rational numbers."""
    return REAL


def BoolSort() -> BoolSortRef:
    """The sort of truth values."""
    return BOOL


def DeclareSort(name: str) -> SortRef:
    """A sort of which nothing is known but that it has elements."""
    return sort(SortRef, "declared", name)


def ArraySort(domain: SortRef, *ranges: SortRef) -> ArraySortRef:
    """Arrays from the first sort to the second; with more sorts, to arrays."""
    if not ranges:
        raise SortError("ArraySort needs a sort of indices and a sort of elements")
    for one in (domain, *ranges):
        if not isinstance(one, SortRef):
            raise SortError(f"expected a sort, found {one!r}")
    inner = ranges[0] if len(ranges) == 1 else ArraySort(*ranges)
    found = sort(ArraySortRef, "Array", "Array", (domain, inner))
    assert isinstance(found, ArraySortRef)
    return found


def _arith(name: str) -> ArithSortRef:
    found = sort(ArithSortRef, name, name)
    assert isinstance(found, ArithSortRef)
    return found


def _bool() -> BoolSortRef:
    found = sort(BoolSortRef, "Bool", "Bool")
    assert isinstance(found, BoolSortRef)
    return found


INT = _arith("Int")
REAL = _arith("Real")
BOOL = _bool()
