"""Situation: two at a table, and some did not play (FIDE C.07, articles 15 and 16, worked by hand)."""

from fractions import Fraction

import pytest

from games.rules.base.refusal import Refusal
from league.rules.played_rounds import FORFEIT, Bye, History, PlayedMatch, PlayedRound
from league.rules.standings.ranking import rank
from league.rules.tiebreaks.results import FIDE2024, FIDE2026, Results
from league.rules.tiebreaks.rounds import FORFEIT_LOSS, FORFEIT_WIN
from league.rules.tiebreaks.tiebreak import plain
from tests.league.rules.tiebreaks.crosstables import history

# The second has a half-point bye and does not come in round 3.
ABSENT = {
    1: "4w1 3b1 2w+ 5b1",
    2: "5w1 H 1b- 4w1",
    3: "U 1w0 5w1 Z",
    4: "1b0 5b= U 2b0",
    5: "2b0 4w= 3b0 1w0",
}

# The last round has two forfeits; a bye of the first in round 2 would else be followed by nothing played.
FORFEITS_AT_THE_END = {
    1: "2b0 Z 3b-",
    2: "1w1 3w1 7b=",
    3: "4w1 2b0 1w+",
    4: "3b0 5w0 5w-",
    5: "6w1 4b1 4b+",
    6: "5b0 7b0 Z",
    7: "8w1 6w1 2w=",
    8: "7b0 H Z",
}


def value(table: dict[int, str], code: str, entrant: int, unplayed: str = FIDE2026) -> float:
    rows = rank(history(table), [code], unplayed=unplayed)
    return next(plain(row.worths[code].value) for row in rows if row.entrant == entrant)


def test_an_opponents_byes_at_the_end_count_as_draws_and_all_else_what_it_gave() -> None:
    results = Results(history(ABSENT))
    assert [results.adjusted[entrant] for entrant in range(1, 6)] == [
        4,
        Fraction(5, 2),
        Fraction(5, 2),
        1.5,
        0.5,
    ]


def test_a_bye_before_a_forfeit_loss_at_the_end_counts_as_a_draw_and_the_loss_as_nothing() -> None:
    results = Results(history({1: "3w1 Z 2w-", 2: "U 3w0 1b+", 3: "1b0 2b1 U"}))
    assert results.adjusted[1] == Fraction(3, 2)


def test_a_full_point_bye_or_a_forfeit_won_ends_what_follows_by_choice() -> None:
    for last in ("F", "U"):
        results = Results(history({1: f"2w1 Z {last}", 2: "1b0 3w1 3w1", 3: "U 2b0 2b0"}))
        assert results.adjusted[1] == 2
    results = Results(history({1: "3w1 Z 2w+", 2: "U 3w0 1b-", 3: "1b0 2b1 U"}))
    assert results.adjusted[1] == 2


def test_a_dummy_has_ones_own_points_and_since_2026_a_cap() -> None:
    assert value(ABSENT, "bh", 2, FIDE2024) == 0.5 + 2.5 + 2.5 + 1.5
    assert (
        value(ABSENT, "bh", 2) == 0.5 + 2 + 2.5 + 1.5
    )  # the bye has two points at most, half of four rounds
    assert value(ABSENT, "bh", 1, FIDE2024) == 1.5 + 2.5 + 4 + 0.5
    assert value(ABSENT, "bh", 1) == 1.5 + 2.5 + 2.5 + 0.5  # a forfeit no more than who did not come
    assert value(ABSENT, "sb", 2, FIDE2024) == 0.5 + 1.25 + 0 + 1.5
    assert value(ABSENT, "sb", 2) == 0.5 + 1 + 0 + 1.5


def test_a_cut_takes_a_voluntarily_unplayed_round_unless_it_gives_less_than_the_lowest_opponent() -> None:
    assert value(ABSENT, "bh_cut1", 2) == 0.5 + 2.5 + 1.5  # the bye goes, though an opponent had less
    assert value(ABSENT, "sb_cut1", 2) == 1 + 0 + 1.5  # of 0 for the forfeit and ½ for the lowest opponent: ½
    assert value(ABSENT, "sb_cut1", 2, FIDE2024) == 1.25 + 0 + 1.5
    came = ABSENT | {1: "4w1 3b1 2w1 5b1", 2: "5w1 H 1b0 4w1"}
    assert value(came, "sb_cut1", 2) == 0.5 + 0 + 1.5  # 1 for the bye is more than ½, so the bye goes


