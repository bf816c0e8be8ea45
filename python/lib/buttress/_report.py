"""What a proof has to say, as frozen dataclasses whose fields have the names of the JSON document (docs/json.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import Enum
from typing import Any, Optional, TypeVar

from . import _native, _picture

T = TypeVar("T")


class Verdict(str, Enum):
    """A verdict. The first two come with evidence that the checker has accepted. Each equals its word: ``"proved"``."""

    PROVED = "proved"
    FALSE = "false"
    OPEN = "open"
    """Of programs: a state that the annotations allow violates a condition, but no run was found that comes to it."""
    UNKNOWN = "unknown"
    REJECTED = "rejected"
    """A fault of Buttress: there was an answer, but the checker did not accept its evidence."""

    def __str__(self) -> str:
        return self.value


#: The worst first.
_SEVERITY = (Verdict.REJECTED, Verdict.FALSE, Verdict.OPEN, Verdict.UNKNOWN, Verdict.PROVED)


def _list_of(kind: type) -> Any:
    return field(default=(), metadata={"list": kind})


def read(cls: type[T], entry: Mapping[str, Any], **given: Any) -> T:
    """A dataclass from its entry in a document. Fields that are not there have their defaults, and lists are tuples."""
    values = dict(given)
    for one in fields(cls):  # type: ignore[arg-type]
        if one.name in given or one.name not in entry:
            continue
        value = entry[one.name]
        if value is None and one.default is not MISSING:
            continue
        if "list" in one.metadata:
            value = tuple(read(one.metadata["list"], item) for item in value)
        elif "one" in one.metadata:
            value = one.metadata["one"](value)
        values[one.name] = _frozen(value)
    return cls(**values)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


@dataclass(frozen=True)
class Value:
    """A name and its value, as it can be typed."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name} = {self.value}"


@dataclass(frozen=True)
class Place:
    """A part of a text; everything counts from 1."""

    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


def _place(entry: Mapping[str, Any]) -> Place:
    return read(Place, entry)


@dataclass(frozen=True)
class Trace:
    """A run of a circuit that ends in a bad step. In a notebook it is drawn as waveforms."""

    latches: tuple[str, ...]
    initial: tuple[bool, ...]
    inputs: tuple[str, ...]
    steps: tuple[tuple[bool, ...], ...]
    """The values of the inputs in each step."""
    signals: tuple["Signal", ...] = ()
    """What changes, nearest to the property first; with pictures."""

    def __len__(self) -> int:
        return len(self.steps)

    def _repr_svg_(self) -> str:
        return _picture.waves([(signal.name, signal.values) for signal in self._drawn()])

    def _drawn(self) -> tuple["Signal", ...]:
        if self.signals:
            return self.signals
        columns = zip(*self.steps)
        digits = ("".join("01"[value] for value in column) for column in columns)
        return tuple(Signal(name, "input", 0, values) for name, values in zip(self.inputs, digits))


@dataclass(frozen=True)
class Signal:
    """A signal of a circuit in each step of a trace: a digit per step."""

    name: str
    kind: str
    distance: int
    values: str


@dataclass(frozen=True)
class Invariant:
    """What a predicate stands for in a proof."""

    predicate: str
    arguments: tuple[str, ...]
    conjuncts: tuple[str, ...]
    """For a person."""
    definition: str
    """Its ``define-fun``."""

    def __str__(self) -> str:
        return f"{self.predicate}({', '.join(self.arguments)}): {' and '.join(self.conjuncts) or 'true'}"


@dataclass(frozen=True)
class Step:
    """A clause applied to values, in a derivation of ``false``."""

    clause: int
    line: Optional[int]
    predicate: Optional[str]
    """None for ``false``."""
    values: tuple[Value, ...] = _list_of(Value)
    premises: tuple[int, ...] = ()
    """The positions of the steps that conclude the premises."""


@dataclass(frozen=True)
class Run:
    """A run of a program that violates a condition: the arguments and global variables to begin with."""

    arguments: tuple[Value, ...] = _list_of(Value)
    globals: tuple[Value, ...] = _list_of(Value)
    steps: int = 0


