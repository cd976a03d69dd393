"""One stage as it stands: its draws, who meets whom in them, and what came of it."""

from collections.abc import Collection, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import NamedTuple

from league.rules.brackets.plan import TO_THE_FINAL, PlannedMatch, PlannedRound, Slot
from league.rules.brackets.progress import Seated, at_place, seated, seated_again
from league.rules.competition import events as happened
from league.rules.competition.draw_parts import joined
from league.rules.competition.events import Result
from league.rules.settings.stages import StageSettings

Met = tuple[int, ...]
"""Those who meet in a match, by number: a result or a table counts for them and nobody else."""


Report = tuple[str, tuple[int, ...], tuple[tuple[int, ...], ...]]
"""What was reported of a match: kind, who was absent, and of each entrant the numbers."""


class AtTable(NamedTuple):
    """The table of a match, who of its entrants sits there, in seat order, and its number in the room."""

    table: int
    seated: list[int]
    number: int = 0


class Match:
    """The meeting of some entrants as it stands now: who sits there, at which table, with which result.

    `is_reopened` says that organizers took its result back: what its table says is not asked any more.
    `table_number` is 0 while it has no table, `venue` empty unless it differs from that of the competition.
    """

    __slots__ = (
        "_is_knock_out", "is_reopened", "number", "planned", "result", "round", "seated", "seats", "table",
        "table_number", "venue",
    )  # fmt: skip

    def __init__(
        self, number: int, planned: PlannedMatch, round_: PlannedRound, seats: Seated, stage: "Stage"
    ) -> None:
        self.number, self.planned, self.round, self.seats = number, planned, round_, seats
        self._is_knock_out = stage.settings.is_knock_out
        key = planned.id, met(seats.entrants)
        self.table, self.seated, self.table_number = stage.tables.get(key, AtTable(0, []))
        self.venue = stage.venues.get(planned.id, "")
        self.result = stage.results.get(key) if self.is_playable else None
        self.is_reopened = self.is_playable and key in stage.reopened

    @property
    def id(self) -> str:
        """The id within the stage."""
        return self.planned.id

    @property
    def name(self) -> str:
        """What people call it."""
        return self.planned.name or self.planned.id

    @property
    def slots(self) -> tuple[int | None, ...]:
        """Who sits in each seat: an entrant, 0 for nobody, None while that is open."""
        return self.seats.slots

    @property
    def entrants(self) -> list[int]:
        """Those known to be there, in seat order."""
        return list(self.seats.entrants)

    @property
    def order(self) -> tuple[int, ...]:
        """Those who take places in later matches, best first; empty until that is known."""
        return self.seats.order or ()

    def without(self, gone: Collection[int]) -> list[int]:
        """Return its entrants in seat order, without those who are gone."""
        return [one for one in self.entrants if one not in gone]

    @property
    def is_playable(self) -> bool:
        """Whether it is known who plays, and that there is something to play."""
        return self.seats.is_playable

    @property
    def is_knock_out(self) -> bool:
        """Whether it says who goes on, and brings no points: in a knock-out, and between divisions."""
        return self._is_knock_out or self.round.is_play_off

    @property
    def is_needed(self) -> bool:
        """Whether it is certain that this match takes its place in the draw."""
        return self.seats.is_needed is True

    @property
    def decides(self) -> bool:
        """Whether its places are those of its meeting, and not only of one match of several."""
        return self.seats.decides

    @property
    def is_open(self) -> bool:
        """Whether a result is missing, or a lot, now or once earlier matches are over."""
        if not self.seats.is_settled or self.seats.is_needed is None:
            return True
        return self.is_playable and (self.result is None or self.result.is_tied)

    @property
    def is_waiting(self) -> bool:
        """Whether it could be played now."""
        return self.is_playable and self.result is None

    @property
    def winner(self) -> int:
        """Who won it, where it says who goes on; 0 for nobody, also while a lot is to be drawn."""
        return self.result.order[0] if self.result and self.result.order else 0

    def goes_on(self, place: happened.RecordedPlace) -> bool | None:
        """Say whether somebody goes on with this place; None where this match decides nothing of the kind."""
        if not self.is_knock_out or not self.decides:
            return None
        if self.planned.best_of == 1:
            return place.advances
        return place.entrant in self.order[: max(1, self.round.advance)]

    @property
    def places(self) -> list[happened.RecordedPlace]:
        """The result by places; empty until it is in."""
        return self.result.places if self.result else []


