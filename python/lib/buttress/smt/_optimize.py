"""The best model."""

from __future__ import annotations

from typing import Union

from ._sexpr import Sexpr, parse, write
from ._smtlib import term_text
from ._solver import Solver
from ._term import ExprRef, Liftable, numbers
from ._value import read_value


class Objective:
    """Something to be made as large, or as small, as possible."""

    def __init__(self, optimize: "Optimize", term: ExprRef, position: int) -> None:
        self._optimize, self._term, self._position = optimize, term, position

    def value(self) -> Union[ExprRef, str]:
        """The best value: a number, or the text of what is no number, such as ``oo`` and ``(+ 2.0 epsilon)``."""
        value = self._optimize._values()[self._position]
        number = [value] if isinstance(value, str) else value
        if number[:1] in (["oo"], ["+"], ["*"], ["interval"]) or "epsilon" in number:
            return write(value, lambda _: None).replace("( ", "(").replace(" )", ")")
        return read_value(value, self._term.sort())

    lower = value
    upper = value


class Optimize(Solver):
    """A solver whose models are the best ones: a check is ``sat`` only with evidence that nothing is better.

    Several objectives count in order.
    """

    def reset(self) -> None:
        """Forgets all assertions and objectives."""
        super().reset()
        self._objectives: list[tuple[int, Objective]] = []

    def minimize(self, term: Liftable) -> Objective:
        """As small as possible."""
        return self._objective("minimize", term)

    def maximize(self, term: Liftable) -> Objective:
        """As large as possible."""
        return self._objective("maximize", term)

    def _objective(self, verb: str, term: Liftable) -> Objective:
        (number,) = numbers(verb, term)
        commands = self._declared(number, self._levels[-1])
        self._send([*commands, f"({verb} {term_text(number)})"])
        objective = Objective(self, number, len(self._objectives))
        self._objectives.append((self.num_scopes(), objective))
        return objective

    def pop(self, num: int = 1) -> None:
        """Forgets the last levels, with all that was added since they were opened."""
        super().pop(num)
        self._objectives = [one for one in self._objectives if one[0] <= self.num_scopes()]

    def _values(self) -> list[Sexpr]:
        self._last("sat", "best model")
        assert self._script is not None
        (found,) = parse(self._script.feed("(get-objectives)\n"))
        return [pair[-1] for pair in found[1:]]

    def objectives(self) -> list[ExprRef]:
        """What is to be made as large or as small as possible."""
        return [objective._term for _, objective in self._objectives]
