"""What people call matches, and from where they are told somebody comes."""

from league.rules.competition.match_names import full_name, name_in_round, next_matches, seat_source
from league.rules.settings.divisions import Border
from tests.league.rules.evening import do, in_order, knock_out, result, season, started, waiting


def names(state):
    return {match.id: full_name(match) for match in state.stage.matches.values()}


def open_seats(state, match):
    seats = state.stage.matches[match]
    slots = zip(seats.planned.slots, seats.slots, strict=True)
    return [seat_source(state.stage, slot) for slot, who in slots if who is None]


def test_a_bracket_of_two_calls_its_matches_by_their_rounds():
    state = started(8, format="single_elimination", table_size=2, advance=1, third_place=True)
    names_ = names(state)
    assert (names_["R1.3"], names_["R2.2"]) == ("quarter-final 3", "semi-final 2")
    assert (names_["P3.1"], names_["R3.1"]) == ("Third place", "Final")
    assert open_seats(state, "R3.1") == ["winner of semi-final 1", "winner of semi-final 2"]
    assert open_seats(state, "P3.1") == ["loser of semi-final 1", "loser of semi-final 2"]


def test_a_double_elimination_says_on_which_side():
    state = started(4, format="double_elimination", table_size=2)
    names_ = names(state)
    assert names_["W1.2"] == "Winners round 1, match 2"
    assert names_["L2.1"] == "Losers round 2"
    assert (names_["GF.1"], names_["GF.2"]) == ("Grand final", "Grand final, second match")
    final = state.stage.matches["GF.2"]
    assert name_in_round(final.round, final.planned, 2) == "Second match"
    assert open_seats(state, "GF.1") == ["winner of Winners round 2", "winner of Losers round 2"]


def test_tables_are_called_tables():
    assert names(season(8))["R1.2"] == "Round 1, table 2"
    assert names(knock_out(4))["R1.1"] == "Final"


def test_a_place_at_a_table_leads_on():
    state = started(8, format="single_elimination", table_size=4, advance=2)
    assert "rank 2 of Semi-finals, table 1" in open_seats(state, "R2.1")
    ways = next_matches(state.stage)
    assert ways["R1.1", 2].id == "R2.1"
    assert ("R1.1", 3) not in ways


def test_a_match_without_a_name_of_its_own_goes_by_its_id():
    bracket = started(4, format="single_elimination", table_size=2, advance=1).stage
    assert [match.name for match in bracket.matches.values()] == ["R1.1", "R1.2", "R2.1"]
    state = started(8, table_size=4, rounds=1, groups=2, borders=[Border(1, 1)])
    for match in waiting(state):
        do(state, result(state, match, in_order(sorted(match.entrants))))
    kept = {match.id: match.name for match in state.stage.matches.values()}
    assert kept == {"A.R1.1": "Table 1", "B.R1.1": "Table 1", "P1.1": "Divisions 1 and 2"}
