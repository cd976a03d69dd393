"""Filters and orders of lists."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from django_filters.utils import translate_validation
from rest_framework import serializers
from rest_framework.filters import OrderingFilter

from games.rules.base.refusal import Refusal, quoted
from league.api.base.rows import Rows

LONGEST: Final = 200
"""Characters of a value that a list is filtered by."""


class KnownOrderingFilter(OrderingFilter):
    """`?ordering=-name`; fields that do not order the list are refused."""

    ordering_param = "ordering"

    def get_ordering(self, request: Any, queryset: Any, view: Any) -> Any:
        """Return the requested order; the id always comes last."""
        wanted = request.query_params.get(self.ordering_param, view.ordering)
        known = set(view.ordering_fields)
        # A field that is named again orders nothing any more, and a database takes only so many.
        first: dict[str, str] = {}
        for name in map(str.strip, wanted.split(",")):
            first.setdefault(name.removeprefix("-"), name)
        names = [*first.values()]
        for name in names:
            if name.removeprefix("-") not in known:
                sentence = _("This list cannot be ordered by {name}, only by {said}.")
                refused = sentence.format(name=quoted(name), said=", ".join(sorted(known)))
                raise Refusal("bad_ordering", refused)
        fields = [name.replace("id", "pk") if name.strip("-") == "id" else name for name in names]
        return fields if fields[-1].strip("-") == "pk" else [*fields, "pk"]

    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        """Return the rows in the requested order, without rows that have no value to be ordered by."""
        names = self.get_ordering(request, queryset, view)
        known = queryset
        for field in {name.removeprefix("-") for name in names} - {"pk"}:
            known = known.exclude(**{field: None})
        return known.order_by(*names)


class RowFilterBackend(filters.DjangoFilterBackend):
    """The filters that the list announces as its `filterset_class`, for queries and for computed rows."""

    def get_filterset_kwargs(self, request: Any, queryset: Any, view: Any) -> dict[str, Any]:
        """Return the filters of the query.

        ValidationError for a boolean that is neither true nor false, and for a very long value.
        """
        facts: dict[str, Any] = super().get_filterset_kwargs(request, queryset, view)
        for name, known in view.filterset_class.base_filters.items():
            if len(request.query_params.get(name, "")) > LONGEST:
                sentence = serializers.CharField.default_error_messages["max_length"]
                raise serializers.ValidationError({name: [sentence.format(max_length=LONGEST)]})
            is_switch = isinstance(known, filters.BooleanFilter)
            if is_switch and request.query_params.get(name, "true") not in ("true", "false"):
                raise serializers.ValidationError({name: [_("Send true or false.")]})
        return facts

    def filter_queryset(self, request: Any, queryset: Any, view: Any) -> Any:
        """Return the rows that match the filters."""
        if view.filterset_class is None or not isinstance(queryset, Rows):
            return super().filter_queryset(request, queryset, view)
        asked = self.get_filterset_kwargs(request, queryset, view)["data"]
        known = view.filterset_class.base_filters
        form = type("Wanted", (forms.Form,), {name: each.field for name, each in known.items()})(asked)
        if not form.is_valid():
            raise translate_validation(form.errors)
        return queryset.that_fit(known, form.cleaned_data)
