"""What happened, in plain English for pages. Cards the viewer may not know stay unnamed."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games import table_events as t
from games.rules import events as e
from games.rules import house_events as h
from games.rules import physical_events as p
from games.rules.card_names import COLOURS
from games.rules.card_names import called as card

__all__ = ["COLOURS", "card", "count", "forfeit", "listed", "sentence"]

Names = Sequence[str]


def sentence(event: Any, names: Names) -> str | None:
    """Return a sentence about an event, as its viewer sees it; None for events nobody needs to read.

    `names` are those of the seats, in seat order.
    """
    write = _WRITERS.get(type(event))
    return write(event, names) if write else None


def count(number: int) -> str:
    """Return `1 card`, `2 cards`."""
    return f"{number} card" if number == 1 else f"{number} cards"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def listed(some: Sequence[str]) -> str:
    """Return `Ana, Bo and Cy`."""
    return " and ".join([", ".join(some[:-1]), some[-1]] if len(some) > 1 else some)


def _drawn(event: e.CardsDrawn, names: Names) -> str:
    who, cards = names[event.seat], event.cards
    if not cards:
        return f"{who} found no card to draw"
    what = card(cards[0]) if len(cards) == 1 else count(len(cards))
    return f"{who} drew {what}{_WHY[event.reason]}"


_WHY: Final = {
    "turn": "",
    "penalty": "",
    "challenge": " after the challenge",
    "uno": " for the forgotten UNO",
    "referee": " by order of the referee",
    "last_card": " from the last card",
    "bounce": " that were sent back",
    "refill": " for the empty hand",
    "illegal": " for a card that does not fit",
    "false_call": " for a false call",
    "centre": " for being last at the centre",
    "silence": " for breaking the silence",
    "customizable": "",
    "forfeit": " instead of the forfeit",
}


def forfeit(what: str) -> str:
    """Return what a Customizable card demands: `sing a song or draw 2 cards`."""
    return _FORFEITS[what]


_OFFENCES: Final = {
    "advice": " for giving advice",
    "uno": " for the forgotten UNO",
    "illegal": " for a card that does not fit",
    "false_call": " for a false call",
    "silence": " for breaking the silence",
    "centre": " for being last at the centre",
}
_FORFEITS: Final = {
    "next_situps_or_draw_3": "do three sit-ups or draw 3 cards",
    "next_sings_or_draw_2": "sing a song or draw 2 cards",
}


def _raised(event: e.PenaltyRaised, names: Names) -> str:
    if event.kind == "skip":
        return f"{names[event.victim]} is to be skipped"
    return f"{names[event.victim]} faces {count(event.total)}"


def _ended(event: e.RoundEnded, names: Names) -> str:
    if event.winner < 0:
        return _WITHOUT_WINNER[event.reason]
    return f"{names[event.winner]} won the deal"


_WITHOUT_WINNER: Final = {
    "blocked": "The deal is blocked: nobody wins it",
    "out": "Nobody wins the deal",
    "left": "The deal does not count: nobody is left to play it",
    "time": "Time is up: this deal does not count",
}


def _scored(event: e.PointsScored, names: Names) -> str | None:
    scored = [f"{names[seat]} {points}" for seat, points in enumerate(event.points) if points]
    return f"Points: {', '.join(scored)}" if scored else None


def _counted(event: p.HandsCounted, names: Names) -> str | None:
    held = [
        f"{names[seat]} {left}"
        for seat, left in enumerate(event.left)
        if left >= 0 and (left or event.hands[seat])
    ]
    return f"Left in hand: {', '.join(held)}" if held else None


_WHY_FINAL: Final = {
    "unasked": "The result is final",
    "confirmed": "All have confirmed: the result is final",
    "silence": "Nobody objected: the result is final",
    "referee": "By decision of the referee the result is final",
}


def _match_ended(event: e.MatchEnded, names: Names) -> str:
    return f"{listed([names[seat] for seat in event.winners])} won the match"


def _of_seat(text: str) -> Callable[[Any, Names], str]:
    return lambda event, names: text.format(names[event.seat])


def _of_two(text: str) -> Callable[[Any, Names], str]:
    return lambda event, names: text.format(names[event.seat], names[event.target])


_WRITERS: Final[dict[type, Callable[[Any, Names], str | None]]] = {
    e.RoundStarted: lambda event, names: f"Deal {event.round}: {names[event.dealer]} deals",
    e.DealerChosen: _of_seat("{} was chosen to deal first"),
    e.DealVoided: lambda _event, _names: "No card was left that may open: the deck was shuffled again",
    e.StarterReturned: lambda event, _names: _capital(f"{card(event.card)} was put back"),
    e.StarterTurned: lambda event, _names: f"The first card is {card(event.card)}",
    e.StarterColourChosen: lambda event, names: f"{names[event.seat]} chose {COLOURS[event.colour]}",
    e.CardPlayed: lambda event, names: f"{names[event.seat]} played {card(event.card)}",
    # Where colours go in a circle nobody names one: this is true of both.
    e.ColourChosen: lambda event, _names: f"The colour is now {COLOURS[event.colour]}",
    e.DirectionReversed: lambda _event, _names: "The direction turned round",
    e.CardsDrawn: _drawn,
    e.DrawPileRebuilt: lambda _event, _names: "The discards were shuffled into a new draw pile",
    e.TurnPassed: _of_seat("{} passed"),
    e.PenaltyRaised: _raised,
    e.PlayerSkipped: _of_seat("{} was skipped"),
    e.ChallengeMade: _of_two("{} challenged {}"),
    e.ChallengeUpheld: _of_two("{} was right: {} could have played another card"),
    e.ChallengeFailed: _of_two("{} was wrong about {}"),
    e.UnoCalled: _of_seat("{} said UNO"),
    e.UnoCaught: lambda event, names: f"{names[event.by]} caught {names[event.seat]} without UNO",
    e.RefereePenalty: lambda event, names: (
        f"The referee gave {names[event.seat]} {count(event.cards)}{_OFFENCES.get(event.reason, '')}"
    ),
    e.WentOut: _of_seat("{} went out"),
    e.RoundEnded: _ended,
    e.PointsScored: _scored,
    e.SeatEliminated: _of_seat("{} is out of the match"),
    e.SeatGivenUp: _of_seat("{} has left the match; those cards are out of play"),
    e.MatchEnded: _match_ended,
    t.WordsGiven: _of_seat("{} gave words for the shuffle"),
    h.JumpedIn: _of_seat("{} jumped in"),
    h.PenaltyReflected: _of_seat("{} sent it back"),
    h.PenaltyBounced: _of_two("{} bounced the cards to {}"),
    h.CardTakenBack: lambda event, names: f"{names[event.seat]} took back {card(event.card)}",
    h.ReadyRequested: _of_seat("{} is sorting the cards"),
    h.ReadyGiven: _of_seat("{} is ready"),
    h.HandsSwapped: _of_two("{} and {} swapped hands"),
    h.HandsRotated: lambda _event, _names: "All hands moved on",
    h.HandsShuffled: lambda _event, _names: "All hands were shuffled and dealt again",
    h.ExchangeOffered: _of_two("{} offered {} an exchange"),
    h.CardsExchanged: _of_two("{} and {} exchanged a card"),
    h.HandsUpOpened: lambda _event, _names: "Hands to the centre",
    h.HandPlaced: _of_seat("{} put a hand on the centre"),
    h.SilenceStarted: lambda _event, _names: "Silence, please",
    h.SilenceEnded: lambda _event, _names: "The silence is over",
    h.SilenceBroken: _of_seat("{} broke the silence"),
    h.UnoMissed: _of_seat("{} forgot to say UNO"),
    h.IllegalCardPenalised: lambda event, names: f"{names[event.seat]} tried {card(event.card)} in vain",
    h.FalseCallPenalised: _of_seat("{} called without reason"),
    h.HandRefilled: lambda event, names: f"{names[event.seat]} plays on with {count(event.cards)}",
    h.ForfeitDemanded: lambda event, names: f"{names[event.seat]} must {forfeit(event.what)}",
    h.ForfeitPerformed: _of_seat("{} did it"),
    h.ForfeitRefused: _of_seat("{} refused"),
    h.CharadeStarted: _of_seat("{} plays a charade"),
    h.CharadeWon: lambda event, names: (
        f"{names[event.seat]} guessed it and put down {count(len(event.cards))}"
    ),
    h.WildsDiscarded: lambda event, names: f"{names[event.seat]} put down {count(len(event.cards))}",
    p.HandsCounted: _counted,
    p.DealUndone: lambda event, _names: f"Deal {event.deal} was undone",
    p.DealCorrected: lambda event, _names: f"Deal {event.deal} was corrected",
    p.SeatRetired: lambda event, names: (
        f"{names[event.seat]} {'left the match' if event.reason == 'left' else 'was disqualified'}"
    ),
    p.SeatRejoined: _of_seat("{} is in the match again"),
    p.PenaltyTakenBack: _of_seat("The penalty of {} was taken back"),
    p.ResultReported: lambda _event, _names: "The result was reported",
    p.ResultConfirmed: _of_seat("{} confirmed the result"),
    p.ResultDisputed: _of_seat("{} objected to the result"),
    p.DisputeSettled: lambda event, _names: (
        "The referee lets the result stand" if event.stands else "The referee opened the score sheet again"
    ),
    p.ResultFinal: lambda event, _names: _WHY_FINAL[event.reason],
    t.SeatLeft: _of_seat("{} is away; a bot plays on"),
    t.SeatReturned: _of_seat("{} came back"),
    t.SeatHandedOver: _of_seat("{} takes this seat over, with its cards and points"),
    t.TablePaused: lambda _event, _names: "The match is paused",
    t.TableResumed: lambda _event, _names: "The match goes on",
    t.DeadlineMoved: lambda _event, _names: "The clock was put right: nobody lost time",
}
