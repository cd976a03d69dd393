"""Situation: somebody opens a number of the standings and reads where it comes from."""

from fractions import Fraction

import pytest

from league.rules.played_rounds import History, PlayedMatch, PlayedRound
from league.rules.standings.ranking import rank
from league.rules.tiebreaks import TIE_BREAKS
from league.rules.tiebreaks.results import FIDE2024
from league.rules.tiebreaks.tiebreak import BEHIND, MEAN, explained, plain, written
from tests.league.rules.tiebreaks.crosstables import FIFTEEN, SIXTEEN, history

NAMES = {1: "Ana", 2: "Bo", 3: "Cy", 4: "Dee", 5: "Eva"}
# The second has a half-point bye and does not come in round 3.
TABLE = {1: "4w1 3b1 2w+ 5b1", 2: "5w1 H 1b- 4w1", 3: "U 1w0 5w1 Z", 4: "1b0 5b= U 2b0", 5: "2b0 4w= 3b0 1w0"}


def lines(code: str, entrant: int = 2, table: dict[int, str] | None = None) -> list[str]:
    rows = rank(history(table or TABLE), [code])
    worth = next(row.worths[code] for row in rows if row.entrant == entrant)
    return explained(worth, lambda number: NAMES[int(number)])


def test_points() -> None:
    assert lines("points") == ["round 1: 1", "round 2: ½", "round 3: 0", "round 4: 1", "total 2½"]


def test_buchholz_without_the_lowest() -> None:
    assert lines("bh_cut1") == [
        "round 1: ½ (Eva)",
        "round 2: 2 (no opponent), left out",
        "round 3: 2½ (not played against Ana)",
        "round 4: 1½ (Dee)",
        "total 4½",
    ]


def test_sonneborn_berger() -> None:
    assert lines("sb") == [
        "round 1: ½ (Eva)",
        "round 2: ½ × 2 = 1 (no opponent)",
        "round 3: 0 × 2½ = 0 (not played against Ana)",
        "round 4: 1½ (Dee)",
        "total 3",
    ]
    assert lines("sb", 1, {1: "2w1", 2: "1b0"}) == ["round 1: 0 (Bo)", "total 0"]


def test_a_mean() -> None:
    assert lines("aob") == ["round 1: 10½ (Eva)", "round 4: 8½ (Dee)", "mean 9½"]
    assert lines("mates", 4)[-1] == "mean 0.7083"  # 1, ⅛ and 1 a round


def test_direct_encounters() -> None:
    table = {1: "2w1 3w1", 2: "1b0 U", 3: "U 1b0"}
    rows = rank(history(table), ["wins", "direct"], is_predetermined=False)
    texts = {row.entrant: explained(row.worths["direct"], lambda number: NAMES[int(number)]) for row in rows}
    assert texts[1] == ["0 of those tied so far are behind"]
    assert texts[2] == ["0 of those tied so far are behind"]
    rows = rank(history({1: "2w0 3w1", 2: "1b1 Z", 3: "Z 1b0"}), ["direct"])
    assert explained(rows[0].worths["direct"], str) == ["1 (1)", "1 of those tied so far is behind"]


def test_a_lot_and_a_best_round() -> None:
    assert lines("lot")[-1].startswith("total ")
    assert lines("best_round") == [
        "round 1: 1",
        "round 2: ½, left out",
        "round 3: 0, left out",
        "round 4: 1, left out",
        "total 1",
    ]


@pytest.mark.parametrize("code", TIE_BREAKS)
def test_the_terms_of_a_cell_add_up_to_its_value(code: str) -> None:
    for table in (SIXTEEN, FIFTEEN):
        for row in rank(history(table), [code], unplayed=FIDE2024):
            worth = row.worths[code]
            kept = [term.value for term in worth.terms if not term.is_cut]
            if worth.how == MEAN:
                assert worth.value * len(kept) == sum(kept)
            elif worth.how != BEHIND:
                assert worth.value == sum(kept)
            for term in worth.terms:
                assert term.is_dummy or not term.is_voluntary


def test_numbers_for_programs_and_for_people() -> None:
    numbers = [Fraction(12), Fraction(-3, 2), Fraction(1, 4), Fraction(13, 3), Fraction(0), Fraction(-3, 4)]
    assert [plain(number) for number in numbers] == [12, -1.5, 0.25, 4.3333, 0, -0.75]
    assert [written(number) for number in numbers] == ["12", "-1½", "¼", "4.3333", "0", "-¾"]


def test_decimals_are_added_as_they_are_written() -> None:
    rounds = [PlayedRound([PlayedMatch(["a", "b"], [points, 0])]) for points in (0.1, 0.2)]
    assert rank(History(["a", "b"], rounds), [])[0].points == Fraction(3, 10)
