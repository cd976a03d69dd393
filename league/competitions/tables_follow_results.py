"""Results by hand and their corrections, as they reach the tables of the matches."""

import datetime as dt
from collections.abc import Iterable

from games import tables
from league.competitions.stream import Stream
from league.rules.competition.events import Event, Result, ResultCorrected, ResultRecorded
from league.rules.competition.stage import entrants_key


def follow(stream: Stream, happened: Iterable[Event], *, by: str, at: dt.datetime) -> None:
    """End the match at the table of each result by hand, and let it go on where a result was taken back."""
    for event in happened:
        if not isinstance(event, ResultRecorded | ResultCorrected):
            continue
        key = event.match, entrants_key(event.entrants)
        if at_table := stream.state.stages[event.stage - 1].tables.get(key):
            _follow(at_table.table, at_table.seated or event.entrants, event.result, by, at)


def _follow(table: int, seated: list[int], result: Result | None, by: str, at: dt.datetime) -> None:
    if result is None:
        tables.withdraw_decision(table, by=by, at=at)
        return
    known = {place.entrant: place for place in result.places}
    seated_places = [known[entrant] for entrant in seated if entrant in known]
    places, totals = [place.place for place in seated_places], [place.total for place in seated_places]
    tables.decide(table, places=places, totals=totals if any(totals) else [], by=by, at=at)
