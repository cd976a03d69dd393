"""Decide a command: return its events, or refuse it (rules.md section 3).

Every command has a check, which only reads the state, and a function that carries it out, which cannot fail.
So a refused command changes nothing.
"""

from collections.abc import Callable
from typing import Any, Final

from games.rules.base.chance import Chance
from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.decisions import leaving, referee
from games.rules.decisions.ordinary_turns import EVERYDAY
from games.rules.house_rules import customizing, jumping, waiting_moves
from games.rules.match import commands as c
from games.rules.match.events import Event
from games.rules.match.state import State
from games.rules.match.steps import Step
from games.rules.options.combinations import check_rulebook
from games.rules.options.options import Options, differences
from games.rules.play import (
    accept_or_challenge,
    catching,
    dealing,
    draw_and_pass,
    ending,
    play_checks,
    starter,
    uno_calls,
)
from games.rules.play.silence_rule import end_kept_silence

__all__ = ["IllegalCommand", "decide", "new_match", "require_legal", "step"]


def new_match(rulebook: str, options: Options, seats: int) -> State:
    """Return the state before the first deal.

    Refusals: those of `combinations.check_rulebook`.
    """
    check_rulebook(rulebook, options, seats)
    state = State(seats, rulebook, options)
    state.differences = differences(options)
    return state


def decide(state: State, command: c.Command, chance: Chance) -> list[Event]:
    """Return the events of a command and leave the state as it is; IllegalCommand if it is refused."""
    everyday = EVERYDAY.get(type(command))
    events = everyday(state, command, happens=False) if everyday else None
    return judge(state.copy(), command, chance) if events is None else events


def step(state: State, command: c.Command, chance: Chance) -> list[Event]:
    """Carry out a command on the state in place and return its events.

    A refused command raises IllegalCommand and changes nothing. Only a recorded order with the wrong cards
    (`bad_chance`) is found half-way: check records with `decide`.
    """
    everyday = EVERYDAY.get(type(command))
    if everyday:
        events = everyday(state, command, happens=True)
        if events is not None:
            return events
    return judge(state, command, chance)


def require_legal(state: State, command: c.Command) -> None:
    """Raise IllegalCommand if the rules do not allow the command now."""
    rule = _RULES.get(type(command))
    if rule is None:
        raise IllegalCommand("rule_off", _("This move does not exist in the rulebook of this match."))
    rule[0](state, command)


def judge(state: State, command: c.Command, chance: Chance) -> list[Event]:
    """Carry out any command on the state by the complete rules, which also cover everyday turns."""
    require_legal(state, command)
    taken = Step(state, chance)
    _RULES[type(command)][1](taken, command)
    if state.silence_kind:
        end_kept_silence(taken)
    return taken.events


_Rule = tuple[Callable[[State, Any], None], Callable[[Step, Any], None]]

_RULES: Final[dict[type[c.Command], _Rule]] = {
    c.Deal: (dealing.check_deal, dealing.carry_out_deal),
    c.DrawForDealer: (dealing.check_draw_for_dealer, dealing.carry_out_draw_for_dealer),
    c.PlayCard: (play_checks.check_play, play_checks.carry_out_play),
    c.DrawCard: (draw_and_pass.check_draw, draw_and_pass.carry_out_draw),
    c.Pass: (draw_and_pass.check_pass, draw_and_pass.carry_out_pass),
    c.Accept: (accept_or_challenge.check_accept, accept_or_challenge.carry_out_accept),
    c.Challenge: (accept_or_challenge.check_challenge, accept_or_challenge.carry_out_challenge),
    c.ChooseColour: (starter.check_colour_choice, starter.carry_out_colour_choice),
    c.CallUno: (uno_calls.check_call, uno_calls.carry_out_call),
    c.Catch: (catching.check_catch, catching.carry_out_catch),
    c.JumpIn: (jumping.check_jump, jumping.carry_out_jump),
    c.LayPair: (jumping.check_pair, jumping.carry_out_pair),
    c.GiveCard: (waiting_moves.check_give, waiting_moves.carry_out_give),
    c.PlaceHand: (waiting_moves.check_slap, waiting_moves.carry_out_slap),
    c.EndCentre: (waiting_moves.check_clock, waiting_moves.carry_out_clock),
    c.SayReady: (waiting_moves.check_ready, waiting_moves.carry_out_ready),
    c.Perform: (customizing.check_perform, customizing.carry_out_perform),
    c.AwardCharade: (customizing.check_award, customizing.carry_out_award),
    c.EndMatch: (ending.check_end_match, ending.carry_out_end_match),
    c.Retire: (leaving.check_retire, leaving.carry_out_retire),
    c.CallTime: (leaving.check_time, leaving.carry_out_time),
    c.Penalise: (referee.check_penalty, referee.carry_out_penalty),
}
