"""A drawing as PNG, for programs that show no SVG, such as those that preview links."""

import io
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from games.replay.drawing import Box, Disc, Drawing, Shape, Text

_FINER: Final = 2
"""Drawn so many times as large and made small again: Pillow draws edges without smoothing them."""
_ANCHORS: Final = {"start": "lm", "middle": "mm", "end": "rm"}
_FILES: Final = {True: "DejaVuSans-Bold.ttf", False: "DejaVuSans.ttf"}

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def write(drawing: Drawing) -> bytes:
    """Return the PNG file of a drawing."""
    image = Image.new("RGB", (drawing.width * _FINER, drawing.height * _FINER))
    pen = ImageDraw.Draw(image)
    for one in drawing.shapes:
        _draw(pen, one)
    small = image.resize((drawing.width, drawing.height), Image.Resampling.LANCZOS)
    file = io.BytesIO()
    small.convert("P", palette=Image.Palette.ADAPTIVE, colors=128).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw(pen: ImageDraw.ImageDraw, one: Box | Shape | Disc | Text) -> None:
    match one:
        case Box():
            corners = _large(one.x, one.y, one.x + one.width, one.y + one.height)
            pen.rounded_rectangle(corners, radius=one.radius * _FINER, fill=one.fill)
        case Shape():
            pen.polygon([_large(x, y) for x, y in one.points], fill=one.fill)
        case Disc():
            radius = one.radius
            corners = _large(one.x - radius, one.y - radius, one.x + radius, one.y + radius)
            pen.ellipse(corners, fill=one.fill)
        case Text():
            font = _font(round(one.size * _FINER), is_bold=one.is_bold)
            place = (one.x * _FINER, one.y * _FINER)
            pen.text(place, one.words, fill=one.fill, font=font, anchor=_ANCHORS[one.anchor])


def _large(*numbers: float) -> tuple[float, ...]:
    return tuple(number * _FINER for number in numbers)


@lru_cache(maxsize=64)
def _font(size: int, *, is_bold: bool) -> Font:
    """Return DejaVu Sans, which writes names in most alphabets; without it what Pillow brings along."""
    try:
        return ImageFont.truetype(_FILES[is_bold], size)
    except OSError:
        return ImageFont.load_default(size)
