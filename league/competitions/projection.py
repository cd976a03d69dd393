"""The rows that follow from a competition's log: written from its state, live and rebuilt alike."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from django.db import models, transaction

from games import eventstore
from games.realtime import publisher
from league.competitions import cached_standings
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
from league.rules.stages import standings_cache
from league.rules.stages.arena_seating import is_open
from league.rules.stages.stage_standings import division_ranks

Values = tuple[Any, ...]
Rows = Mapping[Values, Values]
"""The rows of a model: their columns by the columns of their keys."""
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
_TABLE: Final = _MATCH.index("table_id")
_PLACEMENT = ["seat", "place", "total", "points", "deal_wins", "advances"]


def write(competition: Competition, state: State, rows: Sequence[eventstore.Stored]) -> None:
    """Make the rows say what the log says; `state` is the fold of `rows`. A constant number of queries."""
    times = _times(rows)
    _write_competition(competition, state, rows, times)
    entrants = _write_entrants(competition, state, rows)
    matches = _write_matches(competition, state, times)
    _write_placements(competition, state, entrants, matches)


@transaction.atomic
def rebuild(competition_id: int) -> None:
    """Write the rows of a competition anew from the log. Competition.DoesNotExist when there is none."""
    competition = Competition.objects.select_for_update().get(pk=competition_id)
    rows = eventstore.read(CompetitionEvent, competition_id)
    if not rows:
        return  # a competition without a log never came to life
    state = fold(row.event for row in rows)
    write(competition, state, rows)
    cached_standings.write(competition, rows[-1].hash, state)


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
    competition.is_casual, competition.self_report = settings.is_casual, settings.self_report
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


def _write_entrants(
    competition: Competition, state: State, rows: Sequence[eventstore.Stored]
) -> dict[int, int]:
    """Write the entrants and return their primary keys by number."""
    head = rows[-1].hash
    ranked = {row.entrant: row for row in standings_cache.overall(head, state)}
    divisions = division_ranks(
        state, rows_of_stage=lambda stage: standings_cache.tables(head, state, stage).rows
    )
    wanted: Rows = {
        (entrant.number,): (
            entrant.player,
            entrant.team,
            entrant.seed or None,
            entrant.is_withdrawn,
            entrant.gone,
            entrant.is_waiting,
            entrant.is_here,
            entrant.is_away,
            ranked[entrant.number].rank if entrant.number in ranked else None,
            ranked[entrant.number].points if entrant.number in ranked else 0,
            *divisions.get(entrant.number, (0, None)),
        )
        for entrant in state.entrants.values()
    }
    before = _before(Entrant.objects.filter(competition=competition), ["number"], _ENTRANT)
    _sync(Entrant, before, wanted, ["number"], _ENTRANT, competition_id=competition.pk)
    return dict(Entrant.objects.filter(competition=competition).values_list("number", "pk"))


def _write_matches(competition: Competition, state: State, times: _Times) -> dict[MatchKey, int]:
    """Write the matches and return their primary keys by stage and id."""
    wanted: Rows = {
        (stage.number, key): values
        for stage in state.stages
        for number, planned in enumerate(stage.rounds, start=1)
        for key, values in _matches(stage, number, planned, times, state)
    }
    before = _before(Match.objects.filter(competition=competition), ["stage", "key"], _MATCH)
    # A table that moves from one match to another must be free before it is taken.
    moved = {
        pk: values[_TABLE]
        for key, (pk, values) in before.items()
        if key not in wanted or values[_TABLE] != wanted[key][_TABLE]
    }
    if any(moved.values()):
        Match.objects.filter(pk__in=moved).update(table=None)
    _sync(Match, before, wanted, ["stage", "key"], _MATCH, competition_id=competition.pk)
    rows = Match.objects.filter(competition=competition).order_by().values_list("stage", "key", "pk")
    return {(stage, key): pk for stage, key, pk in rows}


def _matches(
    stage: Stage, number: int, planned: PlannedRound, times: _Times, state: State
) -> Iterator[tuple[str, Values]]:
    """Yield the rows of a stage round: its matches, and a match without a table for each bye."""
    extra = state.timer.extra if state.timer else {}
    for match in stage.matches_of(planned):
        yield (
            match.id,
            (
                number,
                match.number,
                _name(match)[:40],
                planned.name[:40],
                planned.is_final,
                False,
                match.table or None,
                _kind(match),
                match.result.decided_by if match.result else "",
                _finished_at(stage, match, times),
                match.table_number,
                match.venue or state.settings.venue,
                extra.get((stage.number, match.id), 0),
            ),
        )
    venue = state.settings.venue
    for index, (key, _entrant) in enumerate(_byes(stage, planned), start=len(planned.matches) + 1):
        ended = times[stage.number, planned.id, ()]
        yield (
            key,
            (number, index, "Bye", planned.name[:40], False, True, None, "", "", ended, 0, venue, 0),
        )


def _write_placements(
    competition: Competition, state: State, entrants: Mapping[int, int], matches: Mapping[MatchKey, int]
) -> None:
    wanted: Rows = {
        key: values
        for stage in state.stages
        for planned in stage.rounds
        for key, values in [
            *_seated(stage, planned, entrants, matches),
            *_free(stage, planned, entrants, matches),
        ]
    }
    rows = Placement.objects.filter(match__competition=competition)
    before = _before(rows, ["match_id", "entrant_id"], _PLACEMENT)
    _sync(Placement, before, wanted, ["match_id", "entrant_id"], _PLACEMENT)


def _seated(
    stage: Stage, planned: PlannedRound, entrants: Mapping[int, int], matches: Mapping[MatchKey, int]
) -> Iterator[tuple[tuple[int, int], Values]]:
    for match in stage.matches_of(planned):
        if match.planned.best_of > 1 and not match.is_needed:
            continue  # nobody waits for it
        pk, places = matches[stage.number, match.id], {place.entrant: place for place in match.places}
        for seat, number in enumerate(match.entrants):
            values: Values = (seat, None, None, None, None, None)
            if place := places.get(number):
                advances = match.goes_on(place)
                values = (seat, place.place, place.total, place.points, place.deal_wins, advances)
            yield (pk, entrants[number]), values


def _free(
    stage: Stage, planned: PlannedRound, entrants: Mapping[int, int], matches: Mapping[MatchKey, int]
) -> Iterator[tuple[tuple[int, int], Values]]:
    for key, entrant in _byes(stage, planned):
        advances = True if stage.settings.is_knock_out else None
        yield (matches[stage.number, key], entrants[entrant]), (0, None, None, None, None, advances)


def _before(
    rows: models.QuerySet[Any], key: Sequence[str], fields: Sequence[str]
) -> dict[Values, tuple[int, Values]]:
    """Return the primary keys and the columns of rows by their keys. One query.

    A large competition has ten thousand rows, and each result looks at all of them: plain columns take a
    fraction of the time of model objects.
    """
    keys = len(key)
    stored = rows.order_by().values_list(*key, "pk", *fields)
    return {row[:keys]: (row[keys], row[keys + 1 :]) for row in stored}


def _sync(
    model: type[models.Model],
    before: Mapping[Values, tuple[int, Values]],
    wanted: Rows,
    key: Sequence[str],
    fields: Sequence[str],
    **same: Any,
) -> None:
    """Make the stored rows the wanted ones: what differs is written, what is not wanted deleted.

    `same` are columns of the key that all rows have in common.
    """
    strays = [pk for row, (pk, _values) in before.items() if row not in wanted]
    if strays:
        model._default_manager.filter(pk__in=strays).delete()  # noqa: SLF001 - Django's name for it
    different = [
        model(**same, **dict(zip((*key, *fields), (*row, *values), strict=True)))
        for row, values in wanted.items()
        if row not in before or before[row][1] != values
    ]
    if different:
        model._default_manager.bulk_create(  # noqa: SLF001
            different,
            update_conflicts=True,
            unique_fields=[name.removesuffix("_id") for name in (*same, *key)],
            update_fields=[name.removesuffix("_id") for name in fields],
        )


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
    """Return the name of a match in its round: where one match decides, its own name or id."""
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
        elif isinstance(row.event, events.WalkoverTakenBack):
            times.pop((row.event.stage, row.event.match, entrants_key(row.event.entrants)), None)
    return times


def _time_of(kind: type[events.Event], rows: Sequence[eventstore.Stored]) -> dt.datetime | None:
    return next((row.at for row in rows if isinstance(row.event, kind)), None)
