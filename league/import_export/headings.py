"""What the codes in the spreadsheets of a competition mean, for people who open them."""

from django.utils.translation import gettext as _

from league import competitions
from league.models import Competition
from league.rules.stages.stage_standings import chain_of
from league.rules.tiebreaks import TIE_BREAKS


def meanings(competition: Competition) -> list[tuple[str, str]]:
    """Return the headings and values of its spreadsheets that are codes, each with its name.

    Programs read the same files, so that the codes are the same in every language.
    """
    stages = competitions.look(competition.pk).stages
    formats = dict.fromkeys(stage.settings.format for stage in stages)
    tie_breaks = dict.fromkeys(code for stage in stages for code in chain_of(stage))
    return [
        *((code, str(Competition.Format(code).label)) for code in formats),
        ("played", _("Matches played")),
        ("deal_wins, deals_won", _("Deals won")),
        *((code, _(TIE_BREAKS[code].name)) for code in tie_breaks if code != "deal_wins"),
    ]
