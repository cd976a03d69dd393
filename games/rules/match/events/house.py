"""Events of house rules (rules.md section 4), except those of Customizable cards."""

from collections.abc import Iterable
from typing import Any

from games.rules.base.event_types import event_type
from games.rules.base.language import gettext_noop
from games.rules.cards.cards import HIDDEN, Card, Colour, hidden
from games.rules.match.events.base import Event, changes_nothing
from games.rules.match.phases import CENTRE, EXCHANGE, NONE, READY
from games.rules.match.sentence_patterns import always, of_card, of_number, of_seat, of_two, untold
from games.rules.match.state import State


@event_type("jumped_in")
class JumpedIn(Event, frozen=True):
    """The next card is played out of turn."""

    seat: int

    change = changes_nothing

    sentence = of_seat(gettext_noop("{name} jumped in"))


@event_type("penalty_reflected")
class PenaltyReflected(Event, frozen=True):
    """A Reverse sent the pending effect back."""

    seat: int

    change = changes_nothing

    sentence = of_seat(gettext_noop("{name} sent it back"))


@event_type("penalty_bounced")
class PenaltyBounced(Event, frozen=True):
    """A Super Star made the `target` draw instead."""

    seat: int
    target: int

    change = changes_nothing

    sentence = of_two(gettext_noop("{name} sent the cards back to {other}"))


@event_type("card_taken_back")
class CardTakenBack(Event, frozen=True):
    """A Wild Draw Four went back to the seat that played it; `colour` is active again."""

    seat: int
    card: Card
    colour: Colour

    def change(self, state: State) -> None:
        state.hands[self.seat].append(state.discard_pile.pop())
        state.uno[self.seat] = NONE
        state.colour = self.colour
        state.layer = state.layer_before
        state.starter_top = state.starter_before

    sentence = of_card(gettext_noop("{name} took back {card}"))


@event_type("ready_requested")
class ReadyRequested(Event, frozen=True):
    """All wait until the seat has sorted its cards; `later` are the planned events after it."""

    seat: int
    later: list[dict[str, Any]] = []

    def change(self, state: State) -> None:
        state.phase = READY
        state.to_act = self.seat
        state.later = self.later

    sentence = of_seat(gettext_noop("{name} is sorting the cards"))


@event_type("ready_given")
class ReadyGiven(Event, frozen=True):
    """The seat has sorted its new cards."""

    seat: int

    def change(self, state: State) -> None:
        state.later = []

    sentence = of_seat(gettext_noop("{name} is ready"))


@event_type("hands_swapped")
class HandsSwapped(Event, frozen=True):
    """Two seats swapped their hands."""

    seat: int
    target: int

    def change(self, state: State) -> None:
        hands, seat, target = state.hands, self.seat, self.target
        hands[seat], hands[target] = hands[target], hands[seat]
        _end_duties(state, (seat, target))

    sentence = of_two(gettext_noop("{name} and {other} swapped hands"))


@event_type("hands_rotated")
class HandsRotated(Event, frozen=True):
    """Each seat of the list passed its hand to the next, the last to the first."""

    seats: list[int]

    def change(self, state: State) -> None:
        seats = self.seats
        passed = [state.hands[seat] for seat in seats]
        for place, seat in enumerate(seats):
            state.hands[seat] = passed[place - 1]
        _end_duties(state, seats)

    sentence = always(gettext_noop("Everyone passed their hand on"))


@event_type("hands_shuffled")
class HandsShuffled(Event, frozen=True):
    """All hands in seat order after they were collected and dealt again."""

    hands: list[list[Card]]

    def change(self, state: State) -> None:
        state.hands = [hand[:] for hand in self.hands]
        _end_duties(state, range(state.seats))

    def seen_by(self, seat: int | None) -> Event:
        return HandsShuffled(
            [hand if owner == seat else hidden(hand) for owner, hand in enumerate(self.hands)]
        )

    sentence = always(gettext_noop("All hands were shuffled and dealt again"))


@event_type("exchange_offered")
class ExchangeOffered(Event, frozen=True):
    """The seat offers a card to the target, which must give one; `later` are the planned events after it."""

    seat: int
    target: int
    card: Card
    later: list[dict[str, Any]] = []

    def change(self, state: State) -> None:
        state.phase = EXCHANGE
        state.to_act = self.target
        state.offered_card = self.card
        state.later = self.later

    def seen_by(self, seat: int | None) -> Event:
        if self.seat == seat:
            return self
        return ExchangeOffered(self.seat, self.target, HIDDEN, self.later)

    sentence = of_two(gettext_noop("{name} offered {other} an exchange"))


