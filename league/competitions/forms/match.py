"""The part of an announcement about every single match: its time, who leaves it, what it counts for."""

from django.utils.translation import gettext_lazy as _

from games.forms import TimesForm
from league.competitions.forms.labelled_fields import choice, number


class MatchForm(TimesForm):
    """Fields of an announcement beside those of its stages."""

    minutes = number(
        "minutes", _("0: no limit. When time is up, the totals decide, ranked as in the rulebook")
    )
    at_end = choice("at_end")
    leavers = choice("leavers", _("In an elimination to 500 the cards always go out of play"))
    counts_for = choice("counts_for")
