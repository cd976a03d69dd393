"""The font of pictures, and the width of words in it."""

import unicodedata
from functools import lru_cache
from typing import Final

from PIL import ImageFont

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

_FILES: Final = {True: "DejaVuSans-Bold.ttf", False: "DejaVuSans.ttf"}
_MEASURED: Final = 100
"""The size at which words are measured."""
_MORE_IF_WIDE: Final = 0.75
"""How much wider a full-width letter is, for its size, than the box this font draws for it."""


@lru_cache(maxsize=64)
def font(size: int, *, is_bold: bool) -> Font:
    """Return DejaVu Sans, which has most alphabets, or the font of Pillow if it is not installed."""
    try:
        return ImageFont.truetype(_FILES[is_bold], size)
    except OSError:
        return ImageFont.load_default(size)


def width(words: str, size: float, *, is_bold: bool = False) -> float:
    """Return the width of a line of words, approximately: a viewer of the SVG may use another font."""
    squares = sum(unicodedata.east_asian_width(letter) in "WF" for letter in words)
    return size * (font(_MEASURED, is_bold=is_bold).getlength(words) / _MEASURED + _MORE_IF_WIDE * squares)
