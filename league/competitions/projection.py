"""The rows that follow from a competition's log: written from its state, live and rebuilt alike."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec
from django.db import models, transaction

from games import eventstore
from games.realtime import publisher
from league.models import Competition, CompetitionEvent, Entrant, Match, Placement
from league.rules.brackets.plan import PlannedRound, bye_id
from league.rules.competition import events
from league.rules.competition.evolve import fold
from league.rules.competition.match_names import name_in_round
from league.rules.competition.stage import Match as Meeting
from league.rules.competition.stage import Met, Stage, entrants_key
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.decisions.consequences import is_arena, is_waiting_for_clock
from league.rules.settings.result_kinds import NOT_NEEDED, OPEN
from league.rules.stages.arena_seating import is_open
from league.rules.stages.standings import division_ranks, rows_of, standings
from league.rules.standings.row import StandingsRow

Row = TypeVar("Row", bound=models.Model)

MatchKey = tuple[int, str]
"""Number of the stage, id of the match in it; byes have ids of their own behind the round's."""

PATIENCE: Final = dt.timedelta(seconds=30)
"""So long what follows from a correction waits, so that it can be corrected back as if nothing had been."""
_BEFORE_SAME_TABLE: Final = dt.timedelta(minutes=5)
"""So long free players of an arena wait for others before they meet the table that they have just left."""

_Times = Mapping[tuple[int, str, Met], dt.datetime]

_ENTRANT = [
    "player_id",
    "team",
    "seed",
    "withdrawn",
    "gone",
    "is_waiting",
    "is_here",
    "is_away",
    "rank",
    "points",
    "division",
    "division_rank",
]
_MATCH = [
    *("round_number", "number", "name", "round_name", "is_final", "is_bye", "table_id", "kind"),
    *("decided_by", "finished_at", "table_number", "venue", "extra_seconds"),
]
_PLACEMENT = ["seat", "place", "total", "points", "deal_wins", "advances"]


def write(competition: Competition, state: State, rows: Sequence[eventstore.Stored]) -> None:
    """Make the rows say what the log says; `state` is the fold of `rows`. A constant number of queries."""
    times = _times(rows)
    _write_competition(competition, state, rows, times)
    entrants = _write_entrants(competition, state)
    matches = _write_matches(competition, state, times)
    _write_placements(competition, state, entrants, matches)


@transaction.atomic
def rebuild(competition_id: int) -> None:
    """Write the rows of a competition anew from the log. Competition.DoesNotExist when there is none."""
    competition = Competition.objects.select_for_update().get(pk=competition_id)
    rows = eventstore.read(CompetitionEvent, competition_id)
    if not rows:
        return  # a competition without a log never came to life
    write(competition, fold(row.event for row in rows), rows)


def _write_competition(
    competition: Competition, state: State, rows: Sequence[eventstore.Stored], times: _Times
) -> None:
    settings = state.settings
    competition.club_id, competition.name = settings.club, settings.name
    competition.format = settings.stages[0].format
    competition.stages = [msgspec.to_builtins(stage, str_keys=True) for stage in settings.stages]
    competition.rulebook, competition.options = settings.rulebook, settings.options
    competition.rulebook_title = settings.rulebook_title
    competition.turn_seconds, competition.bot_pause_ms = settings.turn_seconds, settings.bot_pause_ms
    competition.bank_seconds, competition.away_after = settings.bank_seconds, settings.away_after
    competition.is_casual = settings.is_casual
    competition.status = state.status
    competition.is_paused, competition.is_archived = state.is_paused, state.is_archived
    _write_timer(competition, state)
    last = rows[-1]
    competition.version, competition.step, competition.head = last.version, last.step, last.hash
    stage = state.stage
    competition.stage_number = stage.number if stage.groups else 0
    competition.round_number = _current_round(stage)
    competition.created_at = rows[0].at
    competition.started_at = _time_of(events.CompetitionStarted, rows)
    # By the results, so that correcting one and correcting it back leaves no trace here.
    ended = max(_ends(state, times), default=_time_of(events.CompetitionFinished, rows))
    competition.finished_at = ended if state.status == FINISHED else None
    competition.waits_since = _waits_since(state, last.at)
    competition.seating_ends_at = _moment(stage.ends_at) if is_open(stage) else None
    competition.save(force_update=True)
    publisher.publish("competition", competition.pk, competition.version)


def _waits_since(state: State, last: dt.datetime) -> dt.datetime | None:
    """Return the time after which, and after `PATIENCE`, the clock has something to do; None for nothing."""
    if is_waiting_for_clock(state):
        return last + _BEFORE_SAME_TABLE - PATIENCE if is_arena(state) else last
    if is_open(state.stage) and state.status == RUNNING and not state.is_paused:
        return _moment(state.stage.ends_at) - PATIENCE
    return None


