"""Say in a few words, at the seat it concerns, what has just happened at a table."""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.localization.lists import listed
from games.localization.numbers import number
from games.models import Seat
from games.rules.match import events as e
from games.tables.events import PenaltyDeclined, PenaltyExplained, penalty_reason
from games.wording import winners

Names = Sequence[str]
CENTRE: Final = -1
"""The seat of a moment that concerns everybody."""


class Moment(NamedTuple):
    """A moment of a step; `seat` is where its words appear, `kind` chooses sound, colour and length."""

    step: int
    seat: int
    kind: str
    words: str


@dataclass(frozen=True)
class Onlooker:
    """The viewer of a table: their seat (None for a spectator), all names, the seat of their partner.

    With `has_partners` two sides play against each other.
    """

    seat: int | None
    names: Names
    partner: int | None = None
    has_partners: bool = False

    def words(self, seat: int, mine: str, others: str) -> str:
        """Return the words for the viewer's own seat or for another one."""
        return mine if seat == self.seat else others


class Missed(NamedTuple):
    """A seat whose time ran out, the turns it has missed in a row, and after how many a bot plays."""

    seat: int
    turns: int
    allowed: int


Steps = Sequence[tuple[int, Sequence[Any]]]
Overdue = dict[int, Missed]


def moments(
    recent: Steps, onlooker_at: Callable[[int], Onlooker], overdue: Mapping[int, Missed]
) -> list[Moment]:
    """Return the moments of some steps, oldest first; at the `overdue` steps somebody's time ran out.

    `onlooker_at` returns the viewer with the names of those who sat there at a step.
    """
    told = []
    agreed: PenaltyExplained | None = None
    for step, events in recent:
        onlooker = onlooker_at(step)
        if step in overdue:
            missed = overdue[step]
            told.append(Moment(step, missed.seat, "time", _time_ran_out(missed, onlooker)))
        for event in events:
            if isinstance(event, PenaltyExplained):
                agreed = event  # the step of the penalty follows
                continue
            is_agreed = agreed is not None and isinstance(event, e.RefereePenalty)
            told += [
                Moment(step, *each) for each in _of_event(agreed if is_agreed else event, events, onlooker)
            ]
            agreed = None
    return told


def passed_hands(event: Any) -> list[tuple[int, int]]:
    """Return the seats, or the centre, between which hands went: each giver and taker."""
    if isinstance(event, e.HandsSwapped):
        return [(event.seat, event.target), (event.target, event.seat)]
    if isinstance(event, e.HandsRotated):
        return list(zip(event.seats, event.seats[1:] + event.seats[:1], strict=True))
    if isinstance(event, e.HandsShuffled):
        seats = [seat for seat, hand in enumerate(event.hands) if hand]
        return [(seat, CENTRE) for seat in seats] + [(CENTRE, seat) for seat in seats]
    return []


def overdue_steps(recent: Steps, clock_steps: Container[int], seats: Sequence[Seat], allowed: int) -> Overdue:
    """Return the steps at which the clock ended a turn, each with the seat and the turns it has missed.

    Only of the last turn is it known how many that are, out of the `allowed` ones; of the others it is 0.
    """
    overdue: dict[int, Missed] = {}
    drawn: tuple[int, int] | None = None
    for place, step, event, seat in _turns(recent):
        # For one missed turn the clock draws and then passes: that is told once.
        if step in clock_steps and drawn != (place - 1, seat):
            overdue[step] = Missed(seat, 0, allowed)
        drawn = (place, seat) if step in clock_steps and isinstance(event, e.CardsDrawn) else None
    last = next(reversed(overdue), None)
    if last is not None:
        overdue[last] = overdue[last]._replace(turns=seats[overdue[last].seat].missed)
    return overdue


def is_ended_by_the_clock(seat: int | None, recent: Steps, clock_steps: Container[int]) -> bool:
    """Return whether the clock ended the last turn of a seat."""
    turns = [step for _place, step, _event, by in _turns(recent) if by == seat]
    return bool(turns) and turns[-1] in clock_steps


