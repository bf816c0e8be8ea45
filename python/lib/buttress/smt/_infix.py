"""Terms for people: with operators, and cut where they are long or deep."""

from __future__ import annotations

from ._term import ExprRef

#: What is deeper or longer is cut.
_DEPTH = 24
_LENGTH = 2000

_SIGNS = {
    "=": "==", "distinct": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "+": "+", "*": "*", "/": "/", "div": "/",
    "mod": "%", "^": "**",
}
_NAMES = {
    "and": "And", "or": "Or", "not": "Not", "xor": "Xor", "=>": "Implies", "ite": "If", "store": "Store",
    "to_real": "ToReal", "to_int": "ToInt", "is_int": "IsInt", "abs": "Abs", "distinct": "Distinct",
}
_ATOMS = ("const", "int", "real", "apply", "select")


def infix(term: ExprRef) -> str:
    """The term as it could be typed."""
    budget = [_LENGTH]
    text = _shown(term, _DEPTH, budget)
    return text if len(text) <= 2 * _LENGTH else text[: 2 * _LENGTH] + "…"


def _shown(term: ExprRef, depth: int, budget: list[int]) -> str:
    if depth == 0 or budget[0] <= 0:
        budget[0] -= 1
        return "…"

    def inner(arg: ExprRef, is_side: bool = False) -> str:
        text = _shown(arg, depth - 1, budget)
        plain = arg._op in _ATOMS or arg._op in _NAMES or not arg._args
        return f"({text})" if is_side and not plain else text

    op, args = term._op, term._args
    if op == "const":
        text = str(term._data)
    elif op in ("int", "real"):
        text = str(term._data)
    elif op in ("true", "false"):
        text = op.capitalize()
    elif op == "select":
        text = f"{inner(args[0], True)}[{inner(args[1])}]"
    elif op == "apply":
        text = f"{term._data.name()}({', '.join(map(inner, args))})"
    elif op in ("forall", "exists"):
        names = ", ".join(str(variable._data) for variable in term._data)
        text = f"{'ForAll' if op == 'forall' else 'Exists'}([{names}], {inner(args[0])})"
    elif op == "const-array":
        text = f"K({term._sort._parameters[0]}, {inner(args[0])})"
    elif op == "-":
        text = f"-{inner(args[0], True)}" if len(args) == 1 else " - ".join(inner(arg, True) for arg in args)
    elif op in _SIGNS and (len(args) == 2 or op in "+*"):
        text = f" {_SIGNS[op]} ".join(inner(arg, True) for arg in args)
    elif op == "steps":
        cases = (f"from {start}: {inner(arg)}" for start, arg in zip(term._data, args[1:]))
        text = f"Steps({', '.join([inner(args[0]), *cases])})"
    else:
        text = f"{_NAMES.get(op, op)}({', '.join(map(inner, args))})"
    budget[0] -= len(text) if not args else 4
    return text
