"""Waiting phases between a play and the next turn: exchange, centre, ready (rules.md 3.15, steps 9, 10).

The events after the wait are planned before, and stored in the event that opens the wait.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from games.rules.match import events as e
from games.rules.match.state import State
from games.rules.match.steps import Step
from games.rules.play.card_effects import FORFEITS

Later = list[dict[str, Any]]

_NAMES: Final[dict[str, type[e.Event]]] = {
    "turn": e.TurnStarted,
    "skipped": e.PlayerSkipped,
    "penalty": e.PenaltyRaised,
    "charade": e.CharadeStarted,
    "ready": e.ReadyRequested,
    "centre": e.HandsUpOpened,
}
_NAME_OF: Final[dict[type[e.Event], str]] = {cls: name for name, cls in _NAMES.items()}


class Planned(Step):
    """A step whose events are only planned; the state does not change."""

    def emit(self, event: e.Event) -> None:
        """Add the event to the plan."""
        self.events.append(event)


def planned(step: Step) -> Planned:
    """Return a step that plans the next events."""
    return Planned(step.state, step.chance)


def noted(events: Sequence[e.Event]) -> Later:
    """Return planned events as plain values for the event that opens a wait."""
    return [_as_values(event) for event in events]


def resume(step: Step, later: Later) -> None:
    """Emit the planned events.

    The centre opens only if the seat that played still holds a single card (A87): it may have drawn a penalty
    since then.
    """
    for values in later:
        event = _event(**values)
        if isinstance(event, e.HandsUpOpened) and len(step.state.hands[event.seat]) != 1:
            resume(step, event.later)
        else:
            step.emit(event)


def _as_values(event: e.Event) -> dict[str, Any]:
    values = msgspec.structs.asdict(event)
    return values if isinstance(event, e.ForfeitDemanded) else {"what": _NAME_OF[type(event)], **values}


def _event(what: str, **values: Any) -> e.Event:
    if what in FORFEITS:  # a forfeit is stored under the name of its demand, which is its field `what`
        return e.ForfeitDemanded(what=what, **values)
    return _NAMES[what](**values)


def wait_ready(step: Step, seat: int, following: int) -> None:
    """Start the turn of `following`; with `ready_pause` only after the seat has sorted its cards."""
    if step.state.options.ready_pause:
        step.emit(e.ReadyRequested(seat, noted([e.TurnStarted(following)])))
    else:
        step.start_turn(following)


def opens_centre(state: State, seat: int, *, called: bool, penultimate: bool) -> bool:
    """Whether a play opens the centre (option `uno_centre`, A87)."""
    if not (state.options.uno_centre and called and penultimate and len(state.hands[seat]) == 1):
        return False
    return len(state.active_seats()) > 2
