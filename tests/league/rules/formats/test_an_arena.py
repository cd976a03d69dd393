"""Situation: some players are free while others play: who sits with whom now, and what a win is worth."""

from collections import Counter
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.formats.arena import AT_ONCE, Room, is_time, seat, with_streaks
from league.rules.played_rounds import FORFEIT, Entrant, History, PlayedMatch, PlayedRound
from league.rules.table_draws.tables import table_sizes
from tests.league.rules.table_draws.test_the_next_round_at_tables import ways


def table(*entrants: Entrant, points: int = 5) -> PlayedRound:
    """A table at which they ended in this order; the winner got so many points."""
    places = list(range(1, len(entrants) + 1))
    return PlayedRound([PlayedMatch(list(entrants), [points, *[1] * (len(entrants) - 1)], places=places)])


def room(*free: Entrant, is_busy: bool = False, past: tuple[PlayedRound, ...] = ()) -> Room:
    return Room(free, is_busy, History(list(range(1, 13)), list(past)))


@st.composite
def rooms(draw: st.DrawFn) -> tuple[Room, int]:
    """Up to eight free players of ten who have played a few tables, each with some of the others."""
    size = draw(st.integers(2, 4))
    everybody = list(range(1, 11))
    rounds = []
    for _table in range(draw(st.integers(0, 6))):
        seats = draw(st.permutations(everybody))[: draw(st.integers(2, 4))]
        points = [float(draw(st.integers(0, 4))) for _seat in seats]
        rounds.append(PlayedRound([PlayedMatch(list(seats), points, places=[1] * len(seats))]))
    free = sorted(draw(st.permutations(everybody))[: draw(st.integers(2, 8))])
    waited = draw(st.lists(st.sampled_from(everybody), max_size=3))
    return Room(free, draw(st.booleans()), History(list(everybody), rounds), waited), size


@given(rooms(), st.integers(0, 3))
@settings(max_examples=20, deadline=None)
def test_every_free_player_sits_once_or_waits_and_the_same_seed_gives_the_same_tables(
    made: tuple[Room, int], seed: int
) -> None:
    here, size = made
    drawn = seat(here, size, seed=seed)
    assert sorted([*chain.from_iterable(drawn.tables), *drawn.byes]) == list(here.free)
    assert sorted(map(len, drawn.tables), reverse=True) == table_sizes(len(here.free), size)
    assert drawn == seat(here, size, seed=seed)


@given(rooms())
@settings(max_examples=20, deadline=None)
def test_no_other_tables_of_a_few_have_fewer_rematches_or_more_equal_points(made: tuple[Room, int]) -> None:
    here, size = made
    drawn = seat(here, size)
    seated = [entrant for entrant in here.free if entrant not in drawn.byes]
    sizes = [len(table) for table in drawn.tables]
    assert judged(drawn.tables, here) == min(judged(tables, here) for tables in ways(seated, sizes))


@given(rooms())
@settings(max_examples=20, deadline=None)
def test_the_player_who_has_waited_least_waits_next(made: tuple[Room, int]) -> None:
    here, size = made
    drawn = seat(here, size)
    times = Counter(here.waited)
    for bye in drawn.byes:
        assert all(times[bye] <= times[other] for other in here.free if other not in drawn.byes)


def judged(tables: list[list[Entrant]], here: Room) -> tuple[int, float]:
    """Weight of rematches, more for often and for the latest table, then squared gaps: the slow way."""
    met: Counter[frozenset[Entrant]] = Counter()
    points: Counter[Entrant] = Counter()
    latest: dict[Entrant, int] = {}
    matches = [match for played in here.past.rounds for match in played.matches]
    for number, match in enumerate(matches):
        met.update(frozenset(pair) for pair in combinations(match.entrants, 2))
        for entrant, earned in zip(match.entrants, match.points, strict=True):
            points[entrant] += earned  # type: ignore[assignment]
            latest[entrant] = number
    last = {
        frozenset(pair)
        for entrant in here.free
        if entrant in latest
        for pair in combinations(matches[latest[entrant]].entrants, 2)
    }
    pairs = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
    again = sum((met[pair] + 1) ** 2 - 1 + (10 if pair in last else 0) for pair in pairs if met[pair])
    return again, sum((points[first] - points[other]) ** 2 for first, other in map(tuple, pairs))


