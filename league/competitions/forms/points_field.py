"""The field in which organizers write what places are worth."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from league.rules.settings.points import SIZES


class PointsField(forms.CharField):
    """Points by place: a line for each table size, such as `4: 5 3 2 1`."""

    widget = forms.Textarea

    def clean(self, value: Any) -> Any:
        """Return the points by table size."""
        found: dict[int, list[int]] = {}
        for number, line in enumerate(super().clean(value).splitlines(), start=1):
            size, _colon, rest = line.replace(",", " ").partition(":")
            numbers = [size.strip(), *rest.split()]
            if not line.strip():
                continue
            if not all(one.isascii() and one.isdecimal() and len(one) < 7 for one in numbers):
                raise forms.ValidationError(
                    _(
                        "Line {number} is not like “4: 5 3 2 1”: seats, a colon, points from place 1 down."
                    ).format(number=number)
                )
            if int(numbers[0]) not in SIZES:
                raise forms.ValidationError(
                    _("Line {number}: a table has from 2 to 10 seats.").format(number=number)
                )
            found[int(numbers[0])] = [int(one) for one in numbers[1:]]
        return found
