"""The end of a round and of the match (rules.md 3.11 to 3.14)."""

from typing import Final

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.commands import EndMatch
from games.rules.match.events import NOBODY, MatchEnded, PointsScored, RoundEnded, SeatEliminated
from games.rules.match.state import OVER, RUNNING, State
from games.rules.match.steps import Step
from games.rules.play.scoring import (
    has_ended,
    lowest_hand,
    match_winners,
    placements,
    points_left,
    round_loser,
    round_points,
)

BROKEN_OFF: Final = ("left", "time")
"""The reasons for which a deal ends without counting."""


def end_round(step: Step, winner: int, reason: str) -> None:
    """End the round, score it, eliminate seats, and end the match if it is over."""
    state = step.state
    options = state.options
    loser = round_loser(state, winner) if options.scoring == "win_loss" else NOBODY
    step.emit(RoundEnded(winner, reason, [hand[:] for hand in state.hands], loser))
    if options.scoring == "per_out":
        points = state.emptied[:]
    else:
        points = round_points(points_left(state), winner, options)
    totals = [a + b for a, b in zip(state.totals, points, strict=True)]
    if options.scoring == "win_loss":
        wins = [count + (seat == winner) for seat, count in enumerate(state.wins)]
        losses = [count + (seat == loser) for seat, count in enumerate(state.losses)]
        step.emit(PointsScored(points, totals, wins, losses))
    else:
        step.emit(PointsScored(points, totals))
    if options.scoring == "elimination":
        for seat in state.active_seats():
            if state.totals[seat] >= options.target_score:
                step.emit(SeatEliminated(seat))
    if has_ended(state):
        step.emit(MatchEnded(match_winners(state), placements(state)))


def end_blocked_round(step: Step) -> None:
    """End a round in which nobody can play or draw (option `blocked_round`)."""
    state = step.state
    winner = NOBODY
    if state.out:
        winner = first_out(state)
    elif state.options.blocked_round == "lowest_hand":
        winner = lowest_hand(state)
    end_round(step, winner, "blocked")


def first_out(state: State) -> int:
    """Return the first seat that went out and is still in the match, -1 for nobody."""
    return next((seat for seat in state.out if not state.eliminated[seat]), NOBODY)


def break_off(step: Step, reason: str) -> None:
    """End the match now with the current totals; a running deal does not count."""
    state = step.state
    if state.phase in RUNNING:
        step.emit(RoundEnded(NOBODY, reason, [hand[:] for hand in state.hands]))
    step.emit(MatchEnded(match_winners(state), placements(state)))


def check_end_match(state: State, command: EndMatch) -> None:  # noqa: ARG001 - the signature of all checks
    """Refuse to end a match by command: `rule_off`, or `round_running` during a round."""
    if state.options.match_end != "manual":
        raise IllegalCommand("rule_off", _("The rules decide when this match ends."))
    if state.phase != OVER:
        raise IllegalCommand("round_running", _("The match can be ended only between two deals."))


def carry_out_end_match(step: Step, command: EndMatch) -> None:  # noqa: ARG001
    """End the match with the standing after the last round."""
    step.emit(MatchEnded(match_winners(step.state), placements(step.state)))
