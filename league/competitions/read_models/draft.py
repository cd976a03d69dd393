"""What the page of a draft shows to organizers: its tables with what they cost, and what was changed."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.eventstore import store
from games.models import Player
from league import competitions
from league.competitions import draw_reasons
from league.models import Competition, CompetitionEvent
from league.rules.brackets.plan import PlannedRound, Slot, bye_id
from league.rules.competition.draft import Seat, seats, with_names
from league.rules.competition.events import Draw
from league.rules.competition.match_names import meeting_in_round
from league.rules.competition.stage import Stage
from league.rules.decisions.follow_ups import may_draw
from league.rules.decisions.organizing import is_draft_stale
from league.rules.settings import result_kinds
from league.rules.settings.labels import spoken
from league.rules.stages.drawing import beyond, weighed
from league.rules.stages.standings import rows_of

_BYE: Final = "Bye"


@dataclass(frozen=True)
class DraftSeat:
    """A seat of the draft; at its table `met` were met before, `mates` are of the club, `kin` not to meet."""

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


@dataclass(frozen=True)
class DraftTable:
    """A table of the draft with why it is as it is."""

    key: str
    name: str
    seats: list[DraftSeat]
    why: list[str]


@dataclass(frozen=True)
class DraftRound:
    """A round of the draft, of one group; a bye is like a table of one."""

    name: str
    tables: list[DraftTable]
    byes: list[DraftTable]

    @property
    def places(self) -> list[DraftTable]:
        """All tables, and behind them the byes."""
        return [*self.tables, *self.byes]


@dataclass(frozen=True)
class CostLine:
    """What the draft costs by one criterion, and what the proposal did."""

    criterion: str
    name: str
    now: str
    before: str


@dataclass(frozen=True)
class _Facts:
    """What each seat of a draft needs: costs by match, the proposal, points, and who has met whom."""

    costs: dict[str, dict[str, float]]
    before: dict[Seat, int]
    points: dict[int, int]
    met: dict[int, set[int]]


class DraftPage:
    """A draft for the templates; `draft` is None before one is made."""

    def __init__(self, competition: Competition, picked: str = "") -> None:
        self.competition = competition
        self.state = competitions.look(competition.pk)
        self.stage = self.state.stage
        self.draft, self.proposal = self.stage.draft, self.stage.proposal
        players = Player.objects.in_bulk([one.player for one in self.state.entrants.values()])
        self._names = {number: players[one.player].name for number, one in self.state.entrants.items()}
        self._weighed = self._now = self._named_in(self.draft)
        self._before = self._named_in(self.proposal)
        if self._now is not None and not self.is_stale:  # who has left cannot be weighed
            self._weighed = weighed(self.state, self.stage, self._now)
        known = {seat_ref(seat) for one in self._rounds() for seat, _slot in seats(one)}
        self.picked = picked if picked in known else ""

    @property
    def may_make(self) -> bool:
        """Whether there is something to draw now."""
        return may_draw(self.state)

    @property
    def is_stale(self) -> bool:
        """Whether who is in, or who belongs together, has changed since the draft was made."""
        return is_draft_stale(self.state, self.stage)

    @property
    def is_changed(self) -> bool:
        """Whether organizers changed what was proposed."""
        return self.draft != self.proposal

    @property
    def is_prescribed(self) -> bool:
        """Whether a file says who sits where: no lot was drawn for it."""
        return self.draft is not None and not self.draft.seed and not self._play_offs

    @cached_property
    def warnings(self) -> list[str]:
        """What speaks against the whole of a draft that is prescribed, in sentences."""
        if not self.is_prescribed:
            return []
        taken = [seat for one in self.rounds for table in one.tables for seat in table.seats]
        met, kin, mates = (sum(len(of(seat)) for seat in taken) // 2 for of in _AGAINST)
        found = []
        if met:
            found.append(
                ngettext("{n} pair has met before.", "{n} pairs have met before.", met).format(n=met)
            )
        if kin:
            said = ngettext("{n} pair is not to meet.", "{n} pairs are not to meet.", kin)
            found.append(said.format(n=kin))
        if mates:
            said = ngettext("{n} pair is of one club.", "{n} pairs are of one club.", mates)
            found.append(said.format(n=mates))
        return found

    @property
    def picked_name(self) -> str:
        """Who sits in the seat that was tapped first."""
        return next(
            (
                seat.name
                for one in self.rounds
                for table in (*one.tables, *one.byes)
                for seat in table.seats
                if seat.is_picked
            ),
            "",
        )

    @cached_property
    def rounds(self) -> list[DraftRound]:
        """The rounds that are to be published; of a bracket the first one of each group."""
        facts = self._facts()
        return [
            DraftRound(
                spoken(one.name),
                [
                    self._table(match.id, name, match.slots, facts)
                    for match, name in zip(one.matches, _called(one), strict=True)
                ],
                [
                    self._table(bye_id(one, n), _BYE, [slot], facts)
                    for n, slot in enumerate(one.byes)
                    if not _is_open(slot)
                ],
            )
            for one in _first_of_each_group(self._rounds())
        ]

    @property
    def costs(self) -> list[CostLine]:
        """The cost by criterion, now and as proposed; what costs nothing in both is left out."""
        now, before = _total(self._weighed), _total(self._before)
        return [
            CostLine(key, draw_reasons.short(key), f"{now.get(key, 0):g}", f"{before.get(key, 0):g}")
            for key in dict.fromkeys([*now, *before])
            if now.get(key) or before.get(key)
        ]

    @property
    def bound(self) -> str:
        """How good the draft is beside the best there could be, in words."""
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
        """How far the draft is from the best draw at most, in words; empty where that is not to be told."""
        return draw_reasons.beyond(self.beyond)

    @property
    def changes(self) -> list[str]:
        """Who sits elsewhere than proposed: `Ana: Table 1, seat 2 (proposed: Table 3, seat 1)`."""
        was = {one.id: one for one in (self._before.rounds if self._before else [])}
        return [
            _("{name}: {here} (proposed: {there})").format(name=self._names[who], here=here, there=there)
            for one in _first_of_each_group(self._rounds())
            for who, here, there in _moved(one, was[one.id])
        ]

    @property
    def last_swap(self) -> tuple[str, str] | None:
        """The two seats of the swap that would be undone next. One query."""
        names = ("draft_made", "draft_adjusted")
        swaps: list[set[Seat]] = []
        for event in store.read_named(CompetitionEvent, self.competition.pk, names):
            if not hasattr(event, "one"):
                swaps = []
            elif swaps and swaps[-1] == {tuple(event.one), tuple(event.other)}:
                swaps.pop()
            else:
                swaps.append({tuple(event.one), tuple(event.other)})
        if not swaps or self.draft is None:
            return None
        one, other = sorted(swaps[-1])
        return seat_ref(one), seat_ref(other)

    @property
    def may_swap(self) -> bool:
        """Whether seats can change places: who plays off follows from the tables."""
        return not self._play_offs

    @property
    def _play_offs(self) -> set[str]:
        """The matches of the draft that are play-offs."""
        return {match.id for one in self._rounds() if one.is_play_off for match in one.matches}

    def _rounds(self) -> Sequence[PlannedRound]:
        return self._now.rounds if self._now else []

    def _named_in(self, draw: Draw | None) -> Draw | None:
        return None if draw is None else with_names(draw, self.stage)

    def _facts(self) -> _Facts:
        rows = [row for rows in rows_of(self.state, self.stage) for row in rows]
        was = self._before.rounds if self._before else []
        return _Facts(
            {one.match: one.cost for one in (self._weighed.why if self._weighed else [])},
            {seat: slot.entrant for one in was for seat, slot in seats(one)},
            {row.entrant: row.points for row in rows},
            _met(self.stage),
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
        return DraftTable(key, spoken(name), seats_, why)

    def _seat(self, seat: Seat, who: int, there: list[int], facts: _Facts) -> DraftSeat:
        ref, is_changed = seat_ref(seat), facts.before.get(seat, 0) != who
        if not who:
            name = _("nobody (a bye)") if self.may_swap else _("open: a lot has to decide")
            return DraftSeat(ref, 0, name, 0, None, "", [], [], [], is_changed, ref == self.picked)
        entrant = self.state.entrants[who]
        others = [one for one in there if one != who]
        return DraftSeat(
            ref=ref,
            entrant=who,
            name=self._names[who],
            seed=entrant.seed,
            points=None if self.stage.settings.is_knock_out else facts.points.get(who, 0),
            team=entrant.team,
            met=[self._names[one] for one in others if one in facts.met[who]],
            mates=[
                self._names[one]
                for one in others
                if entrant.team and self.state.entrants[one].team == entrant.team
            ],
            kin=[
                self._names[one]
                for one in others
                if entrant.party and self.state.entrants[one].party == entrant.party
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
    """Return the seat that a form names; one that no draft has for whatever is none."""
    match, _, index = ref.rpartition(":")
    return (match, int(index)) if index.isascii() and index.isdecimal() and len(index) < 4 else ("", 0)


def _is_open(slot: Slot) -> bool:
    """Whether a match that is still to be played says who has the slot."""
    return bool(slot.of) and not slot.entrant


def _first_of_each_group(rounds: Sequence[PlannedRound]) -> list[PlannedRound]:
    """Return the rounds whose seats name entrants; those of a bracket that wait for others are left out."""
    found: list[PlannedRound] = []
    for one in rounds:
        first = [match for match in one.matches if match.game == 1]
        matches = [match for match in first if any(slot.entrant for slot in match.slots)]
        if matches:
            found.append(PlannedRound(one.id, one.name, matches, one.byes))
    return found


def _called(planned: PlannedRound) -> list[str]:
    """Return what the matches of a round are called in it; each match of a meeting goes by that."""
    return [meeting_in_round(planned, match, number) for number, match in enumerate(planned.matches, start=1)]


def _moved(now: PlannedRound, was: PlannedRound) -> Iterator[tuple[int, str, str]]:
    """Yield who sits elsewhere than proposed, where, and where that was."""
    names = {match.id: name for match, name in zip(was.matches, _called(was), strict=True)}
    before = {slot.entrant: seat for seat, slot in seats(was)}
    for seat, slot in seats(now):
        if slot.entrant and before.get(slot.entrant, seat) != seat:
            yield slot.entrant, _place(seat, names), _place(before[slot.entrant], names)


def _place(seat: Seat, names: dict[str, str]) -> str:
    if seat[0] not in names:
        return _("bye")
    return _("{match}, seat {number}").format(match=spoken(names[seat[0]]), number=seat[1] + 1)


def _met(stage: Stage) -> dict[int, set[int]]:
    found: dict[int, set[int]] = defaultdict(set)
    for match in stage.matches.values():
        if match.result is not None and match.result.kind != result_kinds.VOID:
            for one, other in combinations(match.entrants, 2):
                found[one].add(other)
                found[other].add(one)
    return found


def _total(draw: Draw | None) -> dict[str, float]:
    """Return the sum of what all tables cost, and what only the whole draw has."""
    if draw is None:
        return {}
    keys = list(dict.fromkeys(key for one in draw.why for key in one.cost))
    return draw.cost | {key: sum(one.cost.get(key, 0) for one in draw.why) for key in keys}