def _moment(seconds: int) -> dt.datetime:
    return dt.datetime.fromtimestamp(seconds, dt.UTC)


def _write_timer(competition: Competition, state: State) -> None:
    competition.round_minutes, timer = state.settings.round_minutes, state.timer
    runs = timer is not None and not timer.is_paused
    ends_at = dt.datetime.fromtimestamp(timer.ends_at, dt.UTC) if timer and runs else None
    competition.timer_ends_at, competition.timer_left = ends_at, timer.left if timer and not runs else None


def _write_entrants(competition: Competition, state: State) -> dict[int, int]:
    """Write the entrants and return their primary keys by number."""
    tables: dict[int, Sequence[Sequence[StandingsRow]]] = {}

    def rows_of_stage(stage: Stage) -> Sequence[Sequence[StandingsRow]]:
        if stage.number not in tables:
            tables[stage.number] = rows_of(state, stage)
        return tables[stage.number]

    rows = {row.entrant: row for row in standings(state, rows_of_stage=rows_of_stage)}
    divisions = division_ranks(state, rows_of_stage=rows_of_stage)
    wanted = {
        entrant.number: Entrant(
            competition=competition,
            number=entrant.number,
            player_id=entrant.player,
            team=entrant.team,
            seed=entrant.seed or None,
            withdrawn=entrant.is_withdrawn,
            gone=entrant.gone,
            is_waiting=entrant.is_waiting,
            is_here=entrant.is_here,
            is_away=entrant.is_away,
            rank=rows[entrant.number].rank if entrant.number in rows else None,
            points=rows[entrant.number].points if entrant.number in rows else 0,
            division=divisions.get(entrant.number, (0, None))[0],
            division_rank=divisions.get(entrant.number, (0, None))[1],
        )
        for entrant in state.entrants.values()
    }
    rows_before = {row.number: row for row in Entrant.objects.filter(competition=competition)}
    _sync(Entrant, rows_before, wanted, _ENTRANT, ["competition", "number"])
    return dict(Entrant.objects.filter(competition=competition).values_list("number", "pk"))


def _write_matches(competition: Competition, state: State, times: _Times) -> dict[MatchKey, int]:
    """Write the matches and return their primary keys by stage and id."""
    wanted = {
        (row.stage, row.key): row
        for stage in state.stages
        for number, planned in enumerate(stage.rounds, start=1)
        for row in _matches(competition, stage, number, planned, times, state)
    }
    rows_before = {(row.stage, row.key): row for row in Match.objects.filter(competition=competition)}
    # A table that moves from one match to another must be free before it is taken.
    moved = [
        row.pk for key, row in rows_before.items() if row.table_id != getattr(wanted.get(key), "table_id", 0)
    ]
    if any(rows_before[key].table_id for key in rows_before if rows_before[key].pk in moved):
        Match.objects.filter(pk__in=moved).update(table=None)
    _sync(Match, rows_before, wanted, _MATCH, ["competition", "stage", "key"])
    rows = Match.objects.filter(competition=competition).values_list("stage", "key", "pk")
    return {(stage, key): pk for stage, key, pk in rows}


def _matches(
    competition: Competition, stage: Stage, number: int, planned: PlannedRound, times: _Times, state: State
) -> Iterator[Match]:
    """Yield the rows of a stage round: its matches, and a match without a table for each bye."""
    extra = state.timer.extra if state.timer else {}
    for match in stage.matches_of(planned):
        yield Match(
            competition=competition,
            stage=stage.number,
            key=match.id,
            round_number=number,
            number=match.number,
            name=_name(match)[:40],
            round_name=planned.name[:40],
            is_final=planned.is_final,
            table_id=match.table or None,
            table_number=match.table_number,
            venue=match.venue or state.settings.venue,
            extra_seconds=extra.get((stage.number, match.id), 0),
            kind=_kind(match),
            decided_by=match.result.decided_by if match.result else "",
            finished_at=_finished_at(stage, match, times),
        )
    for index, (key, _entrant) in enumerate(_byes(stage, planned), start=len(planned.matches) + 1):
        yield Match(
            competition=competition,
            stage=stage.number,
            key=key,
            round_number=number,
            number=index,
            name="Bye",
            round_name=planned.name[:40],
            is_bye=True,
            venue=state.settings.venue,
            finished_at=times[stage.number, planned.id, ()],
        )


def _write_placements(
    competition: Competition, state: State, entrants: Mapping[int, int], matches: Mapping[MatchKey, int]
) -> None:
    wanted = {
        (row.match_id, row.entrant_id): row
        for stage in state.stages
        for planned in stage.rounds
        for row in [*_seated(stage, planned, entrants, matches), *_free(stage, planned, entrants, matches)]
    }
    rows = Placement.objects.filter(match__competition=competition)
    rows_before = {(row.match_id, row.entrant_id): row for row in rows}
    _sync(Placement, rows_before, wanted, _PLACEMENT, ["match", "entrant"])


