"""Draw instead of playing, and pass (rules.md 3.5)."""

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.match.commands import DrawCard, Pass
from games.rules.match.events import TurnPassed
from games.rules.match.guards import require_drawn, require_fresh_turn
from games.rules.match.state import State
from games.rules.match.steps import Step
from games.rules.play.catch_windows import close_windows
from games.rules.play.draw_pile import draw
from games.rules.play.ending import end_blocked_round
from games.rules.play.playable_cards import holds_playable, is_legally_playable


def check_draw(state: State, command: DrawCard) -> None:
    """Refuse a draw: `already_drawn`, or `must_play` without `voluntary_draw`."""
    require_fresh_turn(state, command.seat)
    if not state.options.voluntary_draw and holds_playable(state, command.seat):
        raise IllegalCommand("must_play", _("You hold a card that fits: under these rules you must play it."))


def carry_out_draw(step: Step, command: DrawCard) -> None:
    """Draw in the turn; with `play_after_draw` = never this ends the turn."""
    state, seat = step.state, command.seat
    close_windows(step, seat)
    if state.options.draw_rule == "one":
        draw(step, seat, 1, "turn")
    else:
        # Earlier drawn cards did not fit, so they do not change the verdict on a Wild Draw Four.
        draw(step, seat, state.options.draw_until_max, "turn", lambda c: is_legally_playable(state, seat, c))
    if state.options.play_after_draw == "never":
        _end_turn(step, seat)


def check_pass(state: State, command: Pass) -> None:
    """Refuse a pass: `not_drawn`, or `must_play_drawn` with `play_after_draw` = forced."""
    require_drawn(state, command.seat)
    if must_play_drawn(state):
        raise IllegalCommand("must_play_drawn", _("The drawn card fits: under these rules you must play it."))


def must_play_drawn(state: State) -> bool:
    """Whether the seat that has drawn is forced to play the drawn card."""
    return (
        state.options.play_after_draw == "forced"
        and state.drawn_card >= 0
        and is_legally_playable(state, state.to_act, state.drawn_card)
    )


def carry_out_pass(step: Step, command: Pass) -> None:
    """End the turn."""
    _end_turn(step, command.seat)


def _end_turn(step: Step, seat: int) -> None:
    state = step.state
    step.emit(TurnPassed(seat))
    if state.idle_turns and state.idle_turns >= len(state.active_seats()):
        end_blocked_round(step)
    else:
        step.start_turn(state.next_after(seat))
