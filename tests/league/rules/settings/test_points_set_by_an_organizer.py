"""An organizer says what places are worth, table size by table size."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import RecordResult
from league.rules.competition.events import ResultRecorded
from league.rules.played_rounds import DOUBLE_FORFEIT, FORFEIT, PLAYED
from league.rules.settings.points import SIZES, PointsScheme, check_scheme, most_points, points
from league.rules.settings.result_kinds import VOID
from tests.league.rules.evening import do, rounds, started

FAMOUS = PointsScheme({4: [10, 6, 3, 1], 2: [3, 0]}, bye=3)


def earned(places: list[int], *, seats: int = 4, kind: str = PLAYED, absent: int = 0) -> list[int]:
    """Return the points of the entrants of a match; the last `absent` of them were absent."""
    state = started(seats, table_size=seats, rounds=1, points=FAMOUS)
    match = rounds(state)[0].matches[0]
    entrants = match.entrants
    there = entrants[: seats - absent]
    finishes = [Finish(entrant, place) for entrant, place in zip(there, places, strict=False)]
    events = do(state, RecordResult(1, match.id, finishes, kind, entrants[seats - absent :]))
    [recorded] = [event for event in events if isinstance(event, ResultRecorded)]
    points_of = {place.entrant: place.points for place in recorded.result.places}
    return [points_of.get(entrant, 0) for entrant in entrants]


def test_sizes_that_are_not_set_keep_the_usual_points() -> None:
    assert [FAMOUS.points(place, 4) for place in (1, 2, 3, 4)] == [10, 6, 3, 1]
    assert [FAMOUS.points(place, 3) for place in (1, 2, 3)] == [points(place, 3) for place in (1, 2, 3)]
    check_scheme(FAMOUS)
    check_scheme(PointsScheme())


def test_an_entrant_who_shares_a_place_gets_its_points() -> None:
    assert earned([1, 2, 2, 4]) == [10, 6, 6, 1]


def test_an_entrant_who_was_absent_earns_nothing_and_the_others_as_if_the_table_was_full() -> None:
    assert earned([1, 2, 3], kind=FORFEIT, absent=1) == [10, 6, 3, 0]
    assert earned([1], seats=2, kind=FORFEIT, absent=1) == [3, 0]


@pytest.mark.parametrize("kind", [VOID, DOUBLE_FORFEIT])
def test_a_void_match_and_a_double_forfeit_earn_nobody_anything(kind: str) -> None:
    assert earned([], kind=kind, absent=4 if kind == DOUBLE_FORFEIT else 0) == [0, 0, 0, 0]


def test_the_most_of_a_stage_round_is_a_win_at_the_best_table() -> None:
    assert most_points(FAMOUS, [2, 3]) == 4
    assert most_points(FAMOUS, [2]) == 3
    assert most_points(FAMOUS) == points(1, 10) == 11
    assert most_points(PointsScheme(bye=3), [2]) == 3


@pytest.mark.parametrize(
    ("scheme", "code"),
    [
        (PointsScheme({1: [1]}), "bad_table_size"),
        (PointsScheme({11: [1] * 11}), "bad_table_size"),
        (PointsScheme({3: [5, 1]}), "points_per_place"),
        (PointsScheme({3: [5, 3, -1]}), "points_range"),
        (PointsScheme({3: [1001, 3, 1]}), "points_range"),
        (PointsScheme({3: [5, 1, 3]}), "points_rising"),
        (PointsScheme({3: [2, 2, 2]}), "points_level"),
        (PointsScheme(bye=-1), "points_bye"),
        (PointsScheme(bye=4), "points_bye"),
        (PointsScheme({2: [2, 0]}, bye=3), "points_bye"),
    ],
)
def test_points_that_would_reward_a_worse_place_are_refused(scheme: PointsScheme, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_scheme(scheme)
    assert refused.value.code == code


SCHEMES = st.dictionaries(
    st.sampled_from(SIZES), st.lists(st.integers(0, 20), min_size=10, max_size=10), max_size=9
).map(lambda drawn: PointsScheme({size: sorted(row, reverse=True)[:size] for size, row in drawn.items()}))


@given(SCHEMES, st.sampled_from(SIZES))
def test_whatever_is_accepted_never_pays_a_worse_place_more(scheme: PointsScheme, size: int) -> None:
    try:
        check_scheme(scheme)
    except Refusal as refused:
        assert refused.code == "points_level"  # noqa: PT017 - nothing else can be wrong with these
        return
    by_place = [scheme.points(place, size) for place in range(1, size + 1)]
    assert by_place == sorted(by_place, reverse=True)
    assert by_place[0] > by_place[-1] >= 0
    assert by_place[0] <= most_points(scheme)


def test_a_scheme_is_stored_as_plain_text_and_read_back() -> None:
    assert msgspec.json.decode(msgspec.json.encode(FAMOUS), type=PointsScheme) == FAMOUS
