"""Models: what ``get-model`` prints, and terms evaluated in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Optional, Union, overload

from .. import _native, _picture
from .._choices import choices
from .._errors import ButtressError, InternalError
from ._sexpr import Sexpr, parse, plain, write
from ._smtlib import Declared, declaration_text, declarations, name_of, sort_text, symbol, term_text
from ._sort import BOOL, INT, ArraySortRef, SortRef
from ._term import ExprRef, FuncDeclRef, literal, make
from ._value import ArrayValue, PyValue, Starts, element, element_number, py_value, read_value

#: Operations that SMT-LIB leaves open, by the names that models have for them.
_OPEN = {"@/0": ("/", "0.0"), "@div0": ("div", "0"), "@mod0": ("mod", "0")}


class FuncInterp:
    """What a model says of a function. Call it with values."""

    def __init__(self, model: "ModelRef", function: FuncDeclRef, text: str) -> None:
        self._model, self._function, self._text = model, function, text

    def __call__(self, *arguments: Union[ExprRef, bool, int, float, str]) -> ExprRef:
        return self._model.eval(self._function(*arguments))

    def sexpr(self) -> str:
        """Its definition."""
        return self._text

    def __repr__(self) -> str:
        return self._text


class ModelRef:
    """A model. The checker has evaluated it on the assertions.

    ``model[x]`` is the value of a constant as a term, ``model.value(t)`` that of any term as a value of Python,
    ``model.eval(t)`` as a term. What the model does not mention is 0, ``false``, the first element.
    """

    def __init__(self, text: str, declared: Iterable[Declared]) -> None:
        self._text = text
        known = list(declared)
        self._sorts = [one for one in known if isinstance(one, SortRef)]
        self._functions = {one.name(): one for one in known if isinstance(one, FuncDeclRef)}
        (definitions,) = parse(text)
        assert isinstance(definitions, list)
        self._definitions: dict[str, list[Sexpr]] = {}
        for definition in definitions:
            if isinstance(definition, list) and definition[:1] == ["define-fun"]:
                self._definitions[name_of(plain(definition[1]))] = definition
        self._replica: Optional[_Replica] = None
        self._lock = Lock()

    def decls(self) -> list[FuncDeclRef]:
        """What it interprets."""
        return [function for name, function in self._functions.items() if name in self._definitions]

    def __len__(self) -> int:
        return len(self.decls())

    def __iter__(self) -> Iterator[FuncDeclRef]:
        return iter(self.decls())

    def __contains__(self, item: object) -> bool:
        name = _name(item) if isinstance(item, (ExprRef, FuncDeclRef, str)) else None
        return name in self._functions and name in self._definitions

    @overload
    def __getitem__(self, item: int) -> FuncDeclRef: ...
    @overload
    def __getitem__(self, item: ExprRef) -> ExprRef: ...
    @overload
    def __getitem__(self, item: Union[FuncDeclRef, str]) -> Union[ExprRef, FuncInterp]: ...
    def __getitem__(
        self, item: Union[ExprRef, FuncDeclRef, str, int]
    ) -> Union[ExprRef, FuncInterp, FuncDeclRef]:
        """The value of a term, what the model says of a function; by position: a declaration."""
        if isinstance(item, int):
            return self.decls()[item]
        if isinstance(item, ExprRef):
            return self.eval(item)
        name = _name(item)
        function = self._functions.get(name)
        definition = self._definitions.get(name)
        if function is None or definition is None or (isinstance(item, FuncDeclRef) and item != function):
            raise KeyError(name)
        if function.arity():
            return FuncInterp(self, function, write(definition, lambda _: None))
        return read_value(definition[4], function.range())

    def eval(self, term: Union[ExprRef, bool, int], model_completion: bool = True) -> ExprRef:
        """The value of a term. (It is always completed: with False, z3 leaves what is not mentioned as it is.)"""
        if not isinstance(term, ExprRef):
            term = literal(term, BOOL if isinstance(term, bool) else INT)
        if term._op == "const" and term in self and self._functions[term._data] == term.decl():
            return read_value(self._definitions[term._data][4], term.sort())
        with self._lock:
            if self._replica is None:
                self._replica = _Replica(self._text, self._sorts, self._functions, self._definitions)
            return self._replica.value(term)

    evaluate = eval

    def value(self, term: Union[ExprRef, bool, int]) -> PyValue:
        """The value of a term as an int, a Fraction, a bool, an ArrayValue, or the name of an element."""
        return py_value(self.eval(term))

    def sexpr(self) -> str:
        """What ``get-model`` prints."""
        return self._text

    def __repr__(self) -> str:
        return "[" + ", ".join(f"{name} = {value}" for name, value in self._rows()) + "]"

    def _rows(self) -> list[tuple[str, str]]:
        rows = []
        for function in self.decls():
            value = self[function]
            shown = str(py_value(value)) if isinstance(value, ExprRef) else str(value)
            rows.append((function.name(), shown))
        return rows

    def _repr_html_(self) -> str:
        pictures = []
        for function in self.decls():
            value = self[function]
            if isinstance(value, ExprRef) and isinstance(value.sort(), ArraySortRef):
                array = py_value(value)
                assert isinstance(array, ArrayValue)
                pictures.append(_picture.cells(function.name(), array.cells(), str(array.default)))
        return _picture.rows(self._rows()) + "".join(f"<div>{picture}</div>" for picture in pictures)


def _name(item: Union[ExprRef, FuncDeclRef, str]) -> str:
    if isinstance(item, str):
        return item
    return item.name() if isinstance(item, FuncDeclRef) else item.decl().name()


class _Replica:
    """A script of which only this model is a model: it is asked for the values of terms."""

    def __init__(
        self,
        text: str,
        sorts: list[SortRef],
        functions: dict[str, FuncDeclRef],
        definitions: dict[str, list[Sexpr]],
    ) -> None:
        self._sizes = {sort: _size(text, sort) for sort in sorts}
        self._elements = [element(sort, number) for sort in sorts for number in range(self._sizes[sort])]
        self._known: set[Declared] = set(sorts)
        self._steps = 0
        commands = [declaration_text(sort) for sort in sorts]
        for sort in sorts:
            commands += self._universe(sort)
        for name, definition in definitions.items():
            function = functions.get(name)
            if function is not None:
                self._known.add(function)
                commands += self._definition(function, definition)
            elif name in _OPEN:
                commands += self._entries(*_OPEN[name], definition[4])
        self._script = _native.Script(choices())
        self._script.feed("\n".join(commands))
        self._check()

    def value(self, term: ExprRef) -> ExprRef:
        """The value of a term."""
        missing = [one for one in declarations(term) if one not in self._known]
        if missing:
            for one in missing:
                self._script.feed("\n".join(self._default(one)))
                self._known.add(one)
            self._check()
        asked = [term_text(term), *(term_text(one) for one in self._elements)]
        (pairs,) = parse(self._script.feed(f"(get-value ({' '.join(asked)}))"))
        first, others = pairs[0], pairs[1:]
        # Elements have numbers of their own there.
        numbers = {
            (one.sort(), element_number(pair[-1])): one for one, pair in zip(self._elements, others)
        }
        return _renamed(read_value(first[-1], term.sort()), numbers)

    def _check(self) -> None:
        said = self._script.feed("(check-sat)").split()
        if said != ["sat"]:
            last = self._script.last() or {}
            raise ButtressError(f"the model cannot be evaluated: {last.get('reason') or said}")

    def _universe(self, sort: SortRef) -> list[str]:
        names = [term_text(element(sort, number)) for number in range(self._sizes[sort])]
        self._known.update(element(sort, number).decl() for number in range(len(names)))
        shown = sort_text(sort)
        commands = [f"(declare-const {name} {shown})" for name in names]
        if len(names) > 1:
            commands.append(f"(assert (distinct {' '.join(names)}))")
        sides = " ".join(f"(= x {name})" for name in names)
        return [*commands, f"(assert (forall ((x {shown})) (or false {sides})))"]

    def _definition(self, function: FuncDeclRef, definition: list[Sexpr]) -> list[str]:
        _, _, parameters, _, body = definition
        commands: list[str] = []
        text = self._text(body, function.range(), commands)
        shown = " ".join(
            f"({_parameter(plain(parameter[0]))} {sort_text(sort)})"
            for parameter, sort in zip(parameters, function._domain)
        )
        return [*commands, f"(define-fun {symbol(function.name())} ({shown}) {sort_text(function.range())} {text})"]

    def _text(self, body: Sexpr, sort: SortRef, commands: list[str]) -> str:
        """A body with names for elements, and for arrays that differ at infinitely many places."""

        def instead(part: Sexpr) -> Optional[str]:
            if isinstance(part, str):
                return _parameter(plain(part)) if plain(part)[:1] == "@" else None
            number = element_number(part)
            if number is not None:
                found = next(one for one in self._sizes if one.name() == name_of(plain(part[2])))
                return term_text(element(found, number))
            if part[:1] == ["lambda"]:
                return self._stepped(part, _array_sort(sort), commands)
            return None

        return write(body, instead)

    def _stepped(self, expression: Sexpr, sort: ArraySortRef, commands: list[str]) -> str:
        name = f"steps!{self._steps}"
        self._steps += 1
        array = read_value(expression, sort)
        assert isinstance(array._data, Starts)
        commands.append(f"(declare-const {name} {sort_text(sort)})")
        bounds = [None, *array._data, None]
        for low, high, value in zip(bounds, bounds[1:], array._args):
            guards = [f"(<= {_integer(low)} i)"] if low is not None else []
            guards += [f"(<= i {_integer(high - 1)})"] if high is not None else []
            commands.append(
                f"(assert (forall ((i Int)) (=> (and true true {' '.join(guards)}) "
                f"(= (select {name} i) {term_text(value)}))))"
            )
        return name

    @staticmethod
    def _entries(op: str, zero: str, body: Sexpr) -> list[str]:
        commands = []
        while isinstance(body, list) and body[:1] == ["ite"]:
            argument = write(body[1][2], lambda _: None)
            value = write(body[2], lambda _: None)
            commands.append(f"(assert (= ({op} {argument} {zero}) {value}))")
            body = body[3]
        return commands

    def _default(self, declared: Declared) -> list[str]:
        if isinstance(declared, SortRef):
            self._sizes[declared] = 1
            self._elements.append(element(declared, 0))
            return [declaration_text(declared), *self._universe(declared)]
        parameters = " ".join(f"(x{place} {sort_text(sort)})" for place, sort in enumerate(declared._domain))
        value = term_text(_first(declared.range()))
        return [f"(define-fun {symbol(declared.name())} ({parameters}) {sort_text(declared.range())} {value})"]


def _size(text: str, sort: SortRef) -> int:
    """How many elements a sort has: up to the largest that the text mentions, at least one."""
    shown = re.escape(sort_text(sort))
    return 1 + max((int(number) for number in re.findall(rf"\(as @(\d+) {shown}\)", text)), default=0)


def _parameter(name: str) -> str:
    return name.replace("@", "p!") if name.startswith("@") else symbol(name)


def _integer(number: int) -> str:
    return str(number) if number >= 0 else f"(- {-number})"


def _array_sort(sort: SortRef) -> ArraySortRef:
    """The sort of arrays of integers that is meant in a value of this sort: the innermost one."""
    found: Optional[ArraySortRef] = None
    while isinstance(sort, ArraySortRef):
        if sort.domain() is INT:
            found = sort
        sort = sort.range()
    if found is None:
        raise InternalError(f"an array over integers in a value of sort {sort}")
    return found


def _first(sort: SortRef) -> ExprRef:
    """The first value of a sort."""
    if isinstance(sort, ArraySortRef):
        return make("const-array", (_first(sort.range()),), sort)
    if sort._kind == "declared":
        return element(sort, 0)
    return literal(False if sort is BOOL else 0, sort)


def _renamed(value: ExprRef, numbers: dict[tuple[SortRef, Optional[int]], ExprRef]) -> ExprRef:
    """A value with elements as the model calls them."""
    from ._build import substitute

    pairs = []
    for (sort, number), one in numbers.items():
        if number is not None and element(sort, number) is not one:
            pairs.append((element(sort, number), one))
    return substitute(value, *pairs) if pairs else value
