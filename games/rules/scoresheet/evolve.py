"""Fold the events of a match with real cards into its score sheet."""

from collections.abc import Callable
from typing import Any, Final

from games.rules.match import events as e
from games.rules.scoresheet.events import SheetEvent
from games.rules.scoresheet.state import Sheet


def evolve(sheet: Sheet, event: e.Event | SheetEvent) -> None:
    """Change the sheet by an event. KeyError for events that no score sheet has."""
    if isinstance(event, e.Event):
        _OF_THE_RULES[type(event)](sheet, event)
    else:
        event.change(sheet)


def _started(sheet: Sheet, event: e.RoundStarted) -> None:
    sheet.states.append(sheet.standing())
    sheet.started.append(event)
    event.change(sheet.top)


def _penalised(sheet: Sheet, event: e.RefereePenalty) -> None:
    sheet.penalties.append((sheet.deals + 1, event.seat))


def _change_state(sheet: Sheet, event: e.Event) -> None:
    event.change(sheet.top)


def _ignore(sheet: Sheet, event: e.Event) -> None:
    """Leave the sheet unchanged: the event is only shown in the log."""


# The handlers of the events that a sheet shares with online matches.
_OF_THE_RULES: Final[dict[type[e.Event], Callable[[Sheet, Any], None]]] = {
    e.DealerChosen: _change_state,
    e.RoundStarted: _started,
    e.WentOut: _change_state,
    e.RoundEnded: _change_state,
    e.PointsScored: _change_state,
    e.SeatEliminated: _change_state,
    e.MatchEnded: _change_state,
    e.RefereePenalty: _penalised,
    e.ChallengeMade: _ignore,
    e.ChallengeUpheld: _ignore,
    e.ChallengeFailed: _ignore,
}
