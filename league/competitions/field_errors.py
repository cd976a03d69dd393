"""Sentences about values of single fields, as Django's forms say them."""

from django.forms import ChoiceField


def not_a_choice(value: object) -> str:
    """Return what is said of a value that is not among the choices of its field."""
    return str(ChoiceField.default_error_messages["invalid_choice"]) % {"value": value}
