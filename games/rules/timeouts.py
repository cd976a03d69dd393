"""What is done for a player who does not act in time (rules.md 3.18)."""

from collections.abc import Iterable

from games.rules.cards import COLOUR_OF, COLOURS, IS_BLACK, Card
from games.rules.commands import Accept, ChooseColour, Command, Deal, DrawCard, Pass, PlayCard
from games.rules.drawing import must_play_drawn
from games.rules.matching import holds_playable, is_legally_playable
from games.rules.scoring import hand_points
from games.rules.state import AFTER_DRAW, OVER, PENDING, STARTER_CHOICE, TURN, State


def default_command(state: State) -> Command | None:
    """Return the command that ends the waiting: a deal between rounds, None when nobody is to act."""
    seat = state.to_act
    if state.name == OVER:
        return Deal()
    if state.name == TURN:
        if state.options.voluntary_draw or not holds_playable(state, seat):
            return DrawCard(seat)
        return _play(state, _dearest(state, seat))
    if state.name == AFTER_DRAW:
        return _play(state, state.drawn_card) if must_play_drawn(state) else Pass(seat)
    if state.name == PENDING:
        return Accept(seat)
    if state.name == STARTER_CHOICE:
        return ChooseColour(seat, most_held_colour(state.hands[seat]))
    return None


def most_held_colour(hand: Iterable[Card]) -> int:
    """Return the colour of most cards in the hand; ties go to red, yellow, green, blue in this order."""
    held = [COLOUR_OF[card] for card in hand]
    return max(range(len(COLOURS)), key=held.count)


def _play(state: State, card: Card) -> PlayCard:
    seat = state.to_act
    return PlayCard(seat, card, most_held_colour(state.hands[seat]) if IS_BLACK[card] else None)


def _dearest(state: State, seat: int) -> Card:
    """Return the legally playable card of highest value; ties go by colour, black last."""
    playable = [card for card in sorted(state.hands[seat]) if is_legally_playable(state, seat, card)]
    # Card numbers run through the colours in this order, and `max` keeps the first of equals.
    return max(playable, key=lambda card: hand_points((card, card), state.options))
