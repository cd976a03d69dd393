"""Rows as CSV."""

import json
from typing import Any

from rest_framework.renderers import BaseRenderer

from league.import_export.csv_sheet import Sheet, csv_text


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
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value)
