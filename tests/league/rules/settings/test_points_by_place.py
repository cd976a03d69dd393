"""Competition points for a place."""

import pytest

from league.rules.settings.points import points


@pytest.mark.parametrize(
    ("seats", "expected"), [(2, [3, 1]), (3, [4, 2, 1]), (4, [5, 3, 2, 1]), (5, [6, 4, 3, 2, 1])]
)
def test_every_place_up_is_worth_one_more_and_winning_one_extra(seats: int, expected: list[int]) -> None:
    assert [points(place, seats) for place in range(1, seats + 1)] == expected


def test_shared_places_all_get_the_points_of_the_place_they_share() -> None:
    assert [points(place, 4) for place in (1, 2, 2, 4)] == [5, 3, 3, 1]
