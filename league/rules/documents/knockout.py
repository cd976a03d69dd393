"""Knock-outs for programs: drawn to the end, and filled with the results so far."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from league.rules.brackets.apart import KeptApart
from league.rules.brackets.plan import PlannedRound
from league.rules.brackets.progress import Seated, seated, sits_in
from league.rules.brackets.separation import kept_apart, meetings, pairs_when_spread
from league.rules.brackets.series import in_matches
from league.rules.documents.options import Asked
from league.rules.documents.results import Results
from league.rules.formats import double_elimination as double
from league.rules.formats import elimination_500 as elimination
from league.rules.formats import single_elimination as single
from league.rules.formats.consolation import check_consolation, with_consolation
from league.rules.history import History

Make = Callable[..., list[PlannedRound]]

CRITERIA = ("repeats", "score_gap", "club_mates", "seat_balance", "small_tables", "repeated_byes")
"""What the document says a draw of tables costs."""


class Drawn(msgspec.Struct, frozen=True):
    """A draw: its rounds, who sits where after the results, what it costs and the bound for repeats.

    `has_links`: matches say where winner and loser go. `has_stages`: who skips a round has a bye there.
    `meetings` are the club-mates who may meet in the first rounds, and where; None when nobody asked.
    `beyond`: by which criteria another draw of many could cost less, and by how much at most. `best_of` says,
    by match, that the best of so many games decides it.
    """

    rounds: list[PlannedRound]
    found: Mapping[str, Seated] = {}
    cost: dict[str, float] | None = None
    bound: int | None = None
    has_links: bool = False
    has_stages: bool = False
    meetings: list[tuple[int, int, str]] | None = None
    beyond: Mapping[str, int] | None = None
    best_of: Mapping[str, int] = {}


def single_elimination(asked: Asked) -> Drawn:
    """Draw a single elimination, two per match or at tables."""
    size = asked.table_size or 2
    options: dict[str, Any] = {
        "advance": asked.advance or (2 if size > 3 else 1),
        "byes": asked.byes or 0,
        "third_place": asked.third_place,
    }
    if asked.consolation:
        check_consolation(size, placement=False, reseed=bool(asked.reseed))
    if size > 2:
        return _tables(asked, single.draw, table_size=size, **options)
    if asked.reseed == "total":
        raise Refusal("bad_reseed", _("--reseed total needs tables of three and more."))
    order, meetings = _apart(asked, "R")
    if not asked.reseed:
        rounds = single.draw(order, **options)
        rounds = with_consolation(rounds) if asked.consolation else rounds
        found = _filled(rounds, asked)
    else:
        rounds, found = _reseeded(asked, order, single.draw, **options)
    return _of_two(asked, rounds, found, meetings)


def double_elimination(asked: Asked) -> Drawn:
    """Draw a double elimination."""
    order, meetings = _apart(asked, "W")
    rounds = double.draw(order)
    return _of_two(asked, rounds, _filled(rounds, asked), meetings)


def elimination_500(asked: Asked) -> Drawn:
    """Draw an elimination to 500: tables of four from which two advance, unless asked otherwise."""
    size = 4 if asked.table_size is None else asked.table_size
    return _tables(asked, elimination.stage, size=size, advance=asked.advance or 2, byes=asked.byes or 0)


def _of_two(
    asked: Asked,
    rounds: list[PlannedRound],
    found: Mapping[str, Seated],
    meetings: list[tuple[int, int, str]] | None,
) -> Drawn:
    """Return a draw of two per match."""
    games = [match for one in _in_games(rounds, asked) for match in one.matches if match.best_of > 1]
    best_of = {match.meeting: match.best_of for match in games}
    return Drawn(rounds, found, has_links=True, meetings=meetings, best_of=best_of)


def _tables(asked: Asked, make: Make, **options: object) -> Drawn:
    """Draw a knock-out by tables. Its repeats are pairs of one table who meet again in the next round."""
    apart = KeptApart(asked.kept_clubs, asked.parties)
    cost, bound = None, None
    found: Mapping[str, Seated]
    if asked.reseed:
        rounds, found = _reseeded(asked, asked.order, make, apart=apart, **options)
    else:
        rounds = make(asked.order, apart=apart, **options)
        found = _filled(rounds, asked)
        cost, bound = _costs(rounds, asked.clubs)
        cost["repeated_byes"] = _repeated_byes(rounds, found, asked.order)
    return Drawn(
        rounds,
        found,
        cost,
        bound,
        has_links=options["advance"] == 1,
        has_stages=True,
        meetings=club_mates_at_tables(asked, rounds[:1]),
    )


def club_mates_at_tables(asked: Asked, rounds: Sequence[PlannedRound]) -> list[tuple[int, int, str]] | None:
    """Return the club-mates who sit at one table all the same, and in which round; None when nobody asked."""
    if not asked.separate_clubs:
        return None
    return [
        (min(one, other), max(one, other), planned.id)
        for planned in rounds
        for match in planned.matches
        for one, other in combinations([slot.entrant for slot in match.slots if slot.entrant], 2)
        if asked.clubs.get(one) and asked.clubs.get(one) == asked.clubs.get(other)
    ]


def _costs(rounds: Sequence[PlannedRound], clubs: Mapping[int, str]) -> tuple[dict[str, float], int]:
    """Return what the tables cost, and how few repeats any draw from the same tables has."""
    cost: dict[str, float] = dict.fromkeys(CRITERIA, 0)
    bound = 0
    for one in rounds:
        tables = [Counter(slot.of for slot in match.slots if slot.of) for match in one.matches]
        cost["repeats"] += sum(pairs_when_spread(count, 1) for table in tables for count in table.values())
        bound += sum(pairs_when_spread(count, len(tables)) for count in sum(tables, Counter()).values())
    for match in rounds[0].matches:
        mates = Counter(club for slot in match.slots if (club := clubs.get(slot.entrant)))
        cost["club_mates"] += sum(pairs_when_spread(count, 1) for count in mates.values())
    return cost, bound


def _repeated_byes(rounds: Sequence[PlannedRound], found: Mapping[str, Seated], order: Sequence[int]) -> int:
    """Return how many byes go to those who had one; what is not played yet goes to the better seeds."""
    ranks = {entrant: rank for rank, entrant in enumerate(order)}

    def order_of(match: str, present: tuple[int, ...]) -> Sequence[int]:
        known = found[match].order if match in found else None
        return sorted(present, key=ranks.__getitem__) if known is None else known

    at_the_end = seated(rounds, order_of)
    byes = Counter(sits_in(slot, at_the_end) for planned in rounds for slot in planned.byes)
    return sum(count - 1 for who, count in byes.items() if who)


def _apart(asked: Asked, side: str) -> tuple[list[int], list[tuple[int, int, str]] | None]:
    """Return the order of a bracket with parties and clubs moved apart, and who of a club may meet early."""
    rounds = asked.separate_clubs or 0
    byes = asked.byes or 0
    order = kept_apart(asked.order, asked.clubs, rounds, asked.parties, asked.seed, byes=byes)
    if not rounds:
        return order, None
    found = meetings(order, asked.clubs, rounds, byes=byes)
    return order, [(one, other, f"{side}{number}") for one, other, number in found]


def _filled(rounds: Sequence[PlannedRound], asked: Asked) -> Mapping[str, Seated]:
    """Return who sits where after the results; nothing without results."""
    if asked.results is None:
        return {}
    results = Results(asked.results)
    found = _seated(rounds, results, asked)
    results.check_all_used()
    return found


def _seated(rounds: Sequence[PlannedRound], results: Results, asked: Asked) -> dict[str, Seated]:
    """Return who sits in each match; one that several games decide is over when they have decided it."""
    games = _in_games(rounds, asked)
    lines = {match.id: max(1, one.advance) for one in games for match in one.matches}
    found = seated(games, lambda match, present: results.order(match, present, lines[match]))
    return {
        match.meeting: msgspec.structs.replace(found[match.id], order=found[match.last].order)
        for one in games
        for match in one.matches
        if match.game == 1
    }


def _in_games(rounds: Sequence[PlannedRound], asked: Asked) -> list[PlannedRound]:
    return in_matches(rounds, asked.best_of_matches, asked.best_of_from or "")


def _reseeded(
    asked: Asked, order: Sequence[int], make: Make, **options: object
) -> tuple[list[PlannedRound], dict[str, Seated]]:
    """Draw round by round from the results; what is ahead names places in the new order.

    The new order is that of the seeds, or of the points conceded in the round before and then of the seeds.
    """
    ranks = {entrant: rank for rank, entrant in enumerate(order)}
    results = Results(asked.results or History([]), is_reseeded=True)
    done: list[PlannedRound] = []
    found: dict[str, Seated] = {}
    had_byes: Counter[int] = Counter()
    rounds = make(order, reseed=True, **options)
    while True:
        now, *ahead = rounds
        beside = [one for one in ahead if one.id == "P3" and len(now.matches) == 2]
        found |= _seated([now, *beside], results, asked)
        if not ahead or any(found[match.id].order is None for match in now.matches):
            break
        left = [slot.entrant for slot in now.byes]
        had_byes.update(left)
        came_from: dict[int, str] = {}
        conceded: dict[int, float] = {}
        for match in now.matches:
            goes_on = (found[match.id].order or ())[: now.advance]
            left += goes_on
            came_from |= dict.fromkeys(goes_on, match.id)
            conceded |= results.conceded(match.id)
        if len(left) < 2:
            rounds = [now, *beside]  # nobody is left to meet in what would have come
            break
        totals = {one: _total(asked, one, conceded) if one in came_from else -1 for one in left}
        left.sort(key=lambda one: (totals[one], ranks[one]))
        options["byes"] = 0  # those of the first round have been given
        facts = {"number": int(now.id[1:]) + 1, "came_from": came_from, "had_byes": had_byes}
        done += [now, *beside]
        rounds = make(left, reseed=True, **facts, **options)
    results.check_all_used()
    return [*done, *rounds], found


def _total(asked: Asked, entrant: int, conceded: Mapping[int, float]) -> float:
    if asked.reseed != "total":
        return 0
    if entrant not in conceded:
        raise Refusal(
            "no_totals",
            _("--reseed total needs points_in_hand in the results, and seed {entrant} has none.").format(
                entrant=entrant
            ),
        )
    return conceded[entrant]
