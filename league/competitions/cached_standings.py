"""Cache the standings of large stages in the database, so that no web process computes them again.

They are written when a round ends; in the middle of a round, the first request computes them. The rows follow
from the log like all others: they can be dropped, and `rebuild` writes them again.
"""

import zlib
from typing import Final

import msgspec

from league.models import CachedStandings, Competition
from league.rules.brackets.plan import PlannedRound
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.stages import standings_cache
from league.rules.stages.standings_cache import Tables
from league.rules.standings.row import StandingsRow
from league.rules.tiebreaks import packing, tiebreak

LARGE: Final = 2000
"""From this many results on, the standings of a stage are cached: fewer are computed as quickly as read."""


def write(competition: Competition, head: bytes, state: State) -> None:
    """Keep the standings of the large stages of which no round is half played. Two queries for each."""
    for stage in filter(_is_large, state.stages):
        if any(_is_half_played(stage, planned) for planned in stage.rounds):
            continue
        tables = standings_cache.tables(head, state, stage)
        rows = zlib.compress(_encoder.encode(_packed(tables)), 1)
        CachedStandings.objects.update_or_create(
            {"head": head, "rows": rows}, competition=competition, stage=stage.number
        )


def remember(competition_id: int, head: bytes, state: State) -> None:
    """Put what is cached where `standings_cache` looks first. One query for large stages, none for others."""
    missing = [
        stage.number
        for stage in state.stages
        if _is_large(stage) and not standings_cache.has_tables(head, stage)
    ]
    if not missing:
        return
    cached = CachedStandings.objects.filter(competition=competition_id, stage__in=missing, head=head)
    for row in cached:
        try:
            tables = _decoder.decode(zlib.decompress(row.rows))
        except (msgspec.MsgspecError, zlib.error):
            continue  # written by another version: they are computed
        standings_cache.put_tables(head, state.stages[row.stage - 1], tables)


def _is_large(stage: Stage) -> bool:
    if stage.settings.is_knock_out or not stage.is_shown:
        return False
    return sum(len(match.places) for match in stage.matches.values()) >= LARGE


def _is_half_played(stage: Stage, planned: PlannedRound) -> bool:
    return len({match.is_open for match in stage.matches_of(planned)}) == 2


def _packed(tables: Tables) -> Tables:
    return tables._replace(rows=[[_with_packed_terms(row) for row in rows] for rows in tables.rows])


def _with_packed_terms(row: StandingsRow) -> StandingsRow:
    worths = {code: tiebreak.packed(worth) for code, worth in row.worths.items()}
    return msgspec.structs.replace(row, worths=worths)


_encoder: Final = packing.packer()
_decoder: Final = packing.unpacker(Tables)
