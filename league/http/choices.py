"""Refuse a value that is not among the choices, in the words of Django's forms."""

from django.core.exceptions import ValidationError
from django.forms import ChoiceField


def not_a_choice(value: object) -> ValidationError:
    """Return the error of a field whose value is none of its choices."""
    sentence = ChoiceField.default_error_messages["invalid_choice"]
    return ValidationError(sentence, code="invalid_choice", params={"value": value})
