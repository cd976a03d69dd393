"""The times of a table to choose from, with their labels, for its forms and for programs."""

from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_LENGTHS: Final = {
    60: _("One minute"),
    180: _("3 minutes"),
    600: _("10 minutes"),
    3_600: _("One hour"),
    86_400: _("One day"),
    259_200: _("3 days"),
}
"""Lengths of time, in seconds."""
LABELS: Final[dict[str, "StrOrPromise"]] = {
    "turn_seconds": _("Time for a turn"),
    "bank_seconds": _("Time bank"),
    "away_after": _("A bot takes over"),
}
CHOICE_LABELS: Final[dict[str, dict[Any, "StrOrPromise"]]] = {
    "turn_seconds": {20: _("20 seconds"), 30: _("30 seconds"), **_LENGTHS, 604_800: _("7 days")},
    "bank_seconds": {0: _("None"), **_LENGTHS},
    "away_after": {
        "": _("As usual"),
        1: _("After one missed turn"),
        2: _("After 2 missed turns in a row"),
        3: _("After 3 missed turns in a row"),
        5: _("After 5 missed turns in a row"),
        10: _("After 10 missed turns in a row"),
    },
}
"""The label of each choice of a field."""
