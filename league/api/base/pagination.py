"""Cursors: each page of a list begins after the last row of the page before."""

import json
from collections.abc import Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.response import Response

from games.rules.base.refusal import Refusal
from league.api.base.rows import Rows

MOST: Final = 200
LONGEST_CURSOR: Final = 8000
"""Characters: a cursor holds a few values of a row, in base64."""
_MADE_UP: Final = (NotFound, ValueError, TypeError, OverflowError, RecursionError, ValidationError, DataError)
"""The errors raised over a cursor that somebody made up."""


class KeysetPagination(CursorPagination):
    """Pages by cursors that hold the values of all fields of the order, of which the last is the id.

    The cursors of the framework hold only the first field, and lose rows on the way back if many share it.
    """

    page_size_query_param = "limit"
    max_page_size = MOST

    def get_page_size(self, request: Any) -> int:
        """Return the number of rows of a page; Refusal `bad_limit`."""
        wanted = request.query_params.get(self.page_size_query_param, str(self.page_size))
        if not (wanted.isascii() and wanted.isdecimal() and len(wanted) < 4 and 0 < int(wanted) <= MOST):
            raise Refusal("bad_limit", _("“limit” must be a number from 1 to {most}.").format(most=MOST))
        return int(wanted)

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> Any:
        """Return the rows of the page; Refusal `bad_cursor`."""
        self.page_size = view.page_size
        size = self.get_page_size(request)
        self.base_url = request.build_absolute_uri()
        self.ordering = self.get_ordering(request, queryset, view)
        if len(request.query_params.get(self.cursor_query_param, "")) > LONGEST_CURSOR:
            raise Refusal("bad_cursor", _("Invalid cursor: start with the first page."))
        try:
            self.cursor = self.decode_cursor(request) or Cursor(offset=0, reverse=False, position=None)
            self.page = self._read(queryset, size)
        except _MADE_UP as error:
            sentence = _("Invalid cursor: start with the first page.")
            raise Refusal("bad_cursor", sentence) from error
        return self.page

    def get_next_link(self) -> str | None:
        """Return the address of the next page, if any."""
        return self._link(-1, is_back=False)

    def get_previous_link(self) -> str | None:
        """Return the address of the previous page, if any."""
        return self._link(0, is_back=True)

    def get_paginated_response(self, data: Any, summary: dict[str, Any] | None = None) -> Response:
        """Return the rows of the page with its links, also in the header `Link`, after the summary."""
        links = {"next": self.get_next_link(), "previous": self.get_previous_link()}
        return Response({**(summary or {}), **links, "results": data}, headers=_link_header(links))

    def _read(self, queryset: Any, size: int) -> list[Any]:
        """Return a page, and keep whether more rows follow in the direction of reading."""
        assert self.cursor is not None
        is_back, position = self.cursor.reverse, self.cursor.position
        names = [_turned(name) for name in self.ordering] if is_back else self.ordering
        rows = queryset.order_by(*names)
        if position is not None:
            rows = _behind(rows, names, _values(str(position), len(names)))
        rows = list(rows[: size + 1])
        self.is_more = len(rows) > size
        return rows[:size][::-1] if is_back else rows[:size]

    def _link(self, place: int, *, is_back: bool) -> str | None:
        assert self.cursor is not None
        came_from_there = self.cursor.position is not None and self.cursor.reverse != is_back
        if not (came_from_there or (self.is_more and self.cursor.reverse == is_back)):
            return None
        position: Any = self.cursor.position
        if self.page:
            row = self.page[place]
            position = json.dumps([str(_value(row, name.removeprefix("-"))) for name in self.ordering])
        return str(self.encode_cursor(Cursor(0, is_back, position)))


def _link_header(links: dict[str, str | None]) -> dict[str, str]:
    shown = [
        f'<{link}>; rel="{"prev" if name == "previous" else name}"' for name, link in links.items() if link
    ]
    return {"Link": ", ".join(shown)} if shown else {}


def _behind(rows: "QuerySet[Any] | Rows", names: Sequence[str], values: Sequence[str]) -> Any:
    """Return the rows that come after these values in an order."""
    if isinstance(rows, Rows):
        return rows.behind(names, values)
    wanted, alike = Q(), Q()
    for name, value in zip(names, values, strict=True):
        field = name.removeprefix("-")
        wanted |= alike & Q((f"{field}__{'lt' if name.startswith('-') else 'gt'}", value))
        alike &= Q((field, value))
    return rows.filter(wanted)


def _values(position: str, count: int) -> list[str]:
    """Return the values of a cursor; ValueError for a cursor of another order."""
    values = json.loads(position)
    if (
        not isinstance(values, list)
        or len(values) != count
        or not all(isinstance(value, str) for value in values)
    ):
        raise ValueError(position)
    return values


def _value(row: Any, name: str) -> Any:
    return row[name] if isinstance(row, dict) else getattr(row, name)


def _turned(name: str) -> str:
    return name[1:] if name.startswith("-") else f"-{name}"
