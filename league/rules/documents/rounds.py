"""Rounds in which everybody plays on, for programs: round robin and Swiss, two per match or at tables."""

from collections.abc import Mapping, Sequence

from games.rules.base.language import _, ngettext
from games.rules.base.refusal import Refusal
from league.rules.brackets.apart import pairs_of_one
from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot
from league.rules.documents.knockout import CRITERIA, Drawn, club_mates_at_tables
from league.rules.documents.options import Asked
from league.rules.formats import round_robin as robin
from league.rules.formats.table_schedule import schedule, usual_rounds
from league.rules.history import Entrant, History
from league.rules.swiss import pairing as pairs
from league.rules.swiss.usual_opponents import Way
from league.rules.table_draws.tables import FEW, draw_tables


def round_robin(asked: Asked) -> Drawn:
    """Draw all rounds: by the Berger tables, or at tables as many rounds as need no repeat."""
    size = asked.table_size or 2
    if size > 2:
        if asked.legs == 2:
            raise Refusal("no_legs", _("Two legs need two per match: at tables ask for more --rounds."))
        return _scheduled(asked, size, asked.rounds or usual_rounds(asked.count, size))
    if asked.rounds is not None:
        raise Refusal(
            "no_rounds", _("How many rounds a round robin of two per match has follows from the entrants.")
        )
    if asked.separate_clubs:
        raise Refusal(
            "no_separation", _("In a round robin everybody meets everybody: no club-mates can be kept apart.")
        )
    return Drawn(robin.draw(asked.order, legs=asked.legs or 1))


def swiss(asked: Asked) -> Drawn:
    """Draw the next round; with rounds asked for and no results, a whole fixed schedule at tables.

    At tables meetings are avoided before score gaps, but of a few, who soon meet again whatever is drawn.
    With results the rounds asked for are all there will be: who meets now leaves strangers for the others.
    """
    size = asked.table_size or 2
    if asked.rounds is not None and size > 2 and asked.results is None:
        return _scheduled(asked, size, asked.rounds)
    history = asked.results or History(list(asked.order))
    _check_rounds(asked.rounds, size, len(history.rounds))
    playing = len(history.entrants) - len(history.withdrawn)
    if playing < 2:
        raise Refusal("too_few_entrants", _("Fewer than 2 entrants are left to be drawn."))
    number = len(history.rounds) + 1
    clubs: dict[Entrant, str] = dict(asked.clubs.items())
    apart = asked.separate_clubs or 0
    parties: dict[Entrant, str] = dict(asked.parties.items())
    if size == 2:
        forbidden = pairs_of_one(parties)
        way = Way(asked.fold, asked.pull_up or "")
        pairing = pairs.pair(
            history, clubs=clubs, separate_clubs=apart, seed=asked.seed, forbidden=forbidden, way=way
        )
        rounds = [_round(number, pairing.matches, pairing.byes)]
        beyond = pairs.beyond(history, pairing) if playing > pairs.EXACT else None
        meetings = club_mates_at_tables(asked, rounds[: number <= apart])
        return Drawn(rounds, meetings=meetings, beyond=beyond)
    drawn = draw_tables(
        history,
        size=size,
        clubs=clubs,
        parties=parties,
        separate_clubs=apart,
        meetings_first=playing > FEW,
        rounds=asked.rounds,
        seed=asked.seed,
    )
    rounds = [_round(number, drawn.tables, drawn.byes)]
    meetings = club_mates_at_tables(asked, rounds[: number <= apart])
    return Drawn(rounds, cost=_cost(drawn.cost), bound=drawn.bound, meetings=meetings)


def _check_rounds(rounds: int | None, size: int, played: int) -> None:
    if rounds is not None and size == 2:
        raise Refusal("no_rounds", _("--rounds is for a Swiss at tables of three and more."))
    if rounds is not None and played >= rounds:
        raise Refusal(
            "no_rounds",
            ngettext(
                "The {rounds} round of --rounds is in the results already.",
                "All {rounds} rounds of --rounds are in the results already.",
                rounds,
            ).format(rounds=rounds),
        )


def _scheduled(asked: Asked, size: int, rounds: int) -> Drawn:
    drawn = schedule(
        asked.count, size, rounds, clubs=asked.kept_clubs, parties=asked.parties, seed=asked.seed
    )
    planned = [
        _round(number, tables, byes)
        for number, (tables, byes) in enumerate(zip(drawn.rounds, drawn.byes, strict=True), start=1)
    ]
    meetings = club_mates_at_tables(asked, planned[: asked.separate_clubs or 0])
    return Drawn(planned, cost=_cost(drawn.cost), bound=drawn.bound, meetings=meetings)


def _cost(cost: Mapping[str, float]) -> dict[str, float]:
    return {name: cost[name] for name in CRITERIA}


def _round(number: int, tables: Sequence[Sequence[Entrant]], byes: Sequence[Entrant]) -> PlannedRound:
    matches = [
        PlannedMatch(f"R{number}.{index}", [Slot(int(one)) for one in table])
        for index, table in enumerate(tables, start=1)
    ]
    return PlannedRound(f"R{number}", f"Round {number}", matches, [Slot(int(one)) for one in byes])
