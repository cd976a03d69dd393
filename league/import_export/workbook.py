"""A whole competition as one workbook for spreadsheets (xlsx): a sheet for each export."""

import io
from collections.abc import Mapping

from league.import_export.csv_sheet import Sheet

_WIDEST = 40


def xlsx(sheets: Mapping[str, Sheet]) -> bytes:
    """Return a workbook with these sheets, by title: bold names of columns that stay when it is scrolled.

    Text stays text, whatever it begins with, and numbers are numbers.
    """
    import xlsxwriter

    out = io.BytesIO()
    workbook = xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    bold = workbook.add_format({"bold": True})
    for title, sheet in sheets.items():
        page = workbook.add_worksheet(title[:31])
        page.freeze_panes(1, 0)
        page.write_row(0, 0, sheet.columns, bold)
        for number, row in enumerate(sheet.rows, start=1):
            page.write_row(number, 0, row)
        for column, name in enumerate(sheet.columns):
            widest = max((len(str(row[column] or "")) for row in sheet.rows), default=0)
            page.set_column(column, column, min(_WIDEST, max(widest, len(name)) + 2))
    workbook.close()
    return out.getvalue()
