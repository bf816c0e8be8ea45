"""The examples: the verdicts that are kept, and those of the native program where it is at hand."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Optional

import pytest

import buttress

ROOT = Path(__file__).resolve().parents[2]
#: The verdicts of every example, as ``verdicts`` tells them.
KEPT: dict[str, list[list[str]]] = json.loads((Path(__file__).parent / "examples.json").read_text())
FOLDERS = ("formulas", "hardware", "numbers", "programs")


def _examples() -> list[str]:
    found = [path for folder in FOLDERS for path in (ROOT / "examples" / folder).rglob("*.*") if path.suffix not in (".md", ".txt")]
    return sorted(str(path.relative_to(ROOT / "examples")) for path in found)


def verdicts(document: dict[str, Any]) -> list[list[str]]:
    """Names and verdicts of a document."""
    entry = document["files"][0]
    claims = entry.get("properties") or entry.get("functions")
    if claims is not None:
        return [[claim["name"], claim["verdict"]] for claim in claims]
    return [[str(check["number"]), check["verdict"]] for check in entry["checks"]]


def test_every_example_has_kept_verdicts() -> None:
    assert sorted(KEPT) == _examples()


@pytest.mark.parametrize("example", _examples())
def test_an_example(example: str, native: Optional[Path]) -> None:
    path = ROOT / "examples" / example
    is_script = example.startswith("formulas/")
    if is_script:
        answers = buttress.solve(path)
        ours = [[str(check.number), check.answer] for check in answers]
        assert verdicts(answers.to_dict()) == ours
    else:
        report = buttress.prove(path)
        ours = [[claim.name, str(claim.verdict)] for claim in report]
        assert verdicts(report.to_dict()) == ours
        for claim in report:
            if claim.certificate is not None:
                assert buttress.check(path, claim.certificate).is_accepted
    assert ours == KEPT[example]
    if native is not None:
        command = [str(native), "solve" if is_script else "prove", str(path), "--json"]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        assert verdicts(json.loads(said)) == ours


def test_the_native_program_was_asked(native: Optional[Path]) -> None:
    if native is None:
        pytest.skip("SKIPPED: $BUTTRESS names no native program: verdicts are compared with the kept ones only")
    assert native.exists()


def test_fields_are_those_of_the_schema(native: Optional[Path]) -> None:
    if native is None:
        pytest.skip("SKIPPED: $BUTTRESS names no native program: fields are not compared with its schema")
    said = subprocess.run([str(native), "schema", "prove"], capture_output=True, text=True, check=True).stdout
    definitions = json.loads(said)["$defs"]
    pairs: list[tuple[Any, str, set[str]]] = [
        (buttress.CircuitClaim, "PropertyEntry", {"trace", "waves", "strengthening"}),
        (buttress.SystemClaim, "NumbersEntry", {"scenes"}),
        (buttress.Condition, "ConditionEntry", set()),
        (buttress.Invariant, "DefinitionEntry", set()),
        (buttress.Place, "PlaceEntry", set()),
    ]
    for ours, name, others in pairs:
        theirs = set(definitions[name]["properties"])
        assert theirs - others <= set(ours.__dataclass_fields__), name
