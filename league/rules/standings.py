"""Standings with competition ranks (1, 2, 2, 4) and the tie-break that decided each row."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

POINTS, WINS, DEAL_WINS, TOTAL = "points", "wins", "deal_wins", "total"
STAGE_ROUND, PLACE = "stage_round", "place"

DECIDERS = {
    POINTS: "points",
    WINS: "match wins",
    DEAL_WINS: "deal wins",
    TOTAL: "points in the deals",
    STAGE_ROUND: "round reached",
    PLACE: "place at the table",
}
"""What the codes of `Row.decided_by` are called on pages."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """One entrant's finished match; `advances` only counts in a knock-out."""

    entrant: int
    round: int
    place: int
    total: int
    points: int = 0
    deal_wins: int = 0
    advances: bool = False


class Row(msgspec.Struct, frozen=True):
    """One line of the standings. `decided_by` is what separates it from the row above, None if nothing."""

    rank: int
    entrant: int
    decided_by: str | None
    points: int
    played: int
    wins: int
    deal_wins: int
    total: int
    is_out: bool = False


def season(entrants: Iterable[int], played: Iterable[Played], *, low_wins: bool = False) -> list[Row]:
    """Rank by points, match wins, deal wins and the sum of the match totals; what is level then is shared.

    `low_wins` says that low totals are good (scoring by the own hand). Level entrants are listed in
    the order in which they came in.
    """
    sign = 1 if low_wins else -1
    results = _by_entrant(entrants, played)
    keys = {
        entrant: {
            POINTS: -sum(one.points for one in own),
            WINS: -sum(one.place == 1 for one in own),
            DEAL_WINS: -sum(one.deal_wins for one in own),
            TOTAL: sign * sum(one.total for one in own),
        }
        for entrant, own in results.items()
    }
    return _ranked(keys, results, out=())


def elimination(
    entrants: Iterable[int], played: Iterable[Played], *, withdrawn: Collection[int] = ()
) -> list[Row]:
    """Rank those still in first, then by the stage round in which they went out, then by the place there."""
    results = _by_entrant(entrants, played)
    out = {
        entrant for entrant, own in results.items() if entrant in withdrawn or (own and not own[-1].advances)
    }
    keys = {
        entrant: {STAGE_ROUND: -own[-1].round if own else 0, PLACE: own[-1].place if own else 0}
        if entrant in out
        else {STAGE_ROUND: -1_000_000, PLACE: 0}
        for entrant, own in results.items()
    }
    return _ranked(keys, results, out)


def _by_entrant(entrants: Iterable[int], played: Iterable[Played]) -> dict[int, list[Played]]:
    results: dict[int, list[Played]] = {entrant: [] for entrant in entrants}
    for one in sorted(played, key=lambda one: one.round):
        results[one.entrant].append(one)
    return results


def _ranked(
    keys: Mapping[int, Mapping[str, int]], results: Mapping[int, Sequence[Played]], out: Collection[int]
) -> list[Row]:
    rows: list[Row] = []
    above: Mapping[str, int] | None = None
    for position, entrant in enumerate(sorted(keys, key=lambda one: tuple(keys[one].values())), start=1):
        key = keys[entrant]
        decider = next((code for code in key if above is not None and key[code] != above[code]), None)
        rank = position if decider or not rows else rows[-1].rank
        rows.append(_row(rank, entrant, decider, results[entrant], is_out=entrant in out))
        above = key
    return rows


def _row(rank: int, entrant: int, decider: str | None, own: Sequence[Played], *, is_out: bool) -> Row:
    return Row(
        rank=rank,
        entrant=entrant,
        decided_by=decider,
        points=sum(one.points for one in own),
        played=len(own),
        wins=sum(one.place == 1 for one in own),
        deal_wins=sum(one.deal_wins for one in own),
        total=sum(one.total for one in own),
        is_out=is_out,
    )
