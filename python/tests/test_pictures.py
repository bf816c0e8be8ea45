"""Pictures are well formed, whatever names and sizes are in them."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import buttress
from buttress import Array, ArrayValue, IntSort, Signal, Solver, Trace, sat

ODD = '<b>&"name"</b>'
SVG = "{http://www.w3.org/2000/svg}"


def _texts(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_waveforms() -> None:
    signals = tuple(Signal(f"{ODD}{number}", "input", 0, "01" * 60) for number in range(30))
    texts = _texts(Trace((), (), (), (), signals)._repr_svg_())
    assert f"{ODD}0" in texts and "6 more signals, 40 more steps" in texts
    plain = Trace(("l",), (False,), ("i",), ((True,), (False,), (True,)))
    assert _texts(plain._repr_svg_()) == ["0", "1", "2", "i"]
    assert _texts(Trace((), (), (), ((), ()))._repr_svg_()) == []


def test_cells() -> None:
    value = ArrayValue(0, {index: index * 10 for index in range(50)})
    texts = _texts(value._repr_svg_())
    assert "310" in texts and "320" not in texts and "18 more; everywhere else: 0" in texts
    stretches = ArrayValue(0, {-5: 1}, (3, 7), (5, 2))
    assert _texts(stretches._repr_svg_())[1:-1] == ["-5", "1", "3…6", "5", "7…", "2"]
    array = Array(ODD.replace("|", ""), IntSort(), IntSort())
    solver = Solver()
    solver.add(array[3] == 4)
    assert solver.check() == sat
    page = solver.model()._repr_html_()
    assert "&lt;b&gt;" in page and ODD not in page


def test_tables_escape_what_they_show() -> None:
    report = buttress.prove(b"aag 1 0 1 0 0 1\n2 2\n2\nb0 <b>bad</b>\n", name=ODD)
    assert "<b>bad</b>" not in report._repr_html_() and ODD not in report._repr_html_()
