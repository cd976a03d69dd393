"""A knock-out at tables: some of each table advance, and rematches come as late as possible."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence

import msgspec

from games.rules.base.language import _, ngettext, shown_number
from games.rules.base.refusal import Refusal
from league.rules.brackets.keeping_apart_in_snakes import KeptApart, dealt_apart, snake_apart
from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot

MOST_ENTRANTS = 1024


class StagePlan(msgspec.Struct, frozen=True):
    """A stage round ahead: its number of entrants, tables and byes."""

    entrants: int
    tables: int
    byes: int

    @property
    def is_final(self) -> bool:
        """Whether this round finds the champion."""
        return self.tables == 1 and self.byes == 0


def plan(entrants: int, size: int, advance: int, byes: int = 0) -> list[StagePlan]:
    """Return the stage rounds from `entrants` to the final.

    ceil(entrants / size) tables as equal as possible, each with more than `advance` entrants. Where that is
    impossible, the fewest byes that make it possible are given; in the first round at least `byes`. It ends
    because every table eliminates at least one. Needs 1 <= advance < size.

    Raises Refusal (`too_many_byes`) where too few would be left to play in the first round, or where byes
    that are not needed lead straight to the final.
    """
    first, requested_byes = entrants, byes
    rounds: list[StagePlan] = []
    while entrants > size or byes:
        given_byes = _byes(entrants, size, advance, byes)
        tables = -(-(entrants - given_byes) // size)
        rounds.append(StagePlan(entrants, tables, given_byes))
        entrants, byes = tables * advance + given_byes, 0
    if requested_byes and len(rounds) == 1 and rounds[0].byes > _usual_byes(first, size, advance):
        raise Refusal(
            "too_many_byes",
            ngettext(
                "With {byes} bye the top seed would play in the final only.",
                "With {byes} byes the top seeds would play in the final only.",
                requested_byes,
            ).format(byes=requested_byes),
        )
    return [*rounds, StagePlan(entrants, 1, 0)]


def name(ahead: Sequence[StagePlan], number: int) -> str:
    """Return the name of the first of the rounds ahead; `number` counts from the start."""
    now = ahead[0]
    if now.is_final:
        return "Final"
    if len(ahead) == 2:
        return "Semi-finals" if now.tables > 1 else "Semi-final"
    if len(ahead) == 3 and now.tables == 4:
        return "Quarter-finals"
    return f"Round {number}"


def stage(
    order: Sequence[int],
    *,
    size: int,
    advance: int,
    byes: int = 0,
    reseed: bool = False,
    apart: KeptApart | None = None,
    number: int = 1,
    came_from: Mapping[int, Hashable] | None = None,
    had_byes: Mapping[int, int] | None = None,
) -> list[PlannedRound]:
    """Return every stage round R1, R2 … to the final, for entrants in seed order.

    The first round is dealt by a snake over the seeds, within whose rows members of a party, and then of a
    club, are kept apart. Later rows hold the winners of tables 1, 2 …, then the seconds and so on: entrants
    of a table are spread over as many tables as there are, and as far as that leaves a choice, so are
    entrants who may have met earlier. Byes go to the entrants with the fewest byes, the first in the order
    among them. A round drawn before its results are known gives a bye to a place that no entrant with a bye
    can reach; where there is no such place, to a place that no such entrant reaches if the better seeds win.

    With `reseed` the tables of later rounds are not settled by the draw: a slot names the round before and a
    place in the new order (`of="R1"`). Once a round is over, call it again for the entrants still in, in the
    order of the setting (by seed; or by the total of the round before, lowest first, then by seed), with the
    `number` of the next round, the match that each `came_from`, so that entrants of a table are kept apart,
    and how many byes each has had (`next_round` returns that round alone). The first places of a new order
    have the byes.

    Raises Refusal (`too_many_byes`, `too_many_entrants`).
    """
    if len(order) > MOST_ENTRANTS:
        raise Refusal(
            "too_many_entrants",
            _("A knock-out has at most {most_entrants} entrants.").format(
                most_entrants=shown_number(MOST_ENTRANTS)
            ),
        )
    ahead = plan(len(order), size, advance, byes)
    spread, sat_out = _Spread(came_from or {}, apart or KeptApart()), _SatOut(order, had_byes or {})
    current = [Slot(entrant) for entrant in order]
    rounds: list[PlannedRound] = []
    for index, now in enumerate(ahead):
        free = sat_out.fewest_times(current, now.byes)
        tables = spread.dealt([slot for slot in current if slot not in free], now.tables)
        known = [] if reseed and index else free
        rounds.append(_round(number + index, ahead[index:], known, tables, advance))
        spread.note(rounds[-1])
        sat_out.note(rounds[-1], free)
        current = free + [
            Slot(of=match.id, place=k) for k in range(1, advance + 1) for match in rounds[-1].matches
        ]
        if reseed:
            current = [Slot(of=rounds[-1].id, place=k) for k in range(1, len(current) + 1)]
    return rounds


def next_round(
    order: Sequence[int], number: int, *, size: int, advance: int, came_from: Mapping[int, Hashable]
) -> PlannedRound:
    """Return the next round of a re-seeded stage for the entrants still in, best first (see stage)."""
    ahead = stage(order, size=size, advance=advance, reseed=True, number=number, came_from=came_from)
    return ahead[0]


class _Spread:
    """The entrants who may have met, so that they meet again as late as possible."""

    def __init__(self, came_from: Mapping[int, Hashable], apart: KeptApart) -> None:
        self._came_from = came_from
        self._clubs = {Slot(number): club for number, club in apart.clubs.items()}
        self._parties = {Slot(number): party for number, party in apart.parties.items()}
        self._tables_before: dict[str, frozenset[str]] = {}

    def dealt(self, players: Sequence[Slot], count: int) -> list[list[Slot]]:
        """Deal the players over tables."""
        if not self._tables_before and not self._came_from:
            return dealt_apart(players, count, self._parties, self._clubs)
        return snake_apart(players, count, self._group, self._clash if self._tables_before else None)

    def note(self, planned: PlannedRound) -> None:
        """Record the tables of a round."""
        for match in planned.matches:
            before = [self._tables_before.get(slot.of, frozenset()) for slot in match.slots]
            self._tables_before[match.id] = frozenset({match.id}).union(*before)

    def _group(self, slot: Slot) -> Hashable:
        if slot.of:
            return ("table", slot.of) if slot.of in self._tables_before else slot
        table = self._came_from.get(slot.entrant)
        return ("table", table) if table else slot

    def _clash(self, first: Slot, other: Slot) -> int:
        nobody: frozenset[str] = frozenset()
        return len(self._tables_before.get(first.of, nobody) & self._tables_before.get(other.of, nobody))


class _SatOut:
    """The number of byes that the taker of a slot may have had, and has had if the better seeds win."""

    def __init__(self, order: Sequence[int], had: Mapping[int, int]) -> None:
        self._favourite = {Slot(entrant): rank for rank, entrant in enumerate(order)}
        self._most = Counter({slot: had.get(slot.entrant, 0) for slot in self._favourite})
        self._had = Counter({rank: self._most[slot] for slot, rank in self._favourite.items()})

    def fewest_times(self, slots: Sequence[Slot], count: int) -> list[Slot]:
        """Return the slots that get the next `count` byes; ties go to the first."""
        return sorted(slots, key=self._times)[:count]

    def note(self, planned: PlannedRound, free: Sequence[Slot]) -> None:
        """Record a round and its byes."""
        for slot in free:
            self._most[slot] += 1
            self._had[self._rank(slot)] += 1
        for match in planned.matches:
            most = max(self._most[slot] for slot in match.slots)
            ranks = sorted(map(self._rank, match.slots))
            for place, rank in enumerate(ranks[: planned.advance], start=1):
                taken = Slot(of=match.id, place=place)
                self._favourite[taken], self._most[taken] = rank, most

    def _times(self, slot: Slot) -> tuple[bool, int, int]:
        return self._most[slot] > 0, self._had[self._rank(slot)], self._most[slot]

    def _rank(self, slot: Slot) -> int:
        return self._favourite.get(slot, -1)  # a place of a new order that is not known yet


def _usual_byes(entrants: int, size: int, advance: int) -> int:
    return _byes(entrants, size, advance, 0) if entrants > size else 0


def _byes(entrants: int, size: int, advance: int, least: int) -> int:
    for byes in range(least, entrants - advance):
        if (entrants - byes) // -(-(entrants - byes) // size) > advance:
            return byes
    raise Refusal(
        "too_many_byes",
        ngettext(
            "With {least} bye there is no table left from which {advance} can advance.",
            "With {least} byes there is no table left from which {advance} can advance.",
            least,
        ).format(least=least, advance=advance),
    )


def _round(
    number: int, ahead: Sequence[StagePlan], byes: Sequence[Slot], tables: Sequence[list[Slot]], advance: int
) -> PlannedRound:
    is_final = ahead[0].is_final
    return PlannedRound(
        f"R{number}",
        name(ahead, number),
        [
            PlannedMatch(f"R{number}.{index}", table, "Final" if is_final else f"Table {index}")
            for index, table in enumerate(tables, start=1)
        ],
        list(byes),
        1 if is_final else advance,
    )