@event_type("cards_exchanged")
class CardsExchanged(Event, frozen=True):
    """The seat gave `card` and got `received` from the target."""

    seat: int
    target: int
    card: Card
    received: Card

    def change(self, state: State) -> None:
        state.hands[self.seat].remove(self.card)
        state.hands[self.target].remove(self.received)
        state.hands[self.seat].append(self.received)
        state.hands[self.target].append(self.card)
        state.offered_card = -1
        state.later = []

    def seen_by(self, seat: int | None) -> Event:
        if seat in (self.seat, self.target):
            return self
        return CardsExchanged(self.seat, self.target, HIDDEN, HIDDEN)

    sentence = of_two(gettext_noop("{name} and {other} exchanged a card"))


@event_type("hands_up_opened")
class HandsUpOpened(Event, frozen=True):
    """All but the seat must put a hand on the centre; `later` are the planned events after it.

    `seats` are the others in turn order.
    """

    seat: int
    seats: list[int]
    later: list[dict[str, Any]] = []

    def change(self, state: State) -> None:
        state.phase = CENTRE
        state.to_act = self.seats[0]
        state.placed = []
        state.later = self.later

    sentence = always(gettext_noop("Hands to the centre"))


@event_type("hand_placed")
class HandPlaced(Event, frozen=True):
    """The seat put its hand on the centre."""

    seat: int

    def change(self, state: State) -> None:
        state.placed.append(self.seat)
        missing = [seat for seat in state.in_turn_order(state.layer) if seat not in state.placed]
        state.to_act = missing[0]

    sentence = of_seat(gettext_noop("{name} slapped the pile"))


@event_type("hands_up_closed")
class HandsUpClosed(Event, frozen=True):
    """`late` are the seats that have to draw."""

    seat: int
    late: list[int]

    def change(self, state: State) -> None:
        state.placed = []
        state.later = []

    sentence = untold


@event_type("silence_started")
class SilenceStarted(Event, frozen=True):
    """`kind` is twos (`mark` is the seat that played the two) or black (`mark` is the ordered colour)."""

    kind: str
    mark: int

    def change(self, state: State) -> None:
        state.silence_kind = self.kind
        state.silence_mark = self.mark

    sentence = always(gettext_noop("Silence, please"))


def _end_silence(_event: Event, state: State) -> None:
    state.silence_kind = ""
    state.silence_mark = -1


@event_type("silence_ended")
class SilenceEnded(Event, frozen=True):
    """Everybody may speak again."""

    change = _end_silence

    sentence = always(gettext_noop("The silence is over"))


@event_type("silence_broken")
class SilenceBroken(Event, frozen=True):
    """The seat spoke; the silence is over."""

    seat: int

    change = _end_silence

    sentence = of_seat(gettext_noop("{name} broke the silence"))


@event_type("uno_missed")
class UnoMissed(Event, frozen=True):
    """The window closed without a call, and the seat has to draw the penalty."""

    seat: int

    def change(self, state: State) -> None:
        state.uno[self.seat] = NONE

    sentence = of_seat(gettext_noop("{name} forgot to say UNO"))


@event_type("illegal_card_penalised")
class IllegalCardPenalised(Event, frozen=True):
    """A card that did not fit went back to the hand."""

    seat: int
    card: Card

    change = changes_nothing

    sentence = of_card(gettext_noop("{name} tried to play {card}, which does not match"))


@event_type("false_call_penalised")
class FalseCallPenalised(Event, frozen=True):
    """The seat called or caught without reason."""

    seat: int

    change = changes_nothing

    sentence = of_seat(gettext_noop("{name} called without reason"))


@event_type("hand_refilled")
class HandRefilled(Event, frozen=True):
    """An empty hand took new cards."""

    seat: int
    cards: int

    change = changes_nothing

    sentence = of_number(gettext_noop("{name} continues with {cards}"), lambda event: event.cards)


def _end_duties(state: State, seats: Iterable[int]) -> None:
    """End the duties of seats that hold another hand now; new duties are separate events."""
    for seat in seats:
        state.uno[seat] = NONE
