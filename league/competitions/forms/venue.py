"""Where a competition is played, as its announcement asks for it, and when a result is final."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy

from league.competitions.forms.bounds import bounds_of
from league.rules.settings.venues import AT_ONCE, BY_SILENCE, BY_THE_OTHERS, ELSEWHERE, ONLINE, PHYSICAL

VENUES: Final = {
    PHYSICAL: (
        gettext_lazy("At our tables with real cards"),
        gettext_lazy("Deals are recorded on phones; results arrive automatically."),
    ),
    ONLINE: (
        gettext_lazy("Online here"),
        gettext_lazy("Everyone plays at tables of this site, and needs an account."),
    ),
    ELSEWHERE: (gettext_lazy("Elsewhere"), gettext_lazy("You enter the results.")),
}
"""The label and the explanation of each venue."""


class VenueForm(forms.Form):
    """The part of an announcement that says where it is played."""

    venue = forms.ChoiceField(
        label=gettext_lazy("Where do you play?"),
        choices=[(venue, text) for venue, (text, _help) in VENUES.items()],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose where you play.")},
    )
    confirmation = forms.ChoiceField(
        label=gettext_lazy("Confirmation of results with real cards"),
        choices=[
            (AT_ONCE, gettext_lazy("None: a result is final at once")),
            (BY_THE_OTHERS, gettext_lazy("The others at the table confirm the result")),
            (BY_SILENCE, gettext_lazy("The others confirm it, or do not object for a while")),
        ],
        initial=BY_SILENCE,
        required=False,
        help_text=gettext_lazy("A player who objects calls the referee, who can see every deal"),
    )
    silence_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes to object"),
        **bounds_of("silence_minutes"),
        required=False,
        help_text=gettext_lazy("After that, a result without objections is final"),
    )
    self_report = forms.BooleanField(
        label=gettext_lazy("Players record the deals themselves"),
        required=False,
        help_text=gettext_lazy("Otherwise a scorekeeper does, each at as many tables as you like"),
    )
    round_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for a round"),
        **bounds_of("round_minutes"),
        required=False,
        help_text=gettext_lazy(
            "0: no limit. You start the timer; when it runs out, the totals decide the ranking"
        ),
    )
