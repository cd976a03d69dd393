"""Find the command and the card orders behind the events of a step of a log.

A log holds events, not commands. Several commands may have the same events (a call without reason and a catch
without reason, for example); any of them gives the same match. Every command found here is decided again and
leads to exactly the given events.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from games.rules.cards.cards import Card
from games.rules.decisions.decide import decide
from games.rules.match import commands as c
from games.rules.match import events as e
from games.rules.match.state import State
from games.rules.records.checking import RecordedChance

Orders = list[list[Card]]
_REFEREE_CARDS: Final = 2


def command_of(state: State, events: Sequence[e.Event]) -> c.Command:
    """Return a command that leads from the state to exactly these events.

    Refusal `not_replayable` if there is none, as in a log older than a correction of the rules.
    """
    orders = orders_of(state, events)
    for command in _candidates(state, events):
        chance = RecordedChance(orders)
        try:
            decided = decide(state, command, chance)
        except Refusal:
            continue
        if decided == list(events) and not chance.left:
            return command
    raise not_replayable()


def not_replayable() -> Refusal:
    """Return the refusal to record a log that is older than a correction of the rules."""
    return Refusal(
        "not_replayable", _("A move of this match does not follow from the rules as they are now.")
    )


def orders_of(state: State, events: Sequence[e.Event]) -> Orders:
    """Return every order of cards that was shuffled in the step, top first."""
    orders: Orders = []
    started: e.RoundStarted | None = None
    layer = e.NOBODY
    for event in events:
        if isinstance(event, e.DealerChosen):
            orders += event.decks
        elif isinstance(event, e.RoundStarted):
            started = event
        elif isinstance(event, e.CardsDealt) and started:
            orders.append(_dealt_deck(started, event))
        elif isinstance(event, e.DealVoided | e.StarterReturned | e.DrawPileRebuilt):
            orders.append(event.pile)
        elif isinstance(event, e.CardPlayed):
            layer = event.seat
        elif isinstance(event, e.HandsShuffled):
            orders.append(_shuffled_hands(state, layer, event.hands))
    return orders


def _dealt_deck(started: e.RoundStarted, dealt: e.CardsDealt) -> list[Card]:
    seats = [(started.dealer + place) % started.seats for place in range(1, started.seats + 1)]
    hands = [dealt.hands[seat] for seat in seats if not started.eliminated[seat]]
    return [card for circle in zip(*hands, strict=True) for card in circle] + dealt.pile


def _shuffled_hands(state: State, layer: int, hands: list[list[Card]]) -> list[Card]:
    """Return the collected cards in the order they were dealt, from the left of the seat that played."""
    seats = [seat for seat in state.active_seats() if seat > layer]
    seats += [seat for seat in state.active_seats() if seat <= layer]
    longest = max(len(hand) for hand in hands)
    return [hands[seat][place] for place in range(longest) for seat in seats if place < len(hands[seat])]


def _candidates(state: State, events: Sequence[e.Event]) -> Iterator[c.Command]:
    """Yield the possible commands, the most likely first."""
    # Windows close before all other events; a penalty for a missed call is drawn at once.
    first = next((event for event in events if not _closes_window(event)), None)
    if first is not None and type(first) in _FINDERS:
        yield from _FINDERS[type(first)](state, first, events)


def _closes_window(event: e.Event) -> bool:
    drawn = isinstance(event, e.CardsDrawn) and event.reason == "uno"
    return drawn or isinstance(event, e.UnoLapsed | e.UnoMissed | e.DrawPileRebuilt)


def _played(state: State, first: e.CardPlayed, events: Sequence[e.Event]) -> Iterator[c.Command]:
    seat, card = first.seat, first.card
    if sum(isinstance(event, e.CardPlayed) for event in events) > 1:
        yield c.LayPair(seat, card)
        yield c.LayPair(seat, card, uno=True)
        return
    make = c.JumpIn if any(isinstance(event, e.JumpedIn) for event in events) else c.PlayCard
    colour: int | None = None
    target: int | None = None
    offered: Card | None = None
    for event in events:
        if isinstance(event, e.ColourChosen) and not state.options.colours_in_circle:
            colour = event.colour
        elif isinstance(event, e.HandsSwapped):
            target = event.target
        elif isinstance(event, e.ExchangeOffered):
            target, offered = event.target, event.card
    yield make(seat, card, colour, target=target, offered=offered)
    yield make(seat, card, colour, uno=True, target=target, offered=offered)


def _jumped(state: State, _first: e.JumpedIn, events: Sequence[e.Event]) -> Iterator[c.Command]:
    played = next(event for event in events if isinstance(event, e.CardPlayed))
    return _played(state, played, events)


def _illegal(state: State, first: e.IllegalCardPenalised, _events: object) -> Iterator[c.Command]:
    """Yield the ways to try a card that was taken back: the events do not say what was named with it."""
    targets = [None, *state.in_turn_order(first.seat)]
    for make, colour, target in product((c.PlayCard, c.JumpIn), (None, 0), targets):
        yield make(first.seat, first.card, colour, target=target)


def _called_or_caught(state: State, first: e.FalseCallPenalised, _events: object) -> Iterator[c.Command]:
    yield c.CallUno(first.seat)
    yield from (c.Catch(first.seat, other) for other in state.in_turn_order(first.seat))


def _dealt(_state: State, _first: e.Event, events: Sequence[e.Event]) -> Iterator[c.Command]:
    started = next(event for event in events if isinstance(event, e.RoundStarted))
    yield c.Deal()
    if started.youngest != e.NOBODY:
        yield c.Deal(youngest=started.youngest)


def _starter_coloured(
    _state: State, first: e.StarterColourChosen, events: Sequence[e.Event]
) -> Iterator[c.Command]:
    swapped = next((event.target for event in events if isinstance(event, e.HandsSwapped)), None)
    yield c.ChooseColour(first.seat, first.colour, swapped)


_Finder = Callable[[State, Any, Sequence[e.Event]], Iterable[c.Command]]


def _by_seat(make: Callable[[int], c.Command]) -> _Finder:
    return lambda _state, first, _events: [make(first.seat)]


def _always(command: c.Command) -> _Finder:
    return lambda _state, _first, _events: [command]


_FINDERS: Final[dict[type[e.Event], _Finder]] = {
    e.DealerChosen: _always(c.DrawForDealer()),
    e.RoundStarted: _dealt,
    e.CardPlayed: _played,
    e.JumpedIn: _jumped,
    e.IllegalCardPenalised: _illegal,
    e.CardsDrawn: _by_seat(c.DrawCard),
    e.TurnPassed: _by_seat(c.Pass),
    e.PenaltyAccepted: _by_seat(c.Accept),
    e.ChallengeMade: _by_seat(c.Challenge),
    e.StarterColourChosen: _starter_coloured,
    e.UnoCalled: _by_seat(c.CallUno),
    e.UnoCaught: lambda _state, first, _events: [c.Catch(first.by, first.seat)],
    e.FalseCallPenalised: _called_or_caught,
    e.CardsExchanged: lambda _state, first, _events: [c.GiveCard(first.target, first.received)],
    e.HandPlaced: _by_seat(c.PlaceHand),
    e.HandsUpClosed: _always(c.EndCentre()),
    e.ReadyGiven: _by_seat(c.SayReady),
    e.ForfeitPerformed: _by_seat(lambda seat: c.Perform(seat, done=True)),
    e.ForfeitRefused: _by_seat(lambda seat: c.Perform(seat, done=False)),
    e.CharadeWon: lambda state, first, _events: [c.AwardCharade(state.to_act, first.seat)],
    # If nobody guessed the charade, the step has only the next turn.
    e.TurnStarted: lambda state, _first, _events: [c.AwardCharade(state.to_act, None)],
    e.RefereePenalty: lambda _state, first, _events: [
        c.Penalise(first.seat, first.cards, first.reason, first.words)
    ],
    e.SilenceBroken: _by_seat(lambda seat: c.Penalise(seat, _REFEREE_CARDS, "silence")),
    e.SeatGivenUp: _by_seat(c.Retire),
    # The rules end a round or match with a move; here there was no move before.
    e.RoundEnded: _always(c.CallTime()),
    e.MatchEnded: lambda _state, _first, _events: [c.EndMatch(), c.CallTime()],
}