@dataclass(frozen=True)
class Condition:
    """What has to hold at the end of a path of a program."""

    kind: str
    text: str
    place: Place = field(metadata={"one": _place})
    verdict: Verdict = field(metadata={"one": Verdict})
    code: Optional[str] = None
    message: Optional[str] = None
    start: tuple[Value, ...] = _list_of(Value)
    """The variables at the beginning of the path when it fails."""
    end: tuple[Value, ...] = _list_of(Value)
    """The variables at its end."""
    witnesses: tuple[Value, ...] = _list_of(Value)
    instance: Optional[str] = None
    run: Optional[Run] = field(default=None, metadata={"one": lambda entry: read(Run, entry)})
    """If it is false."""
    runs: Optional[int] = None
    """How many runs did not violate it, if it is open or unknown."""
    proof_steps: Optional[int] = None
    fingerprint: str = ""
    cached: bool = False
    seconds: float = 0.0


@dataclass(frozen=True)
class PathStep:
    """A statement on a path."""

    text: str
    place: Place = field(metadata={"one": _place})


@dataclass(frozen=True)
class Path:
    """A basic path of a program."""

    name: str
    steps: tuple[PathStep, ...] = _list_of(PathStep)
    conditions: tuple[Condition, ...] = _list_of(Condition)


@dataclass(frozen=True)
class Fact:
    """An inferred fact that proofs lean on."""

    loop_name: str
    text: str
    place: Place = field(metadata={"one": _place})


@dataclass(frozen=True)
class Ranking:
    """A ranking that was inferred."""

    point: str
    ranking: str


