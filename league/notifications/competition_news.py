"""Notices about the events of a competition, to the entrants concerned."""

import datetime as dt
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.eventstore import Stored
from games.localization.lists import listed
from league.notifications import kinds
from league.notifications.notices import About, Letter, Write
from league.rules.brackets.plan import PlannedRound
from league.rules.brackets.series import places_of
from league.rules.competition import events
from league.rules.competition.match_names import full_name, meeting_name
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import BEFORE_START, RUNNING, State
from league.rules.settings.translated_names import translated
from league.rules.settings.venues import AT_TABLES

_SEATS: Final = "ABCDEFGHIJ"


def news(competition: int, state: State, rows: Sequence[Stored], at: dt.datetime) -> Iterator[Letter]:
    """Yield the letters to the entrants of a competition about new events, the last rows of its log.

    Outdated news is left out: a table whose result is in, or a draw of last week.
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
    """The letters of a competition."""

    def __init__(self, competition: int, state: State) -> None:
        self.competition, self.state, self.name = competition, state, state.settings.name
        self.page = reverse("competition", args=[competition])

    def table(self, event: events.TableAssigned) -> Iterator[Letter]:
        """Yield a letter to each entrant at a table that waits for its match."""
        match = self.state.match(event.stage, event.match)
        if match is None or not match.is_waiting or match.table != event.table:
            return
        link = reverse("table", args=[event.table])
        for seat, number in enumerate(event.seated or event.entrants):
            about = partial(_ready, self.name, match, event.number, _SEATS[seat], link)
            yield self._letter(kinds.TABLE_READY, number, f"table:{event.table}", about)

    def draw(self, event: events.StageRoundDrawn, version: int) -> Iterator[Letter]:
        """Yield a letter to everybody in a draw, including entrants with a bye."""
        stage = self.state.stages[event.stage - 1]
        rounds = stage.published(event.draw).rounds
        free = {stage.who(slot) for planned in rounds for slot in planned.byes} - {0}
        drawn = _known(stage, rounds)
        plays = partial(_drawn, self.name, rounds, self.page)
        rests = partial(_drawn, self.name, rounds, self.page, has_bye=True)
        for number in sorted(drawn | free):
            about = plays if number in drawn else rests
            yield self._letter(kinds.DRAW, number, f"draw:{self.competition}.{version}", about)

    def place(self, event: events.EntrantAdmitted, version: int) -> Iterator[Letter]:
        """Yield a letter to an entrant who moved up from the waiting list."""
        if self.state.status not in (*BEFORE_START, RUNNING):
            return
        about = partial(_admitted, self.name, self.page)
        yield self._letter(kinds.MOVED_UP, event.entrant, f"entry:{self.competition}.{version}", about)

    def next_ones(self) -> Iterator[Letter]:
        """Yield a letter to entrants whose match begins once the current matches are over."""
        state = self.state
        if state.status != RUNNING or state.is_paused or state.settings.venue not in AT_TABLES:
            return
        stage = state.stage
        for match, before, waiting in _next_matches(stage):
            about = partial(_next, self.name, match, before, self.page)
            for number in waiting:
                key = f"next:{self.competition}.{stage.number}.{match.id}"
                yield self._letter(kinds.NEXT_UP, number, key, about)

    def _letter(self, kind: str, number: int, key: str, about: Write) -> Letter:
        return Letter(kind, self.state.entrants[number].player, key, about)


def _known(stage: Stage, rounds: Sequence[PlannedRound]) -> set[int]:
    """Return the entrants whose seats in a draw do not depend on other matches of the draw."""
    matches = [match for planned in rounds for match in planned.matches]
    within = {match.id for match in matches}
    return {stage.who(slot) for match in matches for slot in match.slots if slot.of not in within} - {0}


def _next_matches(stage: Stage) -> Iterator[tuple[Match, list[Match], list[int]]]:
    """Yield the matches that wait for running matches only: with these, and the entrants who wait."""
    for match in stage.matches.values():
        if match.table or match.result or not match.is_needed or match.is_reopened:
            continue
        before = _before(stage, match)
        if not before or not all(earlier.table and earlier.is_waiting for earlier in before):
            continue
        playing = {number for earlier in before for number in earlier.entrants}
        waiting = [number for number in match.entrants if number not in playing]
        if waiting:
            yield match, before, waiting


def _before(stage: Stage, match: Match) -> list[Match]:
    """Return the unfinished matches that fill a seat of a match, or that its entrants play first."""
    unfinished: list[Match] = []
    slots = zip(match.planned.slots, match.slots, strict=True)
    feeding = {_feeding(stage, slot.of) for slot, now in slots if now is None}
    for other in stage.matches.values():
        if other.id == match.id:
            return unfinished
        is_first = other.is_waiting and not set(other.entrants).isdisjoint(match.entrants)
        if other.id in feeding or is_first:
            unfinished.append(other)
    return unfinished


def _feeding(stage: Stage, last: str) -> str:
    """Return the match that fills a seat naming `last`: of a meeting the match that may decide it now.

    Where none can do so yet, `last` itself.
    """
    if last not in stage.matches:
        return last
    meeting = stage.meeting_of(stage.matches[last])
    now = next((game for game in meeting if game.is_waiting), meeting[-1])
    so_far = [game.order for game in meeting[: now.planned.game - 1]]
    ends = (places_of([*so_far, (entrant,)], len(meeting)) for entrant in now.entrants)
    return now.id if any(places is not None for places in ends) else last


def _ready(competition: str, match: Match, table: int, seat: str, link: str) -> About:
    if table:
        text = _("{match} can begin. You are at table {table}, seat {seat}.")
    else:
        text = _("{match} can begin. You are in seat {seat}.")
    name = translated(full_name(match))
    body = text.format(match=name[:1].upper() + name[1:], table=table, seat=seat)
    return About(_("Your table is ready: {competition}").format(competition=competition), body, link)


def _drawn(competition: str, rounds: Sequence[PlannedRound], page: str, *, has_bye: bool = False) -> About:
    names = [translated(name) for name in dict.fromkeys(planned.name for planned in rounds)]
    if len(names) == 1:
        text = _("The pairings for {round} are published.")
    else:
        text = _("The pairings from {round} to {last} are published.")
    body = text.format(round=names[0], last=names[-1])
    if has_bye:
        body += " " + _("You have a bye.")
    return About(_("Pairings published: {competition}").format(competition=competition), body, page)


def _admitted(competition: str, page: str) -> About:
    text = _("A space has become free, and it is yours. You are no longer on the waiting list.")
    return About(_("You are in: {name}").format(name=competition), text, page)


def _next(competition: str, match: Match, before: Sequence[Match], page: str) -> About:
    text = ngettext(
        "{match} begins as soon as {matches} is over.",
        "{match} begins as soon as {matches} are over.",
        len(before),
    )
    matches = listed([translated(meeting_name(earlier)) for earlier in before])
    name = translated(full_name(match))
    body = text.format(match=name[:1].upper() + name[1:], matches=matches)
    return About(_("You are next: {competition}").format(competition=competition), body, page)
