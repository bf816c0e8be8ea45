"""What can go wrong. Running out of time or memory is not among it: that is the verdict ``unknown``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional


class ButtressError(Exception):
    """Everything that this package raises by itself."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with an input."""

    message: str
    code: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    offset: Optional[int] = None
    expected: Optional[str] = None
    hint: Optional[str] = None

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> "Problem":
        """From its entry in a document, where a hint is called help."""
        hint = entry.get("hint", entry.get("help"))
        names = ("code", "line", "column", "offset", "expected")
        return cls(str(entry["message"]), **{name: entry.get(name) for name in names}, hint=hint)

    def __str__(self) -> str:
        text = self.message
        if self.expected is not None:
            text += f"; expected {self.expected}"
        return f"{text} ({self.hint})" if self.hint is not None else text


class InputError(ButtressError, ValueError):
    """The input cannot be read, or what was asked of it makes no sense.

    ``file``, ``line``, ``column``, ``hint`` and so on are those of the first of its ``problems``.
    """

    def __init__(self, message: str, file: Optional[str] = None, problems: Sequence[Problem] = ()) -> None:
        super().__init__(message, file, tuple(problems))
        self.message = message
        self.file = file
        self.problems: tuple[Problem, ...] = tuple(problems) or (Problem(message),)

    @classmethod
    def of(cls, message: str, file: Optional[str], problems: Sequence[Mapping[str, Any]]) -> "InputError":
        """As the library tells it."""
        return cls(message, file, [Problem.of(problem) for problem in problems])

    def __str__(self) -> str:
        return self.message

    @property
    def line(self) -> Optional[int]:
        """The line, counted from 1."""
        return self.problems[0].line

    @property
    def column(self) -> Optional[int]:
        """The column, counted from 1."""
        return self.problems[0].column

    @property
    def offset(self) -> Optional[int]:
        """The position in bytes."""
        return self.problems[0].offset

    @property
    def code(self) -> Optional[str]:
        """The code, for ``buttress explain``."""
        return self.problems[0].code

    @property
    def expected(self) -> Optional[str]:
        """What would have been right."""
        return self.problems[0].expected

    @property
    def hint(self) -> Optional[str]:
        """What may be done about it."""
        return self.problems[0].hint


class SortError(ButtressError, TypeError):
    """Terms do not fit together."""


class NoModelError(ButtressError):
    """A model was asked for, or a proof, where the last check has none."""


class InternalError(ButtressError, RuntimeError):
    """A fault of Buttress: please report it."""
