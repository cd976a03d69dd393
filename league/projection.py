"""The rows that follow from a competition's log: written from its state, live and rebuilt alike."""

import datetime as dt
from collections.abc import Iterator, Sequence

from django.db import transaction

from games import log, rings
from league.models import Competition, CompetitionEvent, Entrant, Match, Placement
from league.rules import events
from league.rules.competition import standings
from league.rules.state import PLANNED, StageRound, State, fold

MatchKey = tuple[int, int]
"""Number of the stage round, number of the match in it; byes are numbered behind the matches."""


def write(competition: Competition, state: State, rows: Sequence[log.Stored]) -> None:
    """Make the rows say what the log says; `state` is the fold of `rows`. A constant number of queries."""
    _write_competition(competition, state, rows)
    entrants = _write_entrants(competition, state)
    matches = _write_matches(competition, state, rows)
    _write_placements(state, entrants, matches)


@transaction.atomic
def rebuild(competition_id: int) -> None:
    """Write the rows of a competition anew from the log. Competition.DoesNotExist when there is none."""
    competition = Competition.objects.select_for_update().get(pk=competition_id)
    rows = log.read(CompetitionEvent, competition_id)
    if not rows:
        return  # a competition without a log never came to life
    state = fold(row.event for row in rows)
    _remove_strays(competition, state)
    write(competition, state, rows)


def _write_competition(competition: Competition, state: State, rows: Sequence[log.Stored]) -> None:
    settings = state.settings
    competition.club_id, competition.name, competition.format = settings.club, settings.name, settings.format
    competition.rulebook, competition.options = settings.rulebook, settings.options
    competition.rulebook_title = settings.rulebook_title
    competition.table_size, competition.advance = settings.table_size, settings.advance
    competition.rounds = settings.rounds
    competition.turn_seconds, competition.bot_pause_ms = settings.turn_seconds, settings.bot_pause_ms
    competition.bank_seconds, competition.away_after = settings.bank_seconds, settings.away_after
    competition.status = state.status
    last = rows[-1]
    competition.version, competition.step, competition.head = last.version, last.step, last.hash
    competition.round_number = len(state.stage_rounds)
    competition.created_at = rows[0].at
    competition.started_at = _time_of(events.CompetitionStarted, rows)
    competition.finished_at = _time_of(events.CompetitionFinished, rows)
    competition.save(force_update=True)
    rings.ring("competition", competition.pk, competition.version)


def _write_entrants(competition: Competition, state: State) -> dict[int, int]:
    """Write the entrants and return their primary keys by number."""
    rows = {} if state.status == PLANNED else {row.entrant: row for row in standings(state)}
    wanted = [
        Entrant(
            competition=competition,
            number=one.number,
            player_id=one.player,
            seed=one.seed or None,
            withdrawn=one.is_withdrawn,
            rank=rows[one.number].rank if rows else None,
            points=rows[one.number].points if rows else 0,
        )
        for one in state.entrants.values()
    ]
    Entrant.objects.bulk_create(
        wanted,
        update_conflicts=True,
        unique_fields=["competition", "number"],
        update_fields=["player", "seed", "withdrawn", "rank", "points"],
    )
    return dict(Entrant.objects.filter(competition=competition).values_list("number", "pk"))


def _write_matches(competition: Competition, state: State, rows: Sequence[log.Stored]) -> dict[MatchKey, int]:
    """Write the matches and return their primary keys by stage round and number."""
    times = _finished_at(rows)
    wanted = [match for one in state.stage_rounds for match in _matches(competition, one, times)]
    Match.objects.bulk_create(
        wanted,
        update_conflicts=True,
        unique_fields=["competition", "round_number", "number"],
        update_fields=["name", "round_name", "is_final", "is_bye", "table", "decided_by", "finished_at"],
    )
    return {(row.round_number, row.number): row.pk for row in Match.objects.filter(competition=competition)}


def _matches(
    competition: Competition, stage_round: StageRound, times: dict[MatchKey, dt.datetime]
) -> Iterator[Match]:
    """Yield the rows of a stage round: its matches, and a match without a table for each bye."""
    for match in stage_round.matches:
        yield Match(
            competition=competition,
            round_number=stage_round.number,
            number=match.number,
            name=match.name,
            round_name=stage_round.name,
            is_final=stage_round.is_final,
            table_id=match.table or None,
            decided_by=match.decided_by,
            finished_at=times.get((stage_round.number, match.number)),
        )
    for number, _entrant in _byes(stage_round):
        yield Match(
            competition=competition,
            round_number=stage_round.number,
            number=number,
            name="Bye",
            round_name=stage_round.name,
            is_bye=True,
            finished_at=times[stage_round.number, 0],
        )


def _write_placements(state: State, entrants: dict[int, int], matches: dict[MatchKey, int]) -> None:
    wanted = [
        row
        for one in state.stage_rounds
        for row in [*_seated(one, entrants, matches), *_free(one, entrants, matches)]
    ]
    Placement.objects.bulk_create(
        wanted,
        update_conflicts=True,
        unique_fields=["match", "entrant"],
        update_fields=["seat", "place", "total", "points", "deal_wins", "advances"],
    )


def _seated(
    stage_round: StageRound, entrants: dict[int, int], matches: dict[MatchKey, int]
) -> Iterator[Placement]:
    for match in stage_round.matches:
        places = {place.entrant: place for place in match.places}
        for seat, number in enumerate(match.entrants):
            row = Placement(
                match_id=matches[stage_round.number, match.number], entrant_id=entrants[number], seat=seat
            )
            if place := places.get(number):
                row.place, row.total, row.points = place.place, place.total, place.points
                row.deal_wins = place.deal_wins
                row.advances = place.advances if stage_round.survivors else None
            yield row


def _free(
    stage_round: StageRound, entrants: dict[int, int], matches: dict[MatchKey, int]
) -> Iterator[Placement]:
    for number, entrant in _byes(stage_round):
        key = stage_round.number, number
        yield Placement(match_id=matches[key], entrant_id=entrants[entrant], seat=0, advances=True)


def _byes(stage_round: StageRound) -> Iterator[tuple[int, int]]:
    """Yield the match number and the entrant of each bye."""
    return enumerate(stage_round.byes, start=len(stage_round.matches) + 1)


def _finished_at(rows: Sequence[log.Stored]) -> dict[MatchKey, dt.datetime]:
    """Return when each result was recorded; number 0 stands for the draw of the stage round itself."""
    times: dict[MatchKey, dt.datetime] = {}
    for row in rows:
        if isinstance(row.event, events.StageRoundDrawn):
            times[row.event.round, 0] = row.at
        elif isinstance(row.event, events.ResultRecorded):
            times[row.event.round, row.event.match] = row.at
    return times


def _time_of(kind: type[events.Event], rows: Sequence[log.Stored]) -> dt.datetime | None:
    return next((row.at for row in rows if isinstance(row.event, kind)), None)


def _remove_strays(competition: Competition, state: State) -> None:
    """Delete rows that do not follow from the log."""
    known = {
        (one.number, match.number)
        for one in state.stage_rounds
        for match in _matches(competition, one, {(one.number, 0): competition.created_at})
    }
    for row in Match.objects.filter(competition=competition):
        if (row.round_number, row.number) not in known:
            row.delete()
    Entrant.objects.filter(competition=competition).exclude(number__in=state.entrants).delete()
