"""The part of an announcement about every single match: its time, who leaves it, what it counts for."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms import TimesForm
from league.competitions.announcing.fields import YES
from league.competitions.forms.bounds import bounds_of


class MatchForm(TimesForm):
    """Fields of an announcement beside those of its stages."""

    minutes = forms.IntegerField(
        label=_("Minutes for a match"),
        **bounds_of("minutes"),
        required=False,
        help_text=_("0: no limit. When time is up, the totals decide, ranked as in the rulebook"),
    )
    at_end = forms.ChoiceField(
        label=_("When time is up"),
        choices=[
            ("", _("The deal is played to the end")),
            (YES, _("The match ends at once; the current deal is void")),
        ],
        required=False,
    )
    leavers = forms.ChoiceField(
        label=_("When a player leaves during a match"),
        choices=[
            ("", _("A bot plays their cards")),
            (YES, _("Their cards go out of play, and they are placed last")),
        ],
        required=False,
        help_text=_("In an elimination to 500 the cards always go out of play"),
    )
    counts_for = forms.ChoiceField(
        label=_("Rating"),
        choices=[
            ("", _("The club’s rating list")),
            (YES, _("The casual rating list only")),
        ],
        required=False,
    )
