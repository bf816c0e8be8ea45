"""Buttress answers questions of the form "can this ever go wrong?" and gives evidence that a separate, small checker has verified.

``prove`` asks about circuits, systems over numbers and programs, ``solve`` about SMT-LIB scripts, ``check`` judges evidence, ``run`` runs
programs, ``invariants`` says what can be said of a system. Formulas are made of terms (``Int``, ``Array``, ``ForAll``) and asked of a
``Solver``, under the names that users of z3 know. docs/python.md is the guide.
"""

from . import smt
from ._answers import Answers, Check, Execution, Invariants, Judgement, RunStep
from ._ask import check, invariants, page, prove, run, solve
from ._choices import Event
from ._errors import ButtressError, InputError, InternalError, NoModelError, Problem, SortError
from ._native import ENGINES, FORMATS, CancelToken
from ._native import VERSION as __version__
from ._report import (
    CircuitClaim, Claim, Condition, Fact, FunctionClaim, Invariant, Path, PathStep, Place, Ranking, Report, Run, Signal, Step,
    SystemClaim, Trace, Value, Verdict,
)
from .smt import *  # noqa: F403
from .smt import __all__ as _terms

__all__ = [
    "Answers", "ButtressError", "CancelToken", "Check", "CircuitClaim", "Claim", "Condition", "ENGINES", "Event", "Execution",
    "FORMATS", "Fact", "FunctionClaim", "InputError", "InternalError", "Invariant", "Invariants", "Judgement", "NoModelError",
    "Path", "PathStep", "Place", "Problem", "Ranking", "Report", "Run", "RunStep", "Signal", "SortError", "Step", "SystemClaim",
    "Trace", "Value", "Verdict", "__version__", "check", "invariants", "page", "prove", "run", "smt", "solve",
]
__all__ += _terms
