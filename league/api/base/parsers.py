"""Request bodies: JSON of a limited size."""

import json
from typing import Any, Final

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from league.api.base.exception_handler import TooLarge

LARGEST: Final = 1_000_000
"""Bytes of a body that is read."""


class PlainJSONParser(JSONParser):
    """Reads JSON up to `LARGEST` bytes, without `NaN` and `Infinity`."""

    def parse(self, stream: Any, *_context: Any, **_more: Any) -> Any:
        """Return the parsed body; ParseError, TooLarge."""
        data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise TooLarge
        try:
            return json.loads(data.decode("utf-8"), parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            raise ParseError from None


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")
