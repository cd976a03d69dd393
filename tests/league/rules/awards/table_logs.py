"""Logs of tables for the tests of awards: moves in card notation, or deals that people wrote down."""

from collections.abc import Sequence
from itertools import accumulate

from games.rules.match import events as e
from games.rules.options.options import build, differences
from games.rules.scoresheet import events as p
from league.rules.awards.season import Finish, Meeting, Season
from league.rules.awards.table_log import LoggedEvent, TableLog, table_log
from tests.games.rules.notation.positions import play, position

Step = list[e.Event | p.SheetEvent]

ANN, BO, CY, DI = 101, 102, 103, 104
FOUR = (ANN, BO, CY, DI)


def online(place: str, moves: str, rulebook: str = "classic", **options: object) -> list[Step]:
    """The steps of a deal played by the rules: its start, then a step for each move."""
    state = position(place, rulebook, **options)
    steps = [play(state, move) for move in moves.split(" ; ")]
    turn = [e.TurnStarted(state.to_act)] if not steps else [e.TurnStarted("ABCD".index(moves[0]))]
    return [[begin(state.seats, rulebook, **options), *turn], *steps]


def begin(seats: int, rulebook: str = "classic", **options: object) -> e.RoundStarted:
    changed = differences(build(rulebook, options))
    return e.RoundStarted(1, rulebook, changed, seats, 0, [0] * seats, [0] * seats)


def written(*points: str, rulebook: str = "classic", reason: str = "out", **options: object) -> list[Step]:
    """A step for each deal of real cards: `A 40 0 15` says who went out, and what the hands were worth.

    Points go to the winner, or under a rulebook against the losers to those who held them.
    """
    steps: list[Step] = []
    rows = [point.split() for point in points]
    is_low = build(rulebook, options).scoring != "winner_takes_all"
    scores = [_scores("ABCD".index(letter), [int(hand) for hand in hands], is_low) for letter, *hands in rows]
    totals = list(accumulate(scores, lambda total, other: [a + b for a, b in zip(total, other, strict=True)]))
    for (letter, *hands), scored, total in zip(rows, scores, totals, strict=True):
        out = "ABCD".index(letter)
        steps.append(
            [
                begin(len(hands), rulebook, **options),
                p.HandsCounted([int(hand) for hand in hands], [[] for _ in hands], [out]),
                e.WentOut(out),
                e.RoundEnded(out, reason, [[] for _ in hands]),
                e.PointsScored(scored, total),
            ]
        )
    return steps


def log(*steps: Step, table: int = 7, who: Sequence[int] = FOUR) -> TableLog:
    """The log of a table at which these players sit."""
    return table_log(
        table,
        [
            LoggedEvent(number, event, tuple(who))
            for number, step in enumerate(steps, start=1)
            for event in step
        ],
    )


def evening(*logs: TableLog, rulebook: str = "classic") -> Season:
    """A competition of matches at tables, everybody with the place and the points of the log."""
    return Season([meeting(log, rulebook) for log in logs])


def meeting(log: TableLog, rulebook: str = "classic") -> Meeting:
    seats = range(len(log.events[0].sat))
    places = log.places or [1 + sum(log.total(other) > log.total(seat) for other in seats) for seat in seats]
    finishes = [
        Finish(log.events[0].sat[seat], places[seat], log.total(seat), log.wins(seat)) for seat in seats
    ]
    return Meeting(finishes, build(rulebook, {}), log)


def _scores(out: int, hands: Sequence[int], is_low: bool) -> list[int]:
    if is_low:
        return list(hands)
    return [sum(hands) if seat == out else 0 for seat in range(len(hands))]
