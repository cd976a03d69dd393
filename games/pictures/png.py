"""Write a drawing as PNG, for programs that do not show SVG, such as previews of links."""

import io
from typing import Final

from PIL import Image, ImageDraw

from games.pictures.fonts import font
from games.pictures.shapes import AnyShape, Box, Disc, Drawing, Shape, Text, fitted, scaled

_FINER: Final = 2
"""The factor by which pictures are drawn larger and then reduced, as Pillow does not smooth edges."""
_LARGE: Final = 1_000_000
"""A picture with more pixels than this is not drawn larger, to save memory and time."""
_LARGEST: Final = 10_000_000
"""A picture with more pixels than this is drawn smaller; all of it is readable in the SVG."""
_SMALL: Final = 500_000
"""A picture with more pixels than this is written with less care: half the time, a few bytes more."""
_QUICKLY: Final = 3
_ANCHORS: Final = {"start": "lm", "middle": "mm", "end": "rm"}


def write(drawing: Drawing) -> bytes:
    """Return the PNG file of a drawing."""
    pixels = drawing.width * drawing.height
    if pixels > _LARGEST:
        by = (_LARGEST / pixels) ** 0.5
        drawing = fitted(drawing, int(drawing.width * by), int(drawing.height * by), "#ffffff")
    finer = 1 if pixels > _LARGE else _FINER
    image = Image.new("RGB", (drawing.width * finer, drawing.height * finer))
    pen = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        _draw(pen, scaled(shape, finer))
    if finer > 1:
        image = image.reduce(finer)
    file = io.BytesIO()
    method = Image.Quantize.MEDIANCUT if pixels <= _SMALL else Image.Quantize.FASTOCTREE
    how = {"optimize": True} if pixels <= _SMALL else {"compress_level": _QUICKLY}
    image.quantize(128, method=method).save(file, "PNG", **how)
    return file.getvalue()


def _draw(pen: ImageDraw.ImageDraw, shape: AnyShape) -> None:
    match shape:
        case Box():
            # Pillow includes the last pixels: a box must not cover the next one where they touch.
            right, bottom = max(shape.x, shape.x + shape.width - 1), max(shape.y, shape.y + shape.height - 1)
            pen.rounded_rectangle((shape.x, shape.y, right, bottom), radius=shape.radius, fill=shape.fill)
        case Shape():
            pen.polygon(shape.points, fill=shape.fill)
        case Disc():
            radius = shape.radius
            pen.ellipse(
                (shape.x - radius, shape.y - radius, shape.x + radius, shape.y + radius), fill=shape.fill
            )
        case Text():
            face = font(round(shape.size), is_bold=shape.is_bold)
            pen.text(
                (shape.x, shape.y), shape.words, fill=shape.fill, font=face, anchor=_ANCHORS[shape.anchor]
            )
