"""The records of a player, from results and the logs of tables, each with a link."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.naming import table_titles as titles
from league.profiles.achievements import Best
from league.profiles.matches import Played
from league.rules.awards.feats import RECORDS

_NIGHT_ENDS: Final = dt.timedelta(hours=6)
"""The hour before which a match belongs to the night before."""
_TITLES: Final = {"streak": gettext_noop("Most deals won in a row")}
_FAVOURITES: Final = 3


@dataclass(frozen=True)
class Record:
    """A record in words: its name, the figure, an explanation, and where and when it was."""

    code: str
    name: str
    figure: str
    explanation: str
    where: str
    address: str
    ended: dt.datetime | dt.date


@dataclass(frozen=True)
class Favourite:
    """A rulebook with how often the player has played it, and won."""

    rulebook: str
    key: str
    matches: int
    won: int


def records(played: Sequence[Played], best: Mapping[str, Best]) -> list[Record]:
    """Return the records of a player; `played` newest first. Records without a match are left out."""
    among_people = [result for result in reversed(played) if result.among_people]
    feats = [_seen(best[code]) for code in RECORDS if code in best]
    return [*_row_of_wins(among_people), *feats, *_night(among_people)]


def favourites(played: Sequence[Played]) -> list[Favourite]:
    """Return the rulebooks that the player has played most often, the newest among equals first."""
    titles = {result.rulebook_key: result.rulebook for result in played}
    matches = Counter(result.rulebook_key for result in played)
    won = Counter(result.rulebook_key for result in played if result.is_won)
    return [Favourite(titles[key], key, count, won[key]) for key, count in matches.most_common(_FAVOURITES)]


def _seen(best: Best) -> Record:
    award = RECORDS[best.code]
    return Record(
        best.code,
        _(_TITLES[best.code]) if best.code in _TITLES else award.name,
        award.words((best.first, best.second)),
        award.explanation,
        titles.translated(best.name),
        f"{reverse('replay', args=[best.table])}?step={best.step}",
        best.ended,
    )


def _row_of_wins(oldest_first: Sequence[Played]) -> list[Record]:
    longest, row = 0, 0
    last: Played | None = None
    for result in oldest_first:
        row = row + 1 if result.is_won else 0
        if row > longest:
            longest, last = row, result
    if last is None or longest < 2:
        return []
    return [
        Record(
            "wins_in_a_row",
            _("Longest run of wins"),
            ngettext("{number} match in a row", "{number} matches in a row", longest).format(number=longest),
            _("The most consecutive matches won, shared first places included."),
            _name(last),
            last.address,
            last.ended,
        )
    ]


def _night(oldest_first: Sequence[Played]) -> list[Record]:
    nights = Counter(timezone.localtime(result.ended - _NIGHT_ENDS).date() for result in oldest_first)
    if not nights:
        return []
    day, most = nights.most_common(1)[0]
    explanation = _("The most matches that ended in one night. A night lasts until six in the morning.")
    figure = ngettext("{number} match", "{number} matches", most).format(number=most)
    return [Record("in_one_night", _("Most matches in one night"), figure, explanation, "", "", day)]


def _name(result: Played) -> str:
    return f"{result.competition_name}: {result.where}" if result.competition_name else result.where
