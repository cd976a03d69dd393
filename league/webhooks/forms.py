"""The form of a webhook: address, purpose, events."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Webhook
from league.webhooks import address_guard
from league.webhooks.kinds import CHOOSABLE


class WebhookForm(forms.Form):
    """An address and the events; none checked means all of them, also future ones."""

    url = forms.CharField(
        max_length=address_guard.LONGEST,
        label=_("Address"),
        help_text=_("It begins with https:// and is on the public internet"),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    note = forms.CharField(
        max_length=60, required=False, label=_("Purpose"), help_text=_("So that you recognize it later")
    )
    kinds = forms.MultipleChoiceField(
        required=False,
        label=_("Events"),
        choices=[(kind, kind) for kind in CHOOSABLE],
        widget=forms.CheckboxSelectMultiple,
    )

    @classmethod
    def of(cls, hook: Webhook, posted: Any = None) -> "WebhookForm":
        """Return the form of a webhook, unchanged or with the posted data."""
        return cls(posted, initial={"url": hook.url, "note": hook.note, "kinds": hook.kinds})
