"""Pictures for notebooks: waveforms, cells, tables. Every text that comes from an input is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

#: A report shows so many traces, and a picture so many signals, steps or cells; the rest is counted.
MOST_PICTURES = 4
MOST_SIGNALS = 24
MOST_STEPS = 80
MOST_CELLS = 32

_LOOKS = {
    "proved": "#1a7f37", "unsat": "#1a7f37", "sat": "#0969da", "false": "#cf222e",
    "open": "#9a6700", "unknown": "#6e7781", "rejected": "#cf222e",
}
_FONT = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12"'


def verdicts(title: str, rows: Iterable[tuple[str, str, str]]) -> str:
    """A table of names, verdicts and remarks."""
    body = "".join(
        f"<tr><td style='text-align:left'>{escape(name)}</td>"
        f"<td style='text-align:left'><b style='color:{_LOOKS.get(word, '#6e7781')}'>{escape(word)}</b></td>"
        f"<td style='text-align:left'>{escape(remark)}</td></tr>"
        for name, word, remark in rows
    )
    return f"<table><caption>{escape(title)}</caption>{body}</table>"


def rows(pairs: Iterable[tuple[str, str]]) -> str:
    """A table of names and values."""
    body = "".join(
        f"<tr><td style='text-align:left'>{escape(name)}</td><td style='text-align:left'>{escape(value)}</td></tr>"
        for name, value in pairs
    )
    return f"<table>{body}</table>"


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="currentColor" {_FONT}>{escape(words)}</text>'


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}"><title>{escape(title)}</title>{"".join(parts)}</svg>'
    )


def waves(signals: Sequence[tuple[str, str]]) -> str:
    """Waveforms: a digit of each signal per step."""
    shown = [(name, values[:MOST_STEPS]) for name, values in signals[:MOST_SIGNALS]]
    left = 16 + 7.3 * max((len(name) for name, _ in shown), default=0)
    step, row = 22.0, 26.0
    count = max((len(values) for _, values in shown), default=0)
    parts = [_text(left + (k + 0.5) * step, 14, str(k), "middle") for k in range(0, count, 1 if count < 20 else 5)]
    for place, (name, values) in enumerate(shown):
        low = 20 + (place + 1) * row - 6
        parts.append(_text(4, low - 3, name))
        points = []
        for k, digit in enumerate(values):
            height = low - (14 if digit == "1" else 0)
            points += [f"{left + k * step:g},{height:g}", f"{left + (k + 1) * step:g},{height:g}"]
        parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="#0969da" stroke-width="1.6"/>')
    height = 26 + len(shown) * row
    hidden = [f"{len(signals) - len(shown)} more signals"] if len(signals) > len(shown) else []
    longest = max((len(values) for _, values in signals), default=0)
    hidden += [f"{longest - MOST_STEPS} more steps"] if longest > MOST_STEPS else []
    if hidden:
        parts.append(_text(4, height + 8, ", ".join(hidden)))
        height += 16
    return _svg(left + count * step + 8, height, "waveforms", parts)


def cells(name: str, entries: Sequence[tuple[str, str]], default: str) -> str:
    """An array: a cell for each index, and what is everywhere else."""
    shown = entries[:MOST_CELLS]
    left = 16 + 7.3 * len(name)
    parts = [_text(4, 38, name)]
    at = left
    for index, value in shown:
        width = 14 + 7.3 * max(len(index), len(value))
        parts.append(_text(at + width / 2, 14, index, "middle"))
        parts.append(
            f'<rect x="{at:g}" y="20" width="{width:g}" height="28" fill="none" stroke="currentColor"/>'
        )
        parts.append(_text(at + width / 2, 38, value, "middle"))
        at += width
    more = f"{len(entries) - len(shown)} more; " if len(entries) > len(shown) else ""
    rest = f"{more}everywhere else: {default}"
    parts.append(_text(at + 10, 38, rest))
    return _svg(at + 18 + 7.3 * len(rest), 56, f"the array {name}", parts)
