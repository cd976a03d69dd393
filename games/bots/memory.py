"""The memory of a seat during a deal: cards it saw in other hands, and the cards on which others drew.

It is told events as its seat sees them, and so knows nothing else.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from games.rules.cards.cards import COLOUR_OF, HIDDEN, IS_BLACK, Card
from games.rules.match import events as e
from games.rules.match.state import State


class Lack(NamedTuple):
    """A seat found no card to lay on a top card; `cards` of its hand were there then."""

    colour: int
    top: Card
    cards: int


class Favourite(NamedTuple):
    """A colour that a seat named; `cards` of its hand were there then."""

    colour: int
    cards: int


class Memory:
    """The memory of a seat during a deal."""

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.known: list[list[Card]] = [[] for _seat in range(seats)]
        """The cards of each hand that the seat knows: all of its own."""
        self.lacks: dict[int, Lack] = {}
        self.favourites: dict[int, Favourite] = {}
        """The colours that seats named, until they lay another card or find none to lay."""
        self._held = [0] * seats
        self._colour, self._top = -1, HIDDEN

    @classmethod
    def of(cls, events: Iterable[e.Event], seat: int, seats: int) -> "Memory":
        """Return the memory of a seat after the events of a deal from its start."""
        memory, state = cls(seat, seats), State()
        for event in events:
            event.change(state)
            memory.see([event], state.hands[seat])
        return memory

    def see(self, events: Iterable[e.Event], hand: Sequence[Card]) -> None:
        """Remember the events of a step as far as the seat sees them, and its hand after them."""
        for event in events:
            notice = _NOTICE.get(type(event))
            if notice:
                notice(self, event.seen_by(self.seat))
        self.known[self.seat] = list(hand)

    def dealt(self, event: e.CardsDealt) -> None:
        """The cards were dealt."""
        self.known = [[] for _hand in event.hands]
        self.known[self.seat] = event.hands[self.seat][:]
        self._held = [len(hand) for hand in event.hands]
        self.lacks, self.favourites = {}, {}

    def turned(self, event: e.StarterTurned) -> None:
        """The first card was turned up."""
        self._colour, self._top = COLOUR_OF[event.card], event.card

    def played(self, event: e.CardPlayed) -> None:
        """A card was laid."""
        self._lose(event.seat, event.card)
        self.favourites.pop(event.seat, None)
        self._top = event.card
        if not IS_BLACK[event.card]:
            self._colour = COLOUR_OF[event.card]

    def coloured(self, event: e.ColourChosen | e.StarterColourChosen) -> None:
        """A colour was named."""
        self._colour = event.colour
        self.favourites[event.seat] = Favourite(event.colour, self._held[event.seat])

    def drew(self, event: e.CardsDrawn) -> None:
        """A seat drew cards."""
        if event.reason == "turn":
            self.lacks[event.seat] = Lack(self._colour, self._top, self._held[event.seat])
            self.favourites.pop(event.seat, None)
        self._held[event.seat] += len(event.cards)
        self.known[event.seat] += [card for card in event.cards if card != HIDDEN]

    def passed(self, event: e.TurnPassed) -> None:
        """A seat passed after it had drawn."""
        lack = self.lacks.get(event.seat)
        if lack:
            self.lacks[event.seat] = lack._replace(cards=self._held[event.seat])

    def shown(self, event: e.ChallengeMade) -> None:
        """A seat showed its hand to a challenger."""
        if HIDDEN not in event.shown:
            self.known[event.target] = event.shown[:]

    def taken_back(self, event: e.CardTakenBack) -> None:
        """A seat took its Wild Draw Four back."""
        self._colour = event.colour
        self._gain(event.seat, event.card)

    def swapped(self, event: e.HandsSwapped) -> None:
        """Two seats swapped hands."""
        self._move([(event.seat, event.target), (event.target, event.seat)])

    def rotated(self, event: e.HandsRotated) -> None:
        """Hands were passed on."""
        self._move(list(zip(event.seats, event.seats[1:] + event.seats[:1], strict=True)))

    def shuffled(self, event: e.HandsShuffled) -> None:
        """All hands were shuffled."""
        self.known = [[card for card in hand if card != HIDDEN] for hand in event.hands]
        self._held = [len(hand) for hand in event.hands]
        self.lacks, self.favourites = {}, {}

    def exchanged(self, event: e.CardsExchanged) -> None:
        """Two seats exchanged a card."""
        for giver, taker, card in (
            (event.seat, event.target, event.card),
            (event.target, event.seat, event.received),
        ):
            self._lose(giver, card)
            self._gain(taker, card)

    def tried(self, event: e.IllegalCardPenalised) -> None:
        """A card went back to its hand."""
        if event.card not in self.known[event.seat]:
            self.known[event.seat].append(event.card)

    def given_up(self, event: e.SeatGivenUp) -> None:
        """A seat left with its cards."""
        self.known[event.seat], self._held[event.seat] = [], 0

    def _move(self, ways: list[tuple[int, int]]) -> None:
        known, held = self.known[:], self._held[:]
        lacks, favourites = dict(self.lacks), dict(self.favourites)
        for giver, taker in ways:
            self.known[taker], self._held[taker] = known[giver], held[giver]
            self.lacks.pop(taker, None)
            self.favourites.pop(taker, None)
            if giver in lacks:
                self.lacks[taker] = lacks[giver]
            if giver in favourites:
                self.favourites[taker] = favourites[giver]

    def _gain(self, seat: int, card: Card) -> None:
        self._held[seat] += 1
        if card != HIDDEN:
            self.known[seat].append(card)

    def _lose(self, seat: int, card: Card) -> None:
        self._held[seat] -= 1
        if card in self.known[seat]:
            self.known[seat].remove(card)
        elif card == HIDDEN and seat != self.seat:
            self.known[seat] = []  # any of them may be the one that is gone
        lack = self.lacks.get(seat)
        if lack and lack.cards > self._held[seat]:
            self.lacks[seat] = lack._replace(cards=self._held[seat])
        favourite = self.favourites.get(seat)
        if favourite and favourite.cards > self._held[seat]:
            self.favourites[seat] = favourite._replace(cards=self._held[seat])


_NOTICE: Final[dict[type[e.Event], Callable[[Memory, Any], None]]] = {
    e.CardsDealt: Memory.dealt,
    e.StarterTurned: Memory.turned,
    e.CardPlayed: Memory.played,
    e.ColourChosen: Memory.coloured,
    e.StarterColourChosen: Memory.coloured,
    e.CardsDrawn: Memory.drew,
    e.TurnPassed: Memory.passed,
    e.ChallengeMade: Memory.shown,
    e.CardTakenBack: Memory.taken_back,
    e.HandsSwapped: Memory.swapped,
    e.HandsRotated: Memory.rotated,
    e.HandsShuffled: Memory.shuffled,
    e.CardsExchanged: Memory.exchanged,
    e.IllegalCardPenalised: Memory.tried,
    e.SeatGivenUp: Memory.given_up,
}
