"""The data that awards search: the matches that count, with the logs of their tables."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec

from games.rules.options.options import Options, stored
from league.rules.awards.table_log import TableLog
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import State
from league.rules.settings.result_kinds import PLAYED

LOW_IS_GOOD = ("own_hand_low", "elimination")
"""The ways of scoring in which players score the cards left in their own hands."""
_SEVERAL: Final = 2


class Finish(NamedTuple):
    """The finish of a match for a player, by id."""

    who: int
    place: int
    total: int
    deal_wins: int


class Meeting(msgspec.Struct, frozen=True):
    """A match that was played and counts; `log` is None where there is no log."""

    finishes: list[Finish]
    options: Options
    log: TableLog | None = None

    @property
    def players(self) -> list[int]:
        """The players who took part, by id."""
        return [finish.who for finish in self.finishes]

    @property
    def has_deals(self) -> bool:
        """Whether the log or the result says who won the deals; a player alone won none."""
        return (
            self.log is not None
            or len(self.finishes) < _SEVERAL
            or any(finish.deal_wins for finish in self.finishes)
        )

    @property
    def low_is_good(self) -> bool:
        """Whether fewer points are better."""
        return self.options.scoring in LOW_IS_GOOD


class Season(msgspec.Struct, frozen=True):
    """A competition as awards see it. `present` counts the rounds that each player attended."""

    matches: list[Meeting]
    rounds: int = 0
    present: Mapping[int, int] = {}

    @property
    def knows_all_deals(self) -> bool:
        """Whether the deals of every match are known, so that their sum means something."""
        return all(match.has_deals for match in self.matches)

    @property
    def logs(self) -> Iterator[TableLog]:
        """The logs that count."""
        return (match.log for match in self.matches if match.log)


def tables_that_count(state: State) -> list[int]:
    """Return the tables of the matches that count, in the order of the draws."""
    return [match.table for _stage, match in _played(state) if match.table]


def season_of(state: State, log_of: Callable[[int], TableLog | None]) -> Season:
    """Return a competition with its logs; `log_of` returns None for a table whose events are deleted.

    A log that disagrees with the result was overruled by a correction, and is left out.
    """
    options = stored(state.settings.rulebook, state.settings.options)
    matches = [_meeting(state, match, options, log_of) for _stage, match in _played(state)]
    return Season(matches, *_presence(state))


def _played(state: State) -> Iterator[tuple[Stage, Match]]:
    for stage in state.stages:
        for match in stage.matches.values():
            if match.result is not None and match.result.kind == PLAYED:
                yield stage, match


def _meeting(
    state: State, match: Match, options: Options, log_of: Callable[[int], TableLog | None]
) -> Meeting:
    absent = match.result.absent if match.result else []
    finishes = [
        Finish(state.entrants[place.entrant].player, place.place, place.total, place.deal_wins)
        for place in match.places
        if place.entrant not in absent
    ]
    log = log_of(match.table) if match.table else None
    return Meeting(finishes, options, log if log and _agrees(log, match) else None)


def _agrees(log: TableLog, match: Match) -> bool:
    """Whether a table's log has the points and the deals won of the result."""
    by_entrant = {place.entrant: (place.total, place.deal_wins) for place in match.places}
    seats = enumerate(match.seated or match.entrants)
    return all(by_entrant.get(entrant) == (log.total(seat), log.wins(seat)) for seat, entrant in seats)


def _presence(state: State) -> tuple[int, dict[int, int]]:
    """Return the number of rounds for all entrants, and how many of them each player attended.

    A bye counts as attended: there was no opponent.
    """
    rounds: set[tuple[int, int]] = set()
    there: dict[int, set[tuple[int, int]]] = {}
    for stage in state.stages:
        if not stage.settings.is_knock_out:
            for day, entrant in _days(stage):
                rounds.add(day)
                there.setdefault(state.entrants[entrant].player, set()).add(day)
    return len(rounds), {player: len(days) for player, days in there.items()}


def _days(stage: Stage) -> Iterator[tuple[tuple[int, int], int]]:
    """Yield each round of a stage, numbered within its group, with each entrant who attended.

    Rounds with a group below 0 are not for everybody.
    """
    numbers: dict[int, int] = {}
    for planned in (planned for planned in stage.rounds if planned.group >= 0):
        numbers[planned.group] = number = numbers.get(planned.group, 0) + 1
        for match in stage.matches_of(planned):
            absent = match.result.absent if match.result else []
            for entrant in match.entrants:
                if match.places and entrant not in absent:
                    yield (stage.number, number), entrant
        for entrant in stage.byes_of(planned):
            yield (stage.number, number), entrant
