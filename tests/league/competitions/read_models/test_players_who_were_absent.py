"""Situation: a player is not there in the first round. Nobody has met them, and they have played nothing."""

import re

import pytest

from league import competitions
from league.competitions.read_models.draft import DraftPage
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.settings.stages import SINGLE_ELIMINATION, SWISS, StageSettings
from tests.league.by_hand import do, play, played_elsewhere, waiting
from tests.league.competitions.read_models.test_reading_the_standings import form_of, page_of, rows

pytestmark = pytest.mark.django_db

IN_FOURS = StageSettings(SWISS, table_size=4, rounds=3)


def without(made, match, *absent):
    """Record a result: the others are placed in the order of their entry."""
    there = [entrant for entrant in sorted(match.entrants) if entrant not in absent]
    finishes = [Finish(entrant, place) for place, entrant in enumerate(there, start=1)]
    do(made, asked.RecordResult(1, match.id, finishes, "played", list(absent)))


def evening_without_the_eighth():
    made = played_elsewhere(8, IN_FOURS, by_hand=True)
    do(made, asked.MakeDraft())
    do(made, asked.Publish())
    match = next(match for match in waiting(made) if 8 in match.entrants)
    without(made, match, 8)
    play(made, 1)
    return made, [entrant for entrant in match.entrants if entrant != 8]


def row_of(made, entrant):
    name = f"Player {entrant}"
    return next(row for row in rows(page_of(made)) if re.search(rf">{name}<", row))


def test_the_form_says_absent_and_the_match_is_not_among_those_played():
    made, _others = evening_without_the_eighth()
    row = row_of(made, 8)
    assert form_of(row) == ["–"]
    assert 'title="absent"' in row
    assert 'title="Matches played">0</a>' in row


def test_nobody_at_the_table_has_met_the_absent_player():
    made, others = evening_without_the_eighth()
    do(made, asked.MakeDraft())
    met = {
        seat.entrant: seat.met
        for draft_round in DraftPage(made).rounds
        for table in draft_round.tables
        for seat in table.seats
    }
    assert met[8] == []
    assert all("Player 8" not in met[other] for other in others)


def test_a_missed_match_still_counts_in_the_average_that_compares_groups():
    """Otherwise a player who stays away after a victory would have the best average of all groups."""
    made, _others = evening_without_the_eighth()
    row = next(row for row in competitions.standings(made.pk) if row.entrant == 8)
    assert (row.played, row.absences) == (0, 1)


def test_a_cup_says_how_many_matches_a_player_was_at():
    made = played_elsewhere(8, StageSettings(SINGLE_ELIMINATION, table_size=4, advance=2))
    match = waiting(made)[0]
    absent = match.entrants[-1]
    without(made, match, absent)
    row = row_of(made, absent)
    assert form_of(row) == ["–"]
    assert 'title="Matches played">0</a>' in row
