"""Situation: a season of two divisions is over, and everyone reads its page."""

import pytest

from league.competitions.read_models.context import Champions, CompetitionPage
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.settings.divisions import Border
from league.rules.settings.stages import StageSettings
from tests.league.by_hand import do, played_elsewhere, waiting

pytestmark = pytest.mark.django_db

UP_AND_DOWN = StageSettings("season", groups=2, borders=[Border(1)], rounds=1, table_size=4)


def season(places: list[int]) -> CompetitionPage:
    """Return the page of a season in which both divisions ended with these places, in the order of seats."""
    competition = played_elsewhere(8, UP_AND_DOWN)
    for match in waiting(competition):
        finishes = [Finish(entrant, place) for entrant, place in zip(match.entrants, places, strict=True)]
        do(competition, asked.RecordResult(1, match.id, finishes), minutes=60)
    return CompetitionPage(competition.pk)


def test_the_champions_of_every_division_are_named():
    page = season([1, 2, 3, 4])
    name = page.competition.name
    assert [champions.won for champions in page.champions] == [f"{name}, Division 1", f"{name}, Division 2"]
    assert [len(champions.names) for champions in page.champions] == [1, 1]


def test_those_who_share_the_first_rank_are_named_together():
    page = season([1, 1, 3, 4])
    assert [len(champions.names) for champions in page.champions] == [2, 2]


def test_a_competition_without_divisions_has_champions_of_the_whole():
    competition = played_elsewhere(4, StageSettings("season", rounds=1, table_size=4))
    assert CompetitionPage(competition.pk).champions == []
    for match in waiting(competition):
        finishes = [Finish(entrant, place) for place, entrant in enumerate(match.entrants, start=1)]
        do(competition, asked.RecordResult(1, match.id, finishes), minutes=60)
    assert CompetitionPage(competition.pk).champions == [Champions(competition.name, ["Player 1"])]


def test_each_tie_has_its_own_order_drawn_by_lot():
    page = season([1, 1, 3, 3])
    by_lot = [note for note in page.standings.notes if "by lot" in note]
    assert len(by_lot) == 2
    assert all(note.count(",") == 1 for note in by_lot)
