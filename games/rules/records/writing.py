"""Write the match record of a log, by finding the commands behind its events."""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from games.rules.cards import cards
from games.rules.match.commands import Deal
from games.rules.match.events import NOBODY, DealerChosen, Event, RoundStarted
from games.rules.match.evolve import fold
from games.rules.match.state import MATCH_OVER, OVER, State
from games.rules.notation import notation
from games.rules.notation.notation import seat_letter
from games.rules.options.options import NAMES, Options, from_differences
from games.rules.options.rulebooks import resolve
from games.rules.records.moves import command_of, orders_of
from games.rules.records.record import FORMAT, MatchResult, Record, Round, RoundResult


class RecordedStep(msgspec.Struct, frozen=True):
    """A step of a log and its time in seconds since the first deal."""

    events: Sequence[Event]
    seconds: float | None = None


def record_without_rounds(
    started: RoundStarted, seats: Sequence[str], winners: Sequence[str] | None, **about: Any
) -> Record:
    """Return the head of a record, by its first deal; `winners` is None until it is over."""
    return Record(
        format=FORMAT,
        rulebook=started.rulebook,
        options=_changes(started.rulebook, from_differences(started.options)),
        seats=list(seats),
        rounds=[],
        result=None if winners is None else MatchResult(list(winners)),
        **about,
    )


def winners_of(state: State) -> list[str] | None:
    """Return the letters of the winners of a match, None until it is over."""
    return [seat_letter(seat) for seat in state.winners] if state.phase == MATCH_OVER else None


def nothing_played() -> Refusal:
    """Return the refusal to record a match without any deal."""
    return Refusal("nothing_played", _("There is nothing to record yet: no cards have been dealt."))


class RoundWriter:
    """Writes a round, one step after the other."""

    def __init__(self, started: RoundStarted) -> None:
        self._dealer = started.dealer
        self._youngest: int | None = None
        self._chance: list[str] = []
        self._actions: list[str] = []
        self._times: list[float] = []
        self._result: RoundResult | None = None

    def add(self, state: State, recorded: RecordedStep) -> None:
        """Write a step and apply it to the state."""
        events = recorded.events
        if isinstance(events[0], DealerChosen):
            if events[0].draws:
                self._act(state, events[:1], recorded.seconds)
            events[0].change(state)
            events = events[1:]
        self._act(state, events, recorded.seconds)
        fold(events, state)
        if self._result is None and state.phase in (OVER, MATCH_OVER):
            self._result = _result(state)

    def round(self) -> Round:
        """Return the round as far as it was played."""
        return Round(
            dealer=seat_letter(self._dealer),
            youngest=None if self._youngest is None else seat_letter(self._youngest),
            chance=self._chance,
            actions=self._actions,
            times=self._times or None,
            result=self._result,
        )

    def _act(self, state: State, events: Sequence[Event], seconds: float | None) -> None:
        command = command_of(state, events)
        self._chance += [cards.text(order) for order in orders_of(state, events)]
        if isinstance(command, Deal):
            self._youngest = command.youngest
            return
        self._actions.append(notation.text(command))
        if seconds is not None:
            self._times.append(seconds)


def _result(state: State) -> RoundResult:
    return RoundResult(
        winner=None if state.winner == NOBODY else seat_letter(state.winner),
        points={seat_letter(seat): points for seat, points in enumerate(state.points) if points},
        total={seat_letter(seat): total for seat, total in enumerate(state.totals)},
    )


def _changes(rulebook: str, options: Options) -> dict[str, Any]:
    """Return the options that differ from the rulebook."""
    preset = resolve(rulebook)
    values = {name: getattr(options, name) for name in NAMES}
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return {name: value for name, value in plain.items() if value != preset[name]}