def _seated(
    stage: Stage, planned: PlannedRound, entrants: Mapping[int, int], matches: Mapping[MatchKey, int]
) -> Iterator[Placement]:
    for match in stage.matches_of(planned):
        if match.planned.best_of > 1 and not match.is_needed:
            continue  # nobody waits for it
        places = {place.entrant: place for place in match.places}
        for seat, number in enumerate(match.entrants):
            row = Placement(match_id=matches[stage.number, match.id], entrant_id=entrants[number], seat=seat)
            if place := places.get(number):
                row.place, row.total, row.points = place.place, place.total, place.points
                row.deal_wins = place.deal_wins
                row.advances = match.goes_on(place)
            yield row


def _free(
    stage: Stage, planned: PlannedRound, entrants: Mapping[int, int], matches: Mapping[MatchKey, int]
) -> Iterator[Placement]:
    for key, entrant in _byes(stage, planned):
        advances = True if stage.settings.is_knock_out else None
        yield Placement(
            match_id=matches[stage.number, key], entrant_id=entrants[entrant], seat=0, advances=advances
        )


def _sync(
    model: type[Row],
    rows_before: Mapping[Any, Row],
    wanted: Mapping[Any, Row],
    fields: Sequence[str],
    unique: Sequence[str],
) -> None:
    """Make the found rows the wanted ones: what differs is written, what is not wanted deleted."""
    strays = [row.pk for key, row in rows_before.items() if key not in wanted]
    if strays:
        model._default_manager.filter(pk__in=strays).delete()  # noqa: SLF001 - Django's name for it
    different = [
        row for key, row in wanted.items() if key not in rows_before or _differ(row, rows_before[key], fields)
    ]
    if different:
        model._default_manager.bulk_create(  # noqa: SLF001
            different,
            update_conflicts=True,
            unique_fields=unique,
            update_fields=[name.removesuffix("_id") for name in fields],
        )


def _differ(row: models.Model, other: models.Model, fields: Iterable[str]) -> bool:
    return any(getattr(row, name) != getattr(other, name) for name in fields)


def _byes(stage: Stage, planned: PlannedRound) -> Iterator[tuple[str, int]]:
    """Yield the id and the entrant of each bye; one that nobody has for now has no row."""
    for index, slot in enumerate(planned.byes):
        if entrant := stage.who(slot):
            yield bye_id(planned, index), entrant


def _current_round(stage: Stage) -> int:
    """Return the number of the first stage round that is not over, else of the last one."""
    for number, planned in enumerate(stage.rounds, start=1):
        if any(match.is_open for match in stage.matches_of(planned)):
            return number
    return len(stage.rounds)


def _finished_at(stage: Stage, match: Meeting, times: _Times) -> dt.datetime | None:
    if match.is_open or match.result is None:
        return None
    return times[stage.number, match.id, entrants_key(match.entrants)]


def _ends(state: State, times: _Times) -> Iterator[dt.datetime]:
    """Yield when the results that count came in, not those that rest."""
    for stage in state.stages:
        for match in stage.matches.values():
            if ended := _finished_at(stage, match, times):
                yield ended


def _name(match: Meeting) -> str:
    """Return what a match is called in its round: where one match decides, its own name or id."""
    if match.planned.best_of == 1:
        return match.name
    return name_in_round(match.round, match.planned, match.number)


def _kind(match: Meeting) -> str:
    """Return the kind of the result; what organizers have opened again is not collected from its table.

    Nor is a match that its meeting does not need.
    """
    if match.result is not None:
        return match.result.kind
    if match.planned.best_of > 1 and match.seats.is_needed is False:
        return NOT_NEEDED
    return OPEN if match.is_reopened else ""


def _times(rows: Sequence[eventstore.Stored]) -> dict[tuple[int, str, Met], dt.datetime]:
    """Return when each result first came in, by stage, match and who met; of each round when it was drawn."""
    times: dict[tuple[int, str, Met], dt.datetime] = {}
    for row in rows:
        if isinstance(row.event, events.DrawPart | events.StageRoundDrawn):
            for planned in row.event.draw.rounds:
                times[row.event.stage, planned.id, ()] = row.at
        elif isinstance(row.event, events.ResultRecorded | events.ResultCorrected):
            times.setdefault((row.event.stage, row.event.match, entrants_key(row.event.entrants)), row.at)
    return times


def _time_of(kind: type[events.Event], rows: Sequence[eventstore.Stored]) -> dt.datetime | None:
    return next((row.at for row in rows if isinstance(row.event, kind)), None)
