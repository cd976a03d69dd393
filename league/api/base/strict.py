"""Strict types: a number in a text is refused, and so is a field that does not exist."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.rules.base.refusal import quoted

_MOST_NAMED: Final = 10
_LONGEST_NAMED: Final = 60

_KINDS: Final[tuple[tuple[Any, tuple[type, ...], str], ...]] = (
    (serializers.BooleanField, (bool,), "true or false"),
    (serializers.IntegerField, (int, float), "a number"),
    (serializers.FloatField, (int, float), "a number"),
    (serializers.MultipleChoiceField, (list,), "a list"),
    (serializers.ChoiceField, (str,), "a text"),
    (serializers.DateTimeField, (str,), "a text"),
    (serializers.DateField, (str,), "a text"),
    (serializers.CharField, (str,), "a text"),
)


def wrong_kinds(field: Any, value: Any) -> Any:
    """Return the errors of values of a wrong type and of unknown fields, as the framework writes them."""
    if value is None:
        return None
    if isinstance(field, serializers.BaseSerializer | serializers.ListField):
        return _inside(field, value)
    for kind, types, kind_name in _KINDS:
        if isinstance(field, kind):
            is_so = isinstance(value, types) and (isinstance(value, bool) == (types == (bool,)))
            return _no_choice(field, value) if is_so else [f"This has to be {kind_name}."]
    return None


def _no_choice(field: Any, value: Any) -> list[str] | None:
    """Return the error of a value that is not among the choices."""
    if not isinstance(field, serializers.ChoiceField):
        return None
    sent = value if isinstance(value, list) else [value]
    wrong = [
        str(entry)
        for entry in sent
        if str(entry) not in map(str, field.choices) and (entry or not field.allow_blank)
    ]
    sentence = _("{name} must be one of: {known}.")
    known = ", ".join(map(str, field.choices))
    return [sentence.format(name=quoted(wrong[0]), known=known)] if wrong else None


def _inside(field: Any, value: Any) -> Any:
    if isinstance(value, list) and hasattr(field, "child"):
        errors = [wrong_kinds(field.child, element) for element in value]
        # The framework says nothing of an element as an empty object.
        return [error if error is not None else {} for error in errors] if any(errors) else None
    if isinstance(value, dict) and hasattr(field, "fields"):
        wrong = {
            name: wrong_kinds(child, value[name]) for name, child in field.fields.items() if name in value
        }
        return {name: error for name, error in (wrong | unknown(field, value)).items() if error} or None
    return None


def unknown(form: Any, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the errors of unknown fields: a misspelt field is not ignored."""
    names = [name for name in value if name not in form.fields]
    known = ", ".join(form.fields) or _("none")
    sentence = _("Unknown field {name}; there are {known}.")
    return {
        name[:_LONGEST_NAMED]: [sentence.format(name=quoted(name), known=known)]
        for name in names[:_MOST_NAMED]
    }
