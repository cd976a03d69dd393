"""The forecast under the form of an announcement: names, tables, rounds and time."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.localization.lists import listed
from games.models import Player
from games.rules.base.refusal import Refusal
from league.competitions.announcing.outlook import Outlook, outlook
from league.competitions.entrants.entering import Newcomer
from league.competitions.forms.announcement import CompetitionForm
from league.models import Club
from league.rules.settings.divisions import parted
from league.rules.settings.stages import SEASON

_WITHOUT = {"name", "names", "venue", "day", "starts", "place", "note", "who"}
"""The fields that the forecast does not need."""


@dataclass(frozen=True)
class Forecast:
    """A line about the competition, how many names there are, and what is odd about them.

    `known` are the names of members (True) and of earlier guests.
    """

    line: str
    count: int
    faults: list[str]
    similar: list[tuple[str, Player]]
    known: list[tuple[Newcomer, bool]]

    @property
    def has_others(self) -> bool:
        """Whether one of the known names is that of somebody else."""
        return any(new.is_other for new, _is_member in self.known)


def forecast(club: Club, form: CompetitionForm) -> Forecast:
    """Return the forecast of a bound form, as far as it is filled in. Up to three queries."""
    newcomers = form.cleaned_data.get("names") or []
    faults = form.candidates.faults(enumerate(newcomers, start=1))
    similar = form.candidates.nearly_known(newcomers)
    known = form.candidates.known(newcomers)
    return Forecast(_line(club, form), len(newcomers), faults, similar, known)


def _line(club: Club, form: CompetitionForm) -> str:
    """Return “13 players → 4 tables of 3–4, 3 rounds, about 2 h 10 min”, empty while something is missing."""
    if form.expected < 2 or set(form.errors) - _WITHOUT:
        return ""
    form.cleaned_data.setdefault("name", "")
    try:
        facts = form.facts() | {"venue": form.cleaned_data.get("venue") or "physical"}
        expectation = outlook(club, facts, form.expected)
    except (Refusal, ValidationError):
        return ""
    if not expectation.tables:
        return ""
    stage = facts["stages"][0]
    sizes = parted(range(form.expected), stage.groups, stage.division_sizes) if stage.format == SEASON else []
    return with_divisions(in_words(expectation), [len(division) for division in sizes])


def with_divisions(line: str, sizes: Sequence[int]) -> str:
    """Return the line of a season with the sizes of its divisions; unchanged where there is only one."""
    if len(sizes) < 2:
        return line
    of_players = listed([str(size) for size in sizes])
    return _("{line}; divisions of {sizes} players").format(line=line, sizes=of_players)


def in_words(expectation: Outlook) -> str:
    """Return the outlook as a line."""
    players = ngettext("{n} player", "{n} players", expectation.players).format(n=expectation.players)
    sizes = (
        str(expectation.most)
        if expectation.least == expectation.most
        else f"{expectation.least}–{expectation.most}"
    )
    tables = ngettext("{n} table of {sizes}", "{n} tables of {sizes}", expectation.tables)
    rounds = ngettext("{n} round", "{n} rounds", expectation.rounds).format(n=expectation.rounds)
    first = tables.format(n=expectation.tables, sizes=sizes)
    if expectation.rounds:
        line = _("{players} → {tables}, {rounds}").format(players=players, tables=first, rounds=rounds)
    else:
        line = _("{players} → {tables} at first").format(players=players, tables=first)
    if not expectation.minutes:
        return line
    hours, minutes = divmod(expectation.minutes, 60)
    if not hours:
        time = _("{minutes} min").format(minutes=minutes)
    elif not minutes:
        time = _("{hours} h").format(hours=hours)
    else:
        time = _("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    if expectation.is_learned:
        return _("{line}, about {time} (learned from your club’s last nights)").format(line=line, time=time)
    return _("{line}, about {time}").format(line=line, time=time)
