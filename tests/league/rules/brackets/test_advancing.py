"""A table of a knock-out ends: who goes on."""

from league.rules.brackets.advance import Decision, Finish, advancing


def finish(entrant: int, place: int, last_deal: int = 0) -> Finish:
    return Finish(entrant, place, total=500, last_deal=last_deal)


def test_the_survivors_go_on() -> None:
    table = [finish(1, 4), finish(2, 1), finish(3, 3), finish(4, 2)]
    assert advancing(table, 2) == Decision([2, 4, 3, 1], "place")


def test_too_few_survivors_are_filled_up_with_the_best_of_those_just_out() -> None:
    table = [finish(1, 1), finish(2, 3), finish(3, 2), finish(4, 4)]
    assert advancing(table, 2) == Decision([1, 3, 2, 4], "place")


def test_a_shared_place_at_the_line_goes_to_fewer_points_in_the_last_deal() -> None:
    table = [finish(1, 1), finish(2, 2, last_deal=90), finish(3, 2, last_deal=40), finish(4, 4)]
    assert advancing(table, 2) == Decision([1, 3, 2, 4], "last_deal")


def test_an_entrant_who_is_level_even_then_needs_a_lot() -> None:
    table = [finish(1, 1), finish(2, 2, 40), finish(3, 2, 40), finish(4, 2, 40)]
    decision = advancing(table, 2)
    assert decision.decided_by == "lot"
    assert decision.level == [2, 3, 4]
    assert decision.order[0] == 1


def test_a_shared_place_above_the_line_needs_no_lot() -> None:
    table = [finish(1, 1), finish(2, 1), finish(3, 3), finish(4, 4)]
    assert advancing(table, 2) == Decision([1, 2, 3, 4], "place")


def test_an_entrant_who_has_withdrawn_is_passed_over() -> None:
    table = [finish(1, 1), finish(2, 2), finish(3, 3)]
    assert advancing(table, 2, passed_over=[1]) == Decision([2, 3], "place")
    assert advancing(table, 2, passed_over=[1, 2]) == Decision([3], "place")
