"""Strict types: a number in a text is refused, and so is a field that does not exist.

A list that is too long is refused before its elements are looked at, and of the others the first few errors
are reported: an answer never grows with what was sent.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework import serializers

from games.rules.base.refusal import quoted

_MOST_NAMED: Final = 10
_MOST_WRONG: Final = 20
"""The elements of a list whose errors are reported."""
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
        return _too_long(field, value) or _of_elements(field.child, value)
    if isinstance(value, dict) and hasattr(field, "fields"):
        wrong = {
            name: wrong_kinds(child, value[name]) for name, child in field.fields.items() if name in value
        }
        return {name: error for name, error in (wrong | unknown(field, value)).items() if error} or None
    return None


def _too_long(field: Any, value: list[Any]) -> list[str] | None:
    if field.max_length is None or len(value) <= field.max_length:
        return None
    return [field.error_messages["max_length"].format(max_length=field.max_length)]


def _of_elements(child: Any, value: list[Any]) -> list[Any] | None:
    """Return the errors of the elements up to the last that is reported."""
    errors, wrong = [], 0
    for element in value:
        error = wrong_kinds(child, element)
        # The framework says nothing of an element as an empty object.
        errors.append({} if error is None else error)
        wrong += error is not None
        if wrong == _MOST_WRONG:
            break
    return errors if wrong else None


def unknown(form: Any, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the errors of unknown fields: a misspelt field is not ignored."""
    names = [name for name in value if name not in form.fields]
    known = ", ".join(form.fields) or _("none")
    sentence = _("Unknown field {name}; there are {known}.")
    return {
        name[:_LONGEST_NAMED]: [sentence.format(name=quoted(name), known=known)]
        for name in names[:_MOST_NAMED]
    }
