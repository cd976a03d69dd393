"""Situation: two at a table, and what the tie-breaks must be is published."""

from collections.abc import Mapping, Sequence

import pytest

from league.rules.standings.ranking import rank
from league.rules.tiebreaks.results import FIDE2024, FIDE2026
from league.rules.tiebreaks.tiebreak import plain
from tests.league.rules.tiebreaks.crosstables import FIFTEEN, ROUND_ROBIN, SIXTEEN, SIXTEEN_LATER, history

Numbers = Sequence[float]

# "Exercises in Tie-Breaking" (M. Held, FIDE Technical Commission, 2024): entrants 1 to 16, rules of 2024.
EXERCISES: Mapping[str, Numbers] = {
    "points": [3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5],
    "bh": [12.5, 13, 15.5, 15, 8.5, 12, 14.5, 13.5, 9, 13, 13.5, 11.5, 14, 11, 12, 12.5],
    "bh_cut1": [11, 12, 13, 11.5, 7.5, 11, 12.5, 12, 7.5, 11.5, 12, 9.5, 12, 9, 11, 11],
    "aob": [
        12.6,
        13.6,
        13.4,
        13.375,
        13.4,
        13.25,
        11.9,
        13,
        12.75,
        10.9,
        12.75,
        15,
        12.1,
        13.1667,
        12.2,
        13.3,
    ],
    "fb": [13.5, 13.5, 15, 15.5, 10, 12, 13.5, 12.5, 9.5, 12.5, 12.5, 11.5, 13.5, 10.5, 12, 13.5],
    "sb": [8, 9.5, 10.5, 9.75, 4.25, 6.5, 3.25, 5.25, 2.25, 1.5, 5.75, 4, 4.25, 4.5, 3.5, 7.25],
    "sb_cut1": [7.25, 8.5, 9.25, 8, 3.25, 5.5, 1.25, 3.75, 2.25, 0, 4.25, 4, 4.25, 3, 2.5, 5.75],
    "wins": [2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3],
    "played_wins": [2, 3, 2, 2, 2, 2, 1, 2, 0, 1, 1, 0, 1, 2, 2, 3],
    "progressive": [11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5],
}

# What the rules of March 2026 change in them: the dummies of 4, 6, 11 and 12 are capped.
EXERCISES_2026: Mapping[str, Mapping[int, float]] = {
    "bh": {4: 14, 6: 11.5, 11: 12.5},
    "bh_cut1": {11: 11},
    "aob": {1: 12.4, 3: 12.9, 5: 13.2, 7: 11.7, 8: 12.9, 10: 10.8, 12: 14, 13: 11.9, 14: 13, 16: 13.1},
    "fb": {4: 14.5, 11: 12, 12: 11},
    "sb": {4: 9.25, 6: 6, 11: 4.75},
    "sb_cut1": {4: 7.75, 6: 5, 11: 3.25},
}

# Entrants 1 to 15 of FIFTEEN, from the tie-break checker of the FIDE Technical Commission (two decimals).
CHECKED: Mapping[str, Mapping[str, Numbers]] = {
    FIDE2024: {
        "points": [4, 4, 4, 2.5, 5, 2.5, 3, 2, 4.5, 3.5, 4.5, 4, 1.5, 3.5, 2.5],
        "wins": [2, 4, 2, 1, 3, 1, 2, 1, 2, 3, 4, 3, 1, 3, 2],
        "played_wins": [1, 4, 1, 0, 2, 0, 1, 1, 2, 3, 3, 1, 0, 2, 1],
        "progressive": [18, 16, 19.5, 7, 20, 11, 12.5, 7, 19, 11.5, 14, 18.5, 5.5, 12.5, 8],
        "bh": [26.5, 27.5, 27.5, 17, 26.5, 23.5, 25, 17.5, 29, 21.5, 25.5, 27.5, 20.5, 22.5, 21.5],
        "bh_cut1": [24.5, 23.5, 23.5, 14.5, 25, 21, 22.5, 15.5, 24.5, 18, 21, 23.5, 19, 19, 20],
        "bh_median": [19.5, 18.5, 19, 12, 20, 16.5, 17.5, 11.5, 19.5, 13.5, 16, 19.5, 14, 14.5, 15.5],
        "aob": [
            *(25.25, 25.67, 26.83, 20.83, 25.67, 23.58, 24.83, 21.63, 26.3),
            *(22.7, 23.5, 22.5, 22.5, 23, 22.83),
        ],
        "fb": [27, 26.5, 27.5, 17, 26.5, 23.5, 24, 19, 29, 21.5, 25, 27, 21, 22.5, 22],
        "sb": [14.5, 14, 15.25, 6, 18.5, 7, 9.25, 4.75, 17.75, 9.25, 14.5, 15.5, 3.25, 9.75, 5.25],
        "sb_cut1": [13.5, 11.5, 12.25, 5, 17, 5.75, 8, 3.25, 15.25, 8.5, 13, 12, 3.25, 7.75, 3.75],
    },
    FIDE2026: {
        "bh": [26, 27.5, 25.5, 16, 25.5, 23.5, 25, 17.5, 27, 20.5, 22.5, 24.5, 20.5, 21, 21.5],
        "bh_cut1": [24, 23.5, 22, 14.5, 24, 21, 22.5, 15.5, 23.5, 18, 20, 21, 19, 17.5, 20],
        "bh_median": [19, 18.5, 17.5, 12, 19.5, 16.5, 17.5, 11.5, 18.5, 13.5, 15, 17.5, 14, 13, 15.5],
        "aob": [
            *(24.42, 24.58, 26, 20.83, 24.75, 22.58, 24.08, 20.88, 25.6),
            *(21.8, 23.1, 21, 21.5, 22.2, 22),
        ],
        "fb": [26, 26.5, 26, 16.5, 26.5, 23.5, 24, 19, 27, 19.5, 23, 24, 21, 22, 22],
        "sb": [14, 14, 14.25, 6, 17.5, 7, 9.25, 4.75, 16.75, 9.25, 13.5, 14, 3.25, 8.25, 5.25],
        "sb_cut1": [13, 11.5, 11.25, 6, 16, 5.75, 8, 3.25, 14.25, 8.5, 12, 14, 3.25, 6.25, 3.75],
    },
}


