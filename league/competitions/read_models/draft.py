"""The page of a draft for organizers: its tables with their costs, and the changes."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import eventstore
from games.models import Player
from games.rules.notation.notation import seat_letter
from league import competitions
from league.competitions import draw_reasons
from league.competitions.opening import numbers_elsewhere
from league.models import Competition, CompetitionEvent
from league.rules.brackets.parties import are_apart
from league.rules.brackets.plan import PlannedRound, Slot, bye_id
from league.rules.competition.draft import Seat, seats, with_names
from league.rules.competition.events import Draw
from league.rules.competition.match_names import in_the_room, meeting_in_round
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.decisions.consequences import can_draw
from league.rules.decisions.drafts import is_draft_stale
from league.rules.decisions.tables_of_matches import free_numbers
from league.rules.settings.translated_names import translated
from league.rules.settings.venues import AT_TABLES
from league.rules.stages.next_draw import beyond, with_costs
from league.rules.stages.rounds_so_far import history
from league.rules.stages.stage_standings import rows_of

_BYE: Final = "Bye"


@dataclass(frozen=True)
class DraftSeat:
    """A seat of the draft; of its table `met` were met before, `mates` share a club, `kin` a party."""

    ref: str
    entrant: int
    name: str
    seed: int
    points: int | None
    team: str
    met: list[str]
    mates: list[str]
    kin: list[str]
    is_changed: bool
    is_picked: bool

    @property
    def index(self) -> int:
        """The number of the seat at the table, from 0."""
        return seat_of(self.ref)[1]


@dataclass(frozen=True)
class DraftTable:
    """A table of the draft with its reasons."""

    key: str
    name: str
    seats: list[DraftSeat]
    why: list[str]


@dataclass(frozen=True)
class DraftRound:
    """A round of the draft, of a group; a bye is listed like a table of one."""

    name: str
    tables: list[DraftTable]
    byes: list[DraftTable]

    @property
    def places(self) -> list[DraftTable]:
        """All tables, then the byes."""
        return [*self.tables, *self.byes]


@dataclass(frozen=True)
class CostLine:
    """The cost of the draft by a criterion, and that of the proposal."""

    criterion: str
    name: str
    now: str
    before: str


@dataclass(frozen=True)
class _Facts:
    """Data for the seats of a draft: costs by match, the proposal, points, and who has met whom."""

    costs: dict[str, dict[str, float]]
    before: dict[Seat, int]
    points: dict[int, int]
    met: dict[int, set[int]]


class DraftPage:
    """A draft for the templates; `draft` is None before it is made."""

    def __init__(self, competition: Competition, picked: str = "") -> None:
        self.competition = competition
        self.state = competitions.look(competition.pk)
        self.stage = self.state.stage
        self.draft, self.proposal = self.stage.draft, self.stage.proposal
        players = Player.objects.in_bulk([entrant.player for entrant in self.state.entrants.values()])
        self._names = {
            number: players[entrant.player].name for number, entrant in self.state.entrants.items()
        }
        self._weighed = self._now = self._named_in(self.draft)
        self._before = self._named_in(self.proposal)
        if self._now is not None and not self.is_stale:  # a draft with withdrawn entrants has no costs
            self._weighed = with_costs(self.state, self.stage, self._now)
        known = {seat_ref(seat) for planned in self._rounds() for seat, _slot in seats(planned)}
        self.picked = picked if picked in known else ""

    @property
    def may_make(self) -> bool:
        """Whether there is something to draw now."""
        return can_draw(self.state)

    @property
    def is_stale(self) -> bool:
        """Whether entrants or parties have changed since the draft was made."""
        return is_draft_stale(self.state, self.stage)

    @property
    def is_changed(self) -> bool:
        """Whether organizers changed the proposal."""
        return self.draft != self.proposal

    @property
    def is_prescribed(self) -> bool:
        """Whether a file prescribes the seats: then no lot was drawn for it."""
        return self.draft is not None and not self.draft.seed and not self._play_offs

    @cached_property
    def warnings(self) -> list[str]:
        """Warnings about a prescribed draft, in sentences."""
        if not self.is_prescribed:
            return []
        taken = [seat for draft_round in self.rounds for table in draft_round.tables for seat in table.seats]
        met, kin, mates = (sum(len(of(seat)) for seat in taken) // 2 for of in _AGAINST)
        sentences = []
        if met:
            sentences.append(
                ngettext("{n} pair has met before.", "{n} pairs have met before.", met).format(n=met)
            )
        if kin:
            sentence = ngettext(
                "{n} pair meets although it should not.", "{n} pairs meet although they should not.", kin
            )
            sentences.append(sentence.format(n=kin))
        if mates:
            sentence = ngettext("{n} pair is from the same club.", "{n} pairs are from the same club.", mates)
            sentences.append(sentence.format(n=mates))
        return sentences

    @property
    def picked_name(self) -> str:
        """The name in the seat that was selected first."""
        return next(
            (
                seat.name
                for draft_round in self.rounds
                for table in (*draft_round.tables, *draft_round.byes)
                for seat in table.seats
                if seat.is_picked
            ),
            "",
        )

    @cached_property
    def rounds(self) -> list[DraftRound]:
        """The rounds to be published; of a bracket the first round of each group."""
        facts = self._facts()
        return [
            DraftRound(
                translated(planned.name),
                [
                    self._table(match.id, name, match.slots, facts)
                    for match, name in zip(planned.matches, _called(planned, self._numbers), strict=True)
                ],
                [
                    self._table(bye_id(planned, n), _BYE, [slot], facts)
                    for n, slot in enumerate(planned.byes)
                    if not _is_open(slot)
                ],
            )
            for planned in _first_of_each_group(self._rounds())
        ]

    @property
    def costs(self) -> list[CostLine]:
        """The cost by criterion, now and as proposed; criteria without cost in both are left out."""
        now, before = _total(self._weighed), _total(self._before)
        return [
            CostLine(key, draw_reasons.short(key), f"{now.get(key, 0):g}", f"{before.get(key, 0):g}")
            for key in dict.fromkeys([*now, *before])
            if now.get(key) or before.get(key)
        ]

    @property
    def bound(self) -> str:
        """The distance of the draft from the optimum, in words."""
        if self._weighed is None or self.proposal is None:
            return ""
        return draw_reasons.bound(_total(self._weighed).get("repeats", 0), self.proposal.bound)

    @cached_property
    def beyond(self) -> dict[str, int]:
        """By which criteria another draw could cost less, and by how much at most."""
        if self._now is None or self.is_stale:
            return {}
        return beyond(self.state, self.stage, self._now)

    @property
    def distance(self) -> str:
        """The largest distance of the draft from the optimum, in words; empty where it is unknown."""
        return draw_reasons.beyond(self.beyond)

    @property
    def changes(self) -> list[str]:
        """The changed seats: `Ana: Table 1, seat 2 (proposed: Table 3, seat 1)`."""
        was = {planned.id: planned for planned in (self._before.rounds if self._before else [])}
        return [
            _("{name}: {here} (proposed: {there})").format(name=self._names[entrant], here=here, there=there)
            for planned in _first_of_each_group(self._rounds())
            for entrant, here, there in _moved(planned, was[planned.id], self._numbers)
        ]

    @property
    def last_swap(self) -> tuple[str, str] | None:
        """The two seats of the swap that would be undone next. One query."""
        names = ("draft_made", "draft_adjusted")
        swaps: list[set[Seat]] = []
        for event in eventstore.read_named(CompetitionEvent, self.competition.pk, names):
            if not hasattr(event, "one"):
                swaps = []
            elif swaps and swaps[-1] == {tuple(event.one), tuple(event.other)}:
                swaps.pop()
            else:
                swaps.append({tuple(event.one), tuple(event.other)})
        if not swaps or self.draft is None:
            return None
        first, other = sorted(swaps[-1])
        return seat_ref(first), seat_ref(other)

    @property
    def may_swap(self) -> bool:
        """Whether seats can be swapped: play-offs follow from the tables."""
        return not self._play_offs

    @property
    def _play_offs(self) -> set[str]:
        """The matches of the draft that are play-offs."""
        return {match.id for planned in self._rounds() if planned.is_play_off for match in planned.matches}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The numbers in the room that tables get if the draft is published now, by match. Two queries."""
        if self.state.settings.venue not in AT_TABLES:
            return {}
        free = free_numbers(self.state, numbers_elsewhere(self.competition, self.state, timezone.now()))
        numbers, busy = {}, {0}
        for planned in self._rounds():
            for match in planned.matches:
                there = {slot.entrant or 0 for slot in match.slots}
                if busy.isdisjoint(there):
                    numbers[match.id] = next(free)
                busy |= there
        return numbers

    def _rounds(self) -> Sequence[PlannedRound]:
        return self._now.rounds if self._now else []

    def _named_in(self, draw: Draw | None) -> Draw | None:
        return None if draw is None else with_names(draw, self.stage)

    def _facts(self) -> _Facts:
        rows = [row for rows in rows_of(self.state, self.stage) for row in rows]
        was = self._before.rounds if self._before else []
        return _Facts(
            {
                drawn_match.match: drawn_match.cost
                for drawn_match in (self._weighed.why if self._weighed else [])
            },
            {seat: slot.entrant for planned in was for seat, slot in seats(planned)},
            {row.entrant: row.points for row in rows},
            _met(self.state, self.stage),
        )

    def _table(self, key: str, name: str, slots: Sequence[Slot], facts: _Facts) -> DraftTable:
        there = [slot.entrant for slot in slots if slot.entrant]
        seats_ = [
            self._seat((key, index), slot.entrant, there, facts)
            for index, slot in enumerate(slots)
            if not _is_open(slot)
        ]
        form = "" if self.is_prescribed else draw_reasons.form_of(self.stage.settings)
        cost = facts.costs.get(key)
        why = draw_reasons.why_bye(cost, form) if name == _BYE else draw_reasons.why(cost, form)
        if key in self._play_offs:
            why = draw_reasons.of_play_offs()
        return DraftTable(key, translated(name), seats_, why)

    def _seat(self, seat: Seat, number: int, there: list[int], facts: _Facts) -> DraftSeat:
        ref, is_changed = seat_ref(seat), facts.before.get(seat, 0) != number
        if not number:
            name = _("no one (a bye)") if self.may_swap else _("open: to be decided by lot")
            return DraftSeat(ref, 0, name, 0, None, "", [], [], [], is_changed, ref == self.picked)
        entrant = self.state.entrants[number]
        others = [other for other in there if other != number]
        return DraftSeat(
            ref=ref,
            entrant=number,
            name=self._names[number],
            seed=entrant.seed,
            points=None if self.stage.settings.is_knock_out else facts.points.get(number, 0),
            team=entrant.team,
            met=[self._names[other] for other in others if other in facts.met[number]],
            mates=[
                self._names[other]
                for other in others
                if entrant.team and self.state.entrants[other].team == entrant.team
            ],
            kin=[
                self._names[other]
                for other in others
                if are_apart(entrant.party, self.state.entrants[other].party)
            ],
            is_changed=is_changed,
            is_picked=ref == self.picked,
        )


