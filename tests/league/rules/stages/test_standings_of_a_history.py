"""Situation: any history at all; what holds of its standings whatever was played."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base.refusal import Refusal
from league.rules.documents import history_document
from league.rules.documents.standings_document import document, table
from league.rules.played_rounds import (
    DOUBLE_FORFEIT,
    FORFEIT,
    FULL,
    HALF,
    PAIRING_BYE,
    PLAYED,
    ZERO,
    Bye,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)
from league.rules.standings.ranking import RankingRow, rank
from league.rules.standings.season_table import AdjustmentLine, Counting, season_ranks, season_table
from league.rules.tiebreaks import TIE_BREAKS
from league.rules.tiebreaks.lot import drawn
from league.rules.tiebreaks.results import FIDE2024, FIDE2026, TREATMENTS

CODES = list(TIE_BREAKS)
BYES = ((PAIRING_BYE, 1.0), (FULL, 1.0), (HALF, 0.5), (ZERO, 0.0))


@st.composite
def played_rounds(draw: st.DrawFn, entrants: Sequence[Entrant], largest: int) -> PlayedRound:
    left = draw(st.permutations(entrants))
    matches, byes = [], []
    while left:
        size = draw(st.integers(1, largest))
        group, left = left[:size], left[size:]
        if len(group) > 1:
            matches.append(draw(finished(group)))
        elif draw(st.booleans()):
            kind, points = draw(st.sampled_from(BYES))
            byes.append(Bye(group[0], points, kind))
    return PlayedRound(matches, byes)


@st.composite
def finished(draw: st.DrawFn, group: list[Entrant]) -> PlayedMatch:
    count = len(group)
    kind = draw(st.sampled_from([PLAYED] * 4 + [FORFEIT, DOUBLE_FORFEIT]))
    points = draw(st.permutations([float(number) for number in range(count)]))
    if draw(st.booleans()):
        points = [(count - 1) / 2] * count
    absent = [entrant for entrant in group if draw(st.booleans())] or group[:1] if kind == FORFEIT else []
    deals = draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    return PlayedMatch(group, points, kind, absent, deal_wins=deals, points_in_hand=deals)


@st.composite
def histories(draw: st.DrawFn, largest: int | None = None) -> History:
    entrants: list[Entrant] = list(range(1, draw(st.integers(1, 7)) + 1))
    size = largest or draw(st.integers(2, 5))
    rounds = draw(st.lists(played_rounds(entrants, size), max_size=4))
    return History(entrants, rounds, [entrant for entrant in entrants if draw(st.booleans())])


CHAINS = st.lists(st.sampled_from(CODES), max_size=5, unique=True)


def told(rows: Sequence[RankingRow]) -> list[object]:
    return [
        (row.rank, row.entrant, row.decided_by, {code: worth.value for code, worth in row.worths.items()})
        for row in rows
    ]


@given(histories(), CHAINS, st.sampled_from(TREATMENTS))
def test_ranks_are_competition_ranks_and_the_decider_is_what_separates_the_rows(
    history: History, chain: list[str], unplayed: str
) -> None:
    history_document.check(history)
    rows = rank(history, chain, unplayed=unplayed)
    assert sorted(str(row.entrant) for row in rows) == sorted(map(str, history.entrants))
    codes = chain if "points" in chain else ["points", *chain]
    assert rows[0].rank == 1
    assert rows[0].decided_by is None
    for position, (above, row) in enumerate(pairwise(rows), start=2):
        assert list(row.worths) == codes
        apart = [code for code in codes if above.worths[code].value != row.worths[code].value]
        assert row.decided_by == (apart[0] if apart else None)
        assert row.rank == (position if apart else above.rank)
        if apart:
            fewer = TIE_BREAKS[apart[0]].fewer_is_better
            assert (above.worths[apart[0]].value < row.worths[apart[0]].value) is fewer


@given(histories(), CHAINS, st.integers(0, 3), st.integers(0, 3))
def test_ranks_alone_are_those_of_the_whole_table(
    history: History, chain: list[str], best: int, minimum: int
) -> None:
    counting, lots = Counting(best, minimum), history.entrants[::-1]
    lines = [AdjustmentLine(1, 1, -1, "late")]
    rows = season_table(history, chain, counting, lines=lines, lots=lots, by_seed=True)
    alone = season_ranks(history, chain, counting, lines=lines, lots=lots)
    assert alone == {row.entrant: row.rank for row in rows}


@given(histories(), CHAINS, st.randoms(use_true_random=False))
def test_the_order_of_entries_and_of_matches_changes_nothing(
    history: History, chain: list[str], random: object
) -> None:
    def mixed(items: Sequence[object]) -> list[object]:
        return random.sample(list(items), len(items))  # type: ignore[attr-defined,no-any-return]

    other = History(
        mixed(history.entrants),  # type: ignore[arg-type]
        [PlayedRound(mixed(round_.matches), mixed(round_.byes)) for round_ in history.rounds],  # type: ignore[arg-type]
        mixed(history.withdrawn),  # type: ignore[arg-type]
    )
    assert told(rank(other, chain)) == told(rank(history, chain))


@given(histories(), st.sampled_from(TREATMENTS))
def test_every_prefix_has_standings_by_every_tie_break(history: History, unplayed: str) -> None:
    for count in range(len(history.rounds) + 1):
        rows = rank(History(history.entrants, history.rounds[:count]), CODES, unplayed=unplayed)
        assert len(rows) == len(history.entrants)
        assert len(table(rows)) == len(rows) + 1
        assert [row["rank"] for row in document(rows, unplayed=unplayed)["rows"]] == [
            row.rank for row in rows
        ]
        if not count:
            assert {row.points for row in rows} == {0}


@given(histories(largest=2))
def test_an_entrant_who_withdraws_keeps_the_row_and_the_treatments_differ_by_dummies_only(
    history: History,
) -> None:
    stayed = History(history.entrants, history.rounds)
    assert told(rank(stayed, CODES)) == told(rank(history, CODES))
    before, since = rank(history, ["bh"], unplayed=FIDE2024), rank(history, ["bh"], unplayed=FIDE2026)
    old = {row.entrant: row.worths["bh"] for row in before}
    for row in since:
        for term, former in zip(row.worths["bh"].terms, old[row.entrant].terms, strict=True):
            assert term.value <= former.value
            assert term.is_dummy or term == former


def test_nobody_has_entered() -> None:
    assert rank(History([]), CODES) == []
    assert table([]) == ["nobody has entered"]


def test_names_and_numbers_may_both_enter() -> None:
    rows = rank(History(["b", 10, "a", 9]), [])
    assert [(row.rank, row.entrant) for row in rows] == [(1, 9), (1, 10), (1, "a"), (1, "b")]


def test_a_recorded_lot_is_kept_and_who_took_no_part_in_it_comes_last() -> None:
    rows = rank(History(["a", "b", "c", "d"]), ["lot"], lots=["c", "a"])
    assert [(row.rank, row.entrant, row.decided_by) for row in rows] == [
        (1, "c", None),
        (2, "a", "lot"),
        (3, "b", "lot"),
        (3, "d", None),
    ]


def test_a_lot_is_drawn_by_everybody_for_themselves() -> None:
    everybody = drawn(list(range(40)), seed=5)
    assert drawn(list(range(0, 40, 2)), seed=5) == [person for person in everybody if person % 2 == 0]  # type: ignore[operator]
    assert everybody != drawn(list(range(40)), seed=6)
    assert drawn(["Ana", "Bo", "Cy", "\ud800"], 0) == drawn(["\ud800", "Cy", "Bo", "Ana"], 0)


def test_every_tie_break_says_what_it_is() -> None:
    for code, tie_break in TIE_BREAKS.items():
        assert tie_break.code == code
        assert tie_break.name[0].isupper()
        assert tie_break.explanation.endswith(".")
    assert [code for code, tiebreak in TIE_BREAKS.items() if tiebreak.fewer_is_better] == [
        "in_hand",
        "first_seat",
    ]


@pytest.mark.parametrize(
    ("codes", "refusal"), [(["points", "nix"], "unknown_tie_break"), (["bh", "bh"], "tie_break_twice")]
)
def test_a_chain_that_cannot_be_is_refused(codes: list[str], refusal: str) -> None:
    with pytest.raises(Refusal) as refused:
        rank(History([1]), codes)
    assert refused.value.code == refusal


def test_a_thousand_entrants_at_tables_of_four() -> None:
    entrants: list[Entrant] = list(range(1000))
    rounds = []
    for number in range(8):
        order = sorted(entrants, key=lambda entrant: (int(entrant) * (7 + 2 * number) % 1000, int(entrant)))
        tables = [order[first : first + 4] for first in range(0, 1000, 4)]
        rounds.append(PlayedRound([PlayedMatch(table, [4, 3, 2, 1]) for table in tables]))
    rows = rank(History(entrants, rounds), CODES)
    assert rows[-1].rank > 900
    assert sum((row.points for row in rows), Fraction()) == 8 * 250 * 10
