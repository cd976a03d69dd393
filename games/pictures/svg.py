"""Write a drawing as SVG, with attributes only, as the strictest content security policy demands."""

import re
from typing import Final

from django.utils.html import escape

from games.pictures.shapes import Box, Disc, Drawing, Shape, Text

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML does not allow; in a name they would make the whole picture unreadable."""


def write(drawing: Drawing) -> str:
    """Return the SVG document of a drawing."""
    size = f'width="{drawing.width}" height="{drawing.height}"'
    words = _escaped(drawing.words)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {drawing.width} {drawing.height}"'
        f' role="img" aria-label="{words}" font-family="DejaVu Sans, Verdana, sans-serif">'
        f"<title>{words}</title>"
    )
    return head + "".join(_element(shape) for shape in drawing.shapes) + "</svg>"


def _escaped(words: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", words))


def _element(shape: Box | Shape | Disc | Text) -> str:
    match shape:
        case Box():
            place = (
                f'x="{shape.x:.1f}" y="{shape.y:.1f}" width="{shape.width:.1f}" height="{shape.height:.1f}"'
            )
            return f'<rect {place} rx="{shape.radius:.1f}" fill="{shape.fill}"/>'
        case Shape():
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
            return f'<polygon points="{points}" fill="{shape.fill}"/>'
        case Disc():
            return (
                f'<circle cx="{shape.x:.1f}" cy="{shape.y:.1f}" r="{shape.radius:.1f}" fill="{shape.fill}"/>'
            )
        case Text():
            # Not every program that reads SVG can centre text vertically.
            place = f'x="{shape.x:.1f}" y="{shape.y + shape.size * 0.36:.1f}" font-size="{shape.size:.1f}"'
            weight = ' font-weight="700"' if shape.is_bold else ""
            look = f'text-anchor="{shape.anchor}" fill="{shape.fill}"{weight}'
            return f"<text {place} {look}>{_escaped(shape.words)}</text>"
