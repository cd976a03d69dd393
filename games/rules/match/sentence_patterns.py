"""The common patterns of the sentences of events. Cards the viewer may not know are not named."""

from collections.abc import Callable
from typing import Any

from games.rules.base.language import _, ngettext
from games.rules.cards.card_names import called, colour_called
from games.rules.match.seat_names import Names, effects_of

Sentence = Callable[[Any, Names], str]


def count(number: int) -> str:
    """Return `1 card`, `2 cards`."""
    return ngettext("{number} card", "{number} cards", number).format(number=number)


def points(number: int) -> str:
    """Return `1 point`, `2 points`."""
    return ngettext("{number} point", "{number} points", number).format(number=number)


def untold(_event: Any, _names: Names) -> str | None:
    """Return None: the event is not shown in words."""
    return None


def always(text: str) -> Sentence:
    """Return the same sentence for every event of a type."""
    return lambda _event, _names: _(text)


def of_seat(text: str) -> Sentence:
    """Return a sentence with the {name} of a seat."""
    return lambda event, names: _(text).format(name=names[event.seat])


def of_two(text: str) -> Sentence:
    """Return a sentence with the {name} of a seat and the {other} one, its target."""
    return lambda event, names: _(text).format(name=names[event.seat], other=names[event.target])


def of_card(text: str) -> Sentence:
    """Return a sentence with the {name} of a seat and a {card}."""
    return lambda event, names: _(text).format(
        name=names[event.seat], card=called(event.card, effects_of(names))
    )


def of_colour(text: str) -> Sentence:
    """Return a sentence with the {name} of a seat and a {colour}."""
    return lambda event, names: _(text).format(name=names[event.seat], colour=colour_called(event.colour))


def of_number(text: str, number: Callable[[Any], int]) -> Sentence:
    """Return a sentence with the {name} of a seat and a number of {cards}."""
    return lambda event, names: _(text).format(name=names[event.seat], cards=count(number(event)))


def of_deal(text: str) -> Sentence:
    """Return a sentence with the number of a {deal}."""
    return lambda event, _names: _(text).format(deal=event.deal)
