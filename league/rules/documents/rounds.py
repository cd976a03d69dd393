"""Rounds in which everybody plays on, for programs: round robin and Swiss, two per match or at tables."""

from collections.abc import Mapping, Sequence

from games.rules.base.language import _, ngettext
from games.rules.base.refusal import Refusal
from league.rules.brackets.parties import pairs_apart
from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot
from league.rules.documents.draw_request import DrawRequest
from league.rules.documents.knockout import CRITERIA, Drawn, club_mates_at_tables
from league.rules.formats import round_robin as robin
from league.rules.formats.table_schedule import schedule, usual_rounds
from league.rules.played_rounds import Entrant, History
from league.rules.swiss import pairing as pairs
from league.rules.swiss.usual_opponents import Way
from league.rules.table_draws.tables import FEW, draw_tables


def round_robin(request: DrawRequest) -> Drawn:
    """Draw all rounds: by the Berger tables, or at tables as many rounds as need no repeat."""
    size = request.table_size or 2
    if size > 2:
        if request.legs == 2:
            raise Refusal(
                "no_legs", _("Two legs need two at a table: at larger tables, ask for more rounds.")
            )
        return _scheduled(request, size, request.rounds or usual_rounds(request.count, size))
    if request.rounds is not None:
        raise Refusal(
            "no_rounds",
            _(
                "The number of rounds of a round robin with two at a table follows from the number of "
                "entrants."
            ),
        )
    if request.separate_clubs:
        raise Refusal(
            "no_separation", _("In a round robin everyone meets everyone: club-mates cannot be kept apart.")
        )
    return Drawn(robin.draw(request.order, legs=request.legs or 1))


def swiss(request: DrawRequest) -> Drawn:
    """Draw the next round; with a number of rounds and no results, a whole fixed schedule at tables.

    At tables meetings are avoided before score gaps, except with few entrants, who soon meet again anyway.
    With results `rounds` is the total number: the draw then keeps new opponents for the later rounds.
    """
    size = request.table_size or 2
    if request.rounds is not None and size > 2 and request.results is None:
        return _scheduled(request, size, request.rounds)
    history = request.results or History(list(request.order))
    _check_rounds(request.rounds, size, len(history.rounds))
    playing = len(history.entrants) - len(history.withdrawn)
    if playing < 2:
        raise Refusal("too_few_entrants", _("Fewer than 2 entrants are left to pair."))
    return _pairs(request, history, playing) if size == 2 else _tables(request, history, size, playing)


def _pairs(request: DrawRequest, history: History, playing: int) -> Drawn:
    pairing = pairs.pair(
        history,
        clubs=dict(request.clubs.items()),
        separate_clubs=request.separate_clubs or 0,
        seed=request.seed,
        forbidden=pairs_apart(dict(request.parties.items())),
        way=Way(request.fold, request.pull_up or ""),
    )
    rounds = [_round(len(history.rounds) + 1, pairing.matches, pairing.byes)]
    beyond = pairs.beyond(history, pairing) if playing > pairs.EXACT else None
    return Drawn(rounds, meetings=_club_mates(request, history, rounds), beyond=beyond)


def _tables(request: DrawRequest, history: History, size: int, playing: int) -> Drawn:
    drawn = draw_tables(
        history,
        size=size,
        clubs=dict(request.clubs.items()),
        parties=dict(request.parties.items()),
        separate_clubs=request.separate_clubs or 0,
        meetings_first=playing > FEW,
        rounds=request.rounds,
        seed=request.seed,
    )
    rounds = [_round(len(history.rounds) + 1, drawn.tables, drawn.byes)]
    meetings = _club_mates(request, history, rounds)
    return Drawn(rounds, cost=_cost(drawn.cost), bound=drawn.bound, meetings=meetings)


def _club_mates(
    request: DrawRequest, history: History, rounds: Sequence[PlannedRound]
) -> list[tuple[int, int, str]] | None:
    """Return the club-mates who still meet in a round that keeps clubs apart."""
    is_apart = len(history.rounds) < (request.separate_clubs or 0)
    return club_mates_at_tables(request, rounds if is_apart else [])


def _check_rounds(rounds: int | None, size: int, played: int) -> None:
    if rounds is not None and size == 2:
        raise Refusal("no_rounds", _("“rounds” is for a Swiss at tables of three or more."))
    if rounds is not None and played >= rounds:
        raise Refusal(
            "no_rounds",
            ngettext(
                "{rounds} round was asked for: it is already in the results.",
                "{rounds} rounds were asked for: they are already in the results.",
                rounds,
            ).format(rounds=rounds),
        )


def _scheduled(request: DrawRequest, size: int, rounds: int) -> Drawn:
    drawn = schedule(
        request.count,
        size,
        rounds,
        clubs=request.clubs_to_separate,
        parties=request.parties,
        seed=request.seed,
    )
    planned = [
        _round(number, tables, byes)
        for number, (tables, byes) in enumerate(zip(drawn.rounds, drawn.byes, strict=True), start=1)
    ]
    meetings = club_mates_at_tables(request, planned[: request.separate_clubs or 0])
    return Drawn(planned, cost=_cost(drawn.cost), bound=drawn.bound, meetings=meetings)


def _cost(cost: Mapping[str, float]) -> dict[str, float]:
    return {name: cost[name] for name in CRITERIA}


def _round(number: int, tables: Sequence[Sequence[Entrant]], byes: Sequence[Entrant]) -> PlannedRound:
    matches = [
        PlannedMatch(f"R{number}.{index}", [Slot(int(entrant)) for entrant in table])
        for index, table in enumerate(tables, start=1)
    ]
    return PlannedRound(f"R{number}", f"Round {number}", matches, [Slot(int(entrant)) for entrant in byes])
