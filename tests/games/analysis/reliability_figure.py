"""The figure of the reliability of chances: chances on the bottom, what was won on the side."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from games.analysis.reliability import Reliability

MEASURED: Final = Path(__file__).parents[3] / "docs/programs/reliability.json"
FIGURE: Final = MEASURED.with_suffix(".svg")
NAMES: Final = ("deal, open hands", "deal, as seen", "match")
_SIZE: Final = 320
_LEFT, _TOP = 44, 16
_COLOURS: Final = ("#1d6fb8", "#b5541c", "#2f7d3b")
_SIGNS: Final = (
    '<circle cx="{x}" cy="{y}" r="4"/>',
    '<rect x="{left}" y="{top}" width="8" height="8"/>',
    '<path d="M{x} {top}l5 9h-10z"/>',
)


def kept(name: str, about: str, reliability: Reliability) -> None:
    """Keep a measurement and draw the figure again."""
    measured = json.loads(MEASURED.read_text("utf-8")) if MEASURED.exists() else {}
    measured[name] = {
        "about": about,
        "brier": round(reliability.brier, 4),
        "without": round(reliability.without, 4),
        "bins": [[count, round(expected, 4), round(won, 4)] for count, expected, won in reliability.bins],
    }
    measured = {name: measured[name] for name in NAMES if name in measured}
    MEASURED.write_text(json.dumps(measured, indent=1) + "\n", "utf-8")
    FIGURE.write_text(figure(measured), "utf-8")


def figure(measured: Mapping[str, Any]) -> str:
    """Return the figure as SVG; on the dotted line chances and ends agree."""
    low, high = _LEFT, _LEFT + _SIZE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_SIZE + 200}" height="{_SIZE + 60}">',
        '<g font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" rx="8" fill="#fff"/>',
        f'<path d="M{low} {_y(0)}L{high} {_y(1)}" stroke="#777" stroke-dasharray="2 4"/>',
        f'<path d="M{low} {_y(1)}V{_y(0)}H{high}" stroke="#444" fill="none"/>',
        *_scale(),
    ]
    for number, name in enumerate(NAMES):
        bins = measured[name]["bins"] if name in measured else []
        points = [(_x(expected), _y(won)) for _count, expected, won in bins]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        lines.append(f'<g fill="{_COLOURS[number]}" stroke="{_COLOURS[number]}">')
        lines.append(f'<polyline points="{drawn}" fill="none" stroke-width="1.5"/>')
        lines += [_sign(number, x, y) for x, y in points]
        lines.append(_sign(number, high + 20, _TOP + 20 * number + 6))
        lines.append("</g>")
        lines.append(f'<text x="{high + 32}" y="{_TOP + 20 * number + 10}" fill="#222">{name}</text>')
    return "\n".join([*lines, "</g>", "</svg>"]) + "\n"


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