_AGAINST: Final[tuple[Callable[[DraftSeat], list[str]], ...]] = (
    lambda seat: seat.met,
    lambda seat: seat.kin,
    lambda seat: seat.mates,
)


def seat_ref(seat: Seat) -> str:
    """Return a seat as forms send it: `R1.2:0`."""
    return f"{seat[0]}:{seat[1]}"


def seat_of(ref: str) -> Seat:
    """Return the seat that a form names; an impossible seat for invalid text."""
    match, _, index = ref.rpartition(":")
    return (match, int(index)) if index.isascii() and index.isdecimal() and len(index) < 4 else ("", 0)


def _is_open(slot: Slot) -> bool:
    """Whether the slot depends on a match that is still to be played."""
    return bool(slot.of) and not slot.entrant


def _first_of_each_group(rounds: Sequence[PlannedRound]) -> list[PlannedRound]:
    """Return the rounds whose seats name entrants; rounds of a bracket that wait for others are left out."""
    firsts: list[PlannedRound] = []
    for planned in rounds:
        first = [match for match in planned.matches if match.game == 1]
        matches = [match for match in first if any(slot.entrant for slot in match.slots)]
        if matches:
            firsts.append(PlannedRound(planned.id, planned.name, matches, planned.byes))
    return firsts


def _called(planned: PlannedRound, numbers: Mapping[str, int]) -> list[str]:
    """Return the names of the matches of a round; each match of a meeting has the meeting's name."""
    names = [
        meeting_in_round(planned, match, number) for number, match in enumerate(planned.matches, start=1)
    ]
    return [
        in_the_room(name, numbers.get(match.id, 0))
        for match, name in zip(planned.matches, names, strict=True)
    ]


