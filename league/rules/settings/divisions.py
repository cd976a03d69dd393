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
    NO_WINNER: gettext_noop("stays: no one won the play-off"),
    FILLS_GAP: gettext_noop("moves up to fill a gap"),
    SPARED: gettext_noop("stays, because no one could move up"),
    MERGED: gettext_noop("the last two divisions become one"),
    CLOSED_UP: gettext_noop("a division above no longer exists"),
    NEW: gettext_noop("new"),
    LEFT: gettext_noop("left"),
}
"""The names of the reasons of `Move`; to be translated on pages."""


class Border(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The border between two divisions: how many entrants move each way, and how many play-offs are held."""

    movers: int = 1
    play_offs: int = 0


class DivisionRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The borders from the top down (the last applies to all below it) and the sizes of new divisions.

    Newcomers who make the lowest division larger than `size` get a division of their own if they are at least
    `least`; a lowest division smaller than `least` is merged into the division above.
    """

    borders: tuple[Border, ...] = (Border(),)
    size: int = 10
    least: int = 4

    def border(self, upper: int) -> Border:
        """Return the border below the division with this index (0 is the top)."""
        return self.borders[min(upper, len(self.borders) - 1)]


class PlayOffPlaces(NamedTuple):
    """The place of a division (`upper`, from 1) and the place of the division below that meet, from 1.

    P2.1 is the first play-off between the divisions 2 and 3, its `number` there 1.
    """

    id: str
    upper: int
    number: int
    upper_place: int
    lower_place: int


class PlayOff(msgspec.Struct, frozen=True):
    """A safe entrant meets an entrant of the division below; the winner plays in the upper division.

    Its id is that of its `PlayOffPlaces`.
    """

    id: str
    upper: Entrant
    lower: Entrant


class Move(msgspec.Struct, frozen=True):
    """An entrant's move from a division (0: new) to another (0: left), with its reason."""

    entrant: Entrant
    origin: int
    to: int
    reason: str


class NextSeason(msgspec.Struct, frozen=True):
    """The divisions of the next season in seeding order, and the move of every entrant, even if unchanged."""

    divisions: list[list[Entrant]]
    moves: list[Move]


def division_sizes(count: int, size: int, least: int = 2) -> list[int]:
    """Return sizes near `size`, as equal as possible and none below `least`, the larger ones at the bottom.

    Their number is count / size rounded to the nearest, halves up. Raises Refusal (too_few_entrants) if there
    are too few for a single division.
    """
    if count < least:
        raise Refusal(
            "too_few_entrants",
            ngettext(
                "A division needs at least {least} entrant; there are {count}.",
                "A division needs at least {least} entrants; there are {count}.",
                least,
            ).format(least=least, count=count),
        )
    divisions = max(1, min((2 * count + size) // (2 * size), count // least))
    smaller, larger = divmod(count, divisions)
    return [smaller] * (divisions - larger) + [smaller + 1] * larger


def divided(order: Sequence[Entrant], sizes: Sequence[int]) -> list[list[Entrant]]:
    """Return divisions of these sizes, the best of the order in the top division.

    Raises Refusal (bad_division_sizes) when the sizes do not add up to the entrants, or a size is below 2.
    """
    if sum(sizes) != len(order) or any(size < 2 for size in sizes):
        raise Refusal(
            "bad_division_sizes",
            ngettext(
                "The divisions must hold {count} entrant, at least 2 in each.",
                "The divisions must hold all {count} entrants, at least 2 in each.",
                len(order),
            ).format(count=len(order)),
        )
    ends = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    return [list(order[start:end]) for start, end in pairwise(ends)]


def parted(order: Sequence[Whoever], count: int, sizes: Sequence[int] = ()) -> list[list[Whoever]]:
    """Cut an order into `count` divisions, of these sizes if they fit: the last division takes the rest.

    Without fitting sizes they are as equal as possible, the larger ones at the top.
    """
    fits = len(sizes) == count and min(sizes) >= 2 and sum(sizes[:-1]) + 2 <= len(order)
    size, larger = divmod(len(order), count)
    parts = list(sizes[:-1]) if fits else [size + (number < larger) for number in range(count - 1)]
    ends = [*accumulate(parts, initial=0), len(order)]
    return [list(order[start:end]) for start, end in pairwise(ends)]


def check_borders(sizes: Sequence[int], rules: DivisionRules) -> None:
    """Refuse borders where an entrant would move both up and down, or divisions too small to play in.

    Raises Refusal with the code bad_borders or division_too_small.
    """
    if not rules.borders or any(border.movers < 0 or border.play_offs < 0 for border in rules.borders):
        raise Refusal(
            "bad_borders", _("Each border needs a number of players who move and of play-offs, 0 or more.")
        )
    if not 2 <= rules.least <= rules.size:
        raise Refusal(
            "bad_borders",
            _("A division has at least 2 entrants, and its minimum cannot be larger than its size."),
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
                    "Division {division} has {size} entrant, but {at_borders} would move or be in a "
                    "play-off.",
                    "Division {division} has {size} entrants, but {at_borders} of them would move or be "
                    "in a play-off.",
                    size,
                ).format(division=index + 1, size=size, at_borders=at_borders),
            )


def play_off_places(sizes: Sequence[int], rules: DivisionRules) -> list[PlayOffPlaces]:
    """Return which places of divisions of these sizes meet: the last safe place and the best not promoted.

    With several play-offs at a border the last but one meets the second best, and so on: the better place
    gets the easier opponent. Raises Refusal like `check_borders`.
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
    """Return the play-offs of the final tables. Raises Refusal like `check_borders`."""
    return [
        PlayOff(
            places.id,
            divisions[places.upper - 1][places.upper_place - 1],
            divisions[places.upper][places.lower_place - 1],
        )
        for places in play_off_places([len(division) for division in divisions], rules)
    ]


def fates(sizes: Sequence[int], rules: DivisionRules) -> list[list[str]]:
    """Return the fate of each place of divisions of these sizes: a reason of a move, or a play-off's id.

    Raises Refusal like `check_borders`.
    """
    outcomes = [[STAYED] * size for size in sizes]
    for places in play_off_places(sizes, rules):
        outcomes[places.upper - 1][places.upper_place - 1] = outcomes[places.upper][
            places.lower_place - 1
        ] = places.id
    for index, (upper, lower) in enumerate(pairwise(outcomes)):
        movers = rules.border(index).movers
        upper[len(upper) - movers :] = [RELEGATED] * movers
        lower[:movers] = [PROMOTED] * movers
    return outcomes


def next_season(
    divisions: Sequence[Sequence[Entrant]],
    rules: DivisionRules,
    *,
    won: Mapping[str, Entrant | None] | None = None,
    leaving: Collection[Entrant] = (),
    newcomers: Sequence[Entrant] = (),
) -> NextSeason:
    """Return the next season: promotion, relegation, the play-offs `won` (by id), leavers, newcomers.

    A play-off without a winner, because it was void or nobody came, moves nobody.

    Every division but the lowest keeps its size: a gap is filled by the best below who has not moved; only
    where there is nobody, the best of the relegated is spared. Newcomers start in the lowest division. Nobody
    moves by two divisions, unless a division between is gone because all of it left. A leaver loses the
    play-off. A division is seeded by origin: entrants from above, those who stay, entrants from below,
    newcomers.

    Raises Refusal like `check_borders`, with play_off_open for a play-off without its result, with
    not_in_play_off for a winner who was not in it, and with entered_already for a newcomer who is already in.
    """
    everybody = [*(entrant for division in divisions for entrant in division), *newcomers]
    if len(set(everybody)) < len(everybody):
        raise Refusal(
            "entered_already",
            _("Each player can be in one division only, and newcomers cannot have been in any before."),
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
    """The moves of all entrants while they are computed: `target` by index from 0, without leavers."""

    def __init__(self, divisions: Sequence[Sequence[Entrant]], leaving: Collection[Entrant]) -> None:
        self.divisions = divisions
        self.leaving = leaving
        self.origin = {entrant: index for index, division in enumerate(divisions) for entrant in division}
        self.target = {entrant: index for entrant, index in self.origin.items() if entrant not in leaving}
        self.reason = {entrant: STAYED if entrant in self.target else LEFT for entrant in self.origin}

    def across_borders(self, rules: DivisionRules) -> None:
        for index, (upper, lower) in enumerate(pairwise(self.divisions)):
            movers = rules.border(index).movers
            for entrant in upper[len(upper) - movers :]:
                self._move(entrant, index + 1, RELEGATED)
            for entrant in lower[:movers]:
                self._move(entrant, index, PROMOTED)

    def by_play_offs(self, held: Sequence[PlayOff], won: Mapping[str, Entrant | None]) -> None:
        for play_off in held:
            winner = self._winner(play_off, won)
            upper, lower = self.origin[play_off.upper], self.origin[play_off.lower]
            if winner is None:
                self._move(play_off.upper, upper, NO_WINNER)
                self._move(play_off.lower, lower, NO_WINNER)
                continue
            self._move(
                play_off.upper, upper if winner == play_off.upper else lower, _outcome(play_off.upper, winner)
            )
            self._move(
                play_off.lower, upper if winner == play_off.lower else lower, _outcome(play_off.lower, winner)
            )

    def fill_gaps(self) -> None:
        """Fill from the top down: a riser leaves a gap further down; the lowest division keeps its gaps."""
        for index, (upper, lower) in enumerate(pairwise(self.divisions)):
            gap = len(upper) - sum(target == index for target in self.target.values())
            risers = [(entrant, FILLS_GAP) for entrant in lower if self.target.get(entrant) == index + 1]
            spared = [(entrant, SPARED) for entrant in upper if self.target.get(entrant) == index + 1]
            last_resort = [(entrant, FILLS_GAP) for entrant in lower if self.target.get(entrant) == index + 2]
            for entrant, reason in (risers + spared + last_resort)[: max(0, gap)]:
                self._move(entrant, index, reason)

    def place(self, newcomers: Sequence[Entrant], rules: DivisionRules) -> None:
        lowest = max(self.target.values(), default=0)
        room = max(0, rules.size - sum(target == lowest for target in self.target.values()))
        room = room if len(newcomers) - room >= rules.least else len(newcomers)
        own = newcomers[room:]
        sizes = division_sizes(len(own), rules.size, rules.least) if own else []
        for index, division in enumerate([newcomers[:room], *divided(own, sizes)], start=lowest):
            for entrant in division:
                self.target[entrant], self.reason[entrant] = index, NEW

    def merge_last(self, least: int) -> None:
        last = max(self.target.values(), default=0)
        members = [entrant for entrant, target in self.target.items() if target == last]
        # An entrant who came up into this division would move by two.
        if (
            not last
            or len(members) >= least
            or any(self.origin.get(entrant, 0) > last for entrant in members)
        ):
            return
        for entrant in members:
            self.target[entrant] = last - 1
            if entrant in self.origin:
                self.reason[entrant] = MERGED

    def close_up(self) -> None:
        """Renumber the remaining divisions where all entrants of two neighbouring divisions have left."""
        numbers = {index: number for number, index in enumerate(sorted(set(self.target.values())))}
        for entrant, index in self.target.items():
            self._move(
                entrant, numbers[index], self.reason[entrant] if numbers[index] == index else CLOSED_UP
            )

    def result(self) -> NextSeason:
        everybody = [*self.origin, *(entrant for entrant in self.target if entrant not in self.origin)]
        count = max(self.target.values(), default=-1) + 1
        return NextSeason(
            [
                [entrant for entrant in everybody if self.target.get(entrant) == index]
                for index in range(count)
            ],
            [
                Move(
                    entrant,
                    self.origin.get(entrant, -1) + 1,
                    self.target.get(entrant, -1) + 1,
                    self.reason[entrant],
                )
                for entrant in everybody
            ],
        )

    def _winner(self, play_off: PlayOff, won: Mapping[str, Entrant | None]) -> Entrant | None:
        present = [entrant for entrant in (play_off.upper, play_off.lower) if entrant not in self.leaving]
        if len(present) < 2:
            return present[0] if present else None
        if play_off.id not in won:
            raise Refusal("play_off_open", _("The play-off {id} is not over yet.").format(id=play_off.id))
        winner = won[play_off.id]
        if winner is not None and winner not in present:
            raise Refusal(
                "not_in_play_off", _("The winner of the play-off {id} was not in it.").format(id=play_off.id)
            )
        return winner

    def _move(self, entrant: Entrant, to: int, reason: str) -> None:
        if entrant in self.target:
            self.target[entrant], self.reason[entrant] = to, reason


def _outcome(entrant: Entrant, winner: Entrant | None) -> str:
    return WON_PLAY_OFF if entrant == winner else LOST_PLAY_OFF
