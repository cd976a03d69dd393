"""Situation: which matches of a competition, and which of their logs, say anything about awards."""

import pytest

from league.rules.awards import prizes
from league.rules.awards.numbers import numbers
from league.rules.awards.season import season_of, tables_that_count
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition.state import State
from league.rules.settings import result_kinds
from league.rules.settings.stages import SWISS
from tests.league.rules.awards.table_logs import log, written
from tests.league.rules.evening import do, in_order, knock_out, play_on, started, tables, waiting


@pytest.fixture
def evening() -> State:
    """Four entrants (players 101 to 104) at table 7, for three matchdays."""
    state = started(4, rounds=3)
    (match,) = waiting(state)
    do(state, asked.AssignTables({match.id: 7}))
    return state


def told(state: State, *deals: str):
    """The log of table 7, at which the players of the match sit."""
    (entrants,) = tables(state, 1)
    return log(*written(*deals), who=[state.entrants[entrant].player for entrant in entrants])


def finishes(state: State, log) -> list[Finish]:
    """What the log of the table says, as a result."""
    (entrants,) = tables(state, 1)
    totals = [log.total(seat) for seat in range(4)]
    return [
        Finish(
            entrant, 1 + sum(more > totals[seat] for more in totals), totals[seat], deal_wins=log.wins(seat)
        )
        for seat, entrant in enumerate(entrants)
    ]


def recorded(state: State, *deals: str):
    log = told(state, *deals)
    do(state, asked.RecordResult(1, waiting(state)[0].id, finishes(state, log)))
    return log


def test_a_table_counts_as_long_as_its_result_says_what_it_says(evening) -> None:
    log = recorded(evening, "A 0 40 20 10", "B 5 0 90 30")
    assert tables_that_count(evening) == [7]
    season = season_of(evening, {7: log}.__getitem__)
    assert (list(season.logs), numbers(season).deals) == ([log], 2)
    assert prizes(season)[0].code == "best_deal"


@pytest.mark.parametrize("field", ["total", "deal_wins"])
def test_a_correction_overrules_the_log(evening, field) -> None:
    log = recorded(evening, "A 0 40 20 10", "B 5 0 90 30")
    match = evening.stages[0].matches["R1.1"]
    changed = [
        Finish(
            place.entrant,
            place.place,
            place.total + (field == "total"),
            0,
            place.deal_wins + (field != "total"),
        )
        for place in match.places
    ]
    do(evening, asked.CorrectResult(1, match.id, changed, reason="typed wrong"))
    season = season_of(evening, {7: log}.__getitem__)
    assert (len(season.matches), list(season.logs)) == (1, [])
    assert "best_deal" not in [prize.code for prize in prizes(season)]


@pytest.mark.parametrize("kind", [result_kinds.VOID, result_kinds.ADJUDICATED])
def test_a_match_not_played_to_its_end_does_not_count(evening, kind) -> None:
    log = recorded(evening, "A 0 40 20 10")
    finishes_ = [] if kind == result_kinds.VOID else finishes(evening, log)
    do(evening, asked.CorrectResult(1, "R1.1", finishes_, kind))
    assert tables_that_count(evening) == []
    assert season_of(evening, {}.__getitem__).matches == []


def test_a_match_that_was_played_elsewhere_has_no_log(evening) -> None:
    state = started(4)
    (match,) = waiting(state)
    do(
        state,
        asked.RecordResult(
            1, match.id, [Finish(entrant, place) for entrant, place in in_order(match.entrants).items()]
        ),
    )
    season = season_of(state, {}.__getitem__)
    assert [match.log for match in season.matches] == [None]
    assert sorted(season.matches[0].players) == [101, 102, 103, 104]


def test_an_entrant_who_was_there_in_every_round_is_counted_a_bye_like_a_match() -> None:
    state = started(5, format=SWISS, rounds=3, table_size=2)
    absent = waiting(state)[0].entrants[0]
    match = waiting(state)[0]
    others = [entrant for entrant in match.entrants if entrant != absent]
    do(
        state,
        asked.RecordResult(
            1, match.id, [Finish(other, 1) for other in others], result_kinds.WALKOVER, [absent]
        ),
    )
    play_on(state)
    season = season_of(state, {}.__getitem__)
    assert season.rounds == 3
    assert season.present == {
        state.entrants[entrant].player: 3 - (entrant == absent) for entrant in state.entrants
    }


def test_in_a_knock_out_nobody_is_expected_in_every_round() -> None:
    state = knock_out(8)
    play_on(state)
    season = season_of(state, {}.__getitem__)
    assert (season.rounds, season.present) == (0, {})
    assert all(match.low_is_good for match in season.matches)
