"""What a program sends, judged by the very form of the page."""

import json
from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils import translation
from rest_framework import serializers

_NOTHING: Final = (None, "")


def serializer_of(form: Any, name: str, doc: str, notes: Mapping[str, str], **own: Any) -> Any:
    """Return a serializer with the fields of a form; `own` replaces some, `notes` are added to others.

    Its words are those of the schema, in English whoever asks first.
    """
    with translation.override("en"):
        fields = {
            one: own.get(one) or _field(field, notes.get(one, "")) for one, field in form.base_fields.items()
        }
    return type(name, (serializers.Serializer,), {"__doc__": doc, **fields})


def posted(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was sent as a browser would post it: nothing for what is empty or not ticked."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        if value is True:
            found[name] = "on"
        elif isinstance(value, list):
            found[name] = [str(one) for one in value]
        elif value is not False and value not in _NOTHING:
            found[name] = str(value)
    return found


def require_valid(form: forms.BaseForm) -> None:
    """Raise ValidationError with what a form finds wrong, field by field."""
    if not form.is_valid():
        wrong = {
            "non_field_errors" if name == "__all__" else name: [str(one) for one in said]
            for name, said in form.errors.items()
        }
        raise serializers.ValidationError(wrong)


def _field(field: Any, note: str) -> Any:
    said: dict[str, Any] = {"help_text": f"{_words(field)} {note}".strip()}
    if isinstance(field, forms.BooleanField):
        return serializers.BooleanField(default=bool(field.initial), **said)
    if isinstance(field, forms.IntegerField) or getattr(field, "coerce", None) is int:
        numbers = [int(one) for one, _said in getattr(field, "choices", ()) if one != ""]
        bounds = (
            {"min_value": min(numbers), "max_value": max(numbers)}
            if numbers
            else {"min_value": field.min_value, "max_value": field.max_value}
        )
        return serializers.IntegerField(**bounds, **_usual(field), **said)
    optional: dict[str, Any] = (
        {} if field.required and field.initial is None else {"default": field.initial or ""}
    )
    if choices := getattr(field, "choices", None):
        return serializers.ChoiceField(
            choices=[one for one, _said in choices if one], allow_blank=bool(optional), **optional, **said
        )
    longest = getattr(field, "max_length", None) or 80
    return serializers.CharField(max_length=longest, allow_blank=bool(optional), **optional, **said)


def _words(field: Any) -> str:
    """Return what the page says beside a field: what it is, and what its choices mean."""
    choices = [
        f"`{'null' if value == '' and hasattr(field, 'coerce') else json.dumps(value)}`: {said}."
        for value, said in getattr(field, "choices", ())
        if str(said)
    ]
    return " ".join([*(f"{one}." for one in (field.label, field.help_text) if one), *choices])


def _usual(field: Any) -> dict[str, Any]:
    is_needed = field.required and field.initial is None
    return {} if is_needed else {"required": False, "allow_null": True, "default": field.initial}
