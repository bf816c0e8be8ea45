"""Terms as SMT-LIB writes them.

Shared parts are written once and named by ``let``, in the innermost scope that binds their variables: a text is about as long as
its term has nodes. Names that SMT-LIB has for something else are changed (``_symbol``) and changed back when a model is read.
Nothing here recurses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Union

from .._errors import SortError
from ._sort import SortRef
from ._term import ExprRef, FuncDeclRef

_SIMPLE = re.compile(r"[A-Za-z~!$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*\Z")
_QUOTABLE = re.compile(r"[^|\\\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*\Z")

#: The words of the language and its commands: between bars they are names like others.
_WORDS = frozenset(
    "! BINARY DECIMAL HEXADECIMAL NUMERAL STRING _ as assert check-sat check-sat-assuming declare-const declare-datatype "
    "declare-datatypes declare-fun declare-sort define-const define-fun define-fun-rec define-funs-rec define-sort echo exists "
    "exit forall get-assertions get-assignment get-info get-model get-option get-proof get-unsat-assumptions get-unsat-core "
    "get-value let match par pop push reset reset-assertions set-info set-logic set-option get-objectives get-interpolants "
    "minimize maximize".split()
)
#: What theories call by these names stays theirs, between bars or not.
_THEORIES = frozenset(
    "true false not and or xor => = distinct ite + - * / div mod abs <= < >= > to_real to_int is_int select store const ^ pow "
    "divisible is lambda put get remove in-keys init keys union intersection complement subset empty undef defined "
    "Bool Int Real Array HashTable PArray".split()
)
_CHANGED = "py!"


def symbol(name: str) -> str:
    """A name as a symbol of a script."""
    if _is_changed(name):
        name = _CHANGED + re.sub(r"[|\\%\x00-\x1f\x7f]", lambda found: f"%{ord(found[0]):x};", name)
    if _SIMPLE.match(name) and name not in _WORDS:
        return name
    return f"|{name}|"


def _is_changed(name: str) -> bool:
    return name in _THEORIES or name.startswith((_CHANGED, "@", ".")) or not _QUOTABLE.match(name)


def name_of(symbol_name: str) -> str:
    """The name that ``symbol`` has written so, without bars."""
    if not symbol_name.startswith(_CHANGED):
        return symbol_name
    return re.sub(r"%([0-9a-f]+);", lambda found: chr(int(found[1], 16)), symbol_name[len(_CHANGED) :])


def sort_text(sort: SortRef) -> str:
    """A sort. Sorts are as deep as somebody has written them by hand."""
    if sort._parameters:
        return f"({sort._name} {' '.join(map(sort_text, sort._parameters))})"
    return symbol(sort._name) if sort._kind == "declared" else sort._name


def number_text(number: Union[int, Fraction], is_real: bool) -> str:
    """A number: ``(- 5)``, ``2.0``, ``(/ 1.0 3.0)``."""
    if number < 0:
        return f"(- {number_text(-number, is_real)})"
    if not is_real:
        return str(number)
    exact = Fraction(number)
    if exact.denominator == 1:
        return f"{exact.numerator}.0"
    return f"(/ {exact.numerator}.0 {exact.denominator}.0)"


Declared = Union[FuncDeclRef, SortRef]


def nodes(term: ExprRef) -> list[ExprRef]:
    """Every part once, arguments first."""
    done: set[ExprRef] = set()
    order: list[ExprRef] = []
    stack: list[tuple[ExprRef, bool]] = [(term, False)]
    while stack:
        node, is_expanded = stack.pop()
        if is_expanded:
            order.append(node)
        elif node not in done:
            done.add(node)
            stack.append((node, True))
            stack.extend((arg, False) for arg in reversed(node._args) if arg not in done)
    return order


def declarations(term: ExprRef) -> Iterator[Declared]:
    """The sorts and functions that a script must declare before it uses the term, sorts first."""
    bound = _Bound(term)
    sorts: dict[SortRef, None] = {}
    functions: dict[FuncDeclRef, None] = {}
    for node in bound.order:
        if node._op == "steps":
            raise SortError(f"an array from a model that differs at infinitely many places cannot be asserted: {node!r}")
        if node._op == "apply":
            functions[node._data] = None
        elif node._op == "const" and node in bound.free:
            functions[FuncDeclRef(node._data, (), node._sort)] = None
        variables = node._data if node._op in ("forall", "exists") else ()
        for sort in (node._sort, *(variable._sort for variable in variables)):
            sorts.update(dict.fromkeys(_declared(sort)))
    for function in functions:
        for sort in (*function._domain, function._range):
            sorts.update(dict.fromkeys(_declared(sort)))
    yield from sorts
    yield from functions


def _declared(sort: SortRef) -> Iterator[SortRef]:
    if sort._kind == "declared":
        yield sort
    for parameter in sort._parameters:
        yield from _declared(parameter)


def declaration_text(declared: Declared) -> str:
    """The command that declares a sort or a function."""
    if isinstance(declared, SortRef):
        return f"(declare-sort {symbol(declared._name)} 0)"
    domain = " ".join(map(sort_text, declared._domain))
    return f"(declare-fun {symbol(declared._name)} ({domain}) {sort_text(declared._range)})"


class _Bound:
    """Which variables occur free in which parts of a term: sets of variables as bits of integers."""

    def __init__(self, term: ExprRef) -> None:
        self.order = nodes(term)
        quantified = [node for node in self.order if node._op in ("forall", "exists")]
        bits: dict[ExprRef, int] = {}
        for node in quantified:
            for variable in node._data:
                bits.setdefault(variable, 1 << len(bits))
        # What has the name of a variable and is something else would be caught by it.
        names = {variable._data for variable in bits}
        others: dict[tuple[str, object], int] = {}
        self.masks: dict[ExprRef, int] = {}
        for node in self.order if quantified else ():
            mask = bits.get(node, 0)
            if node._op == "apply" and node._data._name in names:
                mask |= others.setdefault((node._data._name, node._data), 1 << (len(bits) + len(others)))
            elif node._op == "const" and not mask and node._data in names:
                mask |= others.setdefault((node._data, node._sort), 1 << (len(bits) + len(others)))
            for arg in node._args:
                mask |= self.masks[arg]
            if node._op in ("forall", "exists"):
                for variable in node._data:
                    self._refuse_caught(mask, variable, bits, others)
                    mask &= ~bits[variable]
            self.masks[node] = mask
        self.bits = bits
        self._quantified = quantified
        #: The constants that occur outside of quantifiers that bind them.
        self.free = self._free(term)

    @staticmethod
    def _refuse_caught(
        mask: int, variable: ExprRef, bits: dict[ExprRef, int], others: dict[tuple[str, object], int]
    ) -> None:
        caught = any(mask & bit for (name, _), bit in others.items() if name == variable._data)
        caught |= any(
            mask & bit for other, bit in bits.items() if other._data == variable._data and other is not variable
        )
        if caught:
            raise SortError(f"{variable._data} is a variable of a quantifier of sort {variable._sort}, and something else in it")

    def variables(self, node: ExprRef) -> int:
        """The variables of a quantifier."""
        found = 0
        for variable in node._data:
            found |= self.bits[variable]
        return found

    def _free(self, term: ExprRef) -> set[ExprRef]:
        constants = {node for node in self.order if node._op == "const"}
        top = self.masks.get(term, 0)
        return {node for node in constants if not self.bits.get(node) or self.bits[node] & top}


class _Scopes:
    """The parts that a scope writes: those that mention its variables, or, of the outermost, no variable."""

    def __init__(self, bound: _Bound) -> None:
        self._bound = bound
        self._outside: dict[ExprRef, list[ExprRef]] = {}

    def parts(self, node: ExprRef) -> Iterable[ExprRef]:
        """What the scope around a node writes below it: of a quantifier what mentions none of its variables."""
        if node._op not in ("forall", "exists"):
            return node._args
        return self._outside[node]

    def order(self, root: ExprRef, own: int) -> tuple[list[ExprRef], list[ExprRef]]:
        """The parts of a scope with these variables that are used more than once, arguments first; and what is left to scopes
        around it, as often as it is used."""
        masks = self._bound.masks
        uses: dict[ExprRef, int] = {root: 1}
        outside: list[ExprRef] = []
        order: list[ExprRef] = []
        stack: list[tuple[ExprRef, bool]] = [(root, False)]
        while stack:
            node, is_expanded = stack.pop()
            if own and not masks.get(node, 0) & own:
                outside.append(node)
            elif is_expanded:
                order.append(node)
            else:
                stack.append((node, True))
                for part in reversed(list(self.parts(node))):
                    if own and not masks.get(part, 0) & own:
                        outside.append(part)
                        continue
                    uses[part] = uses.get(part, 0) + 1
                    if uses[part] == 1:
                        stack.append((part, False))
        return [node for node in order if uses[node] > 1 and node._args], outside

    def find(self) -> None:
        """Finds what quantifiers leave to the scopes around them, inner quantifiers first."""
        for node in self._bound.order:
            if node._op in ("forall", "exists"):
                self._outside[node] = self.order(node._args[0], self._bound.variables(node))[1]


def term_text(term: ExprRef) -> str:
    """The term, with shared parts named by ``let``."""
    bound = _Bound(term)
    scopes = _Scopes(bound)
    scopes.find()
    prefix = "?"
    names = {node._data if node._op == "const" else node._data._name for node in bound.order if node._op in ("const", "apply")}
    # A variable that its quantifier does not mention would still hide what is named so outside.
    names.update(variable._data for variable in bound.bits)
    while any(name.startswith(prefix) for name in names):
        prefix += "?"
    numbers: dict[ExprRef, str] = {}
    active: set[ExprRef] = set()
    out: list[str] = []
    # Texts, parts, and what is to be done when they are written.
    stack: list[_Task] = [_Enter(term, 0)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            out.append(item)
        elif isinstance(item, _Enter):
            shared, _ = scopes.order(item.root, item.own)
            todo: list[_Task] = []
            for node in shared:
                name = numbers.setdefault(node, f"{prefix}{len(numbers)}")
                todo += [f"(let (({name} ", _Definition(node), ")) "]
            stack.extend(reversed([*todo, item.root, ")" * len(shared), _Leave(shared)]))
        elif isinstance(item, _Leave):
            active.difference_update(item.shared)
        elif isinstance(item, _Definition):
            stack.append(_Activate(item.node))
            stack.extend(reversed(_pieces(item.node, bound)))
        elif isinstance(item, _Activate):
            active.add(item.node)
        elif item in active:
            out.append(numbers[item])
        else:
            stack.extend(reversed(_pieces(item, bound)))
    return "".join(out)


class _Enter:
    def __init__(self, root: ExprRef, own: int) -> None:
        self.root, self.own = root, own


class _Leave:
    def __init__(self, shared: list[ExprRef]) -> None:
        self.shared = shared


class _Definition:
    def __init__(self, node: ExprRef) -> None:
        self.node = node


class _Activate:
    def __init__(self, node: ExprRef) -> None:
        self.node = node


_Piece = Union[str, ExprRef, _Enter]
_Task = Union[_Piece, _Definition, _Activate, _Leave]


def _pieces(node: ExprRef, bound: _Bound) -> list[_Piece]:
    op = node._op
    if op == "const":
        return [symbol(node._data)]
    if op in ("int", "real"):
        return [number_text(node._data, op == "real")]
    if op in ("forall", "exists"):
        variables = " ".join(f"({symbol(it._data)} {sort_text(it._sort)})" for it in node._data)
        return [f"({op} ({variables}) ", _Enter(node._args[0], bound.variables(node)), ")"]
    if not node._args:
        return [op]
    head = op
    if op == "apply":
        head = symbol(node._data._name)
    elif op == "const-array":
        head = f"(as const {sort_text(node._sort)})"
    pieces: list[_Piece] = [f"({head}"]
    for arg in node._args:
        pieces += [" ", arg]
    return [*pieces, ")"]
