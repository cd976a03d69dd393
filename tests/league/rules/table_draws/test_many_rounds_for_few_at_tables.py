"""A Swiss at tables with so many rounds for so few that it has to be drawn with the last one in mind."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, combinations

import pytest

from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from league.rules.competition import commands as asked
from league.rules.competition.state import FINISHED
from league.rules.documents.draw import document
from league.rules.documents.draw_request import DrawRequest
from league.rules.played_rounds import Bye, Entrant, History, PlayedMatch, PlayedRound
from league.rules.settings.stages import SWISS
from league.rules.table_draws.design_fit import Fit
from league.rules.table_draws.tables import draw_tables
from tests.league.rules.evening import do, in_order, result, started, waiting
from tests.suite.extent import some

PLACES = [10, 7, 5, 3, 2, 1, 0, 0, 0, 0]
CHANGES: list[tuple[dict[int, int], dict[int, int]]] = [
    ({}, {}),
    ({3: 1}, {}),
    ({2: 2}, {}),
    ({1: 1}, {2: 1}),
    ({4: 2}, {4: 2}),
    ({}, {1: 2}),
]
"""How many leave and how many come before which round (from 0)."""


def meetings(rounds: Sequence[PlayedRound]) -> Counter[frozenset[Entrant]]:
    tables = [match.entrants for round_ in rounds for match in round_.matches]
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def again(met: Counter[frozenset[Entrant]]) -> int:
    """How often somebody met somebody for another time."""
    return sum(met.values()) - len(met)


def played_by_lot(tables: Sequence[list[Entrant]], byes: Sequence[Entrant], chance: Chance) -> PlayedRound:
    matches = [PlayedMatch(table, [*chance.shuffled(PLACES[: len(table)])]) for table in tables]
    return PlayedRound(matches, [Bye(bye) for bye in byes])


def swiss(
    entrants: int,
    size: int,
    rounds: int,
    seed: int,
    leaving: Mapping[int, int] | None = None,
    coming: Mapping[int, int] | None = None,
) -> History:
    """Rounds drawn one after another with results by lot, while some leave and others come."""
    chance = Chance(str(seed).encode())
    history = History(list(range(1, entrants + 1)))
    for number in range(rounds):
        here = [entrant for entrant in history.entrants if entrant not in history.withdrawn]
        history.withdrawn.extend(
            chance.shuffled([int(card) for card in here])[: (leaving or {}).get(number, 0)]
        )
        first = len(history.entrants) + 1
        history.entrants.extend(range(first, first + (coming or {}).get(number, 0)))
        draw = draw_tables(history, size=size, meetings_first=True, rounds=rounds, seed=seed)
        assert draw.cost["repeats"] >= draw.bound
        history.rounds.append(played_by_lot(draw.tables, draw.byes, chance))
    return history


@pytest.mark.sampled("draws every third of them, once, not twice", about=["league/rules/table_draws/"])
@pytest.mark.parametrize(
    ("entrants", "size", "rounds"),
    some(
        [
            (24, 4, 6),
            (23, 4, 6),
            (40, 4, 9),
            (16, 4, 5),
            (25, 5, 6),
            (22, 4, 6),
            (9, 3, 4),
            (27, 3, 12),
            (24, 4, 7),
        ],
        every=3,
    ),
)
def test_nobody_meets_again_where_a_design_has_enough_rounds(
    entrants: int, size: int, rounds: int, thorough: bool
) -> None:
    for seed in (0, 1) if thorough else [entrants % 2]:
        assert again(meetings(swiss(entrants, size, rounds, seed).rounds)) == 0


@pytest.mark.sampled("lets every second of them leave", about=["league/rules/table_draws/"])
@pytest.mark.parametrize(("leaving", "coming"), some(CHANGES, every=2))
def test_few_meet_again_when_some_leave_and_others_come(
    leaving: dict[int, int], coming: dict[int, int]
) -> None:
    met = meetings(swiss(24 if not coming else 23, 4, 6, 5, leaving, coming).rounds)
    assert again(met) <= 3
    assert max(met.values()) <= 2


def test_the_same_results_and_seed_give_the_same_rounds() -> None:
    assert swiss(24, 4, 4, 7, {2: 1}) == swiss(24, 4, 4, 7, {2: 1})


@pytest.mark.parametrize("seed", [1, 2])
def test_a_competition_draws_with_its_last_round_in_mind(seed: int) -> None:
    chance = Chance(str(seed).encode())
    state = started(24, format=SWISS, table_size=4, rounds=6, meetings_first=True)
    while state.status != FINISHED:
        for match in waiting(state):
            do(state, result(state, match, in_order(chance.shuffled(match.entrants))), chance=chance)
        if len(state.stage.rounds) == 3 and not state.gone():
            do(state, asked.Withdraw(chance.below(24) + 1), chance=chance)
    assert len(state.stage.rounds) == 6
    tables = [match.entrants for match in state.stage.matches.values()]
    assert max(Counter(frozenset(pair) for table in tables for pair in combinations(table, 2)).values()) == 1


@pytest.mark.parametrize("rounds", [6, None])
def test_programs_may_say_how_many_rounds_there_are_and_need_not(rounds: int | None) -> None:
    chance = Chance(b"programs")
    history = History(list(range(1, 25)))
    for number in range(6):
        document_ = document(DrawRequest("swiss", 24, table_size=4, rounds=rounds, results=history))
        (drawn,) = document_["rounds"]
        assert drawn["id"] == f"R{number + 1}"
        tables = [[entrant["seed"] for entrant in match["entrants"]] for match in drawn["matches"]]
        history.rounds.append(played_by_lot(tables, [], chance))
    assert again(meetings(history.rounds)) == 0


def test_programs_cannot_ask_for_a_round_after_the_last() -> None:
    history = swiss(12, 4, 2, 1)
    with pytest.raises(Refusal, match="2 rounds were asked for: they are already in the results"):
        document(DrawRequest("swiss", 12, table_size=4, rounds=2, results=history))


def test_fewer_rounds_seat_more_equal_scores_together() -> None:
    history = History(list(range(1, 25)), swiss(24, 4, 6, 3).rounds[:2])
    few, many = (draw_tables(history, size=4, meetings_first=True, rounds=rounds) for rounds in (3, 6))
    assert few.cost["repeats"] == many.cost["repeats"] == 0
    assert few.cost["score_gap"] < many.cost["score_gap"]


def test_a_round_that_organizers_made_themselves_leads_on_to_another_all_the_same() -> None:
    history = swiss(24, 4, 3, 1)
    tables = [list(match.entrants) for match in history.rounds[-1].matches]
    tables[0][0], tables[1][0] = tables[1][0], tables[0][0]
    history.rounds[-1] = played_by_lot(tables, [], Chance(b"by hand"))
    draw = draw_tables(history, size=4, meetings_first=True, rounds=6)
    assert sorted(chain.from_iterable(draw.tables)) == history.entrants
    assert draw.cost["repeats"] == 0


def test_club_mates_who_are_to_be_kept_apart_come_before_the_design() -> None:
    clubs: dict[Entrant, str] = {number: f"club {int(number) % 6}" for number in range(1, 25)}
    history = History(list(range(1, 25)))
    chance = Chance(b"clubs")
    for _ in range(4):
        draw = draw_tables(history, size=4, clubs=clubs, separate_clubs=4, meetings_first=True, rounds=6)
        assert draw.cost["club_mates"] == 0
        history.rounds.append(played_by_lot(draw.tables, draw.byes, chance))


def test_the_search_for_names_gives_up_after_so_many_looks() -> None:
    design = [[[0, 1, 2], [3, 4, 5], [6, 7, 8]], [[0, 3, 6], [1, 4, 7], [2, 5, 8]]]
    drawn = [[["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]]]
    assert list(Fit(design, drawn).names(3)) == []
    names, taken = next(Fit(design, drawn).names(100))
    assert taken == [0]
    assert sorted(names) == sorted("abcdefghi")
