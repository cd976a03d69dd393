"""The part of an announcement about the venue and the confirmation of results."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.competitions.forms.labelled_fields import checkbox, choice, number
from league.rules.settings.venues import BY_SILENCE, ELSEWHERE, ONLINE, PHYSICAL

EXPLANATIONS: Final = {
    PHYSICAL: _("A scorekeeper records the deals on a phone, or you enter the results."),
    ONLINE: _("Everyone plays at tables of this site, and needs an account."),
    ELSEWHERE: _("You enter the results."),
}
"""The explanation of each venue, in the order of their labels."""


class VenueForm(forms.Form):
    """The part of an announcement that says where it is played."""

    venue = choice(
        "venue",
        required=True,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose where you play.")},
    )
    confirmation = choice(
        "confirmation",
        _("A player who objects calls the referee, who can see every deal"),
        initial=BY_SILENCE,
    )
    silence_minutes = number("silence_minutes", _("After that, a result without objections is final"))
    self_report = checkbox(
        "self_report",
        _(
            "With an account, or without one by the code on the printed sheet of their table. Otherwise only"
            " scorekeepers and organizers do, and the code calls the referee"
        ),
    )
    round_minutes = number(
        "round_minutes",
        _("0: no limit. You start the timer; when it runs out, the totals decide the ranking"),
    )
