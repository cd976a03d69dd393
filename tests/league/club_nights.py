"""Competitions for tests: announced in a few words, played to the end by bots at their tables."""

import datetime as dt
from itertools import count

from games.models import Player, Table
from league import competitions
from league.competitions import results
from league.models import Club, Competition, Match
from league.rules.competition.commands import Start
from league.rules.settings.stages import SEASON, StageSettings
from tests.games.playing import START, play_out

BY = "organizer:1"
SHORT = {"target_score": 40}
"""Matches of a deal or two."""

OF_A_STAGE = {field for field in StageSettings.__struct_fields__ if field != "name"}

_numbers = count(1)


def club() -> Club:
    number = next(_numbers)
    return Club.objects.create(name=f"Club {number}", slug=f"club-{number}")


def players(how_many: int) -> list[Player]:
    return Player.objects.bulk_create([Player(name=f"Player {n}") for n in range(1, how_many + 1)])


def announced(entrants: int, **facts) -> Competition:
    """A planned competition with players entered: classic rules, tables of four, unless told otherwise."""
    stage = {key: facts.pop(key) for key in OF_A_STAGE & set(facts)}
    usual = {"name": "Friday", "rulebook": "classic", "options": SHORT, "with_bots": True, "by": BY}
    facts = {**usual, "stages": [StageSettings(**{"format": SEASON} | stage)], **facts}
    of_club = facts.pop("club", None) or club()
    made = competitions.create(club=of_club, at=START, **facts)
    if entrants:
        competitions.enter(made.pk, players=players(entrants), by=BY, at=START)
    return fresh(made)


def started(entrants: int, **facts) -> Competition:
    made = announced(entrants, **facts)
    competitions.act(made.pk, Start(), by=BY, at=START)
    return fresh(made)


def knock_out(entrants: int, **facts) -> Competition:
    return started(entrants, format="elimination_500", rulebook="elimination-500", **facts)


def fresh(competition: Competition) -> Competition:
    return Competition.objects.get(pk=competition.pk)


def matches(competition: Competition, round_number: int | None = None) -> list[Match]:
    """The matches with a table of a stage round, the current one by default."""
    number = round_number or fresh(competition).round_number
    return list(Match.objects.filter(competition=competition, round_number=number, is_bye=False))


def play(match: Match) -> Table:
    """Let the bots play a match to its end; nothing is collected."""
    assert match.table_id
    return play_out(match.table_id)


def later(minutes: int) -> dt.datetime:
    return START + dt.timedelta(minutes=minutes)


def play_round(competition: Competition) -> None:
    """Play and collect all matches of the current stage round."""
    for match in matches(competition):
        table = play(match)
        assert results.collect(table.pk, at=later(60))


def play_on(competition: Competition) -> Competition:
    """Play a competition to its end."""
    for _round in range(20):
        if fresh(competition).status == Competition.Status.FINISHED:
            return fresh(competition)
        play_round(competition)
    raise AssertionError("the competition does not end")


def snapshot(competition: Competition) -> list[dict]:
    """All rows of a competition, with every column."""
    rows = [Competition.objects.filter(pk=competition.pk)]
    rows += [competition.entrants.order_by("pk"), competition.matches.order_by("pk")]
    placements = [match.placements.order_by("pk") for match in competition.matches.order_by("pk")]
    return [dict(row) for query in [*rows, *placements] for row in query.values()]
