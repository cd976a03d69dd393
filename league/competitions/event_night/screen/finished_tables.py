"""The tables of the rounds in play that are over: they stay on the screen, with who advances."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.localization.numbers import number
from league.competitions.event_night.tables_in_play import TableInPlay
from league.models import Competition, Match, Placement
from league.rules.settings import result_kinds
from league.rules.settings.stages import ARENA, KNOCK_OUTS
from league.rules.settings.translated_names import translated

_MOST: Final = 500
_PLACEMENTS: Final = Prefetch(
    "placements",
    Placement.objects.select_related("entrant__player").order_by("place", "seat"),
)


class Outcome(NamedTuple):
    """What came of a table for a player, in words; `is_out` for those it eliminated."""

    name: str
    player: int
    words: str
    total: str
    is_out: bool


class FinishedTable(NamedTuple):
    """A table that is over, with its players by place."""

    number: int
    label: str
    round_name: str
    outcomes: list[Outcome]


def finished_tables(competition: Competition, in_play: Iterable[TableInPlay]) -> list[FinishedTable]:
    """Return the tables that are over of the rounds in play; else of the last round, until the next one.

    None of an arena, where rounds do not wait for each other. Two queries, three between two rounds.
    """
    formats = [str(stage.get("format")) for stage in competition.stages]
    if formats[max(competition.stage_number, 1) - 1] == ARENA:
        return []
    matches = Match.objects.filter(competition=competition, is_bye=False, placements__isnull=False)
    rounds = {(table.match.stage, table.match.round_number) for table in in_play} or _last_rounds(matches)
    if not rounds:
        return []
    wanted = Q()
    for stage, round_number in rounds:
        wanted |= Q(stage=stage, round_number=round_number)
    over = (
        matches.filter(wanted)
        .exclude(kind__in=["", result_kinds.OPEN])
        .distinct()
        .order_by("table_number", "stage", "number")
    )
    return [
        _shown(match, is_knock_out=formats[match.stage - 1] in KNOCK_OUTS)
        for match in over.prefetch_related(_PLACEMENTS)[:_MOST]
    ]


def _last_rounds(matches: QuerySet[Match]) -> set[tuple[int, int]]:
    """Return the last round, of each division or group of the last stage."""
    named = matches.order_by("stage", "round_number").values_list("stage", "round_number", "round_name")
    last: dict[str, tuple[int, int]] = {}
    for stage, round_number, name in named.distinct():
        group = name.rpartition(", ")[0]
        last[group] = stage, round_number
    newest = max((stage for stage, _number in last.values()), default=0)
    return {each for each in last.values() if each[0] == newest}


def _shown(match: Match, *, is_knock_out: bool) -> FinishedTable:
    table = TableInPlay(match, None)
    placements = list(match.placements.all())
    has_totals = any(placement.total for placement in placements)
    outcomes = [
        Outcome(
            placement.entrant.player.name,
            placement.entrant.player_id,
            _words(match, placement, len(placements)) if is_knock_out else _rank(placement),
            number(placement.total) if has_totals and placement.total is not None else "",
            is_knock_out and placement.advances is False,
        )
        for placement in placements
    ]
    return FinishedTable(match.table_number, table.name, translated(match.round_name), outcomes)


def _words(match: Match, placement: Placement, seats: int) -> str:
    if match.kind in result_kinds.WITHOUT_PLACES or placement.place is None:
        return ""
    if placement.advances is None:
        return "" if match.decided_by else _("tied, to be decided")
    if seats > 2:  # of two one may play on after a loss
        return _("advances") if placement.advances else _("eliminated")
    return pgettext("a player", "won") if placement.place == 1 else pgettext("a player", "lost")


def _rank(placement: Placement) -> str:
    return "" if placement.place is None else _("rank {place}").format(place=placement.place)
