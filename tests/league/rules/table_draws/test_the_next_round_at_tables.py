"""The next stage round of a Swiss at tables of three to ten."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.chance import Chance
from league.rules.documents.draw import document
from league.rules.documents.draw_request import DrawRequest
from league.rules.played_rounds import (
    DOUBLE_FORFEIT,
    FORFEIT,
    HALF,
    Bye,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)
from league.rules.table_draws.earlier_rounds import past
from league.rules.table_draws.lower_bounds import least_repeats
from league.rules.table_draws.tables import TableDraw, draw_tables, table_sizes, weighed

Tables = Sequence[Sequence[Entrant]]

_more_of_the_same = pytest.mark.slow(
    "draws once more, by another seed or for more entrants", about=["league/rules/table_draws/"]
)


def played(tables: Tables, byes: Sequence[Entrant] = (), points: Sequence[float] = ()) -> PlayedRound:
    """A stage round in which places count `points` in seat order, nothing if there are none."""
    matches = [PlayedMatch(list(table), [*points[: len(table)]] or [0] * len(table)) for table in tables]
    return PlayedRound(matches, [Bye(bye) for bye in byes])


def drawn_rounds(entrants: int, size: int, rounds: int) -> list[TableDraw]:
    """Stage rounds drawn one after another, in which all get the same points."""
    history = History(list(range(1, entrants + 1)))
    draws = []
    for _ in range(rounds):
        draw = draw_tables(history, size=size)
        draws.append(draw)
        history.rounds.append(played(draw.tables, draw.byes))
    return draws


def meetings(all_tables: Sequence[Tables]) -> Counter[frozenset[Entrant]]:
    return Counter(
        frozenset(pair) for tables in all_tables for table in tables for pair in combinations(table, 2)
    )


def ways(free: Sequence[Entrant], sizes: Sequence[int]) -> Iterator[list[list[Entrant]]]:
    """All ways to seat everybody at tables of these sizes."""
    if not free:
        yield []
        return
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for mates in combinations(free[1:], size - 1):
            left = [entrant for entrant in free[1:] if entrant not in mates]
            for others in ways(left, rest):
                yield [[free[0], *mates], *others]


@st.composite
def histories(draw: st.DrawFn, largest: int = 9) -> tuple[History, int]:
    """A few rounds at tables of three or four, drawn anyhow, with whole and half points."""
    entrants = list(range(1, draw(st.integers(3, largest)) + 1))
    size = draw(st.integers(3, 4))
    history = History(list(entrants))
    for _ in range(draw(st.integers(0, 3))):
        order = draw(st.permutations(entrants))
        tables, start = [], 0
        for seats in table_sizes(len(order), size):
            tables.append(order[start : start + seats])
            start += seats
        matches = [PlayedMatch(list(table), [draw(st.integers(0, 4)) / 2 for _ in table]) for table in tables]
        history.rounds.append(PlayedRound(matches, [Bye(entrant, 1) for entrant in order[start:]]))
    return history, size


def judged(tables: Tables, history: History, clubs: dict[Entrant, str]) -> tuple[float, int, int, int]:
    """Score gaps, repeat cost, pairs of club-mates and repeats, worked out the slow way."""
    points: Counter[Entrant] = Counter()
    for round_ in history.rounds:
        for match in round_.matches:
            points.update(dict(zip(match.entrants, match.points, strict=True)))
        points.update({bye.entrant: bye.points for bye in round_.byes})
    met = meetings([[match.entrants for match in round_.matches] for round_ in history.rounds])
    last = meetings([[match.entrants for match in round_.matches] for round_ in history.rounds[-1:]])
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    again = [frozenset(pair) for pair in pairs if met[frozenset(pair)]]
    return (
        sum((points[first] - points[other]) ** 2 for first, other in pairs),
        sum((met[pair] + 1) ** 2 - 1 + (10 if pair in last else 0) for pair in again),
        sum(first in clubs and clubs[first] == clubs.get(other) for first, other in pairs),
        len(again),
    )


@given(histories(), st.integers(0, 3))
@settings(max_examples=40, deadline=None)
def test_no_other_draw_of_a_few_is_better_and_the_bound_is_what_can_be_reached(
    made: tuple[History, int], clubs_of: int
) -> None:
    history, size = made
    clubs: dict[Entrant, str] = {
        entrant: f"club {int(entrant) % clubs_of}" for entrant in history.entrants if clubs_of
    }
    draw = draw_tables(history, size=size, clubs=clubs)
    seated = [entrant for entrant in history.entrants if entrant not in draw.byes]
    every_way = [
        judged(tables, history, clubs) for tables in ways(seated, [len(table) for table in draw.tables])
    ]
    cost = draw.cost
    assert (cost["score_gap"], cost["repeat_cost"], cost["club_mates"]) == min(way[:3] for way in every_way)
    assert draw.bound == min(way[3] for way in every_way) <= cost["repeats"]
    assert judged(draw.tables, history, clubs)[3] == cost["repeats"]


@given(histories(20), st.integers(0, 3))
@settings(max_examples=15, deadline=None)
def test_everybody_sits_once_or_has_a_bye_and_the_same_seed_gives_the_same_draw(
    made: tuple[History, int], seed: int
) -> None:
    history, size = made
    draw = draw_tables(history, size=size, seed=seed)
    assert sorted([*chain.from_iterable(draw.tables), *draw.byes]) == history.entrants
    assert sorted(map(len, draw.tables), reverse=True) == table_sizes(len(history.entrants), size)
    assert draw == draw_tables(history, size=size, seed=seed)
    for key, total in draw.cost.items():
        if key != "repeated_byes":
            assert total == pytest.approx(sum(reason[key] for reason in draw.why))


@given(histories(9), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_names_and_the_order_of_entry_change_no_cost(made: tuple[History, int], chance: object) -> None:
    history, size = made
    names: list[Entrant] = [f"player {number}" for number in history.entrants]
    chance.shuffle(names)  # type: ignore[attr-defined]  # hypothesis hands out a random.Random
    name = dict(zip(history.entrants, names, strict=True))
    renamed = History(
        [name[entrant] for entrant in history.entrants],
        [
            PlayedRound(
                [
                    PlayedMatch([name[entrant] for entrant in match.entrants], match.points)
                    for match in round_.matches
                ],
                [Bye(name[bye.entrant], bye.points) for bye in round_.byes],
            )
            for round_ in history.rounds
        ],
    )
    before, after = draw_tables(history, size=size), draw_tables(renamed, size=size)
    assert after.tables == [[name[entrant] for entrant in table] for table in before.tables]
    if not before.byes:
        shuffled = History(sorted(renamed.entrants, key=str), renamed.rounds)
        again = draw_tables(shuffled, size=size)
        for key in ("score_gap", "repeat_cost", "club_mates"):
            assert again.cost[key] == before.cost[key]


@pytest.mark.parametrize(
    ("entrants", "size", "sizes"),
    [
        (1, 4, []),
        (2, 4, [2]),
        (3, 4, [3]),
        (5, 4, [4]),
        (6, 4, [3, 3]),
        (7, 3, [3, 3]),
        (5, 3, [3]),
        (9, 4, [3, 3, 3]),
        (11, 3, [3, 3, 3]),
        (13, 4, [4, 3, 3, 3]),
        (21, 10, [7, 7, 7]),
        (11, 10, [6, 5]),
        (5, 2, [2, 2]),
        (3, 2, [2]),
    ],
)
def test_tables_are_equal_and_of_three_at_least(entrants: int, size: int, sizes: list[int]) -> None:
    assert table_sizes(entrants, size) == sizes


def test_a_bye_goes_to_the_lowest_and_to_nobody_twice_while_that_can_be_avoided() -> None:
    history = History(list(range(1, 6)))
    free: list[Entrant] = []
    for _ in range(5):
        draw = draw_tables(history, size=4)
        free += draw.byes
        assert draw.cost["repeated_byes"] == 0
        history.rounds.append(played(draw.tables, draw.byes))
    assert sorted(free) == [1, 2, 3, 4, 5]
    assert free[0] == 5
    assert draw_tables(history, size=4).cost["repeated_byes"] == 1


def test_an_entrant_who_enters_late_at_tables_does_not_get_the_next_bye() -> None:
    history = History([1, 2, 3, 4, 5], [played([[1, 2, 3, 4]], points=[3, 2, 1, 0])])
    assert draw_tables(history, size=4).byes == [4]


def test_an_entrant_who_won_without_playing_has_had_a_bye_and_met_nobody() -> None:
    absent: list[Entrant] = [1, 2, 3]
    rounds = [PlayedRound([PlayedMatch([1, 2, 3, 4], [0, 0, 0, 0], FORFEIT, absent)], [Bye(5, 0, HALF)])]
    draw = draw_tables(History([1, 2, 3, 4, 5], rounds), size=4)
    assert draw.byes == [5]
    assert draw.cost["repeats"] == draw.cost["seat_balance"] == 0


def test_those_who_both_stayed_away_have_not_met() -> None:
    rounds = [PlayedRound([PlayedMatch([1, 2, 3], [0, 0, 0], DOUBLE_FORFEIT)])]
    assert draw_tables(History([1, 2, 3], rounds), size=3).cost["repeats"] == 0


def test_points_decide_before_meetings_unless_meetings_come_first() -> None:
    history = History(list(range(1, 13)), [played([[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]])])
    for table, points in zip(history.rounds[0].matches, (3, 2, 1, 0), strict=True):
        table.points[:] = [points] * 3
    by_points = draw_tables(history, size=3)
    assert by_points.cost["score_gap"] == 0
    assert by_points.cost["repeats"] == 12
    assert by_points.bound == 0
    apart = draw_tables(history, size=3, meetings_first=True)
    assert apart.cost["repeats"] == 0
    assert apart.cost["score_gap"] > 0


def test_many_are_kept_apart_before_the_points_when_asked() -> None:
    history = History(list(range(1, 33)))
    for _ in range(4):
        draw = draw_tables(history, size=4, meetings_first=True)
        assert draw.cost["repeats"] == 0
        history.rounds.append(played(draw.tables, draw.byes, [3, 2, 1, 0]))


@pytest.mark.parametrize(
    ("entrants", "rounds", "seed"),
    [
        (40, 8, 1),
        pytest.param(*(40, 8, 2), marks=_more_of_the_same),
        pytest.param(*(64, 10, 3), marks=_more_of_the_same),
    ],
)
def test_nobody_meets_again_in_rounds_in_fours_whatever_the_results_are(
    entrants: int, rounds: int, seed: int
) -> None:
    chance = Chance(str(seed).encode())
    history = History(list(range(1, entrants + 1)))
    for _ in range(rounds):
        draw = draw_tables(history, size=4, meetings_first=True, seed=seed)
        assert draw.cost["repeats"] == draw.bound == 0
        matches = [PlayedMatch(table, [*chance.shuffled([5, 3, 2, 1])]) for table in draw.tables]
        history.rounds.append(PlayedRound(matches))


def test_the_points_come_first_of_a_dozen_and_new_opponents_of_more() -> None:
    for count in (12, 15):
        tables = [list(range(first, first + 3)) for first in range(1, count + 1, 3)]
        matches = [PlayedMatch([*table], [number] * 3) for number, table in enumerate(tables)]
        history = History(list(range(1, count + 1)), [PlayedRound(matches)])
        document_ = document(DrawRequest("swiss", count, table_size=3, results=history))
        assert document_["bound"] == 0
        assert (document_["cost"]["repeats"] == 0) == (document_["cost"]["score_gap"] > 0) == (count > 12)


def test_club_mates_come_before_points_for_as_many_rounds_as_asked() -> None:
    entrants: list[Entrant] = list(range(1, 10))
    clubs: dict[Entrant, str] = {1: "a", 2: "a", 3: "a"}
    first = played([[1, 4, 5], [2, 6, 7], [3, 8, 9]], points=[5, 0, 0])
    history = History(entrants, [first])
    assert draw_tables(history, size=3, clubs=clubs, separate_clubs=1).cost["club_mates"] == 3
    assert draw_tables(history, size=3, clubs=clubs, separate_clubs=2).cost["club_mates"] == 0


def test_a_late_entry_joins_and_who_withdrew_is_left_out() -> None:
    history = History([*range(1, 17)], [played([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])], [2, 3, 16])
    draw = draw_tables(history, size=4)
    assert sorted(chain.from_iterable(draw.tables)) == [1, *range(4, 16)]
    assert draw.cost["repeats"] == 0


def test_nobody_to_draw_gives_no_tables() -> None:
    assert draw_tables(History([]), size=4).tables == []
    alone = draw_tables(History([1]), size=4)
    assert (alone.tables, alone.byes) == ([], [1])
    assert alone.bound == alone.cost["repeats"] == 0


def test_seats_go_round() -> None:
    draws = drawn_rounds(46, 4, 3)
    for number in range(1, 47):
        seats = [table.index(number) for draw in draws for table in draw.tables if number in table]
        assert len(set(seats)) == 3


def test_the_smaller_tables_are_shared_out() -> None:
    draws = drawn_rounds(14, 4, 4)
    small = Counter(
        entrant for draw in draws for table in draw.tables if len(table) == 3 for entrant in table
    )
    assert sum(small.values()) == 24
    assert max(small.values()) <= 3
    assert sum(draw.cost["repeats"] for draw in draws[:3]) == 0


@pytest.mark.parametrize(("entrants", "rounds", "repeats"), [(40, 8, 0), (64, 10, 0), (24, 6, 3)])
def test_rounds_in_fours_drawn_one_after_another(entrants: int, rounds: int, repeats: int) -> None:
    met = meetings([draw.tables for draw in drawn_rounds(entrants, 4, rounds)])
    assert sum(count - 1 for count in met.values()) <= repeats
    assert max(met.values()) <= 2


def test_progress_goes_up_to_its_end() -> None:
    history = History(list(range(1, 17)), [played([range(1 + 4 * k, 5 + 4 * k) for k in range(4)])] * 2)
    history.rounds[1] = played([range(k, 17, 4) for k in range(1, 5)], points=[4, 3, 2, 1])
    told: list[tuple[int, int]] = []
    draw_tables(history, size=4, progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]


@given(histories(9))
@settings(max_examples=40, deadline=None)
def test_counting_never_asks_for_more_repeats_than_the_best_draw_has(made: tuple[History, int]) -> None:
    history, size = made
    sizes = table_sizes(len(history.entrants), size)
    facts = past(history, {}, without=history.entrants[sum(sizes) :])
    best = min(
        sum(facts.met[first][other] > 0 for table in tables for first, other in combinations(table, 2))
        for tables in ways(range(sum(sizes)), sizes)
    )
    assert 0 <= least_repeats(facts.met, facts.tables, sizes) <= best


@pytest.mark.parametrize(
    ("tables", "sizes", "bound"),
    [
        ([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]], [4, 4, 4], 3),
        ([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]], [5, 5], 8),
        ([[0, 1, 2], [3, 4, 5], [6, 7, 8]], [3, 3, 3], 0),
        ([], [], 0),
    ],
)
def test_former_tables_come_apart_over_all_tables_at_most(
    tables: list[list[Entrant]], sizes: list[int], bound: int
) -> None:
    facts = past(History(list(range(sum(sizes))), [played(tables)]), {})
    assert least_repeats(facts.met, facts.tables, sizes) == bound


def test_very_many_are_drawn_part_by_part() -> None:
    entrants: list[Entrant] = list(range(1, 1211))
    first = played([entrants[start : start + 10] for start in range(0, 1210, 10)], points=range(10))
    told: list[tuple[int, int]] = []
    draw = draw_tables(
        History(entrants, [first]), size=10, progress=lambda done, total: told.append((done, total))
    )
    assert sorted(chain.from_iterable(draw.tables)) == entrants
    assert draw.cost["repeats"] == draw.bound == 0
    assert draw.cost["score_gap"] == sum(k * (10 - k) for k in range(1, 10))
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]


def test_tables_made_by_hand_are_weighed_alike() -> None:
    history = History(list(range(1, 14)), [played([range(1 + 4 * k, 5 + 4 * k) for k in range(3)], [13])])
    draw = draw_tables(history, size=4)
    assert weighed(history, draw.tables) == draw
    by_hand = weighed(history, [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])
    assert (by_hand.byes, by_hand.cost["repeated_byes"]) == ([13], 1)
    assert by_hand.cost["repeats"] == 18
    assert by_hand.cost["seat_balance"] == 12
    assert by_hand.bound == 3
