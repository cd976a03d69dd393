"""The figure of the reliability of chances: chances on the bottom, what was won on the side.

Each number of seats has a panel. The lines across the signs are intervals of 95 %.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from games.analysis.reliability import Reliability
from tests.games.analysis.agreement import KINDS

MEASURED: Final = Path(__file__).parents[3] / "docs/programs/reliability.json"
FIGURE: Final = MEASURED.with_suffix(".svg")
_SIZE: Final = 320
_LEFT, _TOP = 44, 40
_PANEL: Final = _SIZE + 70
_SURE: Final = 1.96
_COLOURS: Final = ("#1d6fb8", "#b5541c", "#2f7d3b", "#7a3e9d")
_SIGNS: Final = (
    '<circle cx="{x}" cy="{y}" r="4"/>',
    '<rect x="{left}" y="{top}" width="8" height="8"/>',
    '<path d="M{x} {top}l5 9h-10z"/>',
    '<path d="M{x} {top}l5 5l-5 5l-5-5z"/>',
)


def kept(seats: int, about: str, reliabilities: Mapping[str, Reliability]) -> None:
    """Keep the measurement of a number of seats and draw the figure again."""
    measured = json.loads(MEASURED.read_text("utf-8")) if MEASURED.exists() else {}
    measured[str(seats)] = {
        "about": about,
        "kinds": {
            kind: {
                "chances": sum(row.size for row in reliability.bins),
                "brier": round(reliability.brier, 4),
                "without": round(reliability.without, 4),
                "bins": [[row.size, *(round(share, 4) for share in row[1:])] for row in reliability.bins],
            }
            for kind, reliability in reliabilities.items()
        },
    }
    measured = {number: measured[number] for number in sorted(measured, key=int)}
    MEASURED.write_text(json.dumps(measured, indent=1) + "\n", "utf-8")
    FIGURE.write_text(figure(measured), "utf-8")


def figure(measured: Mapping[str, Any]) -> str:
    """Return the figure as SVG; on the dotted line chances and ends agree."""
    width, height = _PANEL * max(2, len(measured)), _TOP + _SIZE + 74
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        '<g font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" rx="8" fill="#fff"/>',
    ]
    for place, (seats, of_seats) in enumerate(measured.items()):
        lines.append(f'<g transform="translate({_PANEL * place})">')
        lines += _panel(f"{seats} seats", of_seats["kinds"])
        lines.append("</g>")
    lines += _legend()
    return "\n".join([*lines, "</g>", "</svg>"]) + "\n"


def _panel(title: str, kinds: Mapping[str, Any]) -> Iterator[str]:
    low, high = _LEFT, _LEFT + _SIZE
    yield f'<text x="{_x(0.5):.0f}" y="{_TOP - 20}" text-anchor="middle" fill="#222">{title}</text>'
    yield f'<path d="M{low} {_y(0)}L{high} {_y(1)}" stroke="#777" stroke-dasharray="2 4"/>'
    yield f'<path d="M{low} {_y(1)}V{_y(0)}H{high}" stroke="#444" fill="none"/>'
    yield from _scale()
    for number, kind in enumerate(KINDS):
        bins = kinds[kind]["bins"] if kind in kinds else []
        yield f'<g fill="{_COLOURS[number]}" stroke="{_COLOURS[number]}">'
        for _count, expected, won, error in bins:
            below, above = max(0.0, won - _SURE * error), min(1.0, won + _SURE * error)
            yield f'<path d="M{_x(expected):.1f} {_y(below):.1f}V{_y(above):.1f}" stroke-width="1.5"/>'
            yield _sign(number, _x(expected), _y(won))
        yield "</g>"


def _legend() -> Iterator[str]:
    for number, kind in enumerate(KINDS):
        x, y = _LEFT + 180 * number, _TOP + _SIZE + 56
        yield f'<g fill="{_COLOURS[number]}">{_sign(number, x, y)}</g>'
        yield f'<text x="{x + 10}" y="{y + 4}" fill="#222">{kind}</text>'


def _scale() -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        share = percent / 100
        below = f'x="{_x(share):.0f}" y="{_y(0) + 18:.0f}"'
        yield f'<text {below} text-anchor="middle" fill="#222">{percent}</text>'
        yield f'<text x="{_LEFT - 8}" y="{_y(share) + 4:.0f}" text-anchor="end" fill="#222">{percent}</text>'
    yield f'<text x="{_x(0.5):.0f}" y="{_y(0) + 36:.0f}" text-anchor="middle" fill="#222">chance, %</text>'
    yield f'<text x="{_LEFT + 8}" y="{_TOP + 6}" fill="#222">won, %</text>'


def _sign(number: int, x: float, y: float) -> str:
    return _SIGNS[number].format(x=f"{x:.1f}", y=f"{y:.1f}", left=f"{x - 4:.1f}", top=f"{y - 4:.1f}")


def _x(share: float) -> float:
    return _LEFT + _SIZE * share


def _y(share: float) -> float:
    return _TOP + _SIZE * (1 - share)
