"""The end of a round and of the match (rules.md 3.11 to 3.14)."""

from games.rules.events import NOBODY, MatchEnded, PointsScored, RoundEnded, SeatEliminated
from games.rules.scoring import has_ended, lowest_hand, match_winners, placements, round_points
from games.rules.steps import Step


def end_round(step: Step, winner: int, reason: str) -> None:
    """Close the round, score it, eliminate, and end the match if that is due."""
    state = step.state
    options = state.options
    step.emit(RoundEnded(winner, reason, [hand[:] for hand in state.hands]))
    points = round_points(state.hands, winner, options)
    step.emit(PointsScored(points, [a + b for a, b in zip(state.totals, points, strict=True)]))
    if options.scoring == "elimination":
        for seat in state.active_seats():
            if state.totals[seat] >= options.target_score:
                step.emit(SeatEliminated(seat))
    if has_ended(state):
        step.emit(MatchEnded(match_winners(state), placements(state)))


def end_blocked_round(step: Step) -> None:
    """End a round in which nobody could play or draw any more (option `blocked_round`)."""
    lowest = step.state.options.blocked_round == "lowest_hand"
    end_round(step, lowest_hand(step.state) if lowest else NOBODY, "blocked")
