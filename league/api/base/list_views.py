"""Views of lists: pages by a cursor, filters, order, a choice of fields, and CSV."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.base.refusal import Refusal, quoted
from league.api.base.filters import KnownOrderingFilter, RowFilterBackend
from league.api.base.pagination import KeysetPagination
from league.api.base.renderers import CSVRenderer, QuickJSONRenderer
from league.api.base.views import ResourceView


class TabularView(ResourceView):
    """Rows of `serializer_class` as JSON or CSV, with the requested fields."""

    renderer_classes = (QuickJSONRenderer, CSVRenderer)

    def get_renderers(self) -> list[BaseRenderer]:
        """Return the renderers; only reads can be answered as CSV."""
        is_read = self.request.method in ("GET", "HEAD")
        return [renderer() for renderer in self.renderer_classes if is_read or renderer is not CSVRenderer]

    def sheet_rows(self, data: Any) -> list[dict[str, Any]]:
        """Return the rows of an answer for the spreadsheet."""
        rows: list[dict[str, Any]] = data.get("results", [])  # OPTIONS has none
        return rows

    def columns(self) -> list[str]:
        """Return the requested fields of a row."""
        return self.wanted_fields() or self.row_fields()

    def row_fields(self) -> list[str]:
        """Return all fields of a row."""
        serializer: Any = self.get_serializer_class()()
        return list(serializer.fields)

    def wanted_fields(self) -> list[str]:
        """Return the fields that `?fields=` names; none for all of them. Refusal `bad_fields`."""
        asked = self.request.query_params.get("fields", "")
        wanted = [name.strip() for name in asked.split(",")] if asked else []
        known = self.row_fields()
        for name in wanted:
            if name not in known:
                sentence = _("Unknown field {name}; there are {known}.")
                raise Refusal("bad_fields", sentence.format(name=quoted(name), known=", ".join(known)))
        return list(dict.fromkeys(wanted))

    def with_wanted_fields(self, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return rows with the requested fields."""
        wanted = self.wanted_fields()
        return [{name: row[name] for name in wanted if name in row} if wanted else row for row in rows]

    def query_parameters(self) -> set[str]:
        """Return the names of the query parameters of a GET."""
        return {"fields", *super().query_parameters()}


class ListView(TabularView):
    """A list of the rows of `get_queryset()`; subclasses may write `post` to add one."""

    filter_backends = (RowFilterBackend, KnownOrderingFilter)
    pagination_class: Any = KeysetPagination
    page_size = 50
    """The number of rows of a page without `limit`."""
    filterset_class: type[filters.FilterSet] | None = None
    ordering = "-id"
    ordering_fields: tuple[str, ...] = ("id",)
    summary_serializer_class: type[serializers.Serializer] | None = None
    """The serializer of the facts about the whole list, which stand beside the rows."""

    def get(self, request: Request, *_args: Any, **_kwargs: Any) -> Response:
        """Return a page of the list."""
        # The summary is read first, so that it is never newer than the rows.
        queryset, summary = self.get_queryset(), self.get_summary()
        paginator: Any = self.paginator
        page = paginator.paginate_queryset(self.filter_queryset(queryset), request, view=self)
        rows = self.with_wanted_fields(self.serialize_rows(page))
        response: Response = paginator.get_paginated_response(rows, summary)
        return response

    def get_summary(self) -> dict[str, Any]:
        """Return the summary of the whole list that a page shows."""
        return {}

    def serialize_rows(self, page: Sequence[Any]) -> Sequence[dict[str, Any]]:
        """Return the rows of a page as they are sent."""
        return list(self.get_serializer(page, many=True).data)

    def query_parameters(self) -> set[str]:
        """Return the names of the query parameters: the filters, and those of all lists."""
        filters_here = self.filterset_class.base_filters if self.filterset_class else {}
        return {"cursor", "limit", "ordering", *filters_here, *super().query_parameters()}