@pytest.mark.parametrize(
    ("here", "size", "patient", "impatient"),
    [
        (room(1), 4, False, False),
        (room(1, 2), 4, True, True),
        (room(1, 2, is_busy=True), 4, False, False),
        (room(1, 2, is_busy=True), 2, True, True),
        (room(1, 2, 3, is_busy=True), 4, True, True),
        (room(1, 2, 3, 4, is_busy=True, past=(table(1, 2, 3, 4),)), 4, False, True),
        (room(1, 2, 3, is_busy=True, past=(table(1, 2, 3, 4),)), 4, False, True),
        (room(1, 2, 3, 4, past=(table(1, 2, 3, 4),)), 4, True, True),
        (room(1, 2, 3, 4, 5, is_busy=True, past=(table(1, 2, 3, 4),)), 4, True, True),
        (room(1, 2, is_busy=True, past=(table(1, 2), table(1, 3))), 2, True, True),
    ],
)
def test_players_wait_for_others_only_where_they_would_meet_the_same_table_at_once(
    here: Room, size: int, patient: bool, impatient: bool
) -> None:
    assert is_time(here, size) is patient
    assert is_time(here, size, is_patient=False) is impatient


def test_two_tables_that_end_are_mixed() -> None:
    here = room(*range(1, 9), past=(table(1, 2, 3, 4), table(5, 6, 7, 8)))
    for drawn in seat(here, 4).tables:
        assert len({*drawn} & {1, 2, 3, 4}) == 2


def test_of_very_many_the_better_are_seated_first() -> None:
    many = AT_ONCE + 20
    here = Room(list(range(1, many + 1)), False, History([]))
    drawn = seat(here, 4)
    assert sorted([*chain.from_iterable(drawn.tables), *drawn.byes]) == list(range(1, many + 1))
    assert max(map(max, drawn.tables[: AT_ONCE // 4])) == AT_ONCE  # type: ignore[type-var]
    assert len(drawn.why) == len(drawn.tables)


def test_a_win_after_two_wins_in_a_row_counts_double_until_a_match_is_not_won() -> None:
    past = [table(1, 2), table(1, 3), table(1, 2), table(1, 3), table(2, 1), table(1, 2)]
    assert own_points(with_streaks(past, 2), 1) == [5, 5, 10, 10, 1, 5]
    assert own_points(with_streaks(past, 1), 1) == [5, 10, 10, 10, 1, 5]
    assert own_points(with_streaks(past, 0), 1) == [5, 5, 5, 5, 1, 5]
    assert own_points(with_streaks(past, 2), 2) == [1, 1, 5, 1]


def test_a_walkover_neither_doubles_nor_ends_a_streak_and_who_does_not_come_ends_it() -> None:
    won = PlayedRound([PlayedMatch([1, 2], [5, 0], FORFEIT, [2], places=[1, 2])])
    past = [table(1, 2), table(1, 3), won, table(1, 3)]
    assert own_points(with_streaks(past, 2), 1) == [5, 5, 5, 10]
    lost = PlayedRound([PlayedMatch([1, 2], [0, 5], FORFEIT, [1], places=[2, 1])])
    assert own_points(with_streaks([table(1, 2), table(1, 3), lost, table(1, 3)], 2), 1) == [5, 5, 0, 5]


def own_points(rounds: list[PlayedRound], entrant: int) -> list[float]:
    return [
        match.points[match.entrants.index(entrant)]
        for played in rounds
        for match in played.matches
        if entrant in match.entrants
    ]
