"""The refusals that all commands have in common (rules.md 3.1)."""

from typing import Final

from games.rules.base.language import _, gettext_noop
from games.rules.base.refusal import IllegalCommand
from games.rules.match.state import (
    AFTER_DRAW,
    AWARD,
    CENTRE,
    EXCHANGE,
    FORFEIT,
    MATCH_OVER,
    PENDING,
    READY,
    READY_TO_DEAL,
    RUNNING,
    STARTER_CHOICE,
    TURN,
    State,
)


def require_running(state: State) -> None:
    """Refuse commands outside a running round: `match_over`, `not_dealt`, `round_over`."""
    if state.phase in RUNNING:
        return
    if state.phase == MATCH_OVER:
        raise IllegalCommand("match_over", _("The match is over."))
    if state.phase == READY_TO_DEAL:
        raise IllegalCommand("not_dealt", _("The cards have not been dealt yet."))
    raise IllegalCommand("round_over", _("This deal is over: start the next deal first."))


def require_active(state: State, seat: int) -> None:
    """Refuse a seat that is not at the table or out of the match: `no_such_seat`, `seat_out`."""
    if not 0 <= seat < state.seats:
        raise IllegalCommand("no_such_seat", _("There is no such seat at this table."))
    if state.eliminated[seat]:
        raise IllegalCommand("seat_out", _("This player has been eliminated from the match."))
    if seat in state.out:
        raise IllegalCommand(
            "seat_out", _("This player has gone out and takes no further part in this deal.")
        )


def require_to_act(state: State, seat: int) -> None:
    """Refuse all seats but the one whose turn it is: `not_your_turn`."""
    require_running(state)
    if seat != state.to_act:
        raise IllegalCommand("not_your_turn", _("It is not your turn."))


def require_turn(state: State, seat: int) -> None:
    """Refuse a play or a draw of a seat that has to answer something else first.

    Refusals: `effect_pending`, `choose_colour_first`, `wait_first`, and those of `require_to_act`.
    """
    require_to_act(state, seat)
    if state.phase == PENDING:
        raise IllegalCommand(
            "effect_pending",
            _(
                "First respond to the card played on you: draw, answer with a card, or challenge, as the "
                "rules allow."
            ),
        )
    if state.phase == STARTER_CHOICE:
        raise IllegalCommand("choose_colour_first", _("The first card is black: choose its colour first."))
    if state.phase not in (TURN, AFTER_DRAW):
        raise IllegalCommand("wait_first", _(_FIRST[state.phase]))


def require_fresh_turn(state: State, seat: int) -> None:
    """Refuse a second draw in a turn: `already_drawn`."""
    require_turn(state, seat)
    if state.phase != TURN:
        raise IllegalCommand("already_drawn", _("You drew this turn: play the drawn card or pass."))


def require_drawn(state: State, seat: int) -> None:
    """Refuse a pass before drawing: `not_drawn`."""
    require_turn(state, seat)
    if state.phase != AFTER_DRAW:
        raise IllegalCommand("not_drawn", _("You may only pass after drawing a card."))


def require_pending(state: State, seat: int) -> None:
    """Refuse an answer when nothing is pending: `nothing_pending`."""
    require_to_act(state, seat)
    if state.phase != PENDING:
        raise IllegalCommand("nothing_pending", _("There are no cards for you to draw."))


_FIRST: Final = {
    EXCHANGE: gettext_noop("Wait until the other player has given a card in exchange."),
    CENTRE: gettext_noop("Wait until everyone has slapped the pile."),
    READY: gettext_noop("Wait until the player who drew says “Ready”."),
    FORFEIT: gettext_noop("First the dare: do it, or draw the cards instead."),
    AWARD: gettext_noop("Wait until the player of the charade says who guessed it."),
}
