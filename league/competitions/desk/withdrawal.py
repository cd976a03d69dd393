"""The consequences of a withdrawal for the matches still to come, in sentences."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.localization.lists import listed
from games.models import Player
from league.competitions.read_models.match import title
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import RUNNING, State
from league.rules.decisions.tables_of_matches import venue_of
from league.rules.settings.translated_names import translated
from league.rules.settings.venues import ONLINE

_FEW = 3
"""The most matches that are named one by one."""


def preview(state: State, entrant: int) -> list[str]:
    """Say what becomes of the matches of an entrant who leaves; empty before the start. One query at most."""
    if state.status != RUNNING:
        return []
    matches = [
        (stage, match)
        for stage in state.stages
        for match in stage.matches.values()
        if match.is_waiting and entrant in match.entrants
    ]
    names = _names(state, {entrant}.union(*(match.entrants for _stage, match in matches)))
    last = _("{name} gets no more tables.").format(name=names[entrant])
    if len(matches) > _FEW:
        sentence = ngettext(
            "{n} match is played or decided without {name}.",
            "{n} matches are played or decided without {name}.",
            len(matches),
        )
        return [sentence.format(n=len(matches), name=names[entrant]), last]
    gone = state.gone() | {entrant}
    return [*(_of_match(state, stage, match, match.without(gone), names) for stage, match in matches), last]


def _names(state: State, entrants: Collection[int]) -> dict[int, str]:
    """Return the names of some entrants by entry number. One query."""
    players = Player.objects.in_bulk([state.entrants[entrant].player for entrant in entrants])
    return {entrant: players[state.entrants[entrant].player].name for entrant in entrants}


def _of_match(state: State, stage: Stage, match: Match, left: list[int], names: Mapping[int, str]) -> str:
    where = translated(f"Table {match.table_number}") if match.table_number else title(match)
    if match.table and venue_of(state, match) == ONLINE and not stage.settings.retires:
        return _("{where}: a bot takes the seat.").format(where=where)
    if len(left) > (1 if match.table else max(1, match.round.advance)):
        sentence = ngettext(
            "{where} continues with {n} player.", "{where} continues with {n} players.", len(left)
        )
        return sentence.format(where=where, n=len(left))
    if not left:
        return _("{where}: no one is left to play.").format(where=where)
    sentence = ngettext("{where}: {names} wins.", "{where}: {names} advance.", len(left))
    return sentence.format(where=where, names=listed([names[player] for player in left]))