def is_before_a_turn(event: Any) -> bool:
    """Return whether an event only closes what came before, so that the move of its step follows it."""
    return isinstance(event, _BEFORE_A_TURN)


def _turns(recent: Steps) -> Iterator[tuple[int, int, Any, int]]:
    """Yield the steps by which a seat answered what the table asked of it: place, step, event and seat."""
    charade_of = CENTRE
    for place, (step, events) in enumerate(recent):
        first = next(dropwhile(is_before_a_turn, events), None)
        if charade_of != CENTRE and isinstance(first, e.CharadeWon | e.TurnStarted):
            # Where nobody has guessed a charade, its award is nothing but the next turn.
            yield place, step, first, charade_of
            charade_of = CENTRE
        elif isinstance(first, e.CardsExchanged):
            yield place, step, first, first.target
        elif isinstance(first, _OF_A_TURN):
            yield place, step, first, first.seat
        charade_of = next((event.seat for event in events if isinstance(event, e.CharadeStarted)), charade_of)


def _time_ran_out(missed: Missed, onlooker: Onlooker) -> str:
    if not missed.turns:
        return onlooker.words(missed.seat, _("Your time ran out"), _("Time ran out"))
    sentence = onlooker.words(
        missed.seat, _("Your time ran out ({turns} of {allowed})"), _("Time ran out ({turns} of {allowed})")
    )
    return sentence.format(turns=missed.turns, allowed=missed.allowed)


def _of_event(event: Any, step: Sequence[Any], onlooker: Onlooker) -> Iterator[tuple[int, str, str]]:
    plain = _PLAIN.get(type(event))
    if plain is not None:
        kind, mine, others = plain
        yield event.seat, kind, onlooker.words(event.seat, str(mine), str(others))
    elif type(event) in _CENTRE:
        kind, words = _CENTRE[type(event)]
        yield CENTRE, kind, str(words)
    elif type(event) in _SPECIAL:
        yield from _SPECIAL[type(event)](event, step, onlooker)


def _caught(event: e.UnoCaught, _step: Sequence[Any], onlooker: Onlooker) -> Iterator[tuple[int, str, str]]:
    if event.by == onlooker.seat:
        yield event.seat, "caught", _("Caught!")
        yield event.by, "good", _("You catch {name}!").format(name=onlooker.names[event.seat])
        return
    words = onlooker.words(event.seat, _("Caught by {name}! You did not say UNO"), _("Caught by {name}"))
    yield event.seat, "caught", words.format(name=onlooker.names[event.by])


def _upheld(
    event: e.ChallengeUpheld, _step: Sequence[Any], onlooker: Onlooker
) -> Iterator[tuple[int, str, str]]:
    name = onlooker.names[event.target]
    mine = _("You win the challenge: {name} bluffed").format(name=name)
    yield event.seat, "challenge-won", onlooker.words(event.seat, mine, _("Challenge won"))
    yield event.target, "caught", onlooker.words(event.target, _("Your bluff is called"), _("A bluff!"))


def _failed(
    event: e.ChallengeFailed, _step: Sequence[Any], onlooker: Onlooker
) -> Iterator[tuple[int, str, str]]:
    mine = _("You lose the challenge: {name} did not bluff").format(name=onlooker.names[event.target])
    yield event.seat, "challenge-lost", onlooker.words(event.seat, mine, _("Challenge lost"))


def _swapped(
    event: e.HandsSwapped, _step: Sequence[Any], onlooker: Onlooker
) -> Iterator[tuple[int, str, str]]:
    actor, target = onlooker.names[event.seat], onlooker.names[event.target]
    with_me = _("Swaps with you")
    mine = _("You swap hands with {name}").format(name=target)
    others = with_me if onlooker.seat == event.target else _("Swaps with {name}").format(name=target)
    yield event.seat, "swap", onlooker.words(event.seat, mine, others)
    mine = _("{name} swaps hands with you").format(name=actor)
    others = with_me if onlooker.seat == event.seat else _("Swaps with {name}").format(name=actor)
    yield event.target, "swap", onlooker.words(event.target, mine, others)


