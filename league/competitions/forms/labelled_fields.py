"""Form fields of an announcement, each with its label, its choices or bounds, and its usual value."""

from typing import TYPE_CHECKING, Any

from django import forms

from league.competitions.announcing.field_labels import CHOICE_LABELS, LABELS
from league.competitions.announcing.fields import NUMBERS

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def number(name: str, help_text: "StrOrPromise") -> forms.IntegerField:
    """Return the field of a whole number, which may stay empty."""
    bounds = NUMBERS[name]
    return forms.IntegerField(
        label=LABELS[name],
        min_value=bounds.least,
        max_value=bounds.most,
        initial=bounds.usual,
        required=False,
        help_text=help_text,
    )


def checkbox(name: str, help_text: "StrOrPromise" = "", *, initial: bool = False) -> forms.BooleanField:
    """Return the field of a fact that holds or not."""
    return forms.BooleanField(label=LABELS[name], required=False, initial=initial, help_text=help_text)


def choice(name: str, help_text: "StrOrPromise" = "", **settings: Any) -> forms.ChoiceField:
    """Return a field with a few values; `settings` are further arguments of Django's field."""
    return forms.ChoiceField(**{**_choice(name, help_text), **settings})


def number_choice(name: str, help_text: "StrOrPromise" = "", *, initial: int) -> forms.TypedChoiceField:
    """Return a field with a few whole numbers."""
    return forms.TypedChoiceField(coerce=int, initial=initial, **_choice(name, help_text))


def _choice(name: str, help_text: "StrOrPromise") -> dict[str, Any]:
    choices = [*CHOICE_LABELS[name].items()]
    return {"label": LABELS[name], "choices": choices, "required": False, "help_text": help_text}
