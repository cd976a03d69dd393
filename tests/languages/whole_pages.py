"""What is wrong with a page of any language: places left open in its sentences, measures with a comma."""

import re
from collections.abc import Iterator
from typing import Final

_UNFILLED: Final = re.compile(r"%\(\w+\)[sd]|\{[a-z_]+\}(?!\})")
_MEASURES: Final = re.compile(
    r'(?: (?:x|y|x1|x2|y1|y2|cx|cy|r|width|height|viewBox|points|d|value|max|min))="([^"]*)"'
)
_COMMA: Final = re.compile(r"^\d+,\d{1,2}$")
_NOT_TEXT: Final = re.compile(r"<(script|style|code|samp|pre|textarea)\b.*?</\1>", re.DOTALL)


def faults(page: str) -> Iterator[str]:
    """Yield what is wrong with the HTML of a page."""
    text = _NOT_TEXT.sub("", page)
    yield from (f"leaves open {placeholder}" for placeholder in set(_UNFILLED.findall(text)))
    yield from (f"measures {measure}" for measure in _MEASURES.findall(text) if _COMMA.match(measure))
