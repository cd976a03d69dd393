"""A deal as match records and proofs show it, written from its events."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec

from games.eventstore import Stored
from games.rules.base.refusal import Refusal
from games.rules.cards import cards
from games.rules.decisions.decide import new_match
from games.rules.match.events import DealerChosen, Event, RoundStarted
from games.rules.match.evolve import fold
from games.rules.match.state import State
from games.rules.notation.notation import seat_letter
from games.rules.options.options import from_differences
from games.rules.records.moves import orders_of
from games.rules.records.record import round_text
from games.rules.records.writing import RecordedStep, RoundWriter, winners_of


class RoundShown(msgspec.Struct, array_like=True):
    """A deal for records and proofs.

    `text` is its round in the text of a record, still without the proof; empty if the current rules cannot
    replay it. `winners` are the letters of those who won the match with it, None while the match goes on.
    """

    dealer: str
    is_dealer_drawn: bool
    chance: list[str]
    text: str
    winners: list[str] | None


class Match(msgspec.Struct, frozen=True):
    """The facts that the rounds of a match share: `begun` is the time from which their moves are counted.

    An imported record brought its own fields for people with it, `about` the match and its rounds; its moves
    are not counted from a time of ours.
    """

    started: RoundStarted
    begun: dt.datetime
    about: Mapping[str, Any] | None = None
    about_rounds: Sequence[Mapping[str, Any]] = ()


def rounds_of(
    rows: Sequence[Stored], match: Match, *, number: int = 1, before: State | None = None
) -> Iterator[RoundShown]:
    """Yield the deals that begin in the rows, from the deal with this number on.

    `before` is the state after the deal before them; it is changed.
    """
    steps = [list(step) for _step, step in groupby(_of_rules(rows), key=attrgetter("step"))]
    begins = [place for place, step in enumerate(steps) if _started(step)]
    for count, first in enumerate(begins):
        last = begins[count + 1] if count + 1 < len(begins) else len(steps)
        about = match.about_rounds[number + count - 1] if match.about_rounds else {}
        begun = match.begun if match.about is None else None
        shown, before = _round(steps[first:last], begun, about, before)
        yield shown


def _round(
    steps: Sequence[Sequence[Stored]],
    begun: dt.datetime | None,
    about: Mapping[str, Any],
    state: State | None,
) -> tuple[RoundShown, State]:
    """Return a deal, and the state after it."""
    started = _started(steps[0])
    assert started is not None
    state = state or new_match(started.rulebook, from_differences(started.options), started.seats)
    writer: RoundWriter | None = RoundWriter(started)
    before, chance = state.copy(), []
    for number, step in enumerate(steps, start=1):
        events = [row.event for row in step]
        chance += [cards.text(order) for order in orders_of(state, events)]
        if writer is None:
            fold(events, state)
            continue
        try:
            seconds = round((step[0].at - begun).total_seconds(), 3) if begun else None
            writer.add(state, RecordedStep(events, seconds))
        except Refusal:  # the rules have been corrected since
            writer = None
            state = fold([row.event for step in steps[:number] for row in step], before)
    first = steps[0][0].event
    shown = RoundShown(
        dealer=seat_letter(started.dealer),
        is_dealer_drawn=isinstance(first, DealerChosen) and bool(first.draws),
        chance=chance,
        text=round_text(msgspec.structs.replace(writer.round(), **about)) if writer else "",
        winners=winners_of(state),
    )
    return shown, state


def _of_rules(rows: Sequence[Stored]) -> Iterator[Stored]:
    return (row for row in rows if isinstance(row.event, Event))


def _started(step: Sequence[Stored]) -> RoundStarted | None:
    return next((row.event for row in step if isinstance(row.event, RoundStarted)), None)
