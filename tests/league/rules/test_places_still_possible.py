"""The best and the worst place still possible, against all results that can still come."""

from collections.abc import Iterator
from itertools import chain, combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.bounds import Places, Reach, possible_places, season_places
from league.rules.history import FORFEIT, Entrant
from league.rules.points import PointsScheme, earned, most_points
from league.rules.season_table import Counting, Line, Score, SeasonRow, season_table

NAMES = ["a", "b", "c", "d"]
SCHEMES = [
    PointsScheme(),
    PointsScheme({2: [2, 0], 3: [4, 1, 0]}),
    PointsScheme({3: [9, 1, 1]}),
]
Day = list[tuple[str, ...]]
"""The tables of a matchday."""


def placings(seats: int) -> list[tuple[int, ...]]:
    """Return all ways to place so many, shared places included (1, 2, 2, 4)."""
    return [
        places
        for places in product(range(1, seats + 1), repeat=seats)
        if all(place == 1 + sum(other < place for other in places) for place in places)
    ]


def outcomes(table: tuple[str, ...], matchday: int, scheme: PointsScheme) -> list[list[Score]]:
    """Return all results a table can have, any of its entrants absent."""
    found = []
    for places in placings(len(table)):
        for absent in chain.from_iterable(combinations(table, count) for count in range(len(table) + 1)):
            points = earned(scheme, table, places, kind=FORFEIT, absent=absent)
            found.append(
                [Score(name, matchday, p, name not in absent) for name, p in zip(table, points, strict=True)]
            )
    return [
        list(one)
        for one in {
            tuple((s.entrant, s.points, s.is_played) for s in result): result for result in found
        }.values()
    ]


def futures(days: dict[int, Day], scheme: PointsScheme) -> Iterator[list[Score]]:
    """Return everything that can still happen on these days."""
    tables = [outcomes(table, day, scheme) for day, tables in days.items() for table in tables]
    for results in product(*tables):
        yield list(chain.from_iterable(results))


def ahead(days: dict[int, Day], scheme: PointsScheme) -> dict[Entrant, dict[int, int]]:
    """Return the most that each matchday can bring each entrant."""
    most: dict[Entrant, dict[int, int]] = {}
    for day, tables in days.items():
        for table in tables:
            for name in table:
                most.setdefault(name, {})[day] = most_points(scheme, [len(table)])
    return most


TABLES = st.permutations(NAMES).flatmap(
    lambda names: st.sampled_from(
        [[tuple(names[:3])], [tuple(names[:2]), tuple(names[2:])], [tuple(names[1:3])]]
    )
)


@st.composite
def seasons(draw: st.DrawFn) -> tuple[list[Score], list[Line], Counting, PointsScheme, dict[int, Day]]:
    scheme = draw(st.sampled_from(SCHEMES))
    so_far: list[Score] = []
    played = draw(st.integers(0, 3))
    for matchday in range(1, played + 1):
        for table in draw(TABLES):
            so_far += draw(st.sampled_from(outcomes(table, matchday, scheme)))
    days = {played + 1: draw(TABLES)}
    if len(days[played + 1]) == 1 and draw(st.booleans()):
        days[played + draw(st.integers(1, 2))] = [draw(st.sampled_from(list(combinations(NAMES, 2))))]
    lines = draw(
        st.lists(
            st.builds(Line, st.just(1), st.sampled_from(NAMES), st.integers(-4, 4), st.just("why")),
            max_size=2,
        )
    )
    counting = Counting(draw(st.integers(0, 4)), draw(st.integers(0, 4)))
    return so_far, lines, counting, scheme, days


def keys(rows: list[SeasonRow]) -> dict[Entrant, tuple[bool, int]]:
    return {row.entrant: (row.is_below_minimum, -row.points) for row in rows}


