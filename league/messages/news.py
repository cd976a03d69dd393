"""What has happened in a competition, as letters to those whom it concerns."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.urls import reverse

from games.log import Stored
from league.messages import kinds
from league.messages.notices import About, Letter
from league.rules import events
from league.rules.match_names import full_name
from league.rules.plan import PlannedRound
from league.rules.stage import Match, Stage
from league.rules.state import BEFORE_START, RUNNING, State
from league.rules.venues import AT_TABLES

_SEATS: Final = "ABCDEFGHIJ"


def news(competition: int, state: State, rows: Sequence[Stored], at: dt.datetime) -> Iterator[Letter]:
    """Yield what the entrants of a competition are told because of new events, the last rows of its log.

    What is no news any more is left out: a table at which a result is in, or a draw of last week.
    """
    about = _Words(competition, state)
    for row in rows:
        match row.event:
            case events.TableAssigned() if _is_fresh(kinds.TABLE_READY, row, at):
                yield from about.table(row.event)
            case events.StageRoundDrawn() if _is_fresh(kinds.DRAW, row, at):
                yield from about.draw(row.event, row.version)
            case events.EntrantAdmitted() if _is_fresh(kinds.MOVED_UP, row, at):
                yield from about.place(row.event, row.version)
            case _:
                pass
    if rows and _is_fresh(kinds.NEXT_UP, rows[-1], at):
        yield from about.next_ones()


def _is_fresh(kind: str, row: Stored, at: dt.datetime) -> bool:
    return row.at > at - kinds.KINDS[kind].use


class _Words:
    """Letters of one competition."""

    def __init__(self, competition: int, state: State) -> None:
        self.competition, self.state, self.name = competition, state, state.settings.name
        self.page = reverse("competition", args=[competition])

    def table(self, event: events.TableAssigned) -> Iterator[Letter]:
        """Yield a letter to each who sits at a table that waits for its match."""
        match = self.state.match(event.stage, event.match)
        if match is None or not match.is_waiting or match.table != event.table:
            return
        link, name = reverse("table", args=[event.table]), _capital(full_name(match))
        for seat, number in enumerate(event.seated or event.entrants):
            where = f"table {event.number}, seat" if event.number else "seat"
            text = f"{self.name}: {name} can begin. You sit at {where} {_SEATS[seat]}."
            about = About(f"Your table is ready: {self.name}", text, link)
            yield self._letter(kinds.TABLE_READY, number, f"table:{event.table}", about)

    def draw(self, event: events.StageRoundDrawn, version: int) -> Iterator[Letter]:
        """Yield a letter to everybody in a draw; whoever sits out is told so."""
        names = _rounds(event.draw.rounds)
        free = {slot.entrant for planned in event.draw.rounds for slot in planned.byes if slot.entrant}
        stage = self.state.stages[event.stage - 1]
        drawn = {
            who
            for planned in event.draw.rounds
            for match in planned.matches
            for slot in match.slots
            if (who := stage.who(slot) if slot.division else slot.entrant)
        }
        for number in sorted(drawn | free):
            rest = "" if number in drawn else " You have a bye."
            text = f"{self.name}: {names} is drawn.{rest}"
            about = About(f"Draw published: {self.name}", text, self.page)
            yield self._letter(kinds.DRAW, number, f"draw:{self.competition}.{version}", about)

    def place(self, event: events.EntrantAdmitted, version: int) -> Iterator[Letter]:
        """Yield a letter to somebody who got the place of somebody else."""
        if self.state.status not in (*BEFORE_START, RUNNING):
            return
        text = f"A place in {self.name} has become free, and it is yours: you need not wait any more."
        about = About(f"You are in: {self.name}", text, self.page)
        yield self._letter(kinds.MOVED_UP, event.entrant, f"entry:{self.competition}.{version}", about)

    def next_ones(self) -> Iterator[Letter]:
        """Yield a letter to those whose match begins once matches that are being played are over."""
        state = self.state
        if state.status != RUNNING or state.is_paused or state.settings.venue not in AT_TABLES:
            return
        stage = state.stage
        for match, before, waiting in _next_matches(stage):
            name = full_name(match)
            text = f"{self.name}: {name} begins as soon as {_listed(before)} over."
            about = About(f"You are next: {self.name}", text, self.page)
            for number in waiting:
                key = f"next:{self.competition}.{stage.number}.{match.id}"
                yield self._letter(kinds.NEXT_UP, number, key, about)

    def _letter(self, kind: str, number: int, key: str, about: About) -> Letter:
        return Letter(kind, self.state.entrants[number].player, key, about)


def _next_matches(stage: Stage) -> Iterator[tuple[Match, list[Match], list[int]]]:
    """Yield the matches before which only running ones are left: these, and who is waiting for them."""
    for match in stage.matches.values():
        if match.table or match.result or not match.is_needed or match.is_reopened:
            continue
        before = _before(stage, match)
        if not before or not all(one.table and one.is_waiting for one in before):
            continue
        playing = {number for one in before for number in one.entrants}
        waiting = [number for number in match.entrants if number not in playing]
        if waiting:
            yield match, before, waiting


def _before(stage: Stage, match: Match) -> list[Match]:
    """Return the unfinished matches that fill a seat of a match, or that its entrants play first."""
    found: list[Match] = []
    feeding = {slot.of for slot, now in zip(match.planned.slots, match.slots, strict=True) if now is None}
    for one in stage.matches.values():
        if one.id == match.id:
            return found
        is_first = one.is_waiting and not set(one.entrants).isdisjoint(match.entrants)
        if one.id in feeding or is_first:
            found.append(one)
    return found


def _listed(matches: Iterable[Match]) -> str:
    names = [full_name(match) for match in matches]
    return f"{names[0]} is" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} are"


def _rounds(rounds: Sequence[PlannedRound]) -> str:
    names = list(dict.fromkeys(planned.name for planned in rounds))
    return names[0] if len(names) == 1 else f"everything from {names[0]} to {names[-1]}"


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
