"""The forms of reports and of their decisions."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from league.models import Report
from league.moderation import reports


class ReportForm(forms.Form):
    """The reason for a report, and the desk that decides it."""

    reason = forms.ChoiceField(label=_("Reason"), choices=Report.Reason.choices)
    desk = forms.ChoiceField(label=_("Decision by"), widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("Your words (optional)"),
        max_length=reports.LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, desks: list[Report.Desk], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        field: Any = self.fields["desk"]
        field.choices = [(desk.value, desk.label) for desk in desks]
        field.initial = desks[0].value


class DecisionForm(forms.Form):
    """A decision with its reason; `ban_days` is only for the site."""

    words = forms.CharField(
        label=_("Reason"),
        max_length=reports.LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    hides = forms.BooleanField(required=False)  # its label depends on what was reported
    ban_days = forms.TypedChoiceField(
        label=_("Close all chats to its author"),
        coerce=int,
        empty_value="0",
        required=False,
        choices=[
            (0, _("not at all")),
            *((days, ngettext_lazy("for {days} day", "for {days} days", days)) for days in reports.BANS[1:]),
        ],
    )
