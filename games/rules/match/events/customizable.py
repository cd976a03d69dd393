"""Events of Customizable cards: forfeits, charades and cards put below the top card."""

from typing import Final

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop
from games.rules.cards.cards import Card
from games.rules.match.events.base import Event, changes_nothing
from games.rules.match.phases import AWARD, FORFEIT, NONE
from games.rules.match.seat_names import Names
from games.rules.match.sentence_patterns import of_number, of_seat
from games.rules.match.state import State


@event_type("forfeit_demanded")
class ForfeitDemanded(Event, frozen=True):
    """The seat has to perform `what` or draw `cards`."""

    seat: int
    what: str
    cards: int

    def change(self, state: State) -> None:
        state.phase = FORFEIT
        state.to_act = self.seat
        state.forfeit_cards = self.cards

    def sentence(self, names: Names) -> str:
        return _("Dare for {name}: {dare}").format(name=names[self.seat], dare=forfeit(self.what))


@event_type("forfeit_performed")
class ForfeitPerformed(Event, frozen=True):
    """The seat performed its forfeit."""

    seat: int

    change = changes_nothing

    sentence = of_seat(gettext_noop("{name} did it"))


@event_type("forfeit_refused")
class ForfeitRefused(Event, frozen=True):
    """The seat refused its forfeit."""

    seat: int

    change = changes_nothing

    sentence = of_seat(gettext_noop("{name} refused"))


@event_type("charade_started")
class CharadeStarted(Event, frozen=True):
    """The seat plays a charade and will name the seat that guesses it."""

    seat: int

    def change(self, state: State) -> None:
        state.phase = AWARD
        state.to_act = self.seat

    sentence = of_seat(gettext_noop("{name} plays a charade"))


def _put_below(event: "CharadeWon | WildsDiscarded", state: State) -> None:
    for card in event.cards:
        state.hands[event.seat].remove(card)
    state.discard_pile[-1:-1] = event.cards
    if event.cards:
        state.uno[event.seat] = NONE


@event_type("charade_won")
class CharadeWon(Event, frozen=True):
    """The seat guessed the charade and put its cards of the named colour below the top card."""

    seat: int
    cards: list[Card]

    change = _put_below

    sentence = of_number(
        gettext_noop("{name} guessed it and discarded {cards}"), lambda event: len(event.cards)
    )


@event_type("wilds_discarded")
class WildsDiscarded(Event, frozen=True):
    """The seat put its black cards below the top card."""

    seat: int
    cards: list[Card]

    change = _put_below

    sentence = of_number(gettext_noop("{name} discarded {cards}"), lambda event: len(event.cards))


def forfeit(what: str) -> str:
    """Return what a Customizable card demands: `sing a song or draw 2 cards`."""
    return _(_FORFEITS[what])


# Translators: follows “Your dare:”.
_FORFEITS: Final = {
    "next_situps_or_draw_3": gettext_noop("do three sit-ups or draw 3 cards"),
    "next_sings_or_draw_2": gettext_noop("sing a song or draw 2 cards"),
}
