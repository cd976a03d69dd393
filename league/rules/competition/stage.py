"""The state of a stage: its draws, the matches in them, and the results."""

from collections.abc import Collection, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, field
from itertools import chain, pairwise
from typing import NamedTuple

from league.rules.brackets.plan import TO_THE_FINAL, PlannedMatch, PlannedRound, Slot
from league.rules.brackets.progress import Seated, at_place, seated, seats_after_change
from league.rules.competition.draw_parts import joined
from league.rules.competition.event_values import Draw, RecordedPlace, Result
from league.rules.settings.result_kinds import NOT_PLAYED
from league.rules.settings.stages import ROUND_BY_ROUND, StageSettings

Met = tuple[int, ...]
"""The entrants of a match, by number: a result or a table counts for exactly these entrants."""


Report = tuple[str, tuple[int, ...], tuple[tuple[int, ...], ...]]
"""The report of a match: kind, absent entrants, and the numbers of each entrant."""


class AtTable(NamedTuple):
    """The table of a match, its entrants who sit there, in seat order, and the table's number in the room."""

    table: int
    seated: list[int]
    number: int = 0


class Match:
    """A match in its current state: its entrants, its table, its result.

    `is_reopened` says that organizers took its result back: the report of its table is ignored from then on.
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
        key = planned.id, entrants_key(seats.entrants)
        is_playable = seats.is_playable
        self.table, self.seated, self.table_number = stage.tables.get(key) or AtTable(0, [])
        self.venue = stage.venues.get(planned.id, "")
        self.result = stage.results.get(key) if is_playable else None
        self.is_reopened = is_playable and key in stage.reopened

    @property
    def id(self) -> str:
        """The id within the stage."""
        return self.planned.id

    @property
    def name(self) -> str:
        """The name of the match for people."""
        return self.planned.name or self.planned.id

    @property
    def slots(self) -> tuple[int | None, ...]:
        """The entrant in each seat: 0 for nobody, None while that is open."""
        return self.seats.slots

    @property
    def entrants(self) -> list[int]:
        """The entrants known to be there, in seat order."""
        return list(self.seats.entrants)

    @property
    def order(self) -> tuple[int, ...]:
        """The entrants by place in later matches, best first; empty until that is known."""
        return self.seats.order or ()

    def without(self, gone: Collection[int]) -> list[int]:
        """Return its entrants in seat order, without the given entrants."""
        return [entrant for entrant in self.entrants if entrant not in gone]

    @property
    def is_playable(self) -> bool:
        """Whether its entrants are known and there is something to play."""
        return self.seats.is_playable

    @property
    def is_knock_out(self) -> bool:
        """Whether it decides who advances, and brings no points: in a knock-out, and between divisions."""
        return self._is_knock_out or self.round.is_play_off

    @property
    def is_needed(self) -> bool:
        """Whether it is certain that this match takes place."""
        return self.seats.is_needed is True

    @property
    def decides(self) -> bool:
        """Whether its places are those of its meeting, and not of a single match of several."""
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
    def is_played(self) -> bool:
        """Whether there is a result that was played for."""
        return self.result is not None and self.result.kind not in NOT_PLAYED

    @property
    def winner(self) -> int:
        """The winner of a match that decides who advances; 0 for nobody, also while a lot is to be drawn."""
        return self.result.order[0] if self.result and self.result.order else 0

    def goes_on(self, place: RecordedPlace) -> bool | None:
        """Say whether an entrant advances with this place; None while this match does not decide that."""
        if not self.is_knock_out or not self.decides or place.entrant in self.tied:
            return None
        if self.planned.best_of == 1:
            return place.advances
        return place.entrant in self.order[: max(1, self.round.advance)]

    @property
    def tied(self) -> list[int]:
        """The entrants of whom it is still to be decided who advances; empty without such a tie."""
        return self.result.tied_at(self.round.advance) if self.result else []

    @property
    def places(self) -> list[RecordedPlace]:
        """The result by places; empty without a result."""
        return self.result.places if self.result else []

    @property
    def has_totals(self) -> bool:
        """Whether the result says totals: one by ranks alone does not."""
        return any(place.total for place in self.places)


@dataclass(slots=True)
class Adjustment:
    """A bonus or penalty in the standings of a stage."""

    number: int
    entrant: int
    points: int
    reason: str
    is_withdrawn: bool = False


@dataclass(slots=True)
class Stage:
    """A stage; `groups` hold the entrants by seed and are empty until the stage begins.

    Results and tables are stored by match and entrants: when a correction seats another entrant in a later
    match, its old result no longer counts, and counts again when the correction is undone. `reported` keeps
    the result of every report, lots included, the newest last: the same report gives the same result again.
    `divisions` are the final tables that the seats of play-offs name. `parts` are the parts of an incomplete
    draw. `parties` are those of the entrants when the draft was made. In an arena free players get tables
    until `ends_at` (seconds since 1970, 0 before), and then no more: it `is_closed`. `automatic` are the
    matches whose result followed from a withdrawal and was given by nobody.
    """

    number: int
    settings: StageSettings
    groups: list[list[int]] = field(default_factory=list)
    rounds: list[PlannedRound] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    draft: Draw | None = None
    proposal: Draw | None = None
    results: dict[tuple[str, Met], Result] = field(default_factory=dict)
    reopened: set[tuple[str, Met]] = field(default_factory=set)
    reported: dict[tuple[str, Met, Report], Result] = field(default_factory=dict)
    tables: dict[tuple[str, Met], AtTable] = field(default_factory=dict)
    venues: dict[str, str] = field(default_factory=dict)
    adjustments: dict[int, Adjustment] = field(default_factory=dict)
    tiebreaks: list[str] = field(default_factory=list)
    lot: list[int] = field(default_factory=list)
    divisions: list[list[int]] = field(default_factory=list)
    parts: list[Draw] = field(default_factory=list)
    parties: dict[int, str] = field(default_factory=dict)
    ends_at: int = 0
    is_closed: bool = False
    automatic: set[tuple[str, Met]] = field(default_factory=set)
    _matches: dict[str, Match] | None = field(default=None, repr=False, compare=False)

    @property
    def matches(self) -> dict[str, Match]:
        """All matches of published draws by id, in their order."""
        if self._matches is None:
            seats = seated(self.rounds, self.order_of, self.divisions)
            self._matches = {
                match.id: Match(number, match, planned, seats[match.id], self)
                for planned in self.rounds
                for number, match in enumerate(planned.matches, start=1)
            }
        return self._matches

    def matches_of(self, planned: PlannedRound) -> list[Match]:
        """Return the matches of a round in order."""
        return [self.matches[match.id] for match in planned.matches]

    def deciders_of(self, planned: PlannedRound) -> list[Match]:
        """Return the matches of a round whose places are those of their meetings, in order."""
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
        return next((planned for planned in self.rounds if planned.is_play_off), None)

    def byes_of(self, planned: PlannedRound) -> list[int]:
        """Return the entrants with a bye in a round, as far as they are known."""
        return [entrant for entrant in map(self.who, planned.byes) if entrant]

    def line(self, group: int) -> list[PlannedRound]:
        """Return the rounds of a group that lead to its final, in order."""
        return [
            planned for planned in self.rounds if planned.group == group and planned.letter == TO_THE_FINAL
        ]

    def unseated(self) -> set[int]:
        """Return entrants who advance after a correction, but have no seat in the next round already drawn.

        This happens only where rounds are drawn one by one.
        """
        if not self.settings.is_redrawn:
            return set()
        pairs = chain.from_iterable(pairwise(self.line(group)) for group in range(len(self.groups)))
        return {entrant for planned, following in pairs for entrant in self._left_out(planned, following)}

    def _left_out(self, planned: PlannedRound, following: PlannedRound) -> Iterator[int]:
        taken = {slot for match in following.matches for slot in match.slots} | {*following.byes}
        for match in self.deciders_of(planned):
            for place, entrant in enumerate(match.order[: planned.advance], start=1):
                if not taken & {Slot(of=match.id, place=place), Slot(entrant)}:
                    yield entrant

    def rounds_drawn_after(self, match: Match) -> list[PlannedRound]:
        """Return the later rounds that were drawn from the results so far, not only filled by them."""
        if self.settings.format not in ROUND_BY_ROUND and not self.settings.is_redrawn:
            return []
        together = next(draw.rounds for draw in self.draws if match.round in draw.rounds)
        later = self.rounds[self.rounds.index(match.round) + 1 :]
        return [
            planned for planned in later if planned.group == match.round.group and planned not in together
        ]

    @property
    def is_shown(self) -> bool:
        """Whether it has begun for everybody: a later stage begins with a draft that only organizers see."""
        return bool(self.groups) and (self.number == 1 or bool(self.rounds))

    @property
    def is_drawn_out(self) -> bool:
        """Whether no match of a published draw is open."""
        return not any(match.is_open for match in self.matches.values())

    def forget(self) -> None:
        """Recompute who sits where when it is next needed."""
        self._matches = None

    def forget_one(self, match: str) -> None:
        """Update a match after a change of it alone, and the matches whose seats depend on it.

        With `forget`, a thousand results in a row would take a thousand times as long.
        """
        if self._matches is None or match not in self._matches:
            return
        before = {match.id: match.seats for match in self._matches.values()}
        anew = seats_after_change(match, self.rounds, before, self.order_of, self.divisions)
        # Other holders of the old dictionary keep it unchanged.
        self._matches = self._matches.copy()
        for key, seats in anew.items():
            old = self._matches[key]
            self._matches[key] = Match(old.number, old.planned, old.round, seats, self)

    def copy(self) -> "Stage":
        """Return a stage that can be changed independently."""
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
            self.ends_at,
            self.is_closed,
            set(self.automatic),
            self.matches,  # the shared starting point of both
        )

    def whole(self, last: Draw) -> Draw:
        """Return the whole draw, of which this is the last part or the only part."""
        parts, self.parts = self.parts, []
        return joined([*parts, last])

    def published(self, last: Draw) -> Draw:
        """Return the published draw, of which this is the last part or the only part."""
        key = last.rounds[-1].id
        return next(
            draw for draw in reversed(self.draws) if any(planned.id == key for planned in draw.rounds)
        )

    def is_automatic(self, match: Match) -> bool:
        """Whether the result of a match followed from a withdrawal and was given by nobody."""
        return (match.id, entrants_key(match.entrants)) in self.automatic

    def keep(
        self, match: str, entrants: Iterable[int], result: Result | None, *, is_automatic: bool = False
    ) -> None:
        """Store the result of a match between these entrants, or remove it."""
        key = match, entrants_key(entrants)
        self.automatic.discard(key)
        if is_automatic:
            self.automatic.add(key)
        if result is None:
            self.results.pop(key, None)
            self.reopened.add(key)
        else:
            report = *key, report_of(result)
            self.reported.pop(report, None)  # the newest report is the last
            self.results[key] = self.reported[report] = result
            self.reopened.discard(key)
        self.forget_one(match)

    def removed_result(self, match: Match) -> Result | None:
        """Return the result that was removed from a match, while it waits for a new one."""
        key = match.id, entrants_key(match.entrants)
        if key not in self.reopened:
            return None
        reports = reversed(self.reported.items())
        return next((result for (*about, _report), result in reports if tuple(about) == key), None)

    def take_walkover_back(self, match: str, entrants: Iterable[int]) -> None:
        """Remove an automatic result, as if it had never been given."""
        key = match, entrants_key(entrants)
        self.automatic.discard(key)
        self.results.pop(key, None)
        self.forget_one(match)

    def order_of(self, match: str, entrants: tuple[int, ...]) -> list[int] | None:
        """Return the entrants of a match by place, best first; None while they have not played it."""
        result = self.results.get((match, entrants_key(entrants)))
        return None if result is None or result.is_tied else result.order

    def reported_places(self, match: str, entrants: tuple[int, ...]) -> dict[int, int]:
        """Return the places of a match as they were reported, shared where entrants were tied."""
        result = self.results.get((match, entrants_key(entrants)))
        return {} if result is None else {place.entrant: place.place for place in result.places}

    def who(self, slot: Slot) -> int:
        """Return the entrant of a seat or a bye, 0 for nobody or while that is open."""
        if slot.division:
            return at_place(slot, self.divisions) or 0
        if not slot.of:
            return slot.entrant
        order = self.matches[slot.of].order
        return order[slot.place - 1] if slot.place <= len(order) else 0


def entrants_key(entrants: Iterable[int]) -> Met:
    """Return the key for a result or a table of these entrants."""
    return tuple(sorted(entrants))


def report_of(result: Result) -> Report:
    """Return the reported part of a result, without what a lot or the time of the report added."""
    numbers = (
        (place.entrant, place.place, place.total, place.last_deal, place.deal_wins, place.points_in_hand)
        for place in result.places
    )
    return result.kind, tuple(sorted(result.absent)), tuple(sorted(numbers))
