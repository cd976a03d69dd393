"""Tell what a move in a lesson did: the visitor is “you”, and a lost turn is said."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.rules.cards.card_names import called
from games.rules.match import events as e
from games.rules.match.seat_names import Names, effects_of
from games.rules.match.sentence_patterns import count


def story(events: Sequence[e.Event], names: Names, *, me: int) -> list[str]:
    """Return the consequences of a move in sentences, as the visitor in the seat `me` reads them."""
    told: list[str | None] = []
    loses_turn = None
    for event in events:
        told.append(_sentence(event, names, me))
        if isinstance(event, (e.PenaltyAccepted, e.ChallengeFailed)):
            loses_turn = event.seat
        elif isinstance(event, e.CardsDrawn) and event.seat == loses_turn:
            told.append(_("You miss a turn") if loses_turn == me else _missing(names[loses_turn]))
    return [sentence for sentence in told if sentence]


def _sentence(event: Any, names: Names, me: int) -> str | None:
    if isinstance(event, e.UnoCaught) and event.seat == me:
        return _("{name} caught you not saying UNO").format(name=names[event.by])
    mine = _MINE.get(type(event))
    if mine is None or _subject(event) != me:
        sentence: str | None = event.sentence(names)
        return sentence
    return mine(event, names)


def _missing(name: str) -> str:
    return _("{name} misses a turn").format(name=name)


def _subject(event: Any) -> int:
    """Return the seat that an event is about."""
    if isinstance(event, e.UnoCaught):
        return event.by
    if isinstance(event, e.RoundEnded):
        return event.winner
    if isinstance(event, e.MatchEnded):
        return event.winners[0]
    seat: int = event.seat
    return seat


def _always(text: str) -> Callable[[Any, Names], str]:
    return lambda _event, _names: _(text)


def _of_other(text: str) -> Callable[[Any, Names], str]:
    return lambda event, names: _(text).format(other=names[getattr(event, "target", event.seat)])


def _played(event: e.CardPlayed, names: Names) -> str:
    return _("You played {card}").format(card=called(event.card, effects_of(names)))


def _drew(event: e.CardsDrawn, names: Names) -> str:
    cards = event.cards
    what = called(cards[0], effects_of(names)) if len(cards) == 1 else count(len(cards))
    return _(_WHY.get(event.reason, _DREW)).format(cards=what)


# Translators: {cards} is a card such as “red 5”, or a number of them such as “2 cards”.
_DREW: Final = gettext_noop("You drew {cards}")
_WHY: Final = {
    "challenge": gettext_noop("You drew {cards} after the challenge"),
    "uno": gettext_noop("You drew {cards} for forgetting UNO"),
}
_MINE: Final[dict[type, Callable[[Any, Names], str]]] = {
    e.CardPlayed: _played,
    e.CardsDrawn: _drew,
    e.TurnPassed: _always(gettext_noop("You passed")),
    e.ChallengeMade: _of_other(gettext_noop("You challenged {other}")),
    e.ChallengeUpheld: _of_other(gettext_noop("You were right: {other} bluffed")),
    e.ChallengeFailed: _of_other(gettext_noop("Your challenge failed: {other} did not bluff")),
    e.UnoCalled: _always(gettext_noop("You said UNO")),
    e.UnoCaught: _of_other(gettext_noop("You caught {other} not saying UNO")),
    e.WentOut: _always(gettext_noop("You went out")),
    e.RoundEnded: _always(gettext_noop("You won the deal")),
    e.MatchEnded: _always(gettext_noop("You won the match")),
}