def values(table: Mapping[int, str], code: str, unplayed: str) -> dict[int, float]:
    """Return the value of a tie-break for every entrant, as programs read it."""
    rows = rank(history(table), [code], unplayed=unplayed)
    return {int(row.entrant): plain(row.worths[code].value) for row in rows}


def ranks(table: Mapping[int, str], *codes: str) -> dict[int, int]:
    return {int(row.entrant): row.rank for row in rank(history(table), codes)}


@pytest.mark.parametrize("code", EXERCISES)
def test_the_exercises_of_2024(code: str) -> None:
    assert values(SIXTEEN, code, FIDE2024) == dict(enumerate(EXERCISES[code], start=1))


@pytest.mark.parametrize("code", EXERCISES_2026)
def test_the_same_exercises_by_the_rules_of_2026(code: str) -> None:
    values_ = values(SIXTEEN, code, FIDE2026)
    if code == "bh_cut1":  # published for three entrants only
        values_ = {entrant: value for entrant, value in values_.items() if entrant in (5, 8, 11)}
    known = dict(enumerate(EXERCISES[code], start=1)) | EXERCISES_2026[code]
    assert values_ == {entrant: known[entrant] for entrant in values_}


@pytest.mark.parametrize(
    ("unplayed", "code"), [(unplayed, code) for unplayed, codes in CHECKED.items() for code in codes]
)
def test_every_kind_of_unplayed_round_as_fides_own_checker_has_it(unplayed: str, code: str) -> None:
    values_ = values(FIFTEEN, code, unplayed)
    expected = dict(enumerate(CHECKED[unplayed][code], start=1))
    assert values_ == pytest.approx(expected, abs=0.0051)


def test_in_a_round_robin_a_forfeit_is_a_regular_match() -> None:
    values_ = values(ROUND_ROBIN, "sb", FIDE2024)
    assert [values_[entrant] for entrant in range(1, 7)] == [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]
    values_ = values(ROUND_ROBIN, "sb_cut1", FIDE2024)
    assert [values_[entrant] for entrant in range(1, 7)] == [9.25, 4.75, 4.75, 4.25, 3.25, 1.5]
    values_ = values(ROUND_ROBIN, "koya", FIDE2024)
    assert [values_[entrant] for entrant in range(1, 7)] == [2, 0.5, 0.5, 1, 0.5, 0]


def test_direct_encounters_of_the_exercises() -> None:
    ranks_ = ranks(SIXTEEN, "direct")
    assert {ranks_[entrant] for entrant in (1, 3, 4, 16)} == {
        2
    }  # not all have met, nobody is sure to be first
    assert {ranks_[entrant] for entrant in (5, 8, 11)} == {7}
    later = ranks(SIXTEEN_LATER, "direct")
    assert [later[entrant] for entrant in range(1, 17)] == [
        3,
        5,
        1,
        3,
        9,
        2,
        6,
        6,
        14,
        9,
        13,
        14,
        16,
        9,
        9,
        6,
    ]
    assert ranks(ROUND_ROBIN, "direct") == {1: 1, 2: 2, 3: 2, 6: 4, 5: 5, 4: 6}
