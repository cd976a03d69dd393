"""Divisions: made from an order, and carried over into the next season, with a reason for every movement.

Divisions are lists of entrants, the top division first; at the end of a season each is in the order of its
table. On pages and in `Move` they are numbered from 1.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple, TypeVar

import msgspec

from games.rules.base.language import _, gettext_noop, ngettext
from games.rules.base.refusal import Refusal
from league.rules.history import Entrant

Whoever = TypeVar("Whoever")

PROMOTED: Final = "promoted"
RELEGATED: Final = "relegated"
STAYED: Final = "stayed"
WON_PLAY_OFF: Final = "won_play_off"
LOST_PLAY_OFF: Final = "lost_play_off"
NO_WINNER: Final = "no_winner"
FILLS_GAP: Final = "fills_gap"
SPARED: Final = "spared"
MERGED: Final = "merged"
CLOSED_UP: Final = "closed_up"
NEW: Final = "new"
LEFT: Final = "left"

REASONS: Final = {
    PROMOTED: gettext_noop("promoted"),
    RELEGATED: gettext_noop("relegated"),
    STAYED: gettext_noop("stays"),
    WON_PLAY_OFF: gettext_noop("won the play-off"),
    LOST_PLAY_OFF: gettext_noop("lost the play-off"),
    NO_WINNER: gettext_noop("stays: nobody won the play-off"),
    FILLS_GAP: gettext_noop("goes up to fill a gap"),
    SPARED: gettext_noop("spared, because nobody could come up"),
    MERGED: gettext_noop("the last two divisions become one"),
    CLOSED_UP: gettext_noop("a division above is gone"),
    NEW: gettext_noop("new"),
    LEFT: gettext_noop("left"),
}
"""What the reasons of `Move` are called on pages; to be translated there."""


class Border(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Between two divisions: so many go down and up, and beside them so many play-offs are held."""

    movers: int = 1
    play_offs: int = 0


class DivisionRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The borders from the top down (the last one serves for all below it) and the sizes of new divisions.

    Newcomers who make the lowest division larger than `size` open one of their own if they are at least
    `least`; a lowest division smaller than `least` is merged into the one above.
    """

    borders: tuple[Border, ...] = (Border(),)
    size: int = 10
    least: int = 4

    def border(self, upper: int) -> Border:
        """Return the border below the division with this index (0 is the top)."""
        return self.borders[min(upper, len(self.borders) - 1)]


class PlayOffPlaces(NamedTuple):
    """Which place of a division (`upper`, from 1) meets which one of the division below, places from 1.

    P2.1 is the first play-off between the divisions 2 and 3, its `number` there 1.
    """

    id: str
    upper: int
    number: int
    upper_place: int
    lower_place: int


class PlayOff(msgspec.Struct, frozen=True):
    """One of the last who are safe meets one of the best below; the winner plays in the upper division next.

    Its id is that of its `PlayOffPlaces`.
    """

    id: str
    upper: Entrant
    lower: Entrant


class Move(msgspec.Struct, frozen=True):
    """From which division (0: new) an entrant comes, into which one (0: left) and why."""

    entrant: Entrant
    origin: int
    to: int
    reason: str


class NextSeason(msgspec.Struct, frozen=True):
    """The divisions of the next season in seeding order, and everybody's move, also of those who stay."""

    divisions: list[list[Entrant]]
    moves: list[Move]


