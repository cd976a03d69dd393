"""Lists of things: in pages by a cursor, filtered, ordered, with the fields that are wanted, also as CSV."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.db import DataError
from django.db.models import Manager, Model, QuerySet
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from django_filters.utils import translate_validation
from rest_framework import serializers
from rest_framework.filters import OrderingFilter
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.response import Response

from games.rules.base.refusal import Refusal, quoted
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.pagination import Pages
from league.api.base.rows import Rows
from league.import_export.sheet import Sheet, csv_text


class Ordered(OrderingFilter):  # type: ignore[misc] # the framework has no types
    """`?ordering=-name`: refuses what the list cannot be ordered by."""

    ordering_param = "ordering"

    def get_ordering(self, request: Any, queryset: Any, view: Any) -> Any:  # noqa: ARG002 - theirs
        """Return the wanted order, always with the id as the last word."""
        wanted = request.query_params.get(self.ordering_param, view.ordering)
        known = set(view.ordering_fields)
        names = [one.strip() for one in wanted.split(",")]
        for one in names:
            if one.removeprefix("-") not in known:
                said = ", ".join(sorted(known))
                raise Refusal(
                    "bad_ordering",
                    _("Nothing is ordered by {name} here, but by {said}.").format(
                        name=quoted(one), said=said
                    ),
                )
        found = [one.replace("id", "pk") if one.strip("-") == "id" else one for one in names]
        return found if found[-1].strip("-") == "pk" else [*found, "pk"]

    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        """Return the rows in the wanted order. What has no such time is left out: it would come nowhere."""
        names = self.get_ordering(request, queryset, view)
        known = queryset
        for by in {one.removeprefix("-") for one in names} - {"pk"}:
            known = known.exclude(**{by: None})
        return known.order_by(*names)


class Filtered(filters.DjangoFilterBackend):  # type: ignore[misc] # it has no types
    """The filters that the list announces as its `filterset_class`."""

    def get_filterset_kwargs(self, request: Any, queryset: Any, view: Any) -> dict[str, Any]:
        """Return what is asked for; ValidationError for what is neither true nor false where it has to be."""
        found: dict[str, Any] = super().get_filterset_kwargs(request, queryset, view)
        for name, one in view.filterset_class.base_filters.items():
            is_switch = isinstance(one, filters.BooleanFilter)
            if is_switch and request.query_params.get(name, "true") not in ("true", "false"):
                raise serializers.ValidationError({name: [_("Say true or false.")]})
        return found

    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        """Return what is wanted of a query, or of rows that were worked out."""
        if view.filterset_class is None or not isinstance(queryset, Rows):
            return super().filter_queryset(request, queryset, view)
        asked = self.get_filterset_kwargs(request, queryset, view)["data"]
        known = view.filterset_class.base_filters
        form = type("Wanted", (forms.Form,), {name: one.field for name, one in known.items()})(asked)
        if not form.is_valid():
            raise translate_validation(form.errors)
        return queryset.that_fit(known, form.cleaned_data)


class CSV(BaseRenderer):  # type: ignore[misc] # the framework has no types
    """The rows of a list as a sheet, safe to be opened by a spreadsheet."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, _type: Any = None, renderer_context: Any = None) -> bytes:
        """Return the rows with a line of column names."""
        view = (renderer_context or {})["view"]
        columns = view.columns()
        rows = view.lines(data) if isinstance(view, InColumns) else data.get("results", [])
        lines = [[_cell(row.get(one)) for one in columns] for row in rows]
        return csv_text(Sheet(columns, lines)).encode()


class InColumns(Endpoint):
    """What has rows of one kind: as JSON or as a sheet, with the fields that are wanted."""

    renderer_classes = (JSONRenderer, CSV)
    row_class: type[serializers.Serializer]

    def get_renderers(self) -> list[BaseRenderer]:
        """Return how this is answered: what is no list is no sheet."""
        is_read = self.request.method in ("GET", "HEAD")
        return [one() for one in self.renderer_classes if is_read or one is not CSV]

    def lines(self, data: Any) -> list[dict[str, Any]]:
        """Return the rows of an answer as they stand in the sheet."""
        rows: list[dict[str, Any]] = data.get("results", [])  # OPTIONS has none
        return rows

    def columns(self) -> list[str]:
        """Return the fields of a row, those that are wanted."""
        return self.wanted() or list(self.row_class().fields)

    def wanted(self) -> list[str]:
        """Return the fields that `?fields=` names; none for all of them. Refusal `bad_fields`."""
        asked = self.request.query_params.get("fields", "")
        wanted = [one.strip() for one in asked.split(",")] if asked else []
        known = list(self.row_class().fields)
        for one in wanted:
            if one not in known:
                raise Refusal(
                    "bad_fields",
                    _("There is no field {name}; there are {known}.").format(
                        name=quoted(one), known=", ".join(known)
                    ),
                )
        return list(dict.fromkeys(wanted))

    def cut(self, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return rows with the fields that are wanted."""
        wanted = self.wanted()
        return [{name: row[name] for name in wanted if name in row} if wanted else row for row in rows]

    def parameters(self) -> set[str]:
        """Return what may stand behind `?`."""
        return {"fields", *super().parameters()}


class ListEndpoint(InColumns):
    """A list. Subclasses say which rows, how one is told, by what it is filtered and ordered."""

    filter_backends = (Filtered, Ordered)
    filterset_class: type[filters.FilterSet] | None = None
    about_class: type[serializers.Serializer] | None = None
    """What a page tells of the whole, beside its rows."""
    page_size = 50
    """So many rows unless `limit` tells."""
    ordering = "-id"
    ordering_fields: tuple[str, ...] = ("id",)

    def rows(self) -> QuerySet[Any] | Rows:
        """Return everything that the visitor may see."""
        raise NotImplementedError

    def describe(self, found: Sequence[Any]) -> Sequence[dict[str, Any]]:
        """Return the rows of a page."""
        context = {"request": self.request, "view": self}
        return list(self.row_class(found, many=True, context=context).data)

    def about(self) -> dict[str, Any]:
        """Return what a page tells of the whole; asked before its rows are, so never newer than they are."""
        return {}

    @answers(None)
    def get(self, request: Any, **_kwargs: Any) -> Response:
        """Answer with a page of the list."""
        rows, about = self.rows(), self.about()
        for backend in self.filter_backends:
            rows = backend().filter_queryset(request, rows, self)
        pages = Pages()
        found = pages.paginate_queryset(rows, request, view=self)
        links = {"next": pages.get_next_link(), "previous": pages.get_previous_link()}
        results = self.cut(self.describe(found))
        return Response({**about, **links, "results": results}, headers=_link_header(links))

    def parameters(self) -> set[str]:
        """Return what may stand behind `?`: the filters, and what all lists know."""
        filters_here = self.filterset_class.base_filters if self.filterset_class else {}
        return {"cursor", "limit", "ordering", *filters_here, *super().parameters()}


def found_or_404(rows: QuerySet[Any] | Manager[Any], **facts: Any) -> Any:
    """Return the one row; what does not exist, and what no database could hold, is not there."""
    found: Model | None
    try:
        found = rows.filter(**facts).first()
    except (ValueError, OverflowError, DataError):
        found = None
    if found is None:
        raise rows.model.DoesNotExist
    return found


def _link_header(links: dict[str, str | None]) -> dict[str, str]:
    said = [
        f'<{link}>; rel="{"prev" if name == "previous" else name}"' for name, link in links.items() if link
    ]
    return {"Link": ", ".join(said)} if said else {}


def _cell(value: Any) -> Any:
    if value is None or isinstance(value, str | int):
        return value
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value)
