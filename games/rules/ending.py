"""The end of a round and of the match (rules.md 3.11 to 3.14)."""

from games.rules.commands import EndMatch
from games.rules.events import NOBODY, MatchEnded, PointsScored, RoundEnded, SeatEliminated
from games.rules.refusal import IllegalCommand
from games.rules.scoring import (
    has_ended,
    lowest_hand,
    match_winners,
    placements,
    round_loser,
    round_points,
)
from games.rules.state import OVER, State
from games.rules.steps import Step


def end_round(step: Step, winner: int, reason: str) -> None:
    """Close the round, score it, eliminate, and end the match if that is due."""
    state = step.state
    options = state.options
    loser = round_loser(state, winner) if options.scoring == "win_loss" else NOBODY
    step.emit(RoundEnded(winner, reason, [hand[:] for hand in state.hands], loser))
    points = state.emptied[:] if options.scoring == "per_out" else round_points(state.hands, winner, options)
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
    """End a round in which nobody could play or draw any more (option `blocked_round`)."""
    state = step.state
    winner = NOBODY
    if state.out:
        winner = state.out[0]
    elif state.options.blocked_round == "lowest_hand":
        winner = lowest_hand(state)
    end_round(step, winner, "blocked")


def check_end_match(state: State, command: EndMatch) -> None:  # noqa: ARG001 - one form for all checks
    """Refuse the end of a match by hand: `rule_off`, or `round_running` while no round has just ended."""
    if state.options.match_end != "manual":
        raise IllegalCommand("rule_off", "The rules decide when this match ends.")
    if state.name != OVER:
        raise IllegalCommand("round_running", "The match can be ended only between two deals.")


def carry_out_end_match(step: Step, command: EndMatch) -> None:  # noqa: ARG001
    """End the match with the standing after the last round."""
    step.emit(MatchEnded(match_winners(step.state), placements(step.state)))
