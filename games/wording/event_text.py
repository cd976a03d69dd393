"""What happened, in plain words for pages. Cards the viewer may not know stay unnamed."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.events import table_events as t
from games.rules.cards.card_names import COLOURS, capital, colour_called
from games.rules.cards.card_names import called as card
from games.rules.match import events as e
from games.rules.match import house_events as h
from games.rules.scoresheet import events as p

__all__ = ["COLOURS", "card", "colour_called", "count", "forfeit", "listed", "points", "sentence"]

Names = Sequence[str]


def sentence(event: Any, names: Names) -> str | None:
    """Return a sentence about an event, as its viewer sees it; None for events nobody needs to read.

    `names` are those of the seats, in seat order.
    """
    write = _WRITERS.get(type(event))
    return write(event, names) if write else None


def count(number: int) -> str:
    """Return `1 card`, `2 cards`."""
    return ngettext("{number} card", "{number} cards", number).format(number=number)


def points(number: int) -> str:
    """Return `1 point`, `2 points`."""
    return ngettext("{number} point", "{number} points", number).format(number=number)


def listed(some: Sequence[str]) -> str:
    """Return `Ana, Bo and Cy`."""
    if len(some) < 2:
        return "".join(some)
    return _("{names} and {last}").format(names=", ".join(some[:-1]), last=some[-1])


def _drawn(event: e.CardsDrawn, names: Names) -> str:
    who, cards = names[event.seat], event.cards
    if not cards:
        return _("{name} found no card to draw").format(name=who)
    what = card(cards[0]) if len(cards) == 1 else count(len(cards))
    return _(_WHY.get(event.reason, _DREW)).format(name=who, cards=what)


# Translators: {cards} is a card such as “red 5”, or a number of them such as “2 cards”.
_DREW: Final = gettext_noop("{name} drew {cards}")
_WHY: Final = {
    "challenge": gettext_noop("{name} drew {cards} after the challenge"),
    "uno": gettext_noop("{name} drew {cards} for the forgotten UNO"),
    "referee": gettext_noop("{name} drew {cards} by order of the referee"),
    "last_card": gettext_noop("{name} drew {cards} from the last card"),
    "bounce": gettext_noop("{name} drew {cards} that were sent back"),
    "refill": gettext_noop("{name} drew {cards} for the empty hand"),
    "illegal": gettext_noop("{name} drew {cards} for a card that does not fit"),
    "false_call": gettext_noop("{name} drew {cards} for a false call"),
    "centre": gettext_noop("{name} drew {cards} for being last at the centre"),
    "silence": gettext_noop("{name} drew {cards} for breaking the silence"),
    "forfeit": gettext_noop("{name} drew {cards} instead of the forfeit"),
}


def forfeit(what: str) -> str:
    """Return what a Customizable card demands: `sing a song or draw 2 cards`."""
    return _(_FORFEITS[what])


# Translators: {cards} is a number of cards such as “2 cards”.
_GIVEN: Final = gettext_noop("The referee gave {name} {cards}")
_OFFENCES: Final = {
    "advice": gettext_noop("The referee gave {name} {cards} for giving advice"),
    "uno": gettext_noop("The referee gave {name} {cards} for the forgotten UNO"),
    "illegal": gettext_noop("The referee gave {name} {cards} for a card that does not fit"),
    "false_call": gettext_noop("The referee gave {name} {cards} for a false call"),
    "silence": gettext_noop("The referee gave {name} {cards} for breaking the silence"),
    "centre": gettext_noop("The referee gave {name} {cards} for being last at the centre"),
}
# Translators: what somebody must do, after “You must” or a name and “must”.
_FORFEITS: Final = {
    "next_situps_or_draw_3": gettext_noop("do three sit-ups or draw 3 cards"),
    "next_sings_or_draw_2": gettext_noop("sing a song or draw 2 cards"),
}


def _punished(event: e.RefereePenalty, names: Names) -> str:
    given = _(_OFFENCES.get(event.reason, _GIVEN))
    return given.format(name=names[event.seat], cards=count(event.cards))


def _raised(event: e.PenaltyRaised, names: Names) -> str:
    if event.kind == "skip":
        return _("{name} is to be skipped").format(name=names[event.victim])
    return _("{name} faces {cards}").format(name=names[event.victim], cards=count(event.total))


def _ended(event: e.RoundEnded, names: Names) -> str:
    if event.winner < 0:
        return _(_WITHOUT_WINNER[event.reason])
    return _("{name} won the deal").format(name=names[event.winner])


_WITHOUT_WINNER: Final = {
    "blocked": gettext_noop("The deal is blocked: nobody wins it"),
    "out": gettext_noop("Nobody wins the deal"),
    "left": gettext_noop("The deal does not count: nobody is left to play it"),
    "time": gettext_noop("Time is up: this deal does not count"),
}


def _scored(event: e.PointsScored, names: Names) -> str | None:
    scored = [f"{names[seat]} {points}" for seat, points in enumerate(event.points) if points]
    return _("Points: {list}").format(list=", ".join(scored)) if scored else None


def _counted(event: p.HandsCounted, names: Names) -> str | None:
    held = [
        f"{names[seat]} {left}"
        for seat, left in enumerate(event.left)
        if left >= 0 and (left or event.hands[seat])
    ]
    return _("Left in hand: {list}").format(list=", ".join(held)) if held else None


_WHY_FINAL: Final = {
    "unasked": gettext_noop("The result is final"),
    "confirmed": gettext_noop("All have confirmed: the result is final"),
    "silence": gettext_noop("Nobody objected: the result is final"),
    "referee": gettext_noop("By decision of the referee the result is final"),
}


def _match_ended(event: e.MatchEnded, names: Names) -> str:
    winners = [names[seat] for seat in event.winners]
    return ngettext("{names} won the match", "{names} won the match", len(winners)).format(
        names=listed(winners)
    )


def _always(text: str) -> Callable[[Any, Names], str]:
    return lambda _event, _names: _(text)


def _of_seat(text: str) -> Callable[[Any, Names], str]:
    return lambda event, names: _(text).format(name=names[event.seat])


def _of_two(text: str) -> Callable[[Any, Names], str]:
    return lambda event, names: _(text).format(name=names[event.seat], other=names[event.target])


def _of_card(text: str) -> Callable[[Any, Names], str]:
    return lambda event, names: _(text).format(name=names[event.seat], card=card(event.card))


def _of_colour(text: str) -> Callable[[Any, Names], str]:
    return lambda event, names: _(text).format(name=names[event.seat], colour=colour_called(event.colour))


def _of_number(text: str, number: Callable[[Any], int]) -> Callable[[Any, Names], str]:
    return lambda event, names: _(text).format(name=names[event.seat], cards=count(number(event)))


def _of_deal(text: str) -> Callable[[Any, Names], str]:
    return lambda event, _names: _(text).format(deal=event.deal)


_WRITERS: Final[dict[type, Callable[[Any, Names], str | None]]] = {
    e.RoundStarted: lambda event, names: _("Deal {deal}: {name} deals").format(
        deal=event.round, name=names[event.dealer]
    ),
    e.DealerChosen: _of_seat(gettext_noop("{name} was chosen to deal first")),
    e.DealVoided: _always(gettext_noop("No card was left that may open: the deck was shuffled again")),
    e.StarterReturned: lambda event, _names: _("{card} was put back").format(card=capital(card(event.card))),
    e.StarterTurned: lambda event, _names: _("The first card is {card}").format(card=card(event.card)),
    e.StarterColourChosen: _of_colour(gettext_noop("{name} chose {colour}")),
    e.CardPlayed: _of_card(gettext_noop("{name} played {card}")),
    # Where colours go in a circle nobody names one: this is true of both.
    e.ColourChosen: _of_colour(gettext_noop("The colour is now {colour}")),
    e.DirectionReversed: _always(gettext_noop("The direction turned round")),
    e.CardsDrawn: _drawn,
    e.DrawPileRebuilt: _always(gettext_noop("The discards were shuffled into a new draw pile")),
    e.TurnPassed: _of_seat(gettext_noop("{name} passed")),
    e.PenaltyRaised: _raised,
    e.PlayerSkipped: _of_seat(gettext_noop("{name} was skipped")),
    e.ChallengeMade: _of_two(gettext_noop("{name} challenged {other}")),
    e.ChallengeUpheld: _of_two(gettext_noop("{name} was right: {other} could have played another card")),
    e.ChallengeFailed: _of_two(gettext_noop("{name} was wrong about {other}")),
    e.UnoCalled: _of_seat(gettext_noop("{name} said UNO")),
    e.UnoCaught: lambda event, names: _("{name} caught {other} without UNO").format(
        name=names[event.by], other=names[event.seat]
    ),
    e.RefereePenalty: _punished,
    e.WentOut: _of_seat(gettext_noop("{name} went out")),
    e.RoundEnded: _ended,
    e.PointsScored: _scored,
    e.SeatEliminated: _of_seat(gettext_noop("{name} is out of the match")),
    e.SeatGivenUp: _of_seat(gettext_noop("{name} has left the match; those cards are out of play")),
    e.MatchEnded: _match_ended,
    t.WordsGiven: _of_seat(gettext_noop("{name} gave words for the shuffle")),
    h.JumpedIn: _of_seat(gettext_noop("{name} jumped in")),
    h.PenaltyReflected: _of_seat(gettext_noop("{name} sent it back")),
    h.PenaltyBounced: _of_two(gettext_noop("{name} bounced the cards to {other}")),
    h.CardTakenBack: _of_card(gettext_noop("{name} took back {card}")),
    h.ReadyRequested: _of_seat(gettext_noop("{name} is sorting the cards")),
    h.ReadyGiven: _of_seat(gettext_noop("{name} is ready")),
    h.HandsSwapped: _of_two(gettext_noop("{name} and {other} swapped hands")),
    h.HandsRotated: _always(gettext_noop("All hands moved on")),
    h.HandsShuffled: _always(gettext_noop("All hands were shuffled and dealt again")),
    h.ExchangeOffered: _of_two(gettext_noop("{name} offered {other} an exchange")),
    h.CardsExchanged: _of_two(gettext_noop("{name} and {other} exchanged a card")),
    h.HandsUpOpened: _always(gettext_noop("Hands to the centre")),
    h.HandPlaced: _of_seat(gettext_noop("{name} put a hand on the centre")),
    h.SilenceStarted: _always(gettext_noop("Silence, please")),
    h.SilenceEnded: _always(gettext_noop("The silence is over")),
    h.SilenceBroken: _of_seat(gettext_noop("{name} broke the silence")),
    h.UnoMissed: _of_seat(gettext_noop("{name} forgot to say UNO")),
    h.IllegalCardPenalised: _of_card(gettext_noop("{name} tried {card} in vain")),
    h.FalseCallPenalised: _of_seat(gettext_noop("{name} called without reason")),
    h.HandRefilled: _of_number(gettext_noop("{name} plays on with {cards}"), lambda event: event.cards),
    h.ForfeitDemanded: lambda event, names: _("{name} must {forfeit}").format(
        name=names[event.seat], forfeit=forfeit(event.what)
    ),
    h.ForfeitPerformed: _of_seat(gettext_noop("{name} did it")),
    h.ForfeitRefused: _of_seat(gettext_noop("{name} refused")),
    h.CharadeStarted: _of_seat(gettext_noop("{name} plays a charade")),
    h.CharadeWon: _of_number(
        gettext_noop("{name} guessed it and put down {cards}"), lambda event: len(event.cards)
    ),
    h.WildsDiscarded: _of_number(gettext_noop("{name} put down {cards}"), lambda event: len(event.cards)),
    p.HandsCounted: _counted,
    p.DealUndone: _of_deal(gettext_noop("Deal {deal} was undone")),
    p.DealCorrected: _of_deal(gettext_noop("Deal {deal} was corrected")),
    p.SeatRetired: lambda event, names: (
        _("{name} left the match") if event.reason == "left" else _("{name} was disqualified")
    ).format(name=names[event.seat]),
    p.SeatRejoined: _of_seat(gettext_noop("{name} is in the match again")),
    p.PenaltyTakenBack: _of_seat(gettext_noop("The penalty of {name} was taken back")),
    p.ResultReported: _always(gettext_noop("The result was reported")),
    p.ResultConfirmed: _of_seat(gettext_noop("{name} confirmed the result")),
    p.ResultDisputed: _of_seat(gettext_noop("{name} objected to the result")),
    p.DisputeSettled: lambda event, _names: (
        _("The referee lets the result stand")
        if event.stands
        else _("The referee opened the score sheet again")
    ),
    p.ResultFinal: lambda event, _names: _(_WHY_FINAL[event.reason]),
    t.SeatLeft: _of_seat(gettext_noop("{name} is away; a bot plays on")),
    t.SeatReturned: _of_seat(gettext_noop("{name} came back")),
    t.SeatHandedOver: _of_seat(gettext_noop("{name} takes this seat over, with its cards and points")),
    t.TablePaused: _always(gettext_noop("The match is paused")),
    t.TableResumed: _always(gettext_noop("The match goes on")),
    t.DeadlineMoved: _always(gettext_noop("The clock was put right: nobody lost time")),
}
