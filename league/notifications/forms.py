"""The form of quiet hours."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import QuietHours
from league.notifications.zone_field import ZoneField


class QuietHoursForm(forms.Form):
    """When quiet hours begin and end, and in which time zone."""

    starts = forms.TimeField(
        label=_("From"), initial="22:00", widget=forms.TimeInput({"type": "time"}, "%H:%M")
    )
    ends = forms.TimeField(
        label=_("Until"), initial="08:00", widget=forms.TimeInput({"type": "time"}, "%H:%M")
    )
    time_zone = ZoneField(label=_("Time zone"))

    @classmethod
    def of(cls, hours: QuietHours | None, posted: Any = None) -> "QuietHoursForm":
        """Return the form with the hours of a player, or with the posted ones."""
        known = {"starts": hours.starts, "ends": hours.ends, "time_zone": hours.time_zone} if hours else {}
        form = cls(posted, initial=known)
        if hours is None:
            form.fields["time_zone"].widget.attrs["data-own-zone"] = ""  # the browser knows the zone
        return form