def _bounced(
    event: e.PenaltyBounced, _step: Sequence[Any], onlooker: Onlooker
) -> Iterator[tuple[int, str, str]]:
    target = onlooker.names[event.target]
    mine = _("You send the cards back to {name}").format(name=target)
    to_me, to_other = _("Back to you"), _("Back to {name}")
    others = to_me if onlooker.seat == event.target else to_other.format(name=target)
    yield event.seat, "back", onlooker.words(event.seat, mine, others)


def _drawn(event: e.CardsDrawn, _step: Sequence[Any], onlooker: Onlooker) -> Iterator[tuple[int, str, str]]:
    count = len(event.cards)
    if event.reason == "turn" or not count:
        return
    if event.reason == "centre":
        words = onlooker.words(event.seat, _("You slapped the pile last"), _("Slapped last"))
        yield event.seat, "caught", words
    mine = ngettext("You draw {count} card", "You draw {count} cards", count).format(count=count)
    others = pgettext("so many cards more", "+{count}").format(count=count)
    yield event.seat, "drew", onlooker.words(event.seat, mine, others)


def _won_deal(event: e.RoundEnded, step: Sequence[Any], onlooker: Onlooker) -> Iterator[tuple[int, str, str]]:
    if event.winner < 0:
        yield CENTRE, "deal", event.sentence(onlooker.names)
        return
    if event.winner != onlooker.seat:
        yield event.winner, "deal-winner", _("Wins the deal!")
    scored = next((each.points for each in step if isinstance(each, e.PointsScored)), [])
    points = scored[event.winner] if scored else 0
    words = _deal_won(event.winner, points, onlooker).format(
        name=onlooker.names[event.winner],
        names=listed(winners.of_side(event.winner, onlooker.names)),
        points=number(points),
    )
    # In the middle, as it concerns everybody.
    if onlooker.seat is not None and event.winner in (onlooker.seat, onlooker.partner):
        yield onlooker.seat, "deal-won", words
    else:
        yield CENTRE, "deal", words


def _deal_won(winner: int, points: int, onlooker: Onlooker) -> str:
    """Return the sentence about the winner of a deal, in which names and points are still missing."""
    if winner == onlooker.partner:
        if not points:
            return _("Your side wins the deal")
        return ngettext(
            "Your side wins the deal: {points} point", "Your side wins the deal: {points} points", points
        )
    if onlooker.has_partners and winner != onlooker.seat:
        if not points:
            return pgettext("on the felt", "{names} win the deal")
        return ngettext(
            "{names} win the deal: {points} point", "{names} win the deal: {points} points", points
        )
    if not points:
        return onlooker.words(winner, _("You win the deal"), pgettext("on the felt", "{name} wins the deal"))
    if winner == onlooker.seat:
        return ngettext("You win the deal: {points} point", "You win the deal: {points} points", points)
    return ngettext("{name} wins the deal: {points} point", "{name} wins the deal: {points} points", points)


def _declined(
    event: PenaltyDeclined, _step: Sequence[Any], onlooker: Onlooker
) -> Iterator[tuple[int, str, str]]:
    if event.target < 0:
        return
    name, target = onlooker.names[event.seat], onlooker.names[event.target]
    if event.seat == event.by:
        mine, others = _("You withdrew the penalty"), _("{name} withdrew the penalty")
    elif event.seat == event.target:
        mine, others = _("You declined the penalty"), _("{name} declined the penalty")
    elif event.target == onlooker.seat:
        mine = others = _("{name} declined: no penalty for you")
    else:
        mine = _("You declined: no penalty for {target}")
        others = _("{name} declined: no penalty for {target}")
    # For the others in the middle: the sentence bears all names, and would cover those beside the seat.
    seat = event.seat if event.seat == onlooker.seat else CENTRE
    words = onlooker.words(event.seat, mine, others)
    yield seat, "declined", words.format(name=name, target=target)


