"""What a program sends, judged by the very form of the page."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from rest_framework import serializers

_NOTHING: Final = (None, "")


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
