"""In the middle of a round what is still being played counts neither for nor against anybody."""

from itertools import chain

from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition.events import ResultRecorded
from league.rules.played_rounds import History, PlayedMatch, PlayedRound
from league.rules.settings.stages import ROUND_ROBIN, SWISS
from league.rules.stages.rounds_so_far import history
from league.rules.stages.stage_standings import rows_of
from league.rules.standings.ranking import rank
from tests.league.rules.evening import do, in_order, report, season, started, tables


def worths(state, code):
    return {row.entrant: row.worths[code].value for row in rows_of(state, state.stage)[0]}


def swiss(entrants, **facts):
    return started(entrants, format=SWISS, table_size=2, rounds=3, **facts)


def test_a_match_without_a_result_is_no_match_lost():
    state = swiss(4)
    for number in (1, 2):
        report(state, number, in_order(tables(state)[number - 1]))
    over = worths(state, "bh")
    assert len(history(state, state.stage, 0).rounds) == 2
    assert history(state, state.stage, 0).rounds[1].unfinished == [*chain(*tables(state))]
    # Round 2 is drawn and goes on: nobody has a second round yet.
    first = [(winner, loser) for winner, loser in tables(state, 1)]
    points = {winner: 3 for winner, _ in first} | {loser: 1 for _, loser in first}
    for winner, loser in first:
        assert over[winner] == points[loser]
        assert over[loser] == points[winner]


def test_an_entrant_who_waits_for_a_result_has_played_only_what_is_over():
    state = season(8)
    report(state, 1, in_order(tables(state)[0]))
    days = {row.entrant: len(row.days) for row in rows_of(state, state.stage)[0]}
    assert days == dict.fromkeys(tables(state)[0], 1) | dict.fromkeys(tables(state)[1], 0)


def test_of_rounds_drawn_long_before_only_those_that_have_begun_count():
    state = started(5, format=ROUND_ROBIN, table_size=2, rounds=0)
    assert len(state.stage.rounds) == 5
    assert len(history(state, state.stage, 0).rounds) == 1
    third = state.stage.rounds[2].matches[0].id
    first, other = state.stage.matches[third].entrants
    do(state, asked.RecordResult(1, third, [Finish(first, 1), Finish(other, 2)]))
    rounds = history(state, state.stage, 0).rounds
    assert len(rounds) == 3
    assert len(rounds[2].unfinished) == 2


def test_the_mean_of_a_table_in_the_last_round_leaves_out_who_has_a_hole_before():
    played = PlayedMatch(["a", "b", "c"], [3, 2, 1])
    rounds = [PlayedRound(unfinished=["a", "b", "c"]), PlayedRound([played])]
    rows = rank(History(["a", "b", "c"], rounds), ["fb", "bh"])
    assert [row.entrant for row in rows] == ["a", "b", "c"]
    assert [row.worths["fb"].value for row in rows] == [4, 4, 4]


def test_a_dummy_for_a_bye_stands_for_as_many_as_sit_at_the_usual_tables():
    first = PlayedRound([PlayedMatch(["a", "b", "c"], [3, 2, 1])])
    going_on = PlayedRound(unfinished=["a", "b"])
    rows = rank(History(["a", "b", "c"], [first, going_on]), ["bh"])
    # C, who is in no match of round 2, meets two dummies there with the one point of C.
    assert {row.entrant: row.worths["bh"].value for row in rows} == {"a": 5, "b": 6, "c": 3 + 2 + 1 + 1}


def test_a_result_of_the_round_before_that_was_taken_back_is_open_for_both():
    state = swiss(4)
    for number in (1, 2):
        report(state, number, in_order(tables(state, 1)[number - 1]))
    first = state.stage.rounds[0].matches[0].id
    met = state.stage.matches[first].entrants
    events = do(state, asked.CorrectResult(1, first, [], "open"))
    assert not any(isinstance(event, ResultRecorded) for event in events)
    assert history(state, state.stage, 0).rounds[0].unfinished == met
