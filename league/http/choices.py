"""Refuse a value that is not among the choices, in the words of Django's forms."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


def not_a_choice(value: object) -> ValidationError:
    """Return the error of a field whose value is none of its choices."""
    sentence = _("Select a valid choice. %(value)s is not one of the available choices.")
    return ValidationError(sentence, code="invalid_choice", params={"value": value})
