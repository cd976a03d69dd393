"""Events from the start of a round to its first turn."""

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop
from games.rules.cards.card_names import called, capital
from games.rules.cards.cards import COLOUR_OF, Card, Colour, hidden
from games.rules.match.events.base import Event, changes_nothing
from games.rules.match.phases import DEALING, STARTER_CHOICE
from games.rules.match.seat_names import Names, effects_of
from games.rules.match.sentence_patterns import always, of_colour, of_seat, untold
from games.rules.match.state import NOBODY, State
from games.rules.options.options import from_differences


@event_type("round_started", upcasts=[dict])
class RoundStarted(Event, frozen=True):
    """A round begins. The event has all that it needs from earlier rounds."""

    round: int
    rulebook: str
    options: dict[str, bool | int | str | list[str]]
    """The options that differ from the defaults, so that a changed preset changes no old match."""
    seats: int
    dealer: int
    totals: list[int]
    eliminated: list[int]
    """The round in which each seat was eliminated, 0 for seats still in."""
    previous_winner: int = NOBODY
    wins: list[int] = []
    losses: list[int] = []
    youngest: int = NOBODY
    retired: list[int] = []
    """The seats that have left the match, in this order; they are also eliminated."""

    def change(self, state: State) -> None:
        if state.differences != self.options:
            state.play_by(from_differences(self.options))
            state.differences = self.options
        state.round = self.round
        state.rulebook = self.rulebook
        state.seats = self.seats
        state.dealer = self.dealer
        state.totals = self.totals[:]
        state.eliminated = self.eliminated[:]
        state.previous_winner = self.previous_winner
        state.wins = self.wins[:] or [0] * self.seats
        state.losses = self.losses[:] or [0] * self.seats
        state.youngest = self.youngest
        state.retired = self.retired[:]
        state.clear_round()
        state.phase = DEALING

    def sentence(self, names: Names) -> str:
        return _("Deal {deal}: {name} deals").format(deal=self.round, name=names[self.dealer])


@event_type("dealer_chosen", upcasts=[dict])
class DealerChosen(Event, frozen=True):
    """The first dealer was found; `draws` are the cards turned up, as [seat, card].

    `decks` are the whole decks they were drawn from, so that the order can be verified; nobody saw the rest.
    """

    seat: int
    draws: list[list[int]] = []
    decks: list[list[Card]] = []

    def change(self, state: State) -> None:
        state.dealer = self.seat

    def seen_by(self, _seat: int | None) -> Event:
        return DealerChosen(self.seat, self.draws, [hidden(deck) for deck in self.decks])

    sentence = of_seat(gettext_noop("{name} was chosen to deal first"))


@event_type("deal_voided")
class DealVoided(Event, frozen=True):
    """The order of the deck left no card that may open the round: it is shuffled again."""

    pile: list[Card]

    change = changes_nothing

    def seen_by(self, _seat: int | None) -> Event:
        return DealVoided(hidden(self.pile))

    sentence = always(gettext_noop("No card was left that could start the pile: the deck was shuffled again"))


@event_type("cards_dealt")
class CardsDealt(Event, frozen=True):
    """All hands in seat order (empty for seats not dealt in) and the draw pile."""

    hands: list[list[Card]]
    pile: list[Card]

    def change(self, state: State) -> None:
        state.hands = [hand[:] for hand in self.hands]
        state.draw_pile = self.pile[::-1]

    def seen_by(self, seat: int | None) -> Event:
        hands = [hand if owner == seat else hidden(hand) for owner, hand in enumerate(self.hands)]
        return CardsDealt(hands, hidden(self.pile))

    sentence = untold


@event_type("starter_returned")
class StarterReturned(Event, frozen=True):
    """The starter was put back; `pile` is the draw pile after the shuffle."""

    card: Card
    pile: list[Card]

    def change(self, state: State) -> None:
        state.draw_pile = self.pile[::-1]

    def seen_by(self, _seat: int | None) -> Event:
        return StarterReturned(self.card, hidden(self.pile))

    def sentence(self, names: Names) -> str:
        return _("{card} was put back").format(card=capital(called(self.card, effects_of(names))))


@event_type("starter_turned")
class StarterTurned(Event, frozen=True):
    """The top card of the draw pile opened the discard pile."""

    card: Card

    def change(self, state: State) -> None:
        state.draw_pile.pop()
        state.discard_pile.append(self.card)
        state.colour = COLOUR_OF[self.card]
        state.starter_top = True

    def sentence(self, names: Names) -> str:
        return _("The first card is {card}").format(card=called(self.card, effects_of(names)))


@event_type("starter_colour_asked")
class StarterColourAsked(Event, frozen=True):
    """A black starter waits for the seat to name its colour."""

    seat: int

    def change(self, state: State) -> None:
        state.phase = STARTER_CHOICE
        state.to_act = self.seat

    sentence = untold


@event_type("starter_colour_chosen")
class StarterColourChosen(Event, frozen=True):
    """The seat chose the colour of a black starter."""

    seat: int
    colour: Colour

    def change(self, state: State) -> None:
        state.colour = self.colour

    sentence = of_colour(gettext_noop("{name} chose {colour}"))
