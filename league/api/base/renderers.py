"""Answers as JSON, and rows as CSV."""

import json
from typing import Any, Final

import msgspec
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.utils.encoders import JSONEncoder

from league.import_export.csv_sheet import Sheet, csv_text

_JSON: Final = json.JSONEncoder(ensure_ascii=False)
"""Made once: there are thousands of cells."""


class QuickJSONRenderer(JSONRenderer):
    """The JSON of the framework, written many times as quickly: a large bracket has megabytes of it."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        """Return the data as JSON; indented if the reader asks for it."""
        if data is None or self.get_indent(accepted_media_type or "", renderer_context or {}) is not None:
            written: bytes = super().render(data, accepted_media_type, renderer_context)
            return written
        text = _quick.encode(data)
        # As the framework does: JSON is to be JavaScript, too.
        return text.replace(b"\xe2\x80\xa8", b"\\u2028").replace(b"\xe2\x80\xa9", b"\\u2029")


class CSVRenderer(BaseRenderer):
    """The rows of an answer as CSV that spreadsheets can open safely.

    The view names the `columns()` and finds the rows of an answer (`sheet_rows`).
    """

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, _type: Any = None, renderer_context: Any = None) -> bytes:
        """Return the rows after a line of column names."""
        view = (renderer_context or {})["view"]
        columns = view.columns()
        cells = [[_cell(row.get(column)) for column in columns] for row in view.sheet_rows(data)]
        return csv_text(Sheet(columns, cells)).encode()


def _cell(value: Any) -> Any:
    if value is None or isinstance(value, str | int):
        return value
    return _JSON.encode(value) if isinstance(value, list | dict) else str(value)


def _plain(value: Any) -> Any:
    """Return a value that is no plain one, such as a name to be translated, as the framework writes it."""
    # Text that is marked as safe stays so in `str(value)`.
    return "".join(value) if isinstance(value, str) else JSONEncoder().default(value)


_quick: Final = msgspec.json.Encoder(enc_hook=_plain, decimal_format="number")
