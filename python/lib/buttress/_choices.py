"""What is asked about, and how: the arguments that all functions share."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from ._native import CancelToken

if TYPE_CHECKING:
    from ._native import Choices

#: A file, or what would be in one. Bytes are contents, a path is a file; a text is contents if it has a line break
#: or begins with ``(`` or ``@``, else the name of a file.
Source = Union[str, bytes, bytearray, memoryview, "os.PathLike[str]"]

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


@dataclass(frozen=True)
class Event:
    """Something that happened in a run: a line of ``--format jsonl`` (docs/json.md)."""

    kind: str
    """``loaded``, ``turn``, ``found``, ``answered`` and so on."""
    fields: Mapping[str, Any]
    """What else the line says."""

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def get(self, name: str, default: Any = None) -> Any:
        """The field, if the event has it."""
        return self.fields.get(name, default)


Callback = Callable[[Event], object]


def contents(source: Source, name: Optional[str], default: str) -> tuple[str, bytes]:
    """The name by which reports call it, and the bytes. What cannot be opened is an OSError, as elsewhere."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return name or default, bytes(source)
    if isinstance(source, str) and ("\n" in source or source.lstrip()[:1] in ("(", "@")):
        return name or default, source.encode()
    if not isinstance(source, (str, os.PathLike)):
        kind = type(source).__name__
        raise TypeError(f"expected a path, a text or bytes, found {kind}")
    path = os.fspath(source)
    with open(path, "rb") as file:
        return name or path, file.read()


def bytes_of(memory: Union[int, str, None]) -> Optional[int]:
    """A number of bytes: ``4 << 30`` or ``"4G"``."""
    if not isinstance(memory, str):
        return memory
    word = memory.strip().upper().rstrip("B").rstrip("I")
    number = word.rstrip("KMGT")
    try:
        return int(float(number) * _UNITS[word[len(number) :]])
    except (KeyError, ValueError):
        raise ValueError(f'expected a number of bytes like 4096 or "4G", found {memory!r}') from None


def choices(
    *,
    timeout: Optional[float] = None,
    memory: Union[int, str, None] = None,
    engine: Optional[str] = None,
    threads: Optional[int] = None,
    seed: Optional[int] = None,
    only: Union[str, Iterable[str]] = (),
    bound: Optional[int] = None,
    pictures: bool = False,
    as_: Optional[str] = None,
    on_event: Optional[Callback] = None,
    cancel: Optional[CancelToken] = None,
) -> Choices:
    """All choices, as the native part takes them."""

    def told(line: str) -> None:
        if on_event is not None:
            fields = json.loads(line)
            on_event(Event(fields.pop("event"), fields))

    return {
        "timeout": timeout,
        "memory": bytes_of(memory),
        "engine": engine,
        "threads": threads,
        "seed": seed,
        "only": [only] if isinstance(only, str) else list(only),
        "bound": bound,
        "pictures": pictures,
        "taken_for": as_,
        "on_event": told if on_event is not None else None,
        "cancel": cancel,
    }


def entries(value: Any) -> Iterator[Mapping[str, Any]]:
    """The entries of a list in a document; none if it is not there."""
    return iter(value or ())
