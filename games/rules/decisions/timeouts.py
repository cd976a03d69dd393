"""The default commands for a player who does not act in time (rules.md 3.18)."""

from collections.abc import Callable, Iterable
from typing import Final

from games.rules.cards.cards import COLOUR_OF, COLOURS, IS_BLACK, WILD_SWAP, Card
from games.rules.match.commands import (
    Accept,
    AwardCharade,
    ChooseColour,
    Command,
    Deal,
    DrawCard,
    EndCentre,
    GiveCard,
    Pass,
    Perform,
    PlayCard,
    SayReady,
)
from games.rules.match.state import (
    AFTER_DRAW,
    AWARD,
    CENTRE,
    EXCHANGE,
    FORFEIT,
    OVER,
    PENDING,
    READY,
    STARTER_CHOICE,
    TURN,
    State,
)
from games.rules.play.draw_and_pass import must_play_drawn
from games.rules.play.play_checks import needs_target
from games.rules.play.playable_cards import holds_playable, is_legally_playable
from games.rules.play.scoring import hand_points


def default_command(state: State) -> Command | None:
    """Return the command that ends the wait: a deal between rounds, None when nobody is to act."""
    seat = state.to_act
    if state.phase == OVER:
        return Deal()
    if state.phase == TURN:
        if state.options.voluntary_draw or not holds_playable(state, seat):
            return DrawCard(seat)
        return _play(state, _highest_card(state, seat))
    if state.phase == AFTER_DRAW:
        return _play(state, state.drawn_card) if must_play_drawn(state) else Pass(seat)
    if state.phase == PENDING:
        return Accept(seat)
    default = _DEFAULTS.get(state.phase)
    return default(state, seat) if default else None


def most_held_colour(hand: Iterable[Card]) -> int:
    """Return the colour of most cards in the hand; ties go to red, yellow, green, blue in this order."""
    held = [COLOUR_OF[card] for card in hand]
    return max(range(len(COLOURS)), key=held.count)


def _play(state: State, card: Card) -> PlayCard:
    seat = state.to_act
    names_colour = IS_BLACK[card] and not state.options.colours_in_circle
    colour = most_held_colour(state.hands[seat]) if names_colour else None
    has_target = needs_target(state, card) and len(state.hands[seat]) > 1
    return PlayCard(seat, card, colour, target=state.left_of(seat) if has_target else None)


def _starter_colour(state: State, seat: int) -> Command:
    target = state.left_of(seat) if state.top == WILD_SWAP else None
    return ChooseColour(seat, most_held_colour(state.hands[seat]), target)


def _cheapest_gift(state: State, seat: int) -> Command:
    hand = sorted(state.hands[seat])
    return GiveCard(seat, min(hand, key=lambda card: hand_points((card, card), state.options)))


_DEFAULTS: Final[dict[str, Callable[[State, int], Command]]] = {
    STARTER_CHOICE: _starter_colour,
    EXCHANGE: _cheapest_gift,
    CENTRE: lambda _state, _seat: EndCentre(),
    READY: lambda _state, seat: SayReady(seat),
    FORFEIT: lambda _state, seat: Perform(seat, done=False),
    AWARD: lambda _state, seat: AwardCharade(seat, None),
}


def _highest_card(state: State, seat: int) -> Card:
    """Return the legally playable card of highest value; ties go by colour, black last."""
    playable = [card for card in sorted(state.hands[seat]) if is_legally_playable(state, seat, card)]
    # Card numbers run through the colours in this order, and `max` keeps the first of equals.
    return max(playable, key=lambda card: hand_points((card, card), state.options))
