"""The field of a form in which people choose a time zone."""

from typing import Any

from django import forms

from league.http.time_zones import present_name, zones


class ZoneField(forms.ChoiceField):
    """A time zone of the list; an older name of one is understood and shown under its present name."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=zones, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Choose the present name in the list."""
        return present_name(value) if value else value

    def to_python(self, value: Any) -> str:
        """Return the present name."""
        return present_name(super().to_python(value))
