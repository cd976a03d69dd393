"""The field in which organizers write what places are worth."""

from typing import Any

from django import forms

from league.competitions.announcing import points


class PointsField(forms.CharField):
    """Points by place: a line for each table size, such as `4: 5 3 2 1`."""

    widget = forms.Textarea

    def clean(self, value: Any) -> Any:
        """Return the points by table size."""
        by_size: dict[int, list[int]] = {}
        for number, line in enumerate(super().clean(value).splitlines(), start=1):
            if not line.strip():
                continue
            size, _colon, rest = line.replace(",", " ").partition(":")
            if fault := points.fault(number, size.strip(), rest.split()):
                raise forms.ValidationError(fault)
            by_size[int(size)] = [int(worth) for worth in rest.split()]
        return by_size
