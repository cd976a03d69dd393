"""The lists of resources that are not written as `league.api.base` says yet."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework.response import Response

from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.list_views import ListView, TabularView
from league.api.base.renderers import CSVRenderer
from league.api.base.rows import Rows
from league.api.base.views import found_or_404

CSV = CSVRenderer
__all__ = ["CSV", "InColumns", "ListEndpoint", "found_or_404"]


class InColumns(Endpoint, TabularView):
    """What has rows of `row_class`."""

    row_class: Any

    def get_serializer_class(self) -> Any:
        """Return the serializer of a row."""
        return self.row_class

    def cut(self, rows: Any) -> list[dict[str, Any]]:
        """Return rows with the fields that are wanted."""
        return self.with_wanted_fields(rows)


class ListEndpoint(InColumns, ListView):
    """A list of `rows()`."""

    about_class: Any = None

    @property
    def summary_serializer_class(self) -> Any:  # type: ignore[override]
        """What a page tells of the whole."""
        return self.about_class

    @answers(None)
    def get(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Answer with a page of the list."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        """Return the rows."""
        return self.rows()

    def rows(self) -> QuerySet[Any] | Rows:
        """Return everything that the visitor may see."""
        raise NotImplementedError

    def serialize_rows(self, page: Sequence[Any]) -> Sequence[dict[str, Any]]:
        """Return the rows of a page."""
        return self.describe(page)

    def describe(self, found: Sequence[Any]) -> Sequence[dict[str, Any]]:
        """Return the rows of a page."""
        return ListView.serialize_rows(self, found)

    def get_summary(self) -> dict[str, Any]:
        """Return what a page tells of the whole."""
        return self.about()

    def about(self) -> dict[str, Any]:
        """Return what a page tells of the whole."""
        return {}
