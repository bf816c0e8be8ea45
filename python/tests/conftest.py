"""What tests share: where the repository is, and the native program if it is at hand."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Optional

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def root() -> Path:
    """The repository's folder."""
    return ROOT


@pytest.fixture
def native() -> Optional[Path]:
    """The native program, named by $BUTTRESS."""
    name = os.environ.get("BUTTRESS")
    return Path(name) if name else None
