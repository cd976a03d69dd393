"""Divisions: their sizes, and the announced borders between them.

Divisions are lists of entrants, the top division first; at the end of a season each is in the order of its
table. On pages they are numbered from 1.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple, TypeVar

import msgspec

from games.rules.base.language import _, gettext_noop, ngettext
from games.rules.base.refusal import Refusal
from league.rules.played_rounds import Entrant

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
