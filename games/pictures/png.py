"""A drawing as PNG, for programs that show no SVG, such as those that preview links."""

import io
from typing import Final

from PIL import Image, ImageDraw

from games.pictures.drawing import AnyShape, Box, Disc, Drawing, Shape, Text, fitted, scaled
from games.pictures.fonts import font

_FINER: Final = 2
"""Drawn so many times as large and made small again: Pillow draws edges without smoothing them."""
_LARGE: Final = 2_000_000
"""With more pixels than this a picture is drawn as it is: that takes memory and time enough."""
_LARGEST: Final = 10_000_000
"""With more than this it is drawn smaller; who wants to read all of it takes the SVG."""
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
    for one in drawing.shapes:
        _draw(pen, scaled(one, finer))
    if finer > 1:
        image = image.resize((drawing.width, drawing.height), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    method = Image.Quantize.MEDIANCUT if finer > 1 else Image.Quantize.FASTOCTREE
    image.quantize(128, method=method).save(file, "PNG", optimize=finer > 1)
    return file.getvalue()


def _draw(pen: ImageDraw.ImageDraw, one: AnyShape) -> None:
    match one:
        case Box():
            # The last pixels belong to the box: one that ends where the next begins does not cover it.
            right, bottom = max(one.x, one.x + one.width - 1), max(one.y, one.y + one.height - 1)
            pen.rounded_rectangle((one.x, one.y, right, bottom), radius=one.radius, fill=one.fill)
        case Shape():
            pen.polygon(one.points, fill=one.fill)
        case Disc():
            radius = one.radius
            pen.ellipse((one.x - radius, one.y - radius, one.x + radius, one.y + radius), fill=one.fill)
        case Text():
            face = font(round(one.size), is_bold=one.is_bold)
            pen.text((one.x, one.y), one.words, fill=one.fill, font=face, anchor=_ANCHORS[one.anchor])