@given(seasons())
@settings(max_examples=40)
def test_nobody_can_end_outside(
    season: tuple[list[Score], list[Line], Counting, PointsScheme, dict[int, Day]],
) -> None:
    so_far, lines, counting, scheme, days = season
    now = season_table(NAMES, so_far, counting, lines=lines)
    possible = season_places(now, counting, ahead=ahead(days, scheme))
    for future in futures(days, scheme):
        end = keys(season_table(NAMES, [*so_far, *future], counting, lines=lines))
        for name, own in end.items():
            # Tie-breaks may put everybody level before or behind.
            assert possible[name].best <= 1 + sum(key < own for key in end.values())
            assert possible[name].worst >= sum(key <= own for key in end.values())


@given(seasons(), st.data())
def test_results_only_narrow_what_is_possible(
    season: tuple[list[Score], list[Line], Counting, PointsScheme, dict[int, Day]], data: st.DataObject
) -> None:
    so_far, lines, counting, scheme, days = season
    tables = [(day, table) for day, tables in days.items() for table in tables]
    before = season_places(
        season_table(NAMES, so_far, counting, lines=lines), counting, ahead=ahead(days, scheme)
    )
    while tables:
        day, table = tables.pop(data.draw(st.integers(0, len(tables) - 1)))
        so_far = [*so_far, *data.draw(st.sampled_from(outcomes(table, day, scheme)))]
        left: dict[int, Day] = {}
        for other_day, other in tables:
            left.setdefault(other_day, []).append(other)
        rows = season_table(NAMES, so_far, counting, lines=lines)
        after = season_places(rows, counting, ahead=ahead(left, scheme))
        for name, places in after.items():
            assert before[name].best <= places.best <= places.worst <= before[name].worst
        before = after
    assert before == {row.entrant: Places(row.rank, row.rank) for row in rows}


RANGES = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 4), st.booleans(), st.booleans()), min_size=1, max_size=4
)


@given(RANGES)
def test_with_independent_points_both_places_are_reached(
    drawn: list[tuple[int, int, bool, bool]],
) -> None:
    reaches = [
        Reach(number, least, least + more, is_qualified, is_qualified or can_qualify)
        for number, (least, more, is_qualified, can_qualify) in enumerate(drawn)
    ]
    ends = [
        [
            (enough, points)
            for enough in {one.is_qualified, one.can_qualify}
            for points in range(one.least, one.most + 1)
        ]
        for one in reaches
    ]
    found: dict[Entrant, list[int]] = {one.entrant: [] for one in reaches}
    for end in product(*ends):
        for number, own in enumerate(end):
            found[number] += [1 + sum(other > own for other in end), sum(other >= own for other in end)]
    assert possible_places(reaches) == {
        number: Places(min(places), max(places)) for number, places in found.items()
    }


def test_a_champion_can_be_known_before_the_last_matchday() -> None:
    rows = season_table(["a", "b", "c"], [Score("a", 1, 5), Score("b", 1, 3), Score("c", 1, 2)], Counting())
    two_ahead = {"a": {2: 1}, "b": {2: 1}, "c": {2: 1}}
    assert season_places(rows, Counting(), ahead=two_ahead) == {
        "a": Places(1, 1),
        "b": Places(2, 3),  # level is possible, and a tie-break may say anything then
        "c": Places(2, 3),
    }


def test_only_what_beats_a_counted_day_still_adds() -> None:
    rows = season_table(["a", "b"], [Score("a", 1, 5), Score("b", 1, 1)], Counting(best=1))
    assert season_places(rows, Counting(best=1), ahead={"a": {2: 4}, "b": {2: 4}}) == {
        "a": Places(1, 1),
        "b": Places(2, 2),
    }


def test_who_cannot_reach_the_minimum_stays_behind_who_has_it() -> None:
    counting = Counting(minimum=2)
    rows = season_table(["a", "b"], [Score("a", 1, 1), Score("a", 2, 1)], counting)
    assert season_places(rows, counting, ahead={"b": {3: 99}}) == {"a": Places(1, 1), "b": Places(2, 2)}
    assert season_places(rows, counting, ahead={"b": {3: 99, 4: 99}}) == {
        "a": Places(1, 2),
        "b": Places(1, 2),
    }


def test_a_thousand_rows_are_no_work() -> None:
    places = possible_places([Reach(number, number, number + 10) for number in range(1000)])
    assert places[0] == Places(990, 1000)
    assert places[999] == Places(1, 11)
