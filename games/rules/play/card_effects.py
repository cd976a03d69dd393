"""The effects of a played card on other seats, and the next turn (rules.md 3.7, 3.8)."""

from typing import Final

import msgspec

from games.rules.cards.cards import (
    CUSTOMIZABLE,
    DRAW_TWO,
    PLUS_TEN,
    REVERSE,
    SKIP,
    SUPER_STAR,
    SYMBOL_OF,
    WILD_DRAW_FOUR,
    Card,
)
from games.rules.match.events import (
    NOBODY,
    CharadeStarted,
    ForfeitDemanded,
    PenaltyRaised,
    PlayerSkipped,
)
from games.rules.match.state import PENDING, State
from games.rules.match.steps import Step

DRAW_CARDS: Final = {DRAW_TWO: ("draw2", 2), WILD_DRAW_FOUR: ("draw4", 4), PLUS_TEN: ("ten", 10)}
"""Symbol of a draw card: the kind of its effect and how many cards it costs."""
FORFEITS: Final = {"next_situps_or_draw_3": 3, "next_sings_or_draw_2": 2}
_WITH_EFFECT: Final = frozenset({SKIP, REVERSE, *DRAW_CARDS, *range(CUSTOMIZABLE, PLUS_TEN)})


class Waiting(msgspec.Struct, frozen=True):
    """The effect that was pending when a card was played on it."""

    kind: str
    total: int
    source: int
    card: Card
    height: int


def waiting(state: State) -> Waiting | None:
    """Return the pending effect, None if there is none."""
    if state.phase != PENDING:
        return None
    return Waiting(
        state.pending_kind, state.pending_total, state.pending_source, state.pending_card, state.chain_height
    )


def follow(step: Step, seat: int, card: Card, before: Waiting | None, *, emptied: bool) -> None:
    """Carry out the effects of the card the seat has played, perhaps on a pending effect `before`."""
    symbol = SYMBOL_OF[card]
    if before is None and symbol not in _WITH_EFFECT:
        step.start_turn(step.state.next_after(seat))
        return
    raised = penalty_of(step.state, seat, card, before, emptied=emptied)
    if raised:
        step.emit(raised)
    elif symbol == SKIP:
        after_skip(step, seat, card)
    elif symbol == REVERSE:
        _after_reverse(step, seat)
    elif CUSTOMIZABLE <= card < PLUS_TEN and not emptied:
        _after_customizable(step, seat, step.state.options.customizable_effects[card - CUSTOMIZABLE])
    else:
        step.start_turn(step.state.next_after(seat))


def penalty_of(
    state: State, seat: int, card: Card, before: Waiting | None, *, emptied: bool
) -> PenaltyRaised | None:
    """Return the draw effect a played card raises, or the effect a Reverse sends back; None if neither."""
    symbol = SYMBOL_OF[card]
    victim = state.next_after(seat)
    if before and symbol == REVERSE:
        height = before.height + 1 if before.height else 0
        return PenaltyRaised(before.kind, before.total, victim, seat, card=before.card, height=height)
    if symbol not in DRAW_CARDS:
        return None
    kind, total = DRAW_CARDS[symbol]
    if before and _adds_up(state, symbol, before):
        total += before.total
    challengeable, height = False, 0
    if symbol == WILD_DRAW_FOUR:
        on_draw_two = before is not None and before.kind == "draw2"
        challengeable = state.options.draw_four_challenge != "off" and not emptied and not on_draw_two
        height = 1 + (before.height if before else 0)
    return PenaltyRaised(kind, total, victim, seat, challengeable, -1, height)


def after_skip(step: Step, seat: int, card: Card) -> None:
    """Carry out a Skip, or a pair that acts like a Skip (card -1)."""
    state, options = step.state, step.state.options
    if options.skip_effect == "play_again":
        step.start_turn(seat if state.is_active(seat) else state.next_after(seat))
    elif options.skip_rescue == "identical" or options.reverse_reflects:
        step.emit(PenaltyRaised("skip", 0, state.next_after(seat), seat, card=card))
    else:
        skip(step, state.next_after(seat))


def raise_starter(step: Step, victim: int) -> None:
    """Raise the penalty of a starter Draw Two, which nobody has played."""
    step.emit(PenaltyRaised("draw2", 2, victim, NOBODY))


def skip(step: Step, victim: int) -> None:
    """Take the victim's turn and start the next one."""
    step.emit(PlayerSkipped(victim))
    step.start_turn(step.state.next_after(victim))


def bounces(card: Card, before: Waiting | None) -> bool:
    """Whether the card is a Super Star that bounces a pending effect."""
    return before is not None and card == SUPER_STAR


def _adds_up(state: State, symbol: int, before: Waiting) -> bool:
    if symbol == DRAW_TWO:
        return before.kind == "draw2" and state.options.stack_draw_two == "sum"
    return True


def _after_reverse(step: Step, seat: int) -> None:
    state = step.state
    two_left = state.options.two_player_reverse == "skip" and len(state.active_seats()) == 2
    if two_left and state.is_active(seat):
        skip(step, state.next_after(seat))
    else:
        step.start_turn(state.next_after(seat))


def _after_customizable(step: Step, seat: int, effect: str) -> None:
    following = step.state.next_after(seat)
    if effect == "extra_turn":
        step.start_turn(seat)
    elif effect in FORFEITS:
        step.emit(ForfeitDemanded(following, effect, FORFEITS[effect]))
    elif effect == "charade_colour_dump":
        step.emit(CharadeStarted(seat))
    else:
        step.start_turn(following)
