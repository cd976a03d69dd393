"""The view of a match that a seat or a spectator may have (rules.md 3.3, 3.17)."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from games.rules.cards.cards import Card
from games.rules.match import events as e
from games.rules.match.state import MATCH_OVER, OVER, State

HIDDEN: Final = -1


class Sight(msgspec.Struct, frozen=True):
    """A match as a viewer sees it; `-1` is nobody, nothing or a hidden card.

    `hands` holds None for a hidden hand; after the end of a round all hands are open.
    """

    viewer: int | None
    seats: int
    round: int
    rulebook: str
    dealer: int
    direction: int
    name: str
    to_act: int
    top: int
    colour: int
    discard_count: int
    draw_count: int
    counts: list[int]
    hands: list[list[Card] | None]
    drawn_card: int
    pending_kind: str
    pending_total: int
    pending_source: int
    challengeable: bool
    uno: list[int]
    totals: list[int]
    eliminated: list[int]
    winner: int
    winners: list[int]
    places: list[int]
    layer: int = -1
    out: list[int] = []
    emptied: list[int] = []
    silence_kind: str = ""
    silence_mark: int = -1
    placed: list[int] = []
    forfeit_cards: int = 0
    loser: int = -1
    wins: list[int] = []
    losses: list[int] = []
    retired: list[int] = []


def seen_by(state: State, seat: int | None, *, everything: bool = False) -> Sight:
    """Return what the seat may know; `None` is a spectator, `everything` shows all hands."""
    open_hands = everything or state.name in (OVER, MATCH_OVER)
    return Sight(
        viewer=seat,
        seats=state.seats,
        round=state.round,
        rulebook=state.rulebook,
        dealer=state.dealer,
        direction=state.direction,
        name=state.name,
        to_act=state.to_act,
        top=state.top,
        colour=state.colour,
        discard_count=len(state.discard_pile),
        draw_count=len(state.draw_pile),
        counts=[len(hand) for hand in state.hands],
        hands=[hand[:] if open_hands or owner == seat else None for owner, hand in enumerate(state.hands)],
        drawn_card=state.drawn_card if everything or state.to_act == seat else HIDDEN,
        pending_kind=state.pending_kind,
        pending_total=state.pending_total,
        pending_source=state.pending_source,
        challengeable=state.pending_challengeable,
        uno=list(state.uno),
        totals=state.totals[:],
        eliminated=state.eliminated[:],
        winner=state.winner,
        winners=state.winners[:],
        places=state.places[:],
        layer=state.layer,
        out=state.out[:],
        emptied=state.emptied[:],
        silence_kind=state.silence_kind,
        silence_mark=state.silence_mark,
        placed=state.placed[:],
        forfeit_cards=state.forfeit_cards,
        loser=state.loser,
        wins=state.wins[:],
        losses=state.losses[:],
        retired=state.retired[:],
    )


def event_seen_by(event: e.Event, seat: int | None) -> e.Event:
    """Return the event with all cards hidden that the viewer may not know; counts stay visible."""
    hide = _HIDING.get(type(event))
    return hide(event, seat) if hide else event


def _hidden(cards: list[Card]) -> list[Card]:
    return [HIDDEN] * len(cards)


def _chosen(event: e.DealerChosen, _seat: int | None) -> e.Event:
    return e.DealerChosen(event.seat, event.draws, [_hidden(deck) for deck in event.decks])


def _void(event: e.DealVoided, _seat: int | None) -> e.Event:
    return e.DealVoided(_hidden(event.pile))


def _deal(event: e.CardsDealt, seat: int | None) -> e.Event:
    hands = [hand if owner == seat else _hidden(hand) for owner, hand in enumerate(event.hands)]
    return e.CardsDealt(hands, _hidden(event.pile))


def _retired(event: e.SeatGivenUp, seat: int | None) -> e.Event:
    if event.seat == seat:
        return event
    return e.SeatGivenUp(event.seat, event.round, _hidden(event.hand))


def _returned(event: e.StarterReturned, _seat: int | None) -> e.Event:
    return e.StarterReturned(event.card, _hidden(event.pile))


def _play(event: e.CardPlayed, _seat: int | None) -> e.Event:
    return e.CardPlayed(event.seat, event.card)


def _draw(event: e.CardsDrawn, seat: int | None) -> e.Event:
    if event.seat == seat:
        return event
    return e.CardsDrawn(event.seat, _hidden(event.cards), event.reason)


def _rebuilt(event: e.DrawPileRebuilt, _seat: int | None) -> e.Event:
    return e.DrawPileRebuilt(_hidden(event.pile), event.kept)


def _challenge(event: e.ChallengeMade, seat: int | None) -> e.Event:
    if event.seat == seat:
        return event
    return e.ChallengeMade(event.seat, event.target, _hidden(event.shown))


def _shuffle(event: e.HandsShuffled, seat: int | None) -> e.Event:
    return e.HandsShuffled(
        [hand if owner == seat else _hidden(hand) for owner, hand in enumerate(event.hands)]
    )


def _offer(event: e.ExchangeOffered, seat: int | None) -> e.Event:
    if event.seat == seat:
        return event
    return e.ExchangeOffered(event.seat, event.target, HIDDEN, event.later)


def _exchange(event: e.CardsExchanged, seat: int | None) -> e.Event:
    if seat in (event.seat, event.target):
        return event
    return e.CardsExchanged(event.seat, event.target, HIDDEN, HIDDEN)


_HIDING: Final[dict[type[e.Event], Callable[[Any, int | None], e.Event]]] = {
    e.DealerChosen: _chosen,
    e.DealVoided: _void,
    e.CardsDealt: _deal,
    e.StarterReturned: _returned,
    e.CardPlayed: _play,
    e.CardsDrawn: _draw,
    e.DrawPileRebuilt: _rebuilt,
    e.ChallengeMade: _challenge,
    e.SeatGivenUp: _retired,
    e.HandsShuffled: _shuffle,
    e.ExchangeOffered: _offer,
    e.CardsExchanged: _exchange,
}
