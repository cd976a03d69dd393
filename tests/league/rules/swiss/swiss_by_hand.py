"""What a Swiss round costs, worked out anew and slowly from the history, and every way to draw it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random

from league.rules.played_rounds import (
    DOUBLE_FORFEIT,
    FORFEIT,
    FULL,
    HALF,
    PAIRING_BYE,
    PLAYED,
    ZERO,
    Bye,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)

Way = list[tuple[Entrant, ...]]
"""Matches as pairs, byes as single ones."""


def ways(left: Sequence[Entrant], forbidden: Collection[frozenset[Entrant]] = ()) -> Iterator[Way]:
    """Yield every way to pair them with as few byes as `forbidden` allows (or a few more)."""
    if not left:
        yield []
        return
    first, *others = left
    for other in others:
        rest = [other_other for other_other in others if other_other != other]
        if frozenset((first, other)) in forbidden:
            yield from ([(first,), (other,), *more] for more in ways(rest, forbidden))
        else:
            yield from ([(first, other), *more] for more in ways(rest, forbidden))
    if len(left) % 2:
        yield from ([(first,), *more] for more in ways(others, forbidden))


class Judge:
    """Prices ways to pair; points are whole or half ones."""

    def __init__(
        self,
        history: History,
        clubs: Mapping[Entrant, str] | None = None,
        separate_clubs: int = 0,
        fold: bool = False,
        pull_up: str = "",
    ) -> None:
        self.fold, self.pull_up = fold, pull_up
        self.history, self.clubs = history, clubs or {}
        self.is_apart = len(history.rounds) + 1 <= separate_clubs
        playing = [entrant for entrant in history.entrants if entrant not in history.withdrawn]
        self.order = sorted(
            playing, key=lambda entrant: (-self.points(entrant), history.entrants.index(entrant))
        )
        free = min(self.order, key=self.bye) if len(self.order) % 2 else None
        self.playing = [entrant for entrant in self.order if entrant != free]
        self.levels = {points: list(level) for points, level in groupby(self.playing, self.points)}
        self.doubled = 2 if any(self.points(entrant) % 1 for entrant in playing) else 1
        self._known: dict[tuple[Entrant, ...], list[int]] = {}

    def total(self, way: Way) -> list[int]:
        """Return the price of a way, the weightiest criterion first."""
        for key in way:
            if key not in self._known:
                self._known[key] = self.match(*key) if len(key) == 2 else self.bye(*key)
        return [sum(column) for column in zip(*(self._known[key] for key in way), strict=True)]

    def bye(self, entrant: Entrant) -> list[int]:
        below = len(self.order) - self.order.index(entrant) - 1
        missed = len(self.history.rounds) - len(self.turns(entrant))
        return [1, 0, 0, self.was_free(entrant), 0, missed, below, 0, 0, 0, 0, 0, 0]

    def match(self, entrant: Entrant, other: Entrant) -> list[int]:
        upper, lower = sorted((entrant, other), key=self.order.index)
        met = [n for n, played in enumerate(self.history.rounds) if self.meets(played, entrant, other)]
        in_the_last = bool(met) and met[-1] == len(self.history.rounds) - 1
        gap = self.points(upper) - self.points(lower)
        floats = 0 if not gap else (self.floated(upper) == "down") + (self.floated(lower) == "up")
        mates = self.is_apart and entrant in self.clubs and self.clubs[entrant] == self.clubs.get(other)
        beyond, *fairer = min(self.turns_after(upper, lower), self.turns_after(lower, upper))
        return [
            0,
            1 if met else 0,
            len(met) ** 2 + (10 if in_the_last else 0),
            0,
            beyond,
            0,
            0,
            int((gap * self.doubled) ** 2),
            floats,
            int(mates),
            *fairer,
            self.slide(upper, lower) ** 2,
        ]

    def turns_after(self, first: Entrant, second: Entrant) -> tuple[int, int, int]:
        beyond = uneven = monotonous = 0
        for turns in (self.turns(first) + "1", self.turns(second) + "2"):
            beyond += turns.endswith(("111", "222"))
            beyond += turns.count(turns[-1]) - turns.count("2" if turns[-1] == "1" else "1") > 2
            uneven += (turns.count("1") - turns.count("2")) ** 2
            monotonous += (len(turns) - len(turns.rstrip(turns[-1])) - 1) ** 2
        return beyond, uneven, monotonous

    def slide(self, upper: Entrant, lower: Entrant) -> int:
        above, beneath = (self.levels.get(self.points(half), []) for half in (upper, lower))
        is_level = self.points(upper) == self.points(lower)
        if not self.fold and not self.pull_up and is_level:
            return self.place(above, lower) - self.place(above, upper) - len(above) // 2
        if not is_level and not self.pull_up:
            return len(above) - self.place(above, upper) - 1 + self.place(beneath, lower)
        usual: list[Entrant] = [entrant for entrant in above if entrant != self.goes_up(above)]
        if len(usual) % 2:
            usual = [*usual, "comes up"] if self.pull_up else usual[:-1]
        half = len(usual) // 2
        if is_level:
            ranks = [self.rank(above, half) for half in (upper, lower)]
            return sum(ranks) - (len(usual) - 1) if self.fold else ranks[1] - (ranks[0] + half)
        stays = 0 if self.fold else half - 1
        comes = {"top": 0, "middle": len(beneath) // 2, "bottom": max(0, len(beneath) - 1)}[self.pull_up]
        return abs(self.rank(above, upper) - stays) + abs(self.place(beneath, lower) - comes)

    def place(self, level: list[Entrant], entrant: Entrant) -> int:
        """Return how many of a level stand before somebody, who may be the one with the bye."""
        return sum(self.order.index(each) < self.order.index(entrant) for each in level)

    def goes_up(self, group: list[Entrant]) -> Entrant | None:
        """Return who of a group meets one left over above it."""
        if not group or self.playing.index(group[0]) % 2 == 0:
            return None
        return group[{"": 0, "top": 0, "middle": len(group) // 2, "bottom": -1}[self.pull_up]]

    def rank(self, group: list[Entrant], entrant: Entrant) -> int:
        gone = self.goes_up(group)
        return self.place([each for each in group if each != gone], entrant)

    def points(self, entrant: Entrant, until: int | None = None) -> float:
        return sum(self.gain(played, entrant) for played in self.history.rounds[:until])

    def gain(self, played: PlayedRound, entrant: Entrant) -> float:
        scored = (
            match.points[match.entrants.index(entrant)]
            for match in played.matches
            if entrant in match.entrants
        )
        return sum(scored) + sum(bye.points for bye in played.byes if bye.entrant == entrant)

    def meets(self, played: PlayedRound, entrant: Entrant, other: Entrant) -> bool:
        return any(
            {entrant, other} == set(match.entrants) for match in played.matches if match.kind == PLAYED
        )

    def opponent(self, played: PlayedRound, entrant: Entrant) -> Entrant | None:
        return next((other for other in self.history.entrants if self.meets(played, entrant, other)), None)

    def turns(self, entrant: Entrant) -> str:
        """Return the turns so far as a string of 1 and 2."""
        matches = [match for played in self.history.rounds for match in played.matches]
        own = [match for match in matches if match.kind == PLAYED and entrant in match.entrants]
        return "".join(str(match.entrants.index(entrant) + 1) for match in own)

    def floated(self, entrant: Entrant) -> str:
        if not self.history.rounds:
            return ""
        last = self.history.rounds[-1]
        other = self.opponent(last, entrant)
        if other is None:
            return "down" if self.gain(last, entrant) else ""
        own, theirs = (self.points(who, len(self.history.rounds) - 1) for who in (entrant, other))
        return "down" if own > theirs else "up" if own < theirs else ""

    def was_free(self, entrant: Entrant) -> bool:
        byes = [bye for played in self.history.rounds for bye in played.byes]
        matches = [match for played in self.history.rounds for match in played.matches]
        return any(bye.entrant == entrant and bye.kind in (PAIRING_BYE, FULL) for bye in byes) or any(
            match.kind == FORFEIT and entrant in match.entrants and entrant not in match.absent
            for match in matches
        )


def random_history(dice: Random, count: int, rounds: int) -> History:
    """Return anything that can have happened: any results, forfeits, byes, absences, withdrawals."""
    names: list[Entrant] = list(range(1, count + 1))
    history = History(names)
    for _round in range(rounds):
        here = dice.sample(names, dice.randint(count // 2, count))
        played = PlayedRound()
        while here:
            if len(here) == 1 or dice.random() < 0.1:
                kind, points = dice.choice([(PAIRING_BYE, 1), (FULL, 1), (HALF, 0.5), (ZERO, 0)])
                played.byes.append(Bye(here.pop(), points, kind))
            else:
                played.matches.append(random_match(dice, here.pop(), here.pop()))
        history.rounds.append(played)
    history.withdrawn.extend(dice.sample(names, dice.choice([0, 0, 1, 2]) if count > 3 else 0))
    return history


def random_match(dice: Random, entrant: Entrant, other: Entrant) -> PlayedMatch:
    """Return a match that one of two wins mostly."""
    luck = dice.random()
    if luck < 0.08:
        absent = dice.choice([entrant, other])
        return PlayedMatch(
            [entrant, other], [int(absent == other), int(absent == entrant)], FORFEIT, [absent]
        )
    if luck < 0.1:
        return PlayedMatch([entrant, other], [0, 0], DOUBLE_FORFEIT)
    return PlayedMatch([entrant, other], dice.choice([[1, 0], [0, 1], [1, 0], [0, 1], [0.5, 0.5]]))
