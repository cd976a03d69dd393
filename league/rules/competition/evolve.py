"""Fold the events of a competition into its state."""

from collections.abc import Iterable

from league.rules.competition.events import Event
from league.rules.competition.state import State


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """Return the state after the events."""
    state = state or State()
    for event in events:
        event.change(state)
    return state
