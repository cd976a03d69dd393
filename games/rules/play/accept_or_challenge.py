"""Answer a pending effect: take the cards, or challenge (rules.md 3.8, 3.9)."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.commands import Accept, Challenge
from games.rules.match.events import (
    CardTakenBack,
    ChallengeFailed,
    ChallengeMade,
    ChallengeUpheld,
    PenaltyAccepted,
    SilenceEnded,
)
from games.rules.match.guards import require_pending
from games.rules.match.state import State
from games.rules.match.steps import Step
from games.rules.play.card_effects import skip
from games.rules.play.catch_windows import close_windows
from games.rules.play.draw_pile import draw
from games.rules.play.waiting_phases import wait_ready


def check_accept(state: State, command: Accept) -> None:
    """Refuse to accept when nothing is pending: `nothing_pending`."""
    require_pending(state, command.seat)


def carry_out_accept(step: Step, command: Accept) -> None:
    """Take the cards and lose the turn, or keep it with `draw_cards_lose_turn` off."""
    state, seat = step.state, command.seat
    kind = state.pending_kind
    if kind == "skip":
        step.emit(PenaltyAccepted(seat))
        skip(step, seat)
        return
    close_windows(step, seat)
    total = state.pending_total
    step.emit(PenaltyAccepted(seat))
    draw(step, seat, total, "penalty")
    following = state.next_after(seat) if state.options.draw_cards_lose_turn else seat
    if kind == "draw4":
        wait_ready(step, seat, following)
    else:
        step.start_turn(following)


def check_challenge(state: State, command: Challenge) -> None:
    """Refuse a challenge of anything but a fresh Wild Draw Four: `no_challenge`."""
    require_pending(state, command.seat)
    if not state.pending_challengeable:
        raise IllegalCommand("no_challenge", _("There is no Wild Draw Four you can challenge."))


def carry_out_challenge(step: Step, command: Challenge) -> None:
    """Judge the Wild Draw Four by the verdict stored when it was played."""
    state, seat = step.state, command.seat
    layer, total, legal = state.pending_source, state.pending_total, state.pending_legal
    close_windows(step, seat)
    step.emit(ChallengeMade(seat, layer, state.hands[layer][:]))
    if legal:
        step.emit(ChallengeFailed(seat, layer))
        draw(step, seat, total + 2, "challenge")
        wait_ready(step, seat, state.next_after(seat))
    else:
        step.emit(ChallengeUpheld(seat, layer))
        if state.options.draw_four_challenge == "take_back":
            _take_back(step, layer)
        draw(step, layer, total, "challenge")
        wait_ready(step, layer, seat)


def _take_back(step: Step, layer: int) -> None:
    step.emit(CardTakenBack(layer, step.state.top, step.state.colour_before))
    if step.state.silence_kind == "black":
        step.emit(SilenceEnded())