@dataclass(slots=True)
class Adjustment:
    """A bonus or a penalty line of a stage's standings."""

    number: int
    entrant: int
    points: int
    reason: str
    is_withdrawn: bool = False


@dataclass(slots=True)
class Stage:
    """One stage; `groups` hold the entrants by seed and are empty until it begins.

    Results and tables are kept by match and by those who met: when a correction seats somebody else in a
    later match, what was played there does not count any more, and counts again when it is corrected back.
    `reported` keeps what became of every report, lots included: the same report is the same result again.
    `divisions` are the final tables that the seats of play-offs name. `parts` are of a draw not whole yet.
    `parties` are those of the entrants when the draft was made.
    """

    number: int
    settings: StageSettings
    groups: list[list[int]] = field(default_factory=list)
    rounds: list[PlannedRound] = field(default_factory=list)
    draws: list[happened.Draw] = field(default_factory=list)
    draft: happened.Draw | None = None
    proposal: happened.Draw | None = None
    results: dict[tuple[str, Met], Result] = field(default_factory=dict)
    reopened: set[tuple[str, Met]] = field(default_factory=set)
    reported: dict[tuple[str, Met, Report], Result] = field(default_factory=dict)
    tables: dict[tuple[str, Met], AtTable] = field(default_factory=dict)
    venues: dict[str, str] = field(default_factory=dict)
    adjustments: dict[int, Adjustment] = field(default_factory=dict)
    tiebreaks: list[str] = field(default_factory=list)
    lot: list[int] = field(default_factory=list)
    divisions: list[list[int]] = field(default_factory=list)
    parts: list[happened.Draw] = field(default_factory=list)
    parties: dict[int, str] = field(default_factory=dict)
    _matches: dict[str, Match] | None = field(default=None, repr=False, compare=False)

    @property
    def matches(self) -> dict[str, Match]:
        """All matches of published draws by id, in their order."""
        if self._matches is None:
            found = seated(self.rounds, self.order_of, self.divisions)
            self._matches = {
                match.id: Match(number, match, one, found[match.id], self)
                for one in self.rounds
                for number, match in enumerate(one.matches, start=1)
            }
        return self._matches

    def matches_of(self, planned: PlannedRound) -> list[Match]:
        """Return the matches of one round in order."""
        return [self.matches[match.id] for match in planned.matches]

    def deciders_of(self, planned: PlannedRound) -> list[Match]:
        """Return the matches of one round whose places are those of their meetings, in order."""
        return [self.matches[match.id] for match in planned.matches if match.id == match.last]

    def meeting_of(self, match: Match) -> list[Match]:
        """Return the matches of the meeting of a match in order, also those that are not needed."""
        planned = match.planned
        if planned.best_of == 1:
            return [match]
        return [self.matches[f"{planned.meeting}.{number}"] for number in range(1, planned.best_of + 1)]

    @property
    def play_offs(self) -> PlannedRound | None:
        """The play-offs between the divisions of a season, None until they are drawn."""
        return next((one for one in self.rounds if one.is_play_off), None)

    def byes_of(self, planned: PlannedRound) -> list[int]:
        """Return who sits out a round, as far as it is known."""
        return [one for one in map(self.who, planned.byes) if one]

    def line(self, group: int) -> list[PlannedRound]:
        """Return the rounds of a group that lead to its final, in order."""
        return [one for one in self.rounds if one.group == group and one.letter == TO_THE_FINAL]

    def unseated(self) -> set[int]:
        """Return who goes on, as corrected, into a round that had been drawn without a seat for them.

        Only rounds drawn one by one can leave somebody out.
        """
        if not self.settings.is_redrawn:
            return set()
        pairs = chain.from_iterable(pairwise(self.line(group)) for group in range(len(self.groups)))
        return {one for planned, following in pairs for one in self._left_out(planned, following)}

    def _left_out(self, planned: PlannedRound, following: PlannedRound) -> Iterator[int]:
        taken = {slot for match in following.matches for slot in match.slots} | {*following.byes}
        for match in self.deciders_of(planned):
            for place, entrant in enumerate(match.order[: planned.advance], start=1):
                if not taken & {Slot(of=match.id, place=place), Slot(entrant)}:
                    yield entrant

    @property
    def is_shown(self) -> bool:
        """Whether it has begun for everybody: a later stage begins with a draft that only organizers see."""
        return bool(self.groups) and (self.number == 1 or bool(self.rounds))

    @property
    def is_drawn_out(self) -> bool:
        """Whether no match of a published draw is open."""
        return not any(match.is_open for match in self.matches.values())

    def forget(self) -> None:
        """Work out anew who sits where, after a change."""
        self._matches = None

    def forget_one(self, match: str) -> None:
        """Work out one match anew after a change of it alone, and those whose seats follow from it.

        A thousand results on end would take a thousand times as long with `forget`.
        """
        if self._matches is None or match not in self._matches:
            return
        before = {one.id: one.seats for one in self._matches.values()}
        anew = seated_again(match, self.rounds, before, self.order_of, self.divisions)
        # Whoever holds the matches as they were keeps them so.
        self._matches = self._matches.copy()
        for key, seats in anew.items():
            one = self._matches[key]
            self._matches[key] = Match(one.number, one.planned, one.round, seats, self)

    def copy(self) -> "Stage":
        """Return a stage that can be changed by itself."""
        return Stage(
            self.number,
            self.settings,
            [list(group) for group in self.groups],
            list(self.rounds),
            list(self.draws),
            self.draft,
            self.proposal,
            dict(self.results),
            set(self.reopened),
            dict(self.reported),
            dict(self.tables),
            dict(self.venues),
            {number: copy(line) for number, line in self.adjustments.items()},
            list(self.tiebreaks),
            list(self.lot),
            [list(table) for table in self.divisions],
            list(self.parts),
            dict(self.parties),
            self.matches,  # which both go on from
        )

    def whole(self, last: happened.Draw) -> happened.Draw:
        """Return the draw of which this is the last part, or all."""
        parts, self.parts = self.parts, []
        return joined([*parts, last])

    def published(self, last: happened.Draw) -> happened.Draw:
        """Return the published draw of which this is the last part, or all."""
        key = last.rounds[-1].id
        return next(one for one in reversed(self.draws) if any(planned.id == key for planned in one.rounds))

    def keep(self, match: str, entrants: Iterable[int], result: Result | None) -> None:
        """Let a result count for those who met, or none any more."""
        key = match, met(entrants)
        if result is None:
            self.results.pop(key, None)
            self.reopened.add(key)
        else:
            self.results[key] = self.reported[*key, report_of(result)] = result
            self.reopened.discard(key)
        self.forget_one(match)

    def order_of(self, match: str, entrants: tuple[int, ...]) -> list[int] | None:
        """Return who takes the places of a match, best first; None while these have not played it."""
        result = self.results.get((match, met(entrants)))
        return None if result is None or result.is_tied else result.order

    def who(self, slot: Slot) -> int:
        """Return who takes a seat or a bye, 0 for nobody or while that is open."""
        if slot.division:
            return at_place(slot, self.divisions) or 0
        if not slot.of:
            return slot.entrant
        order = self.matches[slot.of].order
        return order[slot.place - 1] if slot.place <= len(order) else 0


def met(entrants: Iterable[int]) -> Met:
    """Return by what a result or a table of these entrants is kept."""
    return tuple(sorted(entrants))


def report_of(result: Result) -> Report:
    """Return what a result was made of, without what a lot or the time of the report has added."""
    numbers = (
        (one.entrant, one.place, one.total, one.last_deal, one.deal_wins, one.points_in_hand)
        for one in result.places
    )
    return result.kind, tuple(sorted(result.absent)), tuple(sorted(numbers))
