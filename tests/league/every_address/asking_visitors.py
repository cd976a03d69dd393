"""Visitors for each address: all in a thorough run, in a quick one those that a wrong permission shows.

Whatever else an address asks for than it should, somebody who tries it in a quick run is answered otherwise:

* of those who are refused, somebody has each thing that anybody has who is refused, and for each thing of
  several that are needed somebody lacks just that;
* of those who are let through, nothing is common to all but what is common to all who may;
* who has no name tries everything, and who is somebody in another club or another competition;
* and what is left goes to those who have tried least of its kind, so that everybody tries some of each.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from tests.league.every_address.visitors import FROM_OUTSIDE, IN_PUBLIC, MAY, ROLES

METHODS: Final = ("GET", "POST")


class Visitor(NamedTuple):
    """Somebody, and whether the club shows what it plays to everybody."""

    who: str
    is_public: bool = False

    def __str__(self) -> str:
        return f"{self.who}, club public" if self.is_public else self.who

    @property
    def may(self) -> set[str]:
        """What the visitor may."""
        return MAY[self.who] | (IN_PUBLIC if self.is_public else set())

    @property
    def has(self) -> set[str]:
        """What the visitor may, here and elsewhere."""
        role, _of, place = self.who.partition(" of another ")
        return self.may | {
            f"{permission} in another {place}" for permission in (*ROLES.get(role, ()), "see") if place
        }

    @property
    def is_known_by(self) -> set[str]:
        """What the visitor may, and why."""
        role, _of, place = self.who.partition(" of ")
        return self.may | {f"is {role}", f"of {place}"}


EVERYBODY: Final = [Visitor(who) for who in MAY] + [Visitor(who, is_public=True) for who in FROM_OUTSIDE]
_NOBODY: Final = Visitor("anonymous")


def ways(needs: str) -> list[set[str]]:
    """What somebody needs, way by way."""
    return [set(way.split()) - {"all"} for way in needs.split("|")]


def is_let_through(visitor: Visitor, needs: str) -> bool:
    """Whether somebody may do what needs this."""
    return needs != "-" and any(way <= visitor.may for way in ways(needs))


class Plan:
    """The visitors of a quick run, by the name of the address and the method."""

    def __init__(self, addresses: Mapping[str, tuple[str, str]]) -> None:
        self.tried: dict[tuple[str, str], set[Visitor]] = {}
        self._so_far: Counter[tuple[str, Visitor]] = Counter()
        for name, (get, post) in addresses.items():
            for method, needs, other in zip(METHODS, (get, post), (post, get), strict=True):
                self._needs = needs if needs != "-" else f"not {other}"
                chosen = set(self._by_whom(needs, other, is_for_all={get, post} <= {"all", "-"}))
                self.tried[name, method] = chosen
                self._so_far.update((self._needs, command) for command in chosen)

    def of(self, visitor: Visitor) -> set[tuple[str, str]]:
        """What a visitor tries."""
        return {other_visitor for other_visitor, chosen in self.tried.items() if visitor in chosen}

    def _by_whom(self, needs: str, other: str, *, is_for_all: bool) -> list[Visitor]:
        everybody = (
            [visitor for visitor in EVERYBODY if visitor.who in FROM_OUTSIDE] if is_for_all else EVERYBODY
        )
        decides = other if needs == "-" else needs
        welcome = [person for person in everybody if is_let_through(person, decides)]
        refused = [person for person in everybody if person not in welcome]
        if needs == "-":  # who comes so far is told that there is no such method
            return [*self._further(welcome), *self._further(refused)]
        lets_in, keeps_out = self._just_enough(welcome), self._just_too_little(refused, ways(needs))
        lets_in += self._further([visitor for visitor in welcome if visitor not in lets_in])
        keeps_out += self._further([visitor for visitor in refused if visitor not in keeps_out])
        return lets_in + keeps_out

    def _just_enough(self, welcome: list[Visitor]) -> list[Visitor]:
        """Choose some who are let through and have in common only what all have who are."""
        if not welcome:
            return []
        chosen = [self._least(welcome, {visitor: len(visitor.may) for visitor in welcome})]
        shared = set.intersection(*(visitor.is_known_by for visitor in welcome))
        while more := set.intersection(*(command.is_known_by for command in chosen)) - shared:
            chosen.append(
                self._least(welcome, {visitor: len(more & visitor.is_known_by) for visitor in welcome})
            )
        return chosen

    def _just_too_little(self, refused: list[Visitor], needed: list[set[str]]) -> list[Visitor]:
        """Choose some who are refused and have all that anybody has who is, and each near miss."""
        chosen = [_NOBODY] if _NOBODY in refused else []
        for way in needed:
            for lacking in way:
                misses = [visitor for visitor in refused if way - visitor.may == {lacking}]
                if misses and not set(misses) & set(chosen):
                    chosen.append(self._least(misses, {visitor: -len(visitor.may) for visitor in misses}))
        while missing := _all_of(refused) - _all_of(chosen):
            chosen.append(self._least(refused, {visitor: -len(missing & visitor.has) for visitor in refused}))
        return chosen

    def _further(self, left: list[Visitor]) -> list[Visitor]:
        return [self._least(left, dict.fromkeys(left, 0))] if left else []

    def _least(self, some: list[Visitor], weight: Mapping[Visitor, int]) -> Visitor:
        """Return who weighs least and of those has tried least of what needs the same."""
        return min(some, key=lambda permission: (weight[permission], self._so_far[self._needs, permission]))


def _all_of(some: Iterable[Visitor]) -> set[str]:
    return set().union(*(column.has for column in some))
