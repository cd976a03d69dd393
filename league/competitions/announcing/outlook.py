"""The outlook of an announcement for a number of players: tables, rounds, and their duration."""

import math
import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.bots.figures import SECONDS_OF_A_DEAL, SECONDS_OF_A_TURN, Figures, figures
from games.models import CustomRulebook
from games.rulebooks import measuring
from games.rules.options.options import build
from games.rules.options.rulebooks import resolve
from league.models import Club, Match
from league.rules.formats import season, table_knockout
from league.rules.formats.table_schedule import usual_rounds
from league.rules.settings.divisions import parted
from league.rules.settings.stages import (
    ARENA,
    DOUBLE_ELIMINATION,
    ROUND_ROBIN,
    SINGLE_ELIMINATION,
    StageSettings,
)
from league.rules.settings.venues import ONLINE
from league.rules.table_draws.tables import table_count, table_sizes

_NIGHTS: Final = 60
"""The latest matches of a club from which the usual duration is taken."""
_ENOUGH: Final = 3
_NIGHTS_LIKE_THE_SIMULATION: Final = 2
"""How many nights of a club count as much as the simulation of its rulebook."""
_SAME: Final = 5
"""The most custom rulebooks with the same options that are looked at for figures."""
_LONGEST: Final = 12 * 60
"""Matches of more minutes were played on different days."""
_BETWEEN_ROUNDS: Final = {True: 1, False: 5}
"""Minutes until all sit at their next tables."""


class Wave(NamedTuple):
    """Tables that are played at the same time: their number, their sizes, and the games of a match."""

    tables: int
    least: int
    most: int
    games: float = 1
    repeated: int = 1


class Outlook(NamedTuple):
    """The tables of the first round, the number of rounds, and minutes (0: unknown).

    `is_learned` says that the minutes follow, in part, from earlier nights of the club.
    """

    players: int
    tables: int
    least: int
    most: int
    rounds: int
    minutes: int
    is_learned: bool = False


class _Past(NamedTuple):
    """The minutes that a match took in the club, and in how many competitions."""

    minutes: float
    nights: int


def outlook(club: Club, facts: Mapping[str, Any], players: int) -> Outlook:
    """Return the outlook of an announcement with these facts. At most three queries."""
    waves = list(_waves(facts["stages"], players))
    if not waves:
        return Outlook(players, 0, 0, 0, 0, 0)
    first = waves[0]
    rounds = sum(wave.repeated for wave in waves)
    past = None if not rounds or _planned_minutes(facts) else _past(club, facts)
    minutes = _minutes(facts, waves, past) if rounds else 0
    minutes += sum(stage.evening_minutes for stage in facts["stages"])
    return Outlook(
        players, first.tables, first.least, first.most, rounds, minutes, past is not None and minutes > 0
    )


def _waves(stages: Sequence[StageSettings], players: int) -> Iterator[Wave]:
    for stage in stages:
        if players < 2:
            return
        yield from _waves_of(stage, players)
        players = min(players, stage.qualify * stage.groups + stage.best_of_rest)


def _waves_of(stage: StageSettings, players: int) -> Iterator[Wave]:
    if stage.format == DOUBLE_ELIMINATION or (stage.format == SINGLE_ELIMINATION and stage.seats == 2):
        yield from _bracket(stage, players)
    elif stage.is_knock_out:
        for planned in table_knockout.plan(players, stage.table_size, stage.advance, stage.byes):
            seats = (planned.entrants - planned.byes) / planned.tables
            yield Wave(planned.tables, math.floor(seats), math.ceil(seats))
    elif stage.format == ARENA:
        sizes = table_sizes(players, stage.table_size)
        yield Wave(len(sizes), min(sizes), max(sizes), repeated=0)
    else:
        yield _in_groups(stage, players)


def _bracket(stage: StageSettings, players: int) -> Iterator[Wave]:
    rounds = max(1, math.ceil(math.log2(players)))
    first = players - 2 ** (rounds - 1) if players > 2 else 1
    games = 1 if stage.best_of_matches == 1 else 0.8 * stage.best_of_matches
    waves = 2 * rounds if stage.format == DOUBLE_ELIMINATION else rounds
    yield Wave(first, 2, 2, games)
    for number in range(1, waves):
        yield Wave(max(1, 2 ** (rounds - 1 - number) if number < rounds else 1), 2, 2, games)


