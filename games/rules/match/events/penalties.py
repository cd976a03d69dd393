"""Events of pending effects, challenges, calls of UNO, and the referee."""

from typing import Final

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop, ngettext
from games.rules.cards.cards import Card, hidden
from games.rules.match.events.base import Event, changes_nothing
from games.rules.match.phases import CALLED, NONE, OPEN, PENDING, TURN
from games.rules.match.seat_names import Names
from games.rules.match.sentence_patterns import count, of_seat, of_two, untold
from games.rules.match.state import NOBODY, State


@event_type("penalty_raised")
class PenaltyRaised(Event, frozen=True):
    """An effect is pending on its victim. `kind` is draw2, draw4, ten or skip; a starter has no source.

    `card` is the Skip that raised a skip, `height` the discards that belong to a chain of Wild Draw Fours.
    """

    kind: str
    total: int
    victim: int
    source: int = NOBODY
    challengeable: bool = False
    card: Card = -1
    height: int = 0

    def change(self, state: State) -> None:
        state.phase = PENDING
        state.to_act = self.victim
        state.pending_kind = self.kind
        state.pending_total = self.total
        state.pending_source = self.source
        state.pending_challengeable = self.challengeable
        state.pending_card = self.card
        state.chain_height = self.height

    def sentence(self, names: Names) -> str:
        if self.kind == "skip":
            return _("{name} will be skipped").format(name=names[self.victim])
        sentence = ngettext("{count} card for {name}", "{count} cards for {name}", self.total)
        return sentence.format(name=names[self.victim], count=self.total)


def _settle(_event: Event, state: State) -> None:
    state.phase = TURN
    state.idle_turns = 0
    state.pending_legal = True
    state.clear_pending()


@event_type("penalty_accepted")
class PenaltyAccepted(Event, frozen=True):
    """The seat took the pending cards instead of answering."""

    seat: int

    change = _settle

    sentence = untold


@event_type("player_skipped")
class PlayerSkipped(Event, frozen=True):
    """The seat misses this turn."""

    seat: int

    change = changes_nothing

    sentence = of_seat(gettext_noop("{name} was skipped"))


@event_type("challenge_made")
class ChallengeMade(Event, frozen=True):
    """`shown` is the hand of the challenged seat, which only the challenger sees."""

    seat: int
    target: int
    shown: list[Card]

    change = changes_nothing

    def seen_by(self, seat: int | None) -> Event:
        if self.seat == seat:
            return self
        return ChallengeMade(self.seat, self.target, hidden(self.shown))

    sentence = of_two(gettext_noop("{name} challenged {other}"))


@event_type("challenge_upheld")
class ChallengeUpheld(Event, frozen=True):
    """The challenge was right: the target was not allowed to play its card."""

    seat: int
    target: int

    change = _settle

    sentence = of_two(gettext_noop("{name} was right: {other} bluffed"))


@event_type("challenge_failed")
class ChallengeFailed(Event, frozen=True):
    """The challenge was wrong: the target was allowed to play its card."""

    seat: int
    target: int

    change = _settle

    sentence = of_two(gettext_noop("{name}’s challenge failed: {other} did not bluff"))


@event_type("uno_due")
class UnoDue(Event, frozen=True):
    """The seat holds a single card and has not called: it may be caught."""

    seat: int

    def change(self, state: State) -> None:
        state.uno[self.seat] = OPEN

    sentence = untold


@event_type("uno_called")
class UnoCalled(Event, frozen=True):
    """The seat said UNO."""

    seat: int

    def change(self, state: State) -> None:
        state.uno[self.seat] = CALLED

    sentence = of_seat(gettext_noop("{name} said UNO"))


@event_type("uno_caught")
class UnoCaught(Event, frozen=True):
    """The seat had not called UNO and was caught by another."""

    seat: int
    by: int

    def change(self, state: State) -> None:
        state.uno[self.seat] = NONE

    def sentence(self, names: Names) -> str:
        return _("{name} caught {other} not saying UNO").format(name=names[self.by], other=names[self.seat])


@event_type("uno_lapsed")
class UnoLapsed(Event, frozen=True):
    """The catch window of the seat closed without a call."""

    seat: int

    def change(self, state: State) -> None:
        state.uno[self.seat] = NONE

    sentence = of_seat(gettext_noop("No one caught {name} not saying UNO"))


@event_type("referee_penalty", upcasts=[dict])
class RefereePenalty(Event, frozen=True):
    """The referee gave the seat cards. `words` is what for, where the kind (`reason`) does not say it."""

    seat: int
    cards: int
    reason: str = "penalty"
    words: str = ""

    change = changes_nothing

    def sentence(self, names: Names) -> str:
        text = _(_OFFENCES.get(self.reason, _EXPLAINED if self.words else _GIVEN))
        return text.format(name=names[self.seat], cards=count(self.cards), reason=self.words)


# Translators: {cards} is a number of cards such as “2 cards”.
_GIVEN: Final = gettext_noop("{name} got a penalty of {cards}")
# Translators: {cards} is a number of cards such as “2 cards”.
_EXPLAINED: Final = gettext_noop("{name} got a penalty of {cards}: {reason}")
_OFFENCES: Final = {
    "advice": gettext_noop("The referee gave {name} {cards} for giving advice"),
    "uno": gettext_noop("The referee gave {name} {cards} for forgetting UNO"),
    "illegal": gettext_noop("The referee gave {name} {cards} for a card that does not fit"),
    "false_call": gettext_noop("The referee gave {name} {cards} for a false call"),
    "silence": gettext_noop("The referee gave {name} {cards} for breaking the silence"),
    "centre": gettext_noop("The referee gave {name} {cards} for slapping the pile last"),
}
