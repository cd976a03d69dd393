"""Penalties given by a human referee (rules.md 4.7)."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.commands import Penalise
from games.rules.match.events import (
    RefereePenalty,
    SilenceBroken,
)
from games.rules.match.guards import require_active, require_running
from games.rules.match.state import State
from games.rules.match.steps import Step
from games.rules.play.draw_pile import draw

_SILENCE_CARDS = 2
_MOST_CARDS = 99  # the largest number in the notation


def check_penalty(state: State, command: Penalise) -> None:
    """Refuse a penalty that is not in the rulebook (`rule_off`) or has an invalid size (`bad_penalty`)."""
    require_running(state)
    require_active(state, command.seat)
    if command.reason == "silence":
        if not state.silence_kind:
            raise IllegalCommand("no_silence", _("No one has to be silent now."))
    elif command.reason == "advice":
        if not state.options.advice_penalty:
            raise IllegalCommand("rule_off", _("Under these rules there is no penalty for advice."))
    elif command.reason != "penalty":
        raise IllegalCommand("rule_off", _("This rulebook has no such penalty."))
    elif not 1 <= command.cards <= _MOST_CARDS:
        raise IllegalCommand("bad_penalty", _("A penalty is 1 to {most} cards.").format(most=_MOST_CARDS))


def carry_out_penalty(step: Step, command: Penalise) -> None:
    """Let the seat draw; turn, state and catch windows of others stay as they are."""
    if command.reason == "silence":
        step.emit(SilenceBroken(command.seat))
        draw(step, command.seat, _SILENCE_CARDS, "silence")
        return
    if command.reason == "advice":
        cards = step.state.options.advice_penalty
        step.emit(RefereePenalty(command.seat, cards, "advice"))
        draw(step, command.seat, cards, "referee")
        return
    step.emit(RefereePenalty(command.seat, command.cards, words=command.words))
    draw(step, command.seat, command.cards, "referee")
