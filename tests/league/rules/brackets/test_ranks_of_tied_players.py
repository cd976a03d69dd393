"""Players who finish level at a table of a knock-out share a rank, wherever the bracket seats them."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base.chance import Chance
from league.rules.competition.state import FINISHED, State
from league.rules.settings.stages import SINGLE_ELIMINATION
from league.rules.stages.stage_standings import standings
from tests.league.rules.evening import do, in_order, knock_out, result, rounds, started, waiting


def rank_of(state: State) -> dict[int, int]:
    return {row.entrant: row.rank for row in standings(state)}


def test_two_thirds_of_one_table_share_the_rank_of_a_third_at_another() -> None:
    state = started(8, format=SINGLE_ELIMINATION, table_size=4, advance=2)
    first, other = rounds(state)[0].matches
    a, b, c, d = first.entrants
    do(state, result(state, first, {a: 1, b: 2, c: 3, d: 3}))
    do(state, result(state, other, in_order(other.entrants)))
    third, fourth = other.entrants[2:]
    ranks = rank_of(state)
    assert [ranks[entrant] for entrant in (c, d, third, fourth)] == [5, 5, 5, 8]
    rows = {row.entrant: row for row in standings(state)}
    assert rows[fourth].decided_by == "place"


def test_a_lot_between_thirds_who_advance_separates_only_the_one_it_names() -> None:
    state = started(8, format=SINGLE_ELIMINATION, table_size=4, advance=2)
    first = rounds(state)[0].matches[0]
    a, *level = first.entrants
    do(state, result(state, first, {a: 1} | dict.fromkeys(level, 2)))
    do(state, result(state, rounds(state)[0].matches[1], in_order(rounds(state)[0].matches[1].entrants)))
    out = [entrant for entrant in level if entrant not in first_order(state)]
    assert len({rank_of(state)[entrant] for entrant in out}) == 1


def test_two_who_share_the_second_place_of_the_final_share_the_second_rank() -> None:
    state = started(4, format=SINGLE_ELIMINATION, table_size=4, advance=2)
    final = rounds(state)[0].matches[0]
    a, b, c, d = final.entrants
    do(state, result(state, final, {a: 1, b: 2, c: 2, d: 4}))
    assert rank_of(state) == {a: 1, b: 2, c: 2, d: 4}


def first_order(state: State) -> tuple[int, ...]:
    match = rounds(state)[0].matches[0]
    return match.order[: match.round.advance]


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 20), st.integers(3, 5), st.integers(0, 2**32), st.sampled_from(["", "total"]))
def test_players_who_went_out_level_share_a_rank_and_those_behind_have_a_worse_one(
    entrants: int, size: int, seed: int, reseed: str
) -> None:
    chance = Chance(str(seed).encode())
    state = knock_out(entrants, size, 2, reseed=reseed)
    while state.status != FINISHED:
        for match in waiting(state):
            do(state, result(state, match, places_with_ties(match.entrants, chance)))
            check_rows(state)
    for planned in rounds(state):
        for match in planned.matches:
            out = [place for place in match.places if place.entrant not in match.order[: planned.survivors]]
            for place, other in pairwise(out):
                ranks = rank_of(state)
                is_level = place.place == other.place
                assert (ranks[place.entrant] == ranks[other.entrant]) == is_level


def places_with_ties(entrants: list[int], chance: Chance) -> dict[int, int]:
    """Return places that are valid, with ties."""
    level = [chance.below(3) for _entrant in entrants]
    return {
        entrant: 1 + sum(other < own for other in level) for entrant, own in zip(entrants, level, strict=True)
    }


def check_rows(state: State) -> None:
    """Every row has the rank of its position or of the row above, and says what separates it."""
    rows = standings(state)
    for position, (above, row) in enumerate(pairwise(rows), start=2):
        assert row.rank in (position, above.rank)
        assert (row.decided_by is None) == (row.rank == above.rank)
