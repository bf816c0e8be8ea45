"""Solvers: assertions on a stack, and answers with evidence."""

from __future__ import annotations


from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Optional, Union

from .. import _native
from .._choices import bytes_of, choices
from .._errors import InputError, NoModelError, SortError
from ._build import Bool, _spread
from ._model import ModelRef
from ._smtlib import Declared, declaration_text, declarations, name_of, symbol, term_text
from ._sort import SortRef
from ._term import BoolRef, ExprRef, Liftable, truths

#: A dialogue keeps all of its answers; after so many a new one is begun.
_MOST_CHECKS = 200


class CheckSatResult(str, Enum):
    """An answer. ``sat`` and ``unsat`` are told after the checker has accepted the model or the proof."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        return self.value

    def __str__(self) -> str:
        return self.value

    def __bool__(self) -> bool:
        raise TypeError("an answer is one of three: compare it with sat, unsat or unknown")


sat = CheckSatResult.SAT
unsat = CheckSatResult.UNSAT
unknown = CheckSatResult.UNKNOWN


@dataclass(frozen=True)
class SolverEvidence:
    """What an answer rests on: the script that was run, and a model or a proof for its last check."""

    script: str = field(repr=False)
    certificate: bytes = field(repr=False)

    def check(self) -> Any:
        """What the checker says of it now: as ``buttress.check`` does."""
        from .. import _ask

        return _ask.check(self.script.encode(), self.certificate, name="solver.smt2")


@dataclass
class _Level:
    """A level of the stack: its commands in order, what they declare, and the assertions that have names."""

    commands: list[str] = field(default_factory=list)
    declared: list[tuple[str, str]] = field(default_factory=list)
    assertions: list[BoolRef] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)


class Solver:
    """Assertions, and whether they have a model.

    ``timeout`` is in seconds, for each check; ``memory`` a number of bytes, or a text such as ``"4G"``. A limit that is met makes the
    answer ``unknown``. A solver belongs to one thread at a time.
    """

    def __init__(
        self,
        *,
        timeout: Optional[float] = None,
        memory: Union[int, str, None] = None,
        seed: Optional[int] = None,
    ) -> None:
        self._timeout, self._memory, self._seed = timeout, bytes_of(memory), seed
        self.reset()

    def reset(self) -> None:
        """Forgets all assertions."""
        self._levels = [_Level()]
        self._known: dict[tuple[str, str], Declared] = {}
        self._labels: dict[str, BoolRef] = {}
        self._restart()
        self._answered: Optional[dict[str, Any]] = None
        self._model: Optional[ModelRef] = None

    def _restart(self) -> None:
        """What was sent is sent anew before the next check."""
        self._script: Optional[_native.Script] = None
        self._sent: list[str] = []
        self._pending: list[str] = []
        self._checks = 0

    def set(self, *words: Any, **options: Any) -> None:
        """z3's options in z3's units: ``timeout`` in milliseconds, ``random_seed``, ``max_memory`` in megabytes."""
        given = dict(zip(words[::2], words[1::2]), **options)
        for name, value in given.items():
            if name == "timeout":
                self._timeout = value / 1000
            elif name in ("random_seed", "seed"):
                self._seed = value
                self._restart()
            elif name == "max_memory":
                self._memory = value << 20
                self._restart()
            else:
                raise ValueError(f"there is no option {name}; there are timeout, random_seed, max_memory")

    def add(self, *terms: Any) -> None:
        """Asserts terms, or a list of terms."""
        for term in truths("add", *_spread(terms)):
            self._assert(term, None)

    append = add
    insert = add
    assert_exprs = add

    def __iadd__(self, terms: Any) -> "Solver":
        self.add(terms)
        return self

    def assert_and_track(self, term: Liftable, name: Union[str, ExprRef]) -> None:
        """Asserts a term under a name, which ``unsat_core`` tells if the proof uses it."""
        label = name if isinstance(name, str) else name.decl().name()
        if label in self._labels or ("function", label) in self._known:
            raise InputError(f"the name {label!r} is used already: a tracked assertion needs one of its own")
        self._assert(truths("assert_and_track", term)[0], label)

    def _assert(self, term: ExprRef, label: Optional[str]) -> None:
        assert isinstance(term, BoolRef)
        level = self._levels[-1]
        commands = self._declared(term, level)
        commands.append(_assertion(term, label))
        if label is not None:
            self._labels[label] = Bool(label)
            level.labels.append(label)
        level.assertions.append(term)
        self._send(commands)

    def _send(self, commands: list[str]) -> None:
        self._levels[-1].commands += commands
        self._pending += commands
        self._changed()

    def _changed(self) -> None:
        self._answered = self._model = None

    def _declared(self, term: ExprRef, level: _Level) -> list[str]:
        """The declarations that are missing, from now on known at this level."""
        fresh: list[tuple[tuple[str, str], Declared]] = []
        for one in declarations(term):
            key = ("sort" if isinstance(one, SortRef) else "function", one.name())
            known = self._known.get(key)
            if known is None:
                if key[0] == "function" and one.name() in self._labels:
                    raise SortError(f"{one.name()} is the name of a tracked assertion, and cannot be part of another")
                fresh.append((key, one))
            elif known != one:
                raise SortError(f"{one.name()} was used as {_signature(known)}, and is now {_signature(one)}")
        names = [key for key, _ in fresh]
        if len(set(names)) < len(names):
            twice = next(name for kind, name in names if names.count((kind, name)) > 1)
            raise SortError(f"{twice} is used in two ways in {term!r}")
        self._known.update(fresh)
        level.declared += names
        return [declaration_text(one) for _, one in fresh]

    def push(self) -> None:
        """Opens a level."""
        self._levels.append(_Level())
        self._pending.append("(push 1)")
        self._changed()

    def pop(self, num: int = 1) -> None:
        """Forgets the last levels, with all that was added since they were opened."""
        if not 0 <= num < len(self._levels):
            raise ValueError(f"there are {len(self._levels) - 1} levels, not {num}")
        for _ in range(num):
            self._forget(self._levels.pop())
            self._pending.append("(pop 1)")
        self._changed()

    def _forget(self, level: _Level) -> None:
        for key in level.declared:
            del self._known[key]
        for label in level.labels:
            del self._labels[label]

    def num_scopes(self) -> int:
        """How many levels are open."""
        return len(self._levels) - 1

    def assertions(self) -> list[BoolRef]:
        """What was asserted."""
        return [term for level in self._levels for term in level.assertions]

    def check(self, *assumptions: Any) -> CheckSatResult:
        """Have the assertions a model, together with these formulas?"""
        assumed = truths("check", *_spread(assumptions))
        if self._script is None or self._checks >= _MOST_CHECKS:
            self._restart()
            memory, seed = self._memory, self._seed
            self._script = _native.Script(choices(memory=memory, seed=seed))
            for place, level in enumerate(self._levels):
                self._pending += [*(["(push 1)"] if place else []), *level.commands]
        if self._timeout is not None:
            self._pending.append(f"(set-option :timeout {max(1, round(self._timeout * 1000))})")
        level = _Level()
        if assumed:
            self._pending.append("(push 1)")
        labels: dict[str, BoolRef] = {}
        try:
            for term in assumed:
                assert isinstance(term, BoolRef)
                labels[f"assumed!{len(labels)}"] = term
                self._pending += self._declared(term, level)
                self._pending.append(_assertion(term, f"assumed!{len(labels) - 1}"))
            known = list(self._known.values())
        finally:
            self._forget(level)
        self._pending.append("(check-sat)")
        answered = self._ask()
        if assumed:
            self._pending.append("(pop 1)")
        named = {**self._labels, **labels}
        answered["core"] = [named[name_of(name)] for name in answered["core"]]
        answered["declared"] = known
        self._answered, self._model = answered, None
        return CheckSatResult(answered["answer"] if answered["answer"] in ("sat", "unsat") else "unknown")

    def _ask(self) -> dict[str, Any]:
        assert self._script is not None
        text = "\n".join(self._pending) + "\n"
        try:
            self._script.feed(text)
            answered = self._script.last()
        except BaseException:
            self._restart()
            raise
        assert answered is not None
        self._sent.append(text)
        self._pending = []
        self._checks += 1
        answered["script"] = len(self._sent)
        answered["transcript"] = self._sent
        return answered

    def _last(self, answer: str, what: str) -> dict[str, Any]:
        if self._answered is None or self._answered["answer"] != answer:
            found = "none since the last change" if self._answered is None else self._answered["answer"]
            raise NoModelError(f"there is no {what}: the last answer must be {answer}, and is {found}")
        return self._answered

    def model(self) -> ModelRef:
        """The model, after ``sat``."""
        answered = self._last("sat", "model")
        if self._model is None:
            self._model = ModelRef(answered["model"], answered["declared"])
        return self._model

    def proof(self) -> str:
        """The proof, after ``unsat`` (docs/proof.md)."""
        certificate: bytes = self._last("unsat", "proof")["certificate"]
        return certificate.decode()

    def unsat_core(self) -> list[BoolRef]:
        """After ``unsat``: the names of tracked assertions, and the assumptions, that the proof uses."""
        core: list[BoolRef] = self._last("unsat", "core")["core"]
        return core

    @property
    def evidence(self) -> SolverEvidence:
        """What the last answer rests on: ``solver.evidence.check()`` checks it again."""
        answered = self._answered
        if answered is None or answered["certificate"] is None:
            raise NoModelError("there is no evidence: the last answer must be sat or unsat")
        script = "".join(answered["transcript"][: answered["script"]])
        return SolverEvidence(script, answered["certificate"])

    def reason_unknown(self) -> str:
        """Why there is no answer: a limit, or the term that is outside of what is decided."""
        reason = self._answered["reason"] if self._answered is not None else None
        return reason or ""

    def sexpr(self) -> str:
        """The declarations and assertions."""
        return "".join(f"{command}\n" for level in self._levels for command in level.commands)

    def to_smt2(self) -> str:
        """A script that asks the same."""
        return f"{self.sexpr()}(check-sat)\n"

    def __repr__(self) -> str:
        return f"[{', '.join(map(repr, self.assertions()))}]"


def _assertion(term: ExprRef, label: Optional[str]) -> str:
    text = term_text(term)
    return f"(assert {text})" if label is None else f"(assert (! {text} :named {symbol(label)}))"


def _signature(declared: Declared) -> str:
    if isinstance(declared, SortRef):
        return "a sort"
    domain = ", ".join(map(str, declared._domain))
    return f"a function of {domain} that gives {declared.range()}" if domain else f"a constant of sort {declared.range()}"


def SolverFor(logic: str, **options: Any) -> Solver:
    """A solver. What formulas use decides what is needed; the name of the logic does not matter."""
    return Solver(**options)


def SimpleSolver(**options: Any) -> Solver:
    """A solver."""
    return Solver(**options)


@dataclass(frozen=True)
class Validity:
    """Is a formula true in every model? ``unsat`` of its contrary has a proof, ``sat`` a counterexample."""

    answer: CheckSatResult
    """That of the contrary."""
    counterexample: Optional[ModelRef] = None
    proof: Optional[str] = field(default=None, repr=False)
    reason: Optional[str] = None

    @property
    def is_valid(self) -> bool:
        """It was proved."""
        return self.answer is unsat


def prove_valid(claim: Liftable, *, timeout: Optional[float] = None, memory: Union[int, str, None] = None) -> Validity:
    """Is a formula true in every model? (z3 calls this ``prove``, which here is for files.)"""
    solver = Solver(timeout=timeout, memory=memory)
    solver.add(~truths("prove_valid", claim)[0])
    answer = solver.check()
    if answer is sat:
        return Validity(answer, counterexample=solver.model())
    return Validity(answer, proof=solver.proof()) if answer is unsat else Validity(answer, reason=solver.reason_unknown())


def find_model(
    *formulas: Any, timeout: Optional[float] = None, memory: Union[int, str, None] = None
) -> Optional[ModelRef]:
    """A model of formulas, or None if they have none. (z3 calls this ``solve``, which here is for scripts.)"""
    solver = Solver(timeout=timeout, memory=memory)
    solver.add(*formulas)
    answer = solver.check()
    if answer is unknown:
        raise NoModelError(f"neither a model nor a proof was found: {solver.reason_unknown()}")
    return solver.model() if answer is sat else None
