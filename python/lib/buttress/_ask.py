"""What can be asked: each function is a command of the program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Optional, Union

from . import _native
from ._answers import Answers, Execution, Invariants, Judgement, answers, execution, found_invariants, judgement
from ._choices import Callback, Source, choices, contents
from ._native import CancelToken
from ._report import Report, report

Memory = Union[int, str, None]
Names = Union[str, Iterable[str]]


def prove(
    source: Source,
    *,
    timeout: Optional[float] = None,
    memory: Memory = None,
    engine: Optional[str] = None,
    threads: Optional[int] = None,
    seed: Optional[int] = None,
    properties: Names = (),
    functions: Names = (),
    bound: Optional[int] = None,
    name: Optional[str] = None,
    as_: Optional[str] = None,
    pictures: bool = True,
    on_event: Optional[Callback] = None,
    cancel: Optional[CancelToken] = None,
) -> Report:
    """Proves what an input claims: each property of a circuit in AIGER or of a system over numbers (Horn clauses, VMT-LIB),
    each function of a pi program.

    ``source`` is a path, or the contents as bytes or as a text of several lines. ``timeout`` is in seconds, ``memory`` a number of
    bytes or a text such as ``"4G"``; what is open when a limit is met is unknown, which is no exception. ``properties`` or
    ``functions`` name what is to be proved, all if there are none; ``name`` is what reports call the input, ``as_`` a format to insist
    on. ``on_event`` is told how the run is going; an exception in it ends the run and is raised here. While the run lasts, other threads
    of Python go on, and Ctrl-C is answered.
    """
    title, content = contents(source, name, "<input>")
    only = [properties] if isinstance(properties, str) else list(properties)
    only += [functions] if isinstance(functions, str) else list(functions)
    chosen = choices(
        timeout=timeout, memory=memory, engine=engine, threads=threads, seed=seed, only=only, bound=bound, pictures=pictures,
        as_=as_, on_event=on_event, cancel=cancel,
    )
    return report(_native.prove(title, content, chosen))


def solve(
    script: Source,
    *,
    timeout: Optional[float] = None,
    memory: Memory = None,
    seed: Optional[int] = None,
    name: Optional[str] = None,
    pictures: bool = True,
    on_event: Optional[Callback] = None,
    cancel: Optional[CancelToken] = None,
) -> Answers:
    """Runs an SMT-LIB script: an answer for each check, with a model or a proof. The arguments are those of ``prove``; the limits hold
    for the whole script."""
    title, content = contents(script, name, "<script>")
    chosen = choices(
        timeout=timeout, memory=memory, seed=seed, pictures=pictures, on_event=on_event, cancel=cancel
    )
    return answers(_native.solve(title, content, chosen))


def check(
    source: Source,
    evidence: Source,
    *,
    timeout: Optional[float] = None,
    memory: Memory = None,
    functions: Names = (),
    name: Optional[str] = None,
    as_: Optional[str] = None,
    cancel: Optional[CancelToken] = None,
) -> Judgement:
    """Checks evidence against an input, with no engine and no solver: a certificate or an AIGER witness of a circuit, a certificate of a
    system over numbers, a bundle of a program, a proof or a model of a script."""
    title, content = contents(source, name, "<input>")
    chosen = choices(timeout=timeout, memory=memory, only=functions, as_=as_, cancel=cancel)
    return judgement(_native.check(contents(evidence, None, "<evidence>"), (title, content), chosen))


def run(
    program: Source,
    call: str,
    *,
    timeout: Optional[float] = None,
    memory: Memory = None,
    name: Optional[str] = None,
    pictures: bool = True,
    cancel: Optional[CancelToken] = None,
) -> Execution:
    """Runs a function of a pi program on values, with its annotations watched: ``run("sort.pi", "BubbleSort([3, 1, 2], 0, 2)")``."""
    title, content = contents(program, name, "<program>")
    chosen = choices(timeout=timeout, memory=memory, pictures=pictures, cancel=cancel)
    return execution(_native.run(title, content, call, chosen))


def invariants(
    system: Source,
    *,
    timeout: Optional[float] = None,
    memory: Memory = None,
    seed: Optional[int] = None,
    name: Optional[str] = None,
    as_: Optional[str] = None,
    on_event: Optional[Callback] = None,
    cancel: Optional[CancelToken] = None,
) -> Invariants:
    """Finds invariants of a system over numbers, directed by its properties if it has any. In a notebook they are drawn."""
    title, content = contents(system, name, "<system>")
    chosen = choices(timeout=timeout, memory=memory, seed=seed, as_=as_, on_event=on_event, cancel=cancel)
    return found_invariants(title, _native.invariants(title, content, chosen))


def page(document: str) -> str:
    """A document as one page of HTML: what ``to_json`` gives, or what the program prints with ``--json``."""
    return _native.page(document)
