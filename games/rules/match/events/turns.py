"""Events of a turn: a card is played or drawn, or the player passes."""

from typing import Final

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop
from games.rules.cards.card_names import called
from games.rules.cards.cards import COLOUR_OF, WILD, WILD_DRAW_FOUR, Card, Colour, hidden
from games.rules.match.events.base import Event
from games.rules.match.phases import AFTER_DRAW, NONE, TURN
from games.rules.match.seat_names import Names, effects_of
from games.rules.match.sentence_patterns import (
    always,
    count,
    of_card,
    of_colour,
    of_seat,
    untold,
)
from games.rules.match.state import State

DRAW_REASONS: Final = (
    "turn",
    "penalty",
    "challenge",
    "uno",
    "referee",
    "last_card",
    "bounce",
    "refill",
    "illegal",
    "false_call",
    "centre",
    "silence",
    "customizable",
    "forfeit",
)


@event_type("turn_started")
class TurnStarted(Event, frozen=True):
    """It is the seat's turn to play or draw."""

    seat: int

    def change(self, state: State) -> None:
        state.phase = TURN
        state.to_act = self.seat
        state.drawn_card = -1
        state.drawn_count = 0

    sentence = untold


@event_type("card_played")
class CardPlayed(Event, frozen=True):
    """A card was played. `legal` is the verdict on a Wild Draw Four, secret until a challenge."""

    seat: int
    card: Card
    legal: bool = True

    def change(self, state: State) -> None:
        seat, card = self.seat, self.card
        state.hands[seat].remove(card)
        state.discard_pile.append(card)
        height = 1
        if state.pending_kind:
            # On a Draw Two the condition is waived: such a Wild Draw Four is never taken back.
            height = 0 if state.pending_kind == "draw2" else state.chain_height + 1
            state.clear_pending()
        if card < WILD:
            state.colour = COLOUR_OF[card]
        elif card == WILD_DRAW_FOUR:
            state.chain_height = height
            state.colour_before = state.colour
            state.layer_before = state.layer
            state.starter_before = state.starter_top
        state.phase = TURN
        state.layer = seat
        state.starter_top = False
        state.pending_legal = self.legal
        state.drawn_card = -1
        state.idle_turns = 0
        state.uno[seat] = NONE

    def seen_by(self, _seat: int | None) -> Event:
        return CardPlayed(self.seat, self.card)

    sentence = of_card(gettext_noop("{name} played {card}"))


@event_type("colour_chosen")
class ColourChosen(Event, frozen=True):
    """The seat chose the active colour."""

    seat: int
    colour: Colour

    def change(self, state: State) -> None:
        state.colour = self.colour

    sentence = of_colour(gettext_noop("The colour is now {colour}"))


@event_type("direction_reversed")
class DirectionReversed(Event, frozen=True):
    """`direction` is 1 for clockwise, -1 for counter-clockwise."""

    direction: int

    def change(self, state: State) -> None:
        state.direction = self.direction

    sentence = always(gettext_noop("Direction reversed"))


@event_type("cards_drawn")
class CardsDrawn(Event, frozen=True):
    """Cards were drawn; `reason` is one of `DRAW_REASONS`."""

    seat: int
    cards: list[Card]
    reason: str

    def change(self, state: State) -> None:
        cards = self.cards
        if cards:
            state.hands[self.seat] += cards
            del state.draw_pile[-len(cards) :]
            state.uno[self.seat] = NONE
        if self.reason == "turn":
            state.phase = AFTER_DRAW
            state.drawn_count += len(cards)
            if cards:
                state.drawn_card = cards[-1]

    def seen_by(self, seat: int | None) -> Event:
        if self.seat == seat:
            return self
        return CardsDrawn(self.seat, hidden(self.cards), self.reason)

    def sentence(self, names: Names) -> str:
        who, cards = names[self.seat], self.cards
        if not cards:
            return _("{name} found no card to draw").format(name=who)
        what = called(cards[0], effects_of(names)) if len(cards) == 1 else count(len(cards))
        return _(_WHY.get(self.reason, _DREW)).format(name=who, cards=what)


@event_type("draw_pile_rebuilt")
class DrawPileRebuilt(Event, frozen=True):
    """All discards but the top `kept` were shuffled; `pile` is the whole new draw pile."""

    pile: list[Card]
    kept: int = 1

    def change(self, state: State) -> None:
        state.draw_pile = self.pile[::-1]
        del state.discard_pile[: -self.kept]
        state.chain_height = min(state.chain_height, self.kept)

    def seen_by(self, _seat: int | None) -> Event:
        return DrawPileRebuilt(hidden(self.pile), self.kept)

    sentence = always(gettext_noop("The discards were shuffled into a new draw pile"))


@event_type("turn_passed")
class TurnPassed(Event, frozen=True):
    """The seat passed."""

    seat: int

    def change(self, state: State) -> None:
        state.idle_turns = 0 if state.drawn_count else state.idle_turns + 1
        state.phase = TURN
        state.drawn_card = -1

    sentence = of_seat(gettext_noop("{name} passed"))


# Translators: {cards} is a card such as “red 5”, or a number of them such as “2 cards”.
_DREW: Final = gettext_noop("{name} drew {cards}")
_WHY: Final = {
    "challenge": gettext_noop("{name} drew {cards} after the challenge"),
    "uno": gettext_noop("{name} drew {cards} for forgetting UNO"),
    "referee": gettext_noop("{name} drew {cards} as a penalty"),
    "last_card": gettext_noop("{name} drew {cards} because of the last card"),
    "bounce": gettext_noop("{name} drew {cards} that were sent back"),
    "refill": gettext_noop("{name} drew {cards} after running out"),
    "illegal": gettext_noop("{name} drew {cards} for a card that does not fit"),
    "false_call": gettext_noop("{name} drew {cards} for a false call"),
    "centre": gettext_noop("{name} drew {cards} for slapping the pile last"),
    "silence": gettext_noop("{name} drew {cards} for breaking the silence"),
    "forfeit": gettext_noop("{name} drew {cards} instead of the dare"),
}
