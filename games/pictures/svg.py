"""A drawing as SVG: attributes only, so that the strictest content security policy shows it."""

import re
from typing import Final

from django.utils.html import escape

from games.pictures.drawing import Box, Disc, Drawing, Shape, Text

_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document can hold, in a name for example: the whole picture would be unreadable."""


def write(drawing: Drawing) -> str:
    """Return the SVG document of a drawing."""
    size = f'width="{drawing.width}" height="{drawing.height}"'
    words = _told(drawing.words)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {drawing.width} {drawing.height}"'
        f' role="img" aria-label="{words}" font-family="DejaVu Sans, Verdana, sans-serif">'
        f"<title>{words}</title>"
    )
    return head + "".join(_written(one) for one in drawing.shapes) + "</svg>"


def _told(words: str) -> str:
    return escape(_NO_XML.sub("\ufffd", words))


def _written(one: Box | Shape | Disc | Text) -> str:
    match one:
        case Box():
            place = f'x="{one.x:.1f}" y="{one.y:.1f}" width="{one.width:.1f}" height="{one.height:.1f}"'
            return f'<rect {place} rx="{one.radius:.1f}" fill="{one.fill}"/>'
        case Shape():
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in one.points)
            return f'<polygon points="{points}" fill="{one.fill}"/>'
        case Disc():
            return f'<circle cx="{one.x:.1f}" cy="{one.y:.1f}" r="{one.radius:.1f}" fill="{one.fill}"/>'
        case Text():
            # Not every program that reads SVG knows how to centre text by itself.
            place = f'x="{one.x:.1f}" y="{one.y + one.size * 0.36:.1f}" font-size="{one.size:.1f}"'
            weight = ' font-weight="700"' if one.is_bold else ""
            look = f'text-anchor="{one.anchor}" fill="{one.fill}"{weight}'
            return f"<text {place} {look}>{_told(one.words)}</text>"
