"""Knock-outs for programs: drawn to the end, and filled with the results so far."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from league.rules.brackets.fair_byes import with_fair_byes
from league.rules.brackets.keeping_apart_in_brackets import kept_apart, meetings, pairs_when_spread
from league.rules.brackets.keeping_apart_in_snakes import KeptApart
from league.rules.brackets.plan import PlannedRound
from league.rules.brackets.progress import Seated, occupant, seated
from league.rules.brackets.series import in_matches
from league.rules.documents.draw_request import DrawRequest
from league.rules.documents.results import Results
from league.rules.formats import double_elimination as double
from league.rules.formats import elimination_500 as elimination
from league.rules.formats import single_elimination as single
from league.rules.formats.consolation import check_consolation, with_consolation
from league.rules.played_rounds import History

Make = Callable[..., list[PlannedRound]]

CRITERIA = ("repeats", "score_gap", "club_mates", "seat_balance", "small_tables", "repeated_byes")
"""The costs in the document of a draw of tables."""


class Drawn(msgspec.Struct, frozen=True):
    """A draw: its rounds, the seats after the results, its cost and the bound for repeats.

    `has_links`: matches name the next matches of winner and loser. `has_stages`: an entrant who skips a round
    has a bye there. `meetings` are the club-mates who may meet in the first rounds, and where; None when not
    requested. `beyond`: by which criteria another draw of many could cost less, and by how much at most.
    `best_of` has the number of games of each match that is the best of several.
    """

    rounds: list[PlannedRound]
    seats: Mapping[str, Seated] = {}
    cost: dict[str, float] | None = None
    bound: int | None = None
    has_links: bool = False
    has_stages: bool = False
    meetings: list[tuple[int, int, str]] | None = None
    beyond: Mapping[str, int] | None = None
    best_of: Mapping[str, int] = {}


def single_elimination(request: DrawRequest) -> Drawn:
    """Draw a single elimination, two per match or at tables."""
    size = request.table_size or 2
    options: dict[str, Any] = {
        "advance": request.advance or (2 if size > 3 else 1),
        "byes": request.byes or 0,
        "third_place": request.third_place,
    }
    if request.consolation:
        check_consolation(size, placement=False, reseed=bool(request.reseed))
    if size > 2:
        return _tables(request, single.draw, table_size=size, **options)
    if request.reseed == "total":
        raise Refusal("bad_reseed", _("Reseeding by total needs tables of three or more."))
    order, meetings = _apart(request, "R")
    if not request.reseed:
        rounds = single.draw(order, **options)
        rounds = with_consolation(rounds) if request.consolation else rounds
        seats = _filled(rounds, request)
    else:
        rounds, seats = _reseeded(request, order, single.draw, **options)
    return _of_two(request, rounds, seats, meetings)


def double_elimination(request: DrawRequest) -> Drawn:
    """Draw a double elimination."""
    order, meetings = _apart(request, "W")
    rounds = double.draw(order)
    return _of_two(request, rounds, _filled(rounds, request), meetings)


def elimination_500(request: DrawRequest) -> Drawn:
    """Draw an elimination to 500: by default tables of four from which two advance."""
    size = 4 if request.table_size is None else request.table_size
    return _tables(
        request, elimination.stage, size=size, advance=request.advance or 2, byes=request.byes or 0
    )


def _of_two(
    request: DrawRequest,
    rounds: list[PlannedRound],
    seats: Mapping[str, Seated],
    meetings: list[tuple[int, int, str]] | None,
) -> Drawn:
    """Return a draw of two per match."""
    games = [
        match for planned in _in_games(rounds, request) for match in planned.matches if match.best_of > 1
    ]
    best_of = {match.meeting: match.best_of for match in games}
    return Drawn(rounds, seats, has_links=True, meetings=meetings, best_of=best_of)


def _tables(request: DrawRequest, make: Make, **options: object) -> Drawn:
    """Draw a knock-out at tables. Its repeats are pairs of a table who meet again in the next round."""
    apart = KeptApart(request.clubs_to_separate, request.parties)
    cost, bound = None, None
    seats: Mapping[str, Seated]
    if request.reseed:
        rounds, seats = _reseeded(request, request.order, make, apart=apart, **options)
    else:
        rounds = _fair(make(request.order, apart=apart, **options), request)
        seats = _filled(rounds, request)
        cost, bound = _costs(rounds, request.clubs)
        cost["repeated_byes"] = _repeated_byes(rounds, seats, request.order)
    return Drawn(
        rounds,
        seats,
        cost,
        bound,
        has_links=options["advance"] == 1,
        has_stages=True,
        meetings=club_mates_at_tables(request, rounds[:1]),
    )


def club_mates_at_tables(
    request: DrawRequest, rounds: Sequence[PlannedRound]
) -> list[tuple[int, int, str]] | None:
    """Return the club-mates who still share a table, with the round; None when not requested."""
    if not request.separate_clubs:
        return None
    return [
        (min(first, other), max(first, other), planned.id)
        for planned in rounds
        for match in planned.matches
        for first, other in combinations([slot.entrant for slot in match.slots if slot.entrant], 2)
        if request.clubs.get(first) and request.clubs.get(first) == request.clubs.get(other)
    ]


def _costs(rounds: Sequence[PlannedRound], clubs: Mapping[int, str]) -> tuple[dict[str, float], int]:
    """Return the cost of the tables, and how few repeats any draw from the same tables has."""
    cost: dict[str, float] = dict.fromkeys(CRITERIA, 0)
    bound = 0
    for planned in rounds:
        tables = [Counter(slot.of for slot in match.slots if slot.of) for match in planned.matches]
        cost["repeats"] += sum(pairs_when_spread(count, 1) for table in tables for count in table.values())
        bound += sum(pairs_when_spread(count, len(tables)) for count in sum(tables, Counter()).values())
    for match in rounds[0].matches:
        mates = Counter(club for slot in match.slots if (club := clubs.get(slot.entrant)))
        cost["club_mates"] += sum(pairs_when_spread(count, 1) for count in mates.values())
    return cost, bound


def _repeated_byes(rounds: Sequence[PlannedRound], seats: Mapping[str, Seated], order: Sequence[int]) -> int:
    """Return how many byes go to entrants who had one; matches not played yet go to the better seeds."""
    ranks = {entrant: rank for rank, entrant in enumerate(order)}

    def order_of(match: str, present: tuple[int, ...]) -> Sequence[int]:
        known = seats[match].order if match in seats else None
        return sorted(present, key=ranks.__getitem__) if known is None else known

    at_the_end = seated(rounds, order_of)
    byes = Counter(occupant(slot, at_the_end) for planned in rounds for slot in planned.byes)
    return sum(count - 1 for entrant, count in byes.items() if entrant)


def _apart(request: DrawRequest, side: str) -> tuple[list[int], list[tuple[int, int, str]] | None]:
    """Return the order of a bracket with parties and clubs moved apart, and club-mates who may meet early."""
    rounds = request.separate_clubs or 0
    byes = request.byes or 0
    order = kept_apart(request.order, request.clubs, rounds, request.parties, request.seed, byes=byes)
    if not rounds:
        return order, None
    early = meetings(order, request.clubs, rounds, byes=byes)
    return order, [(first, other, f"{side}{number}") for first, other, number in early]


def _fair(rounds: list[PlannedRound], request: DrawRequest) -> list[PlannedRound]:
    """Return the rounds with the byes that the results so far make fair."""
    results = request.results
    if results is None:
        return rounds
    return with_fair_byes(
        rounds,
        lambda drawn: _seated(drawn, Results(results), request),
        request.order,
        [int(entrant) for entrant in results.withdrawn],
    )


def _filled(rounds: Sequence[PlannedRound], request: DrawRequest) -> Mapping[str, Seated]:
    """Return the seats after the results; empty without results."""
    if request.results is None:
        return {}
    results = Results(request.results)
    seats = _seated(rounds, results, request)
    results.check_all_used()
    return seats


def _seated(rounds: Sequence[PlannedRound], results: Results, request: DrawRequest) -> dict[str, Seated]:
    """Return the seats of each match; a match of several games is over when they have decided it."""
    games = _in_games(rounds, request)
    lines = {match.id: max(1, planned.advance) for planned in games for match in planned.matches}
    by_game = seated(games, lambda match, present: results.order(match, present, lines[match]))
    return {
        match.meeting: msgspec.structs.replace(by_game[match.id], order=by_game[match.last].order)
        for planned in games
        for match in planned.matches
        if match.game == 1
    }


def _in_games(rounds: Sequence[PlannedRound], request: DrawRequest) -> list[PlannedRound]:
    return in_matches(rounds, request.best_of_matches, request.best_of_from or "")


def _reseeded(
    request: DrawRequest, order: Sequence[int], make: Make, **options: object
) -> tuple[list[PlannedRound], dict[str, Seated]]:
    """Draw round by round from the results; later rounds name places in the new order.

    The new order is that of the seeds, or of the points conceded in the round before and then of the seeds.
    """
    ranks = {entrant: rank for rank, entrant in enumerate(order)}
    results = Results(request.results or History([]), is_reseeded=True)
    done: list[PlannedRound] = []
    seats: dict[str, Seated] = {}
    had_byes: Counter[int] = Counter()
    rounds = make(order, reseed=True, **options)
    while True:
        now, *ahead = rounds
        beside = [planned for planned in ahead if planned.id == "P3" and len(now.matches) == 2]
        seats |= _seated([now, *beside], results, request)
        if not ahead or any(seats[match.id].order is None for match in now.matches):
            break
        byes = [slot.entrant for slot in now.byes]
        had_byes.update(byes)
        came_from = _advanced(now, seats)
        if len(byes) + len(came_from) < 2:
            rounds = [now, *beside]  # nobody is left for later rounds
            break
        totals = dict.fromkeys(byes, -1.0) | _totals(request, now, came_from, results)
        left = sorted(totals, key=lambda entrant: (totals[entrant], ranks[entrant]))
        options["byes"] = 0  # the byes of the first round have been given
        facts = {"number": int(now.id[1:]) + 1, "came_from": came_from, "had_byes": had_byes}
        done += [now, *beside]
        rounds = make(left, reseed=True, **facts, **options)
    results.check_all_used()
    return [*done, *rounds], seats


def _advanced(played: PlannedRound, seats: Mapping[str, Seated]) -> dict[int, str]:
    """Return the entrants who advance, each with the match they come from."""
    return {
        entrant: match.id
        for match in played.matches
        for entrant in (seats[match.id].order or ())[: played.advance]
    }


def _totals(
    request: DrawRequest, played: PlannedRound, advanced: Iterable[int], results: Results
) -> dict[int, float]:
    """Return the totals by which the entrants who advance are put in order."""
    conceded: dict[int, float] = {}
    for match in played.matches:
        conceded |= results.conceded(match.id)
    return {entrant: _total(request, entrant, conceded) for entrant in advanced}


def _total(request: DrawRequest, entrant: int, conceded: Mapping[int, float]) -> float:
    if request.reseed != "total":
        return 0
    if entrant not in conceded:
        raise Refusal(
            "no_totals",
            _(
                "Reseeding by total needs points_in_hand in the results; seed {entrant} has no such points."
            ).format(entrant=entrant),
        )
    return conceded[entrant]
