"""Answering an effect that waits: take the cards, or challenge (rules.md 3.8, 3.9)."""

from games.rules.commands import Accept, Challenge
from games.rules.drawing import draw
from games.rules.events import ChallengeFailed, ChallengeMade, ChallengeUpheld, PenaltyAccepted
from games.rules.moments import require_pending
from games.rules.refusal import IllegalCommand
from games.rules.state import State
from games.rules.steps import Step
from games.rules.uno import close_windows


def check_accept(state: State, command: Accept) -> None:
    """Refuse to accept when nothing waits: `nothing_pending`."""
    require_pending(state, command.seat)


def carry_out_accept(step: Step, command: Accept) -> None:
    """Take the cards and lose the turn, or keep it with `draw_cards_lose_turn` off."""
    state, seat = step.state, command.seat
    total = state.pending_total
    close_windows(step)
    step.emit(PenaltyAccepted(seat))
    draw(step, seat, total, "penalty")
    step.start_turn(state.next_after(seat) if state.options.draw_cards_lose_turn else seat)


def check_challenge(state: State, command: Challenge) -> None:
    """Refuse a challenge of anything but a fresh Wild Draw Four: `no_challenge`."""
    require_pending(state, command.seat)
    if not state.pending_challengeable:
        raise IllegalCommand("no_challenge", "There is no Wild Draw Four that you could challenge.")


def carry_out_challenge(step: Step, command: Challenge) -> None:
    """Judge the Wild Draw Four by the verdict stored when it was laid."""
    state, seat = step.state, command.seat
    layer, total, legal = state.pending_source, state.pending_total, state.pending_legal
    close_windows(step)
    step.emit(ChallengeMade(seat, layer, state.hands[layer][:]))
    if legal:
        step.emit(ChallengeFailed(seat, layer))
        draw(step, seat, total + 2, "challenge")
        step.start_turn(state.next_after(seat))
    else:
        step.emit(ChallengeUpheld(seat, layer))
        draw(step, layer, total, "challenge")
        step.start_turn(seat)