def _moved(
    now: PlannedRound, was: PlannedRound, numbers: Mapping[str, int]
) -> Iterator[tuple[int, str, str]]:
    """Yield the entrants with changed seats, with the new and the proposed seat."""
    names = {match.id: name for match, name in zip(was.matches, _called(was, numbers), strict=True)}
    before = {slot.entrant: seat for seat, slot in seats(was)}
    for seat, slot in seats(now):
        if slot.entrant and before.get(slot.entrant, seat) != seat:
            yield slot.entrant, _place(seat, names), _place(before[slot.entrant], names)


def _place(seat: Seat, names: dict[str, str]) -> str:
    if seat[0] not in names:
        return _("bye")
    return _("{match}, seat {letter}").format(match=translated(names[seat[0]]), letter=seat_letter(seat[1]))


def _met(state: State, stage: Stage) -> dict[int, set[int]]:
    """Return the opponents of each entrant as the draw counts them: nobody meets an absent player."""
    opponents: dict[int, set[int]] = defaultdict(set)
    for group in range(len(stage.groups)):
        for played_round in history(state, stage, group).rounds:
            for match in played_round.matches:
                for first, other in permutations(map(int, match.present), 2):
                    opponents[first].add(other)
    return opponents


def _total(draw: Draw | None) -> dict[str, float]:
    """Return the sum of the costs of all tables, and the costs of the draw as a whole."""
    if draw is None:
        return {}
    keys = list(dict.fromkeys(key for drawn_match in draw.why for key in drawn_match.cost))
    return draw.cost | {key: sum(drawn_match.cost.get(key, 0) for drawn_match in draw.why) for key in keys}
