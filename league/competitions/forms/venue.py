"""Where a competition is played, as its announcement asks for it, and when a result is final."""

from django import forms
from django.utils.translation import gettext_lazy

from league.competitions.forms.bounds import bounds_of
from league.rules.settings.venues import AT_ONCE, BY_SILENCE, BY_THE_OTHERS, ELSEWHERE, ONLINE, PHYSICAL


class VenueForm(forms.Form):
    """The part of an announcement that says where it is played."""

    venue = forms.ChoiceField(
        label=gettext_lazy("Where it is played"),
        choices=[
            (ONLINE, gettext_lazy("Online: at tables of this site")),
            (PHYSICAL, gettext_lazy("In a room: real cards, deals written down on phones")),
            (ELSEWHERE, gettext_lazy("Elsewhere: I write the results down")),
        ],
        initial=ONLINE,
        required=False,
        help_text=gettext_lazy(
            "Online and in a room results come in by themselves, and single tables can change places"
        ),
    )
    confirmation = forms.ChoiceField(
        label=gettext_lazy("A result with real cards is final"),
        choices=[
            (AT_ONCE, gettext_lazy("At once")),
            (BY_THE_OTHERS, gettext_lazy("When the others at the table confirm it")),
            (BY_SILENCE, gettext_lazy("When they confirm it, or say nothing for a while")),
        ],
        initial=BY_SILENCE,
        required=False,
        help_text=gettext_lazy("Whoever objects calls the referee, who sees every deal"),
    )
    silence_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes of silence"),
        **bounds_of("silence_minutes"),
        required=False,
        help_text=gettext_lazy("Then a result that nobody objected to is final"),
    )
    self_report = forms.BooleanField(
        label=gettext_lazy("Players write the deals down themselves"),
        required=False,
        help_text=gettext_lazy("Else a scorekeeper does, one at as many tables as you like"),
    )
    round_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for a round"),
        **bounds_of("round_minutes"),
        required=False,
        help_text=gettext_lazy("0: as long as it takes. You start the timer; when it is over, totals rank"),
    )