def division_sizes(count: int, size: int, least: int = 2) -> list[int]:
    """Return sizes near `size`, as equal as possible and none below `least`, the larger ones at the bottom.

    Their number is count / size rounded to the nearest, halves up. Raises Refusal (too_few_entrants) if not
    even one division comes about.
    """
    if count < least:
        raise Refusal(
            "too_few_entrants",
            ngettext(
                "A division needs at least {least} entrant, and there are {count}.",
                "A division needs at least {least} entrants, and there are {count}.",
                least,
            ).format(least=least, count=count),
        )
    divisions = max(1, min((2 * count + size) // (2 * size), count // least))
    smaller, larger = divmod(count, divisions)
    return [smaller] * (divisions - larger) + [smaller + 1] * larger


def divided(order: Sequence[Entrant], sizes: Sequence[int]) -> list[list[Entrant]]:
    """Return divisions of these sizes, the best of the order in the top one.

    Raises Refusal (bad_division_sizes) when the sizes do not hold exactly these entrants, or hold one alone.
    """
    if sum(sizes) != len(order) or any(size < 2 for size in sizes):
        raise Refusal(
            "bad_division_sizes",
            ngettext(
                "The divisions must hold all {count} entrant, at least 2 in each.",
                "The divisions must hold all {count} entrants, at least 2 in each.",
                len(order),
            ).format(count=len(order)),
        )
    ends = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    return [list(order[start:end]) for start, end in pairwise(ends)]


def parted(order: Sequence[Whoever], count: int, sizes: Sequence[int] = ()) -> list[list[Whoever]]:
    """Cut an order into so many divisions, of these sizes if they fit: the last one then takes the rest.

    Without fitting sizes they are as equal as possible, the larger ones at the top.
    """
    fits = len(sizes) == count and min(sizes) >= 2 and sum(sizes[:-1]) + 2 <= len(order)
    size, larger = divmod(len(order), count)
    parts = list(sizes[:-1]) if fits else [size + (number < larger) for number in range(count - 1)]
    ends = [*accumulate(parts, initial=0), len(order)]
    return [list(order[start:end]) for start, end in pairwise(ends)]


def check_borders(sizes: Sequence[int], rules: DivisionRules) -> None:
    """Refuse borders at which somebody would have to go both up and down, or divisions nobody can play in.

    Raises Refusal with the code bad_borders or division_too_small.
    """
    if not rules.borders or any(one.movers < 0 or one.play_offs < 0 for one in rules.borders):
        raise Refusal("bad_borders", _("Each border needs a number of movers and of play-offs, 0 or more."))
    if not 2 <= rules.least <= rules.size:
        raise Refusal(
            "bad_borders", _("A division has at least 2 entrants, and no more are needed than its size.")
        )
    for index, size in enumerate(sizes):
        at_borders = sum(
            rules.border(upper).movers + rules.border(upper).play_offs
            for upper in (index - 1, index)
            if 0 <= upper < len(sizes) - 1
        )
        if at_borders > size:
            raise Refusal(
                "division_too_small",
                ngettext(
                    "Division {division} has {size} entrant, but {at_borders} of them would move or play "
                    "off.",
                    "Division {division} has {size} entrants, but {at_borders} of them would move or play "
                    "off.",
                    size,
                ).format(division=index + 1, size=size, at_borders=at_borders),
            )


def play_off_places(sizes: Sequence[int], rules: DivisionRules) -> list[PlayOffPlaces]:
    """Return which places of divisions of these sizes meet: the last safe one and the best not promoted.

    With several at a border the last but one meets the second best, and so on: whoever finished better gets
    the easier one. Raises Refusal like `check_borders`.
    """
    check_borders(sizes, rules)
    return [
        PlayOffPlaces(
            f"P{upper}.{number}", upper, number, size - border.movers + 1 - number, border.movers + number
        )
        for upper, size in enumerate(sizes[:-1], start=1)
        for border in [rules.border(upper - 1)]
        for number in range(1, border.play_offs + 1)
    ]


def play_offs(divisions: Sequence[Sequence[Entrant]], rules: DivisionRules) -> list[PlayOff]:
    """Return who meets in the play-offs of the final tables. Raises Refusal like `check_borders`."""
    return [
        PlayOff(
            one.id, divisions[one.upper - 1][one.upper_place - 1], divisions[one.upper][one.lower_place - 1]
        )
        for one in play_off_places([len(division) for division in divisions], rules)
    ]


def fates(sizes: Sequence[int], rules: DivisionRules) -> list[list[str]]:
    """Return what each place of divisions of these sizes leads to: a reason of a move, or a play-off's id.

    Raises Refusal like `check_borders`.
    """
    found = [[STAYED] * size for size in sizes]
    for one in play_off_places(sizes, rules):
        found[one.upper - 1][one.upper_place - 1] = found[one.upper][one.lower_place - 1] = one.id
    for index, (upper, lower) in enumerate(pairwise(found)):
        movers = rules.border(index).movers
        upper[len(upper) - movers :] = [RELEGATED] * movers
        lower[:movers] = [PROMOTED] * movers
    return found


def next_season(
    divisions: Sequence[Sequence[Entrant]],
    rules: DivisionRules,
    *,
    won: Mapping[str, Entrant | None] | None = None,
    leaving: Collection[Entrant] = (),
    newcomers: Sequence[Entrant] = (),
) -> NextSeason:
    """Carry the final tables over: promotion, relegation, the play-offs `won` (by id), leavers, newcomers.

    A play-off that nobody won, because it was void or nobody came, moves nobody.
    Every division but the lowest keeps its size: where somebody is missing, the best below who has not moved
    goes up; only where there is nobody, the best of the relegated is spared. Newcomers start in the lowest
    division. Nobody moves by two divisions, unless one between is gone because all of it left. Who leaves
    loses his play-off. A division is seeded by where its entrants were: those from above, those who stay,
    those from below, newcomers.

    Raises Refusal like `check_borders`, with play_off_open for a play-off without its result and with
    not_in_play_off for a winner who was not in it, and with entered_already for a newcomer who is in already.
    """
    everybody = [*(one for division in divisions for one in division), *newcomers]
    if len(set(everybody)) < len(everybody):
        raise Refusal(
            "entered_already", _("Everybody can be in one division only, and newcomers in none before.")
        )
    carry = _Carry(divisions, leaving)
    carry.across_borders(rules)
    carry.by_play_offs(play_offs(divisions, rules), won or {})
    carry.fill_gaps()
    carry.close_up()
    carry.place(newcomers, rules)
    carry.merge_last(rules.least)
    return carry.result()


class _Carry:
    """Where everybody goes, while it is being worked out: `target` by index from 0, but for leavers."""

    def __init__(self, divisions: Sequence[Sequence[Entrant]], leaving: Collection[Entrant]) -> None:
        self.divisions = divisions
        self.leaving = leaving
        self.origin = {one: index for index, division in enumerate(divisions) for one in division}
        self.target = {one: index for one, index in self.origin.items() if one not in leaving}
        self.reason = {one: STAYED if one in self.target else LEFT for one in self.origin}

    def across_borders(self, rules: DivisionRules) -> None:
        for index, (upper, lower) in enumerate(pairwise(self.divisions)):
            movers = rules.border(index).movers
            for one in upper[len(upper) - movers :]:
                self._move(one, index + 1, RELEGATED)
            for one in lower[:movers]:
                self._move(one, index, PROMOTED)

    def by_play_offs(self, held: Sequence[PlayOff], won: Mapping[str, Entrant | None]) -> None:
        for one in held:
            winner = self._winner(one, won)
            upper, lower = self.origin[one.upper], self.origin[one.lower]
            if winner is None:
                self._move(one.upper, upper, NO_WINNER)
                self._move(one.lower, lower, NO_WINNER)
                continue
            self._move(one.upper, upper if winner == one.upper else lower, _outcome(one.upper, winner))
            self._move(one.lower, upper if winner == one.lower else lower, _outcome(one.lower, winner))

    def fill_gaps(self) -> None:
        """Fill from the top down: whoever goes up leaves a gap further down; the lowest keeps its gaps."""
        for index, (upper, lower) in enumerate(pairwise(self.divisions)):
            gap = len(upper) - sum(target == index for target in self.target.values())
            risers = [(one, FILLS_GAP) for one in lower if self.target.get(one) == index + 1]
            spared = [(one, SPARED) for one in upper if self.target.get(one) == index + 1]
            last_resort = [(one, FILLS_GAP) for one in lower if self.target.get(one) == index + 2]
            for one, reason in (risers + spared + last_resort)[: max(0, gap)]:
                self._move(one, index, reason)

    def place(self, newcomers: Sequence[Entrant], rules: DivisionRules) -> None:
        lowest = max(self.target.values(), default=0)
        room = max(0, rules.size - sum(target == lowest for target in self.target.values()))
        room = room if len(newcomers) - room >= rules.least else len(newcomers)
        own = newcomers[room:]
        sizes = division_sizes(len(own), rules.size, rules.least) if own else []
        for index, division in enumerate([newcomers[:room], *divided(own, sizes)], start=lowest):
            for one in division:
                self.target[one], self.reason[one] = index, NEW

    def merge_last(self, least: int) -> None:
        last = max(self.target.values(), default=0)
        members = [one for one, target in self.target.items() if target == last]
        # Who has come up into this division already would move by two.
        if not last or len(members) >= least or any(self.origin.get(one, 0) > last for one in members):
            return
        for one in members:
            self.target[one] = last - 1
            if one in self.origin:
                self.reason[one] = MERGED

    def close_up(self) -> None:
        """Number the divisions that are left without a hole, where two neighbouring ones were left by all."""
        numbers = {index: number for number, index in enumerate(sorted(set(self.target.values())))}
        for one, index in self.target.items():
            self._move(one, numbers[index], self.reason[one] if numbers[index] == index else CLOSED_UP)

    def result(self) -> NextSeason:
        everybody = [*self.origin, *(one for one in self.target if one not in self.origin)]
        count = max(self.target.values(), default=-1) + 1
        return NextSeason(
            [[one for one in everybody if self.target.get(one) == index] for index in range(count)],
            [
                Move(one, self.origin.get(one, -1) + 1, self.target.get(one, -1) + 1, self.reason[one])
                for one in everybody
            ],
        )

    def _winner(self, one: PlayOff, won: Mapping[str, Entrant | None]) -> Entrant | None:
        present = [entrant for entrant in (one.upper, one.lower) if entrant not in self.leaving]
        if len(present) < 2:
            return present[0] if present else None
        if one.id not in won:
            raise Refusal("play_off_open", _("The play-off {id} is not over yet.").format(id=one.id))
        winner = won[one.id]
        if winner is not None and winner not in present:
            raise Refusal(
                "not_in_play_off", _("The winner of the play-off {id} was not in it.").format(id=one.id)
            )
        return winner

    def _move(self, one: Entrant, to: int, reason: str) -> None:
        if one in self.target:
            self.target[one], self.reason[one] = to, reason


def _outcome(entrant: Entrant, winner: Entrant | None) -> str:
    return WON_PLAY_OFF if entrant == winner else LOST_PLAY_OFF
