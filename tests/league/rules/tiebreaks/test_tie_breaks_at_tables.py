"""Situation: tables of three to ten; what tie-breaks are worth there, worked by hand."""

from fractions import Fraction

import pytest

from league.rules.played_rounds import Bye, Entrant, History, PlayedMatch, PlayedRound
from league.rules.standings.ranking import rank
from league.rules.tiebreaks.results import FIDE2024, FIDE2026

# Two rounds of seven: tables of four and three, then one of four, one of two who came of three.
EVENING = History(
    list("abcdefg"),
    [
        PlayedRound(
            [
                PlayedMatch(
                    list("abcd"), [4, 3, 2, 1], deal_wins=[3, 2, 1, 0], points_in_hand=[20, 90, 150, 310]
                ),
                PlayedMatch(list("efg"), [4, 4, 1], places=[1, 1, 3]),
            ]
        ),
        PlayedRound(
            [
                PlayedMatch(
                    list("ebag"), [4, 3, 2, 1], deal_wins=[1, 1, 1, 4], points_in_hand=[0, 10, 20, 30]
                ),
                PlayedMatch(list("fdc"), [4, 3, 0], "forfeit", ["c"]),
            ]
        ),
    ],
)
BYES = History(
    list("abcde"),
    [
        PlayedRound([PlayedMatch(list("abcd"), [4, 3, 2, 1])], [Bye("e", 2, "pairing_bye")]),
        PlayedRound([PlayedMatch(list("abce"), [4, 3, 2, 1])], [Bye("d", 2, "half")]),
    ],
)


def values(history: History, code: str, unplayed: str = FIDE2026) -> dict[Entrant, Fraction]:
    rows = rank(history, [code], unplayed=unplayed)
    return {row.entrant: row.worths[code].value for row in sorted(rows, key=lambda row: str(row.entrant))}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("points", [6, 6, 2, 4, 8, 8, 2]),
        ("wins", [1, 0, 0, 0, 2, 2, 0]),
        ("deal_wins", [4, 3, 1, 0, 1, 0, 4]),
        ("in_hand", [40, 100, 150, 310, 0, 0, 30]),
        ("progressive", [10, 9, 4, 5, 12, 12, 3]),
        ("best_round", [4, 3, 2, 3, 4, 4, 1]),
        ("first_seat", [1, 0, 0, 0, 2, 1, 0]),
    ],
)
def test_own_results(code: str, expected: list[int]) -> None:
    assert list(values(EVENING, code).values()) == expected


def test_table_mates_count_with_their_points_per_round_played() -> None:
    # points per round played: a 3, b 3, c 2 (once did not come), d 2, e 4, f 4, g 1
    values_ = values(EVENING, "mates")
    assert values_["a"] == Fraction(3 + 2 + 2 + 4 + 3 + 1, 6)
    assert values_["c"] == Fraction(3 + 3 + 2, 3)
    assert values_["f"] == Fraction(4 + 1 + 2, 3)
    assert values(EVENING, "mates_cut1")["f"] == Fraction(4 + 2, 2)
    assert values(BYES, "mates")["e"] == Fraction(4 + 3 + 2, 3)  # the bye is left out
    assert values(History(["a"], [PlayedRound()]), "mates") == {"a": 0}


def test_every_table_mate_is_an_opponent_and_who_did_not_come_a_dummy() -> None:
    values_ = values(EVENING, "bh")
    assert values_["a"] == (6 + 2 + 4) + (8 + 6 + 2)
    assert values_["f"] == (8 + 2) + (4 + 2)  # nobody at the table has less than c, so c is worth 2
    assert values(EVENING, "bh", FIDE2024)["f"] == (8 + 2) + (4 + 8)
    assert values_["c"] == (6 + 6 + 4) + (2 + 2)
    assert values(EVENING, "aob")["c"] == Fraction(
        28 + sum((6, 2, 4, 8, 6, 2)) + values(EVENING, "bh")["d"], 3
    )


def test_results_against_table_mates_follow_from_the_places() -> None:
    values_ = values(EVENING, "sb")
    assert values_["e"] == (Fraction(8, 2) + 2) + (6 + 6 + 2)
    assert values_["b"] == (0 + 2 + 4) + (0 + 6 + 2)
    assert values_["c"] == 4  # before d; did not come to the second table
    assert values_["f"] == (Fraction(8, 2) + 2) + (4 + 2)
    assert values(EVENING, "sb_cut1")["b"] == values_["b"] - 2
    assert values(EVENING, "koya")["a"] == (1 + 1) + (0 + 0)  # b, d and e have four or more, half of eight


def test_without_a_match_one_has_as_many_dummies_as_others_had_table_mates() -> None:
    assert values(BYES, "bh", FIDE2024)["e"] == 3 * 3 + (8 + 6 + 4)
    # A draw is the mean of all points, 2½: that is what d's bye at the end is worth to a, b and c.
    assert values(BYES, "bh")["e"] == 3 * 3 + (8 + 6 + 4)
    assert values(BYES, "bh")["a"] == (6 + 4 + Fraction(7, 2)) + (6 + 4 + 3)
    assert values(BYES, "sb")["e"] == 3 * 3 * Fraction(2, 4) + 0


def test_fore_buchholz_gives_everybody_of_a_table_the_mean() -> None:
    # The last round's table gives each 2½, so a 6½, b 5½, c 4½, e 4½; d's bye at the end is a draw, 1 + 2½.
    assert values(BYES, "fb")["a"] == Fraction(11, 2) + Fraction(9, 2) + Fraction(7, 2) + 2 * Fraction(
        9, 2
    ) + Fraction(11, 2)


def test_a_table_where_all_are_level_has_no_winner() -> None:
    table = PlayedMatch(list("abc"), [2, 2, 2])
    assert set(values(History(list("abc"), [PlayedRound([table])]), "wins").values()) == {0}
