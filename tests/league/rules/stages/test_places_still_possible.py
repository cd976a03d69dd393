"""The best and the worst place still possible, against all results that can still come."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain, combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from league.rules.played_rounds import (
    DOUBLE_FORFEIT,
    FORFEIT,
    PLAYED,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)
from league.rules.settings.points import PointsScheme, most_points
from league.rules.standings.bounds import Places, Reach, possible_places, season_places
from league.rules.standings.season_table import AdjustmentLine, Counting, SeasonRow, season_table

NAMES = ["a", "b", "c", "d"]
SCHEMES = [
    PointsScheme(),
    PointsScheme({2: [2, 0], 3: [4, 1, 0]}),
    PointsScheme({3: [9, 1, 1]}),
]
Day = list[tuple[str, ...]]
"""The tables of a matchday."""
Result = tuple[int, PlayedMatch]
"""A result and its matchday."""
Season = tuple[list[Result], list[AdjustmentLine], Counting, PointsScheme, dict[int, Day]]
"""What was played, the lines, how it counts, and what is still to be played."""


def placings(seats: int) -> list[tuple[int, ...]]:
    """Return all ways to place so many, shared places included (1, 2, 2, 4)."""
    return [
        places
        for places in product(range(1, seats + 1), repeat=seats)
        if all(place == 1 + sum(other < place for other in places) for place in places)
    ]


def outcomes(table: tuple[str, ...], scheme: PointsScheme) -> list[PlayedMatch]:
    """Return all results a table can have, any of its entrants absent."""
    forms = {}
    for places in placings(len(table)):
        for absent in chain.from_iterable(combinations(table, count) for count in range(len(table) + 1)):
            points = [
                0 if entrant in absent else scheme.points(place, len(table))
                for entrant, place in zip(table, places, strict=True)
            ]
            kind = FORFEIT if 0 < len(absent) < len(table) else DOUBLE_FORFEIT if absent else PLAYED
            forms[tuple(points), absent] = PlayedMatch(
                list(table), list(map(float, points)), kind, list(absent), list(places)
            )
    return list(forms.values())


def results_of(table: tuple[str, ...], matchday: int, scheme: PointsScheme) -> list[Result]:
    return [(matchday, outcome) for outcome in outcomes(table, scheme)]


def history(results: Iterable[Result]) -> History:
    """Return a history with a stage round for every matchday up to the last that was played."""
    rounds: list[list[PlayedMatch]] = []
    for matchday, match in results:
        rounds += [[] for _ in range(matchday - len(rounds))]
        rounds[matchday - 1].append(match)
    return History(list(NAMES), [PlayedRound(matches) for matches in rounds])


def futures(days: dict[int, Day], scheme: PointsScheme) -> Iterator[list[Result]]:
    """Return everything that can still happen on these days."""
    tables = [results_of(table, day, scheme) for day, tables in days.items() for table in tables]
    for results in product(*tables):
        yield list(results)


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
def seasons(draw: st.DrawFn) -> Season:
    scheme = draw(st.sampled_from(SCHEMES))
    so_far: list[Result] = []
    played = draw(st.integers(0, 3))
    for matchday in range(1, played + 1):
        for table in draw(TABLES):
            so_far += [draw(st.sampled_from(results_of(table, matchday, scheme)))]
    days = {played + 1: draw(TABLES)}
    if len(days[played + 1]) == 1 and draw(st.booleans()):
        days[played + draw(st.integers(1, 2))] = [draw(st.sampled_from(list(combinations(NAMES, 2))))]
    lines = draw(
        st.lists(
            st.builds(AdjustmentLine, st.just(1), st.sampled_from(NAMES), st.integers(-4, 4), st.just("why")),
            max_size=2,
        )
    )
    counting = Counting(draw(st.integers(0, 4)), draw(st.integers(0, 4)))
    return so_far, lines, counting, scheme, days


def keys(rows: list[SeasonRow]) -> dict[Entrant, tuple[bool, Fraction]]:
    return {row.entrant: (row.is_below_minimum, -row.points) for row in rows}


@given(seasons())
@settings(max_examples=25)
def test_nobody_can_end_outside(
    season: Season,
) -> None:
    so_far, lines, counting, scheme, days = season
    now = season_table(history(so_far), [], counting, lines=lines)
    possible = season_places(now, counting, ahead=ahead(days, scheme))
    for future in futures(days, scheme):
        end = keys(season_table(history([*so_far, *future]), [], counting, lines=lines))
        for name, own in end.items():
            # Tie-breaks may put everybody level before or behind.
            assert possible[name].best <= 1 + sum(key < own for key in end.values())
            assert possible[name].worst >= sum(key <= own for key in end.values())


@given(seasons(), st.data())
def test_results_only_narrow_what_is_possible(season: Season, data: st.DataObject) -> None:
    so_far, lines, counting, scheme, days = season
    tables = [(day, table) for day, tables in days.items() for table in tables]
    before = season_places(
        season_table(history(so_far), [], counting, lines=lines), counting, ahead=ahead(days, scheme)
    )
    while tables:
        day, table = tables.pop(data.draw(st.integers(0, len(tables) - 1)))
        so_far = [*so_far, data.draw(st.sampled_from(results_of(table, day, scheme)))]
        left: dict[int, Day] = {}
        for other_day, other in tables:
            left.setdefault(other_day, []).append(other)
        rows = season_table(history(so_far), [], counting, lines=lines)
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
        Reach(number, Fraction(least), Fraction(least + more), is_qualified, is_qualified or can_qualify)
        for number, (least, more, is_qualified, can_qualify) in enumerate(drawn)
    ]
    ends = [
        [
            (enough, points)
            for enough in {row.is_qualified, row.can_qualify}
            for points in range(int(row.least), int(row.most) + 1)
        ]
        for row in reaches
    ]
    totals: dict[Entrant, list[int]] = {row.entrant: [] for row in reaches}
    for end in product(*ends):
        for number, own in enumerate(end):
            totals[number] += [1 + sum(other > own for other in end), sum(other >= own for other in end)]
    assert possible_places(reaches) == {
        number: Places(min(places), max(places)) for number, places in totals.items()
    }


def after(*days: dict[str, int], minimum: int = 0, best: int = 0) -> tuple[list[SeasonRow], Counting]:
    """Return the table of a and b (and c) after matchdays with these points."""
    played = [PlayedRound([PlayedMatch(list(day), list(map(float, day.values())))]) for day in days]
    counting = Counting(best, minimum)
    return season_table(History([*"abc"], played), [], counting), counting


def test_a_champion_can_be_known_before_the_last_matchday() -> None:
    rows, counting = after({"a": 5, "b": 3, "c": 2})
    assert season_places(rows, counting, ahead={name: {2: 1} for name in "abc"}) == {
        "a": Places(1, 1),
        "b": Places(2, 3),  # level is possible, and a tie-break may say anything then
        "c": Places(2, 3),
    }


def test_only_what_beats_a_counted_day_still_adds() -> None:
    rows, counting = after({"a": 5, "b": 1, "c": 0}, best=1)
    assert season_places(rows, counting, ahead={"a": {2: 4}, "b": {2: 4}}) == {
        "a": Places(1, 1),
        "b": Places(2, 2),
        "c": Places(3, 3),
    }


def test_an_entrant_who_cannot_reach_the_minimum_stays_behind_who_has_it() -> None:
    rows, counting = after({"a": 1, "c": 0}, {"a": 1, "c": 0}, minimum=2)
    assert season_places(rows, counting, ahead={"b": {3: 99}})["b"] == Places(3, 3)
    assert season_places(rows, counting, ahead={"b": {3: 99, 4: 99}}) == {
        "a": Places(1, 2),
        "b": Places(1, 3),
        "c": Places(2, 3),
    }


def test_a_thousand_rows_are_no_work() -> None:
    places = possible_places(
        [Reach(number, Fraction(number), Fraction(number + 10)) for number in range(1000)]
    )
    assert places[0] == Places(990, 1000)
    assert places[999] == Places(1, 11)
