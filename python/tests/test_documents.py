"""What documents show is run, and what they name is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import buttress


def _blocks(path: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", path.read_text(), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("document", ["README.md", "python/README.md", "docs/python.md", "docs/book/src/howto/python.md"])
def test_examples_in_documents_run(document: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the page, in one namespace, in the repository's folder. A line with ``# =>`` says what it gives."""
    monkeypatch.chdir(root)
    blocks = _blocks(root / document)
    assert blocks
    namespace: dict[str, object] = {}
    for block in blocks:
        lines = block.splitlines()
        for statement in ast.parse(block).body:
            source = ast.get_source_segment(block, statement) or ""
            shown = lines[(statement.end_lineno or 1) - 1].partition("# => ")[2]
            if shown:
                assert str(eval(source, namespace)) == shown, source
            else:
                exec(source, namespace)


def test_every_name_is_on_the_page(root: Path) -> None:
    page = (root / "docs" / "python.md").read_text()
    missing = [name for name in buttress.__all__ if name[0] != "_" and not re.search(rf"`[^`]*\b{name}\b[^`]*`", page)]
    assert not missing
    assert all(hasattr(buttress, name) for name in buttress.__all__)


def test_versions_are_one(root: Path) -> None:
    for manifest in ("Cargo.toml", "python/Cargo.toml"):
        versions = set(re.findall(r'\bversion = "(\d+\.\d+\.\d+)"', (root / manifest).read_text()))
        assert buttress.__version__ in versions
    assert f'version = "{buttress.__version__}"\nedition' in (root / "python" / "Cargo.toml").read_text()


def test_everything_says_what_it_is() -> None:
    silent = [name for name in buttress.__all__ if callable(it := getattr(buttress, name)) and not it.__doc__]
    assert not silent


def test_licences_are_the_repository_s(root: Path) -> None:
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert (root / name).read_bytes() == (root / "python" / name).read_bytes()
    installed = Path(buttress.__file__).parent
    assert (installed / "py.typed").exists()
    (licences,) = installed.parent.glob("buttress-*.dist-info/licenses")
    assert sorted(path.name for path in licences.iterdir())[:2] == ["LICENSE-APACHE", "LICENSE-MIT"]


def test_the_notebook_runs(root: Path) -> None:
    reason = "SKIPPED: nbclient or ipykernel is not installed: the notebook is not executed"
    nbclient = pytest.importorskip("nbclient", reason=reason)
    pytest.importorskip("ipykernel", reason=reason)
    nbformat = pytest.importorskip("nbformat", reason=reason)
    notebook = nbformat.read(root / "docs" / "python.ipynb", as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": root}})
    client.execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html"} <= kinds
