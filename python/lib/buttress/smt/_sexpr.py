"""Expressions in parentheses: what SMT-LIB prints is read with this. Nothing here recurses."""

from __future__ import annotations

import re
from typing import Callable, Optional, Union

#: A token as it is written, or a list.
Sexpr = Union[str, list["Sexpr"]]

_TOKEN = re.compile(r'[()]|\|[^|]*\||"(?:[^"]|"")*"|[^\s()|";]+|;[^\n]*')


def parse(text: str) -> list[Sexpr]:
    """All expressions of a text."""
    done: list[Sexpr] = []
    open_lists: list[list[Sexpr]] = [done]
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == "(":
            inner: list[Sexpr] = []
            open_lists[-1].append(inner)
            open_lists.append(inner)
        elif token == ")":
            open_lists.pop()
        elif not token.startswith(";"):
            open_lists[-1].append(token)
    return done


def plain(token: Sexpr) -> str:
    """A symbol without its bars."""
    assert isinstance(token, str)
    return token[1:-1] if token.startswith("|") else token


def write(root: Sexpr, instead: Callable[[Sexpr], Optional[str]]) -> str:
    """An expression as a text, where some parts are written otherwise."""
    out: list[str] = []
    stack: list[Sexpr] = [root]
    while stack:
        item = stack.pop()
        other = instead(item)
        if other is not None:
            out.append(other)
        elif isinstance(item, str):
            out.append(item)
        else:
            out.append("(")
            stack.append(")")
            stack.extend(reversed(item))
    return " ".join(out)