def _in_groups(stage: StageSettings, players: int) -> Wave:
    groups = [len(group) for group in parted(range(players), stage.groups, ())]
    if stage.format == ROUND_ROBIN and stage.table_size == 2:
        largest = max(groups)
        rounds = (largest - 1 + largest % 2) * stage.legs
        return Wave(sum(size // 2 for size in groups), 2, 2, repeated=rounds)
    rounds = stage.rounds or usual_rounds(max(groups), stage.table_size)
    if stage.table_size == 2:
        return Wave(sum(size // 2 for size in groups), 2, 2, repeated=rounds)
    sizes = {seats for size in groups for seats in season.sizes(max(2, size), stage.table_size)}
    tables = sum(table_count(size, stage.table_size) for size in groups)
    return Wave(tables, min(sizes), max(sizes), repeated=rounds)


def _minutes(facts: Mapping[str, Any], waves: Sequence[Wave], past: _Past | None) -> int:
    is_online = facts["venue"] == ONLINE
    planned = _planned_minutes(facts)
    limit = facts["stages"][0].minutes if is_online else 0
    measured = {} if planned else _measured(facts)
    total = 0.0
    for wave in waves:
        if planned:
            # The timer of the round ends it for all tables, whatever a deal takes.
            total += wave.repeated * (planned + _BETWEEN_ROUNDS[is_online])
            continue
        minutes = _expected(past, _simulated(facts, wave, measured, is_online=is_online))
        if not minutes:
            return 0
        minutes = min(minutes, limit) if limit else minutes
        total += wave.repeated * (minutes * wave.games + _BETWEEN_ROUNDS[is_online])
    return round(total / 5) * 5


def _planned_minutes(facts: Mapping[str, Any]) -> int:
    """Return the minutes that organizers give a round with real cards, 0 for no such time."""
    return 0 if facts["venue"] == ONLINE else facts["round_minutes"] or 0


def _expected(past: _Past | None, simulated: float) -> float:
    """Return the minutes of a match: the more nights the club has played, the more those count.

    A single night may have been a short one: it counts a third beside the simulation, four count two thirds.
    """
    if past is None or not simulated:
        return past.minutes if past else simulated
    weight = past.nights / (past.nights + _NIGHTS_LIKE_THE_SIMULATION)
    return weight * past.minutes + (1 - weight) * simulated


def _simulated(
    facts: Mapping[str, Any], wave: Wave, measured: Mapping[int, Figures], *, is_online: bool
) -> float:
    """Return the minutes until the last of the tables is over, by the figures of simulated matches.

    Those of the custom rulebook itself come first, else those of the preset for the target of this one.
    """
    known, share = measured.get(wave.most), 1.0
    if known is None:
        known, share = figures(facts["rulebook"], wave.most), _share_of_target(facts)
    if known is None:
        return 0
    # The slowest of several tables is so many standard deviations above the mean.
    later = known.deviation * math.sqrt(share) * math.sqrt(2 * math.log(wave.tables)) / 2
    turns = known.match_turns.mean * share + later
    deals = max(1, known.match_deals.mean * share)
    return (turns * SECONDS_OF_A_TURN[is_online] + deals * SECONDS_OF_A_DEAL[is_online]) / 60


def _share_of_target(facts: Mapping[str, Any]) -> float:
    usual = resolve(facts["rulebook"])["target_score"]
    target = build(facts["rulebook"], facts["options"]).target_score
    return target / usual if usual and target else 1.0


def _measured(facts: Mapping[str, Any]) -> Mapping[int, Figures]:
    """Return the figures of a custom rulebook with the same options, by number of players. One query."""
    if not facts["options"]:
        return {}
    same = CustomRulebook.objects.filter(preset=facts["rulebook"], options=facts["options"])
    for row in same.exclude(figures=None).select_related("figures")[:_SAME]:
        measured = measuring.figures_of(row)
        if measured is not None:
            return measured
    return {}


def _past(club: Club, facts: Mapping[str, Any]) -> _Past | None:
    """Return the usual minutes of a match in the club under this rulebook; None if there are few."""
    rows = Match.objects.filter(
        competition__club=club,
        competition__rulebook=facts["rulebook"],
        competition__options=facts["options"],
        venue=facts["venue"],
        table__started_at__isnull=False,
        table__finished_at__isnull=False,
    ).order_by("-pk")
    times = rows.values_list("competition", "table__started_at", "table__finished_at")[:_NIGHTS]
    lasted = [
        (night, (ended - began).total_seconds() / 60) for night, began, ended in times if began and ended
    ]
    known = [(night, minutes) for night, minutes in lasted if 1 <= minutes <= _LONGEST]
    if len(known) < _ENOUGH:
        return None
    # The rounds of a night end with their slowest table.
    usual = statistics.quantiles([minutes for _night, minutes in known], n=4)[2]
    return _Past(usual, len({night for night, _minutes_of_match in known}))