@dataclass(frozen=True)
class Claim:
    """What was found out about a property, or about a function of a program.

    What stands behind the verdict is in ``strengthening`` or ``trace`` of circuits, ``invariants`` or ``derivation`` of
    systems over numbers, ``paths`` of programs.
    """

    name: str
    verdict: Verdict
    reason: Optional[str] = None
    """Why there is no answer, or why it does not stand."""
    code: Optional[str] = None
    """The code of the reason, for ``buttress explain``."""
    engine: Optional[str] = None
    seconds: float = 0.0
    certificate: Optional[bytes] = field(default=None, repr=False)
    """What ``check`` reads. Of a program it is the report's ``bundle``."""
    strengthening: Optional[tuple[tuple[str, ...], ...]] = field(default=None, repr=False)
    """Clauses, each a list of literals; ``!`` negates."""
    trace: Optional[Trace] = field(default=None, repr=False)
    invariants: tuple[Invariant, ...] = field(default=(), repr=False, metadata={"list": Invariant})
    derivation: tuple[Step, ...] = field(default=(), repr=False, metadata={"list": Step})
    """How ``false`` is derived, the conclusion last."""
    paths: tuple[Path, ...] = field(default=(), repr=False, metadata={"list": Path})

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Of a function: what has to hold, on all paths."""
        return tuple(condition for path in self.paths for condition in path.conditions)


@dataclass(frozen=True)
class CircuitClaim(Claim):
    """A claim about a property of a circuit, with the figures of the run."""

    index: int = 0
    checked: bool = False
    depth: int = 0
    clauses: Optional[int] = None
    clauses_found: int = 0
    k: Optional[int] = None
    queries: int = 0
    cone_latches: int = 0
    checking_seconds: float = 0.0
    lrat_steps: int = 0


@dataclass(frozen=True)
class SystemClaim(Claim):
    """A claim about a property of a system over numbers, with the figures of the run."""

    index: int = 0
    checked: bool = False
    predicates_left: int = 0
    clauses_left: int = 0
    depth: int = 0
    samples: int = 0
    invariants_found: int = 0
    obligations: int = 0
    proof_steps: int = 0
    derivation_steps: Optional[int] = None
    checking_seconds: float = 0.0


@dataclass(frozen=True)
class FunctionClaim(Claim):
    """A claim about a function of a program."""

    place: Optional[Place] = field(default=None, metadata={"one": _place})
    termination: str = "unproved"
    facts: tuple[Fact, ...] = _list_of(Fact)
    rankings: tuple[Ranking, ...] = _list_of(Ranking)
    pointers: tuple[str, ...] = ()
    never_returns: bool = False
    inference_seconds: float = 0.0

    @property
    def failures(self) -> tuple[Condition, ...]:
        """The conditions that are not proved."""
        return tuple(it for it in self.conditions if it.verdict != Verdict.PROVED)


@dataclass(frozen=True)
class Report:
    """What was found out about an input. In a notebook it is a table of its claims."""

    file: str
    format: str
    """``aiger``, ``horn``, ``vmt`` or ``pi``."""
    claims: tuple[Claim, ...]
    exit_code: int
    """The one that the command line has for this."""
    seconds: float
    bundle: Optional[bytes] = field(default=None, repr=False)
    """Of a program: the evidence for all that is proved or false, which ``check`` reads."""
    document: str = field(default="", repr=False)

    @property
    def verdict(self) -> Verdict:
        """The worst of the claims. A report that claims nothing is unknown."""
        found = {claim.verdict for claim in self.claims}
        return next((verdict for verdict in _SEVERITY if verdict in found), Verdict.UNKNOWN)

    def __bool__(self) -> bool:
        raise TypeError("a report is neither true nor false; compare report.verdict")

    def __iter__(self) -> Iterator[Claim]:
        return iter(self.claims)

    def __len__(self) -> int:
        return len(self.claims)

    def __getitem__(self, name: str) -> Claim:
        for claim in self.claims:
            if claim.name == name:
                return claim
        raise KeyError(name)

    def to_json(self) -> str:
        """The document that ``buttress prove -v --json`` prints."""
        return self.document

    def to_dict(self) -> dict[str, Any]:
        """The document as dictionaries and lists."""
        found: dict[str, Any] = json.loads(self.document)
        return found

    def to_html(self) -> str:
        """The document as one page that needs nothing else, as ``--html`` writes it."""
        return _native.page(self.document)

    def _repr_html_(self) -> str:
        rows = [(claim.name, claim.verdict.value, _remark(claim)) for claim in self.claims]
        pictures = [claim.trace._repr_svg_() for claim in self.claims if claim.trace is not None]
        return _picture.verdicts(self.file, rows) + "".join(pictures[: _picture.MOST_PICTURES])


def _remark(claim: Claim) -> str:
    if claim.reason is not None:
        return claim.reason
    if claim.trace is not None:
        return f"bad in step {len(claim.trace) - 1}"
    if claim.strengthening is not None:
        return f"{len(claim.strengthening)} clauses"
    if claim.invariants:
        return "; ".join(map(str, claim.invariants))
    if claim.derivation:
        return f"derived in {len(claim.derivation)} steps"
    failed = [it for it in claim.conditions if it.verdict != Verdict.PROVED]
    if failed:
        return "; ".join(f"{it.place}: {it.message or it.text}" for it in failed)
    return f"{len(claim.conditions)} conditions" if claim.conditions else ""


def report(answer: Mapping[str, Any]) -> Report:
    """The report from what the native part says."""
    entry = json.loads(answer["document"])["files"][0]
    kind: type[Claim]
    if "functions" in entry:
        kind, found = FunctionClaim, entry["functions"]
    elif answer["format"] == "aiger":
        kind, found = CircuitClaim, entry["properties"]
    else:
        kind, found = SystemClaim, entry["properties"]
    claims = tuple(_claim(kind, one, native) for one, native in zip(found, answer["claims"]))
    return Report(
        file=entry["file"],
        format=answer["format"],
        claims=claims,
        exit_code=answer["exit_code"],
        seconds=entry["seconds"],
        bundle=answer["bundle"],
        document=answer["document"],
    )


def _claim(kind: type[Claim], entry: Mapping[str, Any], native: Mapping[str, Any]) -> Claim:
    # Verdict and reason are the library's: what nobody has checked is no verdict.
    given: dict[str, Any] = {name: native[name] for name in ("name", "reason", "engine", "certificate")}
    given["verdict"] = Verdict(native["verdict"])
    given["strengthening"] = _frozen(native.get("strengthening"))
    given["trace"] = None
    if "trace" in native:
        signals = entry.get("waves", {}).get("signals", ())
        given["trace"] = read(Trace, native["trace"], signals=tuple(read(Signal, it) for it in signals))
    return read(kind, entry, **given)