def test_a_pairing_bye_is_nobodys_choice() -> None:
    table = {1: "U 2w1", 2: "3w1 1b0", 3: "2b0 U"}
    assert value(table, "bh_cut1", 1, FIDE2024) == 2  # the opponent with 1 goes, not the dummy with 2


def test_the_last_rounds_matches_count_as_drawn_for_fore_buchholz_forfeits_too() -> None:
    fore = Results(history(FORFEITS_AT_THE_END)).fore
    assert [fore.adjusted[entrant] for entrant in (1, 3, 4, 5)] == [0.5, 1.5, 0.5, 2.5]
    assert value(FORFEITS_AT_THE_END, "fb", 3) == 3.5
    assert value(FORFEITS_AT_THE_END, "fb", 4) == 6.5


def test_a_round_robin_is_recognised_and_its_forfeits_are_matches() -> None:
    table = {
        1: "Z 2w= 3b+ 4w1 5b1",
        2: "5w1 1b= Z 3w1 4b0",
        3: "4w1 5b1 1w- 2b0 Z",
        4: "3b0 Z 5w0 1b0 2w1",
        5: "2b0 3w0 4b1 Z 1w0",
    }
    assert Results(history(table)).is_predetermined
    assert value(table, "bh", 1) == 2.5 + 2 + 1 + 1  # the forfeit is a match; no dummy for the free round
    assert value(table, "koya", 2) == 0.5 + 1  # the third has half of what four matches can give
    assert not Results(history(table, 4)).is_predetermined
    assert not Results(history(table), is_predetermined=False).is_predetermined
    for bye in "HFU":
        assert not Results(history(table | {1: bye + table[1][1:]})).is_predetermined
    three = {1: "2w1 3w+ Z", 2: "1b0 Z 3w1", 3: "Z 1b- 2b0"}
    assert not Results(history(three)).is_predetermined  # three rounds of a Swiss look just like it
    assert value(three, "bh", 1) == 1 + 0 + 1.5  # dummies for the forfeit and the free round


def test_without_a_name_those_with_fewer_points_did_not_come() -> None:
    def kinds(points: list[float]) -> list[str]:
        match = PlayedMatch([1, 2], points, FORFEIT)
        results = Results(History([1, 2], [PlayedRound([match])]))
        return [results.rounds[entrant][0].kind for entrant in (1, 2)]

    assert kinds([1, 0]) == [FORFEIT_WIN, FORFEIT_LOSS]
    assert kinds([0, 0]) == [FORFEIT_LOSS, FORFEIT_LOSS]


def test_the_worth_of_a_win_and_of_a_draw_follows_from_the_results() -> None:
    def scoring(*points: tuple[float, float]) -> tuple[Fraction, Fraction]:
        results = Results(History([1, 2], [PlayedRound([PlayedMatch([1, 2], list(two))]) for two in points]))
        return results.win, results.draw

    assert scoring() == (1, Fraction(1, 2))
    assert scoring((0, 0)) == (1, Fraction(1, 2))
    assert scoring((1, 0)) == (1, Fraction(1, 2))
    assert scoring((0.5, 0.5)) == (1, Fraction(1, 2))
    assert scoring((3, 0), (1, 1), (2, 2), (1, 1)) == (3, 1)
    assert scoring((0.1, 0.1)) == (Fraction(1, 5), Fraction(1, 10))
    results = Results(History([1]), win=Fraction(3))
    assert (results.win, results.draw) == (3, Fraction(3, 2))
    results = Results(History([1]), win=Fraction(3), draw=Fraction(1))
    assert (results.win, results.draw) == (3, 1)


def test_a_bye_is_a_win_if_it_gives_as_much() -> None:
    byes = PlayedRound(
        [PlayedMatch([3, 4], [1, 0])], [Bye(1, 1, "full"), Bye(2, 0.5, "half"), Bye(5, 1), Bye(6)]
    )
    rows = {
        row.entrant: row.worths for row in rank(History([1, 2, 3, 4, 5, 6], [byes]), ["wins", "played_wins"])
    }
    assert [entrant for entrant, worths in rows.items() if worths["wins"].value] == [3, 1, 5]
    assert [entrant for entrant, worths in rows.items() if worths["played_wins"].value] == [3]


def test_a_treatment_nobody_knows_is_refused() -> None:
    with pytest.raises(Refusal, match="fide2024 or fide2026, not as “fide2025”") as refused:
        rank(History([1]), [], unplayed="fide2025")
    assert refused.value.code == "unknown_treatment"
