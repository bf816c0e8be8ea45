"""Answers of ``solve``, ``check``, ``run`` and ``invariants``, as frozen dataclasses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional

from . import _native, _picture
from ._errors import Problem
from ._report import Invariant, Place, Value, read


@dataclass(frozen=True)
class Check:
    """The answer to one check of a script."""

    number: int
    """Which check of the script it is, from 1."""
    line: int
    answer: str
    """``sat``, ``unsat``, ``unknown``; ``rejected`` is a fault of Buttress. The first two are told after the checker has accepted
    the evidence."""
    reason: Optional[str] = None
    """Why there is no answer, or why it does not stand."""
    model: Optional[str] = field(default=None, repr=False)
    """Of ``sat``: as ``get-model`` prints it."""
    core: tuple[str, ...] = ()
    """Of ``unsat``: the names of the assertions that the proof uses."""
    certificate: Optional[bytes] = field(default=None, repr=False)
    """The model or the proof: what ``check`` reads."""

    @property
    def proof(self) -> Optional[str]:
        """Of ``unsat``: the text of the proof (docs/proof.md)."""
        return self.certificate.decode() if self.answer == "unsat" and self.certificate is not None else None


@dataclass(frozen=True)
class Answers:
    """The answers to a script. In a notebook they are a table."""

    file: str
    output: str
    """What SMT-LIB wants printed."""
    checks: tuple[Check, ...]
    problems: tuple[Problem, ...] = ()
    """Commands that failed. A ``sat`` is told as unknown after one."""
    document: str = field(default="", repr=False)

    def __iter__(self) -> Iterator[Check]:
        return iter(self.checks)

    def __len__(self) -> int:
        return len(self.checks)

    def __getitem__(self, position: int) -> Check:
        return self.checks[position]

    def to_json(self) -> str:
        """The document that ``buttress solve --model --json`` prints."""
        return self.document

    def to_dict(self) -> dict[str, Any]:
        """The document as dictionaries and lists."""
        return _parsed(self.document)

    def to_html(self) -> str:
        """The document as one page that needs nothing else."""
        return _native.page(self.document)

    def _repr_html_(self) -> str:
        rows = [(f"check {it.number}", it.answer, it.reason or it.model or " ".join(it.core)) for it in self.checks]
        return _picture.verdicts(self.file, rows)


@dataclass(frozen=True)
class Judgement:
    """What the checker says of evidence."""

    is_accepted: bool
    """Evidence about a program must show all of its functions."""
    text: str
    """What is shown, or why it is not."""
    problems: tuple[Problem, ...] = ()
    document: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return self.is_accepted

    def to_json(self) -> str:
        """The document that ``buttress check --json`` prints."""
        return self.document

    def to_dict(self) -> dict[str, Any]:
        """The document as dictionaries and lists."""
        return _parsed(self.document)


@dataclass(frozen=True)
class RunStep:
    """A step of a run: what is about to happen, and the variables before it."""

    function: str
    text: str
    place: Place = field(metadata={"one": lambda entry: read(Place, entry)})
    variables: tuple[Value, ...] = field(default=(), metadata={"list": Value})


@dataclass(frozen=True)
class Execution:
    """How a run of a program ended. In a notebook it is a table of its steps."""

    file: str
    call: str
    outcome: str
    """``returned``, ``violated``, ``bad arguments``, ``too long`` or ``undetermined``."""
    result: Optional[str] = None
    """As it can be typed."""
    message: Optional[str] = None
    line: Optional[int] = None
    steps: tuple[RunStep, ...] = field(default=(), repr=False, metadata={"list": RunStep})
    steps_cut: bool = False
    document: str = field(default="", repr=False)

    def to_json(self) -> str:
        """The document that ``buttress run --step --json`` prints."""
        return self.document

    def to_dict(self) -> dict[str, Any]:
        """The document as dictionaries and lists."""
        return _parsed(self.document)

    def to_html(self) -> str:
        """The run as one page, step by step."""
        return _native.page(self.document)

    def _repr_html_(self) -> str:
        shown = self.steps[: _picture.MOST_STEPS]
        rows = [(f"{step.place.line}  {step.text}", ", ".join(map(str, step.variables))) for step in shown]
        more = [("…", f"{len(self.steps) - len(shown)} more steps")] if len(shown) < len(self.steps) else []
        end = (self.outcome, self.result or self.message or "")
        return _picture.rows([(self.call, ""), *rows, *more, end])


@dataclass(frozen=True)
class Invariants:
    """What was found out about a system over numbers, whatever its properties are. In a notebook it is drawn."""

    file: str
    definitions: tuple[Invariant, ...]
    """What each predicate stands for: all that was found there together, which is inductive. The checker has accepted it."""
    found: tuple[str, ...]
    """The invariants in words, in the order found."""
    suffices: Optional[bool]
    """Are they enough for the properties? None if there is no property, or if this is not known."""
    reason: Optional[str]
    """Why there are none, or not more."""
    svg: Optional[str] = field(default=None, repr=False)
    """The states and the invariants as a drawing, if the system has two variables that are numbers."""

    def _repr_svg_(self) -> Optional[str]:
        return self.svg

    def _repr_html_(self) -> str:
        rows = [(invariant.predicate, str(invariant)) for invariant in self.definitions]
        return _picture.rows(rows) + (self.svg or "")


def answers(answer: Mapping[str, Any]) -> Answers:
    """From what the native part says."""
    entry = _parsed(answer["document"])["files"][0]
    checks = tuple(read(Check, check) for check in answer["checks"])
    problems = tuple(Problem.of(problem) for problem in answer["problems"])
    return Answers(entry["file"], answer["output"], checks, problems, answer["document"])


def judgement(answer: Mapping[str, Any]) -> Judgement:
    """From what the native part says."""
    problems = tuple(Problem.of(problem) for problem in answer["problems"])
    return Judgement(answer["is_accepted"], answer["text"], problems, answer["document"])


def execution(document: str) -> Execution:
    """From its document."""
    return read(Execution, _parsed(document), document=document)


def found_invariants(file: str, answer: Mapping[str, Any]) -> Invariants:
    """From what the native part says."""
    definitions = tuple(read(Invariant, entry) for entry in answer["definitions"])
    return Invariants(file, definitions, tuple(answer["found"]), answer["suffices"], answer["reason"], answer["svg"])


def _parsed(document: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(document)
    return found
