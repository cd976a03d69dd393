"""The costs of a table by criterion, and all of them packed into a number per pair."""

from collections.abc import Sequence
from itertools import combinations

from league.rules.brackets.parties import pairs_apart
from league.rules.table_draws.earlier_rounds import Past
from league.rules.table_draws.search import Weights

AGAIN_AT_ONCE = 10
"""The extra cost of a repeat when the two sat together in the last stage round."""


CRITERIA = ("score_gap", "repeats", "repeat_cost", "club_mates", "seat_balance", "small_tables")
"""The criteria for tables. `repeats` counts pairs that met before; `repeat_cost` weighs when."""


def repeat_cost(past: Past, first: int, other: int) -> int:
    """Return the cost of another meeting: its square less 1, so that a third exceeds two second meetings."""
    again = AGAIN_AT_ONCE if other in past.last[first] else 0
    return (past.met[first][other] + 1) ** 2 - 1 + again


def weights(past: Past, sizes: Sequence[int], *, clubs_first: bool, meetings_first: bool) -> Weights:
    """Pack, most important first: parties, score gaps squared, repeats, club-mates, smaller tables.

    `clubs_first` puts club-mates before all others, `meetings_first` repeats before the gaps. Each field is
    wide enough for four times the sum over all tables, so that no sum or difference reaches the next field.
    """
    pairs = 4 * sum(size * size for size in sizes)
    most_met = max((max(met.values(), default=0) for met in past.met), default=0)
    most = {
        "small": max(past.small, default=0),
        "clubs": 1,
        "parties": 1,
        "repeats": (most_met + 1) ** 2 + AGAIN_AT_ONCE,
        "gaps": (max(past.points, default=0) - min(past.points, default=0)) ** 2,
    }
    order = ["small", "clubs", "gaps", "repeats"] if meetings_first else ["small", "clubs", "repeats", "gaps"]
    if clubs_first:
        order = [*(field for field in order if field != "clubs"), "clubs"]
    if any(past.parties):
        order.append("parties")
    shift, width = {}, 0
    for field in order:
        shift[field] = width
        width += (pairs * most[field]).bit_length()
    rows = _gap_rows(past.points, shift["gaps"])
    for entrant, row in enumerate(rows):
        for other in past.met[entrant]:
            row[other] += repeat_cost(past, entrant, other) << shift["repeats"]
    _add_clubs(rows, past.clubs, 1 << shift["clubs"])
    for first, other in pairs_apart(dict(enumerate(past.parties))):
        rows[first][other] += 1 << shift["parties"]
        rows[other][first] += 1 << shift["parties"]
    gaps = 0 if meetings_first else (1 << (pairs * most["gaps"]).bit_length()) - 1
    mask = (1 << width) - 1 - (gaps << shift["gaps"])
    return Weights(rows, list(past.small), mask, 1 << (width + 2), (pairs * most["small"]).bit_length())


def meetings_alone(past: Past) -> Weights:
    """Return weights in which only repeats cost anything."""
    count = len(past.entrants)
    rows = [[0] * count for _ in range(count)]
    for entrant, row in enumerate(rows):
        for other in past.met[entrant]:
            row[other] = repeat_cost(past, entrant, other)
    return Weights(rows, [0] * count, -1, 1 + sum(map(sum, rows)), 0)


def breakdown(past: Past, table: Sequence[int], largest: int) -> dict[str, float]:
    """Return the cost of a table in seat order by each of `CRITERIA`; `largest` is the largest size."""
    pairs = list(combinations(table, 2))
    again = [pair for pair in pairs if past.met[pair[0]][pair[1]]]
    together = sum(past.are_of_one_party(first, other) for first, other in pairs)
    return ({"one_party": together} if together else {}) | {
        "score_gap": _unscaled(
            sum((past.points[first] - past.points[other]) ** 2 for first, other in pairs), past
        ),
        "repeats": len(again),
        "repeat_cost": sum(repeat_cost(past, first, other) for first, other in again),
        "club_mates": sum(past.are_mates(first, other) for first, other in pairs),
        "seat_balance": sum(past.seats[entrant][seat] for seat, entrant in enumerate(table)),
        "small_tables": sum(past.small[entrant] for entrant in table) if len(table) < largest else 0,
    }


def _unscaled(gaps: int, past: Past) -> float:
    """Return squared gaps in real points, an integer if possible."""
    whole, rest = divmod(gaps, past.scale**2)
    return gaps / past.scale**2 if rest else whole


def _gap_rows(points: Sequence[int], shift: int) -> list[list[int]]:
    rows = {own: [(own - other) ** 2 << shift for other in points] for own in set(points)}
    return [list(rows[own]) for own in points]


def _add_clubs(rows: list[list[int]], clubs: Sequence[str], price: int) -> None:
    for club in sorted({*clubs} - {""}):
        for first, other in combinations([number for number, own in enumerate(clubs) if own == club], 2):
            rows[first][other] += price
            rows[other][first] += price