def _penalised(
    event: e.RefereePenalty | PenaltyExplained, _step: Sequence[Any], onlooker: Onlooker
) -> Iterator[tuple[int, str, str]]:
    """Say what it is for; the others read it in the middle, as it bears names and a reason."""
    if event.seat == onlooker.seat:
        kind = event.kind if isinstance(event, PenaltyExplained) else event.reason
        reason = penalty_reason(kind, event.words)
        yield event.seat, "penalty", _("You get a penalty: {reason}").format(reason=reason)
    else:
        yield CENTRE, "penalty", event.sentence(onlooker.names)


def _eliminated(
    event: e.SeatEliminated, step: Sequence[Any], onlooker: Onlooker
) -> Iterator[tuple[int, str, str]]:
    words = onlooker.words(event.seat, _("You are out of the match"), _("Out of the match"))
    yield event.seat, "eliminated", words
    out = [each.seat for each in step if isinstance(each, e.SeatEliminated)]
    others = [onlooker.names[seat] for seat in out if seat != onlooker.seat]
    if others and event.seat == out[-1]:
        sentence = ngettext("{names} is out of the match", "{names} are out of the match", len(others))
        yield CENTRE, "out", sentence.format(names=listed(others))


def _ended(event: e.MatchEnded, _step: Sequence[Any], onlooker: Onlooker) -> Iterator[tuple[int, str, str]]:
    for seat in event.winners:
        if seat != onlooker.seat:
            yield seat, "match-winner", _("Wins the match!")
    if onlooker.seat in event.winners:
        is_shared = onlooker.partner in event.winners
        words = _("Your side wins the match!") if is_shared else _("You win the match!")
        yield onlooker.seat, "match-won", words
    elif event.winners:
        names = [onlooker.names[seat] for seat in event.winners]
        yield CENTRE, "match", winners.in_words(names, has_partners=onlooker.has_partners)


_BEFORE_A_TURN: Final = (e.UnoLapsed, e.UnoDue, e.SilenceEnded, e.DrawPileRebuilt)
_OF_A_TURN: Final = (
    e.CardsDrawn,
    e.TurnPassed,
    e.PenaltyAccepted,
    e.ReadyGiven,
    e.CardPlayed,
    e.StarterColourChosen,
    e.ForfeitRefused,
)
_PLAIN: Final[dict[type, tuple[str, Any, Any]]] = {
    e.UnoCalled: ("uno", gettext_lazy("UNO!"), gettext_lazy("UNO!")),
    e.UnoMissed: ("caught", gettext_lazy("You forgot to say UNO"), gettext_lazy("Forgot UNO")),
    e.FalseCallPenalised: ("caught", gettext_lazy("You called without reason"), gettext_lazy("False call")),
    e.IllegalCardPenalised: ("caught", gettext_lazy("Your card does not match"), gettext_lazy("Wrong card")),
    e.SilenceBroken: ("caught", gettext_lazy("You broke the silence"), gettext_lazy("Broke the silence")),
    e.PlayerSkipped: ("skip", gettext_lazy("You are skipped"), gettext_lazy("Skipped")),
    e.JumpedIn: ("jump", gettext_lazy("You jump in!"), gettext_lazy("Jumps in!")),
    e.PenaltyReflected: ("back", gettext_lazy("You send it back"), gettext_lazy("Sends it back")),
}
_CENTRE: Final[dict[type, tuple[str, Any]]] = {
    e.DirectionReversed: ("reverse", gettext_lazy("Direction reversed")),
    e.HandsRotated: ("rotate", gettext_lazy("Everyone passes their hand on")),
    e.HandsShuffled: ("shuffle", gettext_lazy("All hands are shuffled and dealt again")),
}
_SPECIAL: Final[dict[type, Callable[[Any, Sequence[Any], Onlooker], Iterator[tuple[int, str, str]]]]] = {
    e.UnoCaught: _caught,
    e.ChallengeUpheld: _upheld,
    e.ChallengeFailed: _failed,
    e.HandsSwapped: _swapped,
    e.PenaltyBounced: _bounced,
    e.CardsDrawn: _drawn,
    e.RoundEnded: _won_deal,
    PenaltyDeclined: _declined,
    e.RefereePenalty: _penalised,
    PenaltyExplained: _penalised,
    e.SeatEliminated: _eliminated,
    e.MatchEnded: _ended,
}
