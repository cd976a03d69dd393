"""Situation: a program sends what has been played, and asks for what comes next of a knock-out."""

from league.rules.played_rounds import PlayedMatch, PlayedRound
from tests.league.rules.documents.drawn_documents import drawn, history, played, refused, rounds


def test_results_fill_the_slots_of_a_knock_out() -> None:
    document = drawn("double_elimination", 4, results=history(4, played([4, 1], [2, 3])))
    assert rounds(document)["W2"] == [[4, 2]]
    assert rounds(document)["L1"] == [[1, 3]]
    assert rounds(document)["L2"] == [["l W2.1", "w L1.1"]]
    tables = drawn("elimination_500", 8, results=history(8, played([8, 5, 4, 1])))
    assert rounds(tables)["R2"] == [[8, "1 R1.2", 5, "2 R1.2"]]


def test_two_who_meet_again_have_their_results_in_order() -> None:
    meetings = [played([1, 2]), played([2, 1]), played([1, 2])]
    document = drawn("double_elimination", 2, results=history(2, *meetings))
    assert rounds(document)["GF"] == [[1, 2], [1, 2]]


def test_forfeits_double_forfeits_and_withdrawals_in_results() -> None:
    walkover = PlayedMatch([1, 4], [0, 1], "forfeit", absent=[1])
    nobody = PlayedMatch([2, 3], [0, 0], "double_forfeit", absent=[2, 3])
    document = drawn("single_elimination", 4, results=history(4, PlayedRound([walkover, nobody])))
    assert rounds(document)["R2"] == [[4, "-"]]
    gone = drawn("single_elimination", 4, third_place=True, results=history(4, withdrawn=(1, 2, 3)))
    assert rounds(gone)["R2"] == [[4, "-"]]
    assert rounds(gone)["P3"] == [[1, "-"]]
    absent = PlayedMatch([1, 4, 5, 8], [4, 3, 2, 1], "forfeit", absent=[1])
    table = drawn("elimination_500", 8, results=history(8, PlayedRound([absent])))
    assert rounds(table)["R2"] == [[4, "1 R1.2", 5, "2 R1.2"]]


def test_places_count_before_points() -> None:
    match = PlayedMatch([1, 2], [0, 0], places=[2, 1])
    assert rounds(drawn("double_elimination", 2, results=history(2, PlayedRound([match]))))["GF"][0] == [2, 1]


def test_a_re_seeded_bracket_is_drawn_round_by_round() -> None:
    ahead = drawn("single_elimination", 8, reseed="seed", third_place=True)
    assert rounds(ahead)["R2"] == [["1 R1", "4 R1"], ["2 R1", "3 R1"]]
    first = played([8, 1], [5, 4], [2, 7], [3, 6])
    document = drawn("single_elimination", 8, reseed="seed", third_place=True, results=history(8, first))
    assert rounds(document)["R2"] == [[2, 8], [3, 5]]
    assert rounds(document)["R3"] == [["1 R2", "2 R2"]]
    results = history(8, first, played([8, 2], [5, 3]), played([2, 3]))
    over = drawn("single_elimination", 8, reseed="seed", third_place=True, results=results)
    assert list(rounds(over)) == ["R1", "R2", "P3", "R3"]
    assert rounds(over)["P3"] == [[2, 3]]
    assert rounds(over)["R3"] == [[5, 8]]


def test_stage_rounds_are_re_seeded_by_the_total_of_the_round_before() -> None:
    first = PlayedRound(
        [
            PlayedMatch([2, 3, 4, 5], [3, 2, 1, 0], points_in_hand=[90, 400, 500, 500]),
        ]
    )
    document = drawn("elimination_500", 5, reseed="total", results=history(5, first))
    assert rounds(document)["R2"] == [[1, 2, 3]]
    both = PlayedRound(
        [
            PlayedMatch([1, 4, 5, 8], [3, 2, 1, 0], points_in_hand=[450, 460, 500, 500]),
            PlayedMatch([2, 3, 6, 7], [3, 2, 1, 0], points_in_hand=[30, 20, 500, 500]),
        ]
    )
    for reseed, final in ("total", [3, 2, 1, 4]), ("seed", [1, 2, 3, 4]):
        assert rounds(drawn("elimination_500", 8, reseed=reseed, results=history(8, both)))["R2"] == [final]
    without = history(8, played([1, 4, 5, 8], [2, 3, 6, 7]))
    assert refused("elimination_500", 8, reseed="total", results=without) == "no_totals"


def test_a_re_seeded_knock_out_with_one_left_is_over() -> None:
    nobody = PlayedRound([PlayedMatch([2, 3], [0, 0], "double_forfeit"), PlayedMatch([1, 4], [1, 0])])
    document = drawn("single_elimination", 4, reseed="seed", results=history(4, nobody))
    assert rounds(document) == {"R1": [[1, 4], [2, 3]]}


def test_an_entrant_who_withdraws_after_a_walkover_keeps_what_came_of_it() -> None:
    """8 left, so 1 went on without playing, lost to 4 and left too: that changes no round before."""
    won = [played([4, 5], [2, 7], [3, 6]), played([4, 1])]
    document = drawn("single_elimination", 8, results=history(8, *won, withdrawn=(8, 1)))
    assert rounds(document)["R2"] == [[1, 4], [2, 3]]
    assert rounds(document)["R3"] == [[4, "w R2.2"]]
    anew = drawn("single_elimination", 8, reseed="seed", results=history(8, won[0], withdrawn=(8, 1)))
    assert rounds(anew)["R2"] == [[1, 4], [2, 3]]
    over = drawn("single_elimination", 8, reseed="seed", results=history(8, *won, withdrawn=(8, 1)))
    assert rounds(over)["R2"] == [[1, 4], [2, 3]]


def test_a_table_may_be_reported_without_those_who_had_withdrawn() -> None:
    document = drawn("elimination_500", 8, results=history(8, played([8, 5, 4]), withdrawn=(1,)))
    assert rounds(document)["R2"] == [[8, "1 R1.2", 5, "2 R1.2"]]


def test_the_best_of_three_takes_the_results_of_its_games() -> None:
    games = [played([1, 4], [2, 3]), played([4, 1], [2, 3])]
    half = drawn("single_elimination", 4, best_of_matches=3, results=history(4, *games))
    assert rounds(half)["R2"] == [["w R1.1", 2]]
    document = drawn("single_elimination", 4, best_of_matches=3, results=history(4, *games, played([4, 1])))
    assert rounds(document)["R2"] == [[4, 2]]
    final = drawn(
        "single_elimination", 4, best_of_matches=3, best_of_from="final", results=history(4, games[0])
    )
    assert rounds(final)["R2"] == [[1, 2]]
    more = history(4, *games, played([2, 3]))
    assert refused("single_elimination", 4, best_of_matches=3, results=more) == "no_such_match"


def test_a_re_seeded_bracket_takes_the_results_of_its_games() -> None:
    games = [played([4, 1], [2, 3]), played([4, 1], [2, 3])]
    document = drawn("single_elimination", 4, reseed="seed", best_of_matches=3, results=history(4, *games))
    assert rounds(document)["R2"] == [[2, 4]]
    assert [[match["best_of"] for match in deal["matches"]] for deal in document["rounds"]] == [[3, 3], [3]]
