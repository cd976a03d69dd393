"""Promotion and relegation: the divisions of the next season, with a reason for every movement.

Divisions are lists of entrants, the top division first, each in the order of its final table. In `Move` they
are numbered from 1.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from league.rules.played_rounds import Entrant
from league.rules.settings.divisions import (
    CLOSED_UP,
    FILLS_GAP,
    LEFT,
    LOST_PLAY_OFF,
    MERGED,
    NEW,
    NO_WINNER,
    PROMOTED,
    RELEGATED,
    SPARED,
    STAYED,
    WON_PLAY_OFF,
    DivisionRules,
    divided,
    division_sizes,
    play_off_places,
)


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
