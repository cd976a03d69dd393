"""The moves of a match in words, each with its step: of the deal shown, or of one kind in all deals."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.replay import moments, outline
from games.replay.links import Choice
from games.rules.match.sentences import listed

AT_ONCE: Final = 150
"""So many lines at most stand on a page; a very long deal has several."""
MINE: Final = "mine"
KINDS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "challenges": (gettext_noop("Challenges"), (outline.CHALLENGE,)),
    "catches": (gettext_noop("Catches"), (outline.CATCH,)),
    "uno": (gettext_noop("UNO calls and misses"), (outline.UNO, outline.MISS)),
    "penalties": (gettext_noop("Penalties"), (outline.PENALTY,)),
}
_LETTERS: Final = "ABCDEFGHIJ"


@dataclass(frozen=True)
class Line:
    """A move as a link; `deal` is named where moves of several deals are listed."""

    step: int
    words: str
    address: str
    deal: int
    is_shown: bool


@dataclass(frozen=True)
class Filter:
    """A way to list fewer moves."""

    title: str
    address: str
    is_chosen: bool


class MoveList:
    """The moves that were chosen to be listed, for the template."""

    def __init__(self, moment: moments.Moment, choice: Choice, names: list[str]) -> None:
        self._moment, self._choice, self._names = moment, choice, names
        self.chosen = choice.moves if self._knows(choice.moves) else ""
        self.spans_deals = self.chosen in KINDS

    @property
    def key(self) -> str:
        """What names these lines, so that a page that shows them already need not get them again."""
        deal = 0 if self.spans_deals or self._moment.deal is None else self._moment.deal.number
        return f"{deal}.{self._part}.{self.chosen}.{self._choice.seat}"

    @property
    def heading(self) -> str:
        """What is listed."""
        if self.spans_deals:
            return _(KINDS[self.chosen][0])
        number = self._moment.deal.number if self._moment.deal else 0
        if not self.chosen:
            return _("Deal {deal} move by move").format(deal=number)
        return _("Moves of {name} in deal {deal}").format(name=self._names[self._seat], deal=number)

    @property
    def filters(self) -> list[Filter]:
        """Everything that can be listed: all moves, my own, one kind, those of one seat."""
        ways = [("", _("All moves"))]
        if self._moment.seat is not None:
            ways.append((MINE, _("My moves")))
        ways += [(key, _(title)) for key, (title, _kinds) in KINDS.items()]
        ways += [(_LETTERS[seat], name) for seat, name in enumerate(self._names)]
        return [Filter(title, self._choice.listing(key), key == self.chosen) for key, title in ways]

    @property
    def lines(self) -> list[Line]:
        """The moves, at most `AT_ONCE` of them: those around the step that is shown."""
        begin = self._part * AT_ONCE
        return [self._line(step, words) for step, words in self._all[begin : begin + AT_ONCE]]

    @property
    def earlier(self) -> str:
        """Where the moves before these are listed, empty when these are the first."""
        return self._choice.to(self._all[self._part * AT_ONCE - 1][0]) if self._part else ""

    @property
    def later(self) -> str:
        """Where the moves after these are listed, empty when these are the last."""
        end = (self._part + 1) * AT_ONCE
        return self._choice.to(self._all[end][0]) if end < len(self._all) else ""

    def _line(self, step: int, words: str) -> Line:
        deal = self._moment.outline.deal_of(step).number if self.spans_deals else 0
        return Line(step, words, self._choice.to(step), deal, step == self._moment.step)

    @cached_property
    def _part(self) -> int:
        before = sum(step <= self._moment.step for step, _words in self._all)
        return max(0, before - 1) // AT_ONCE

    @cached_property
    def _all(self) -> list[tuple[int, str]]:
        found = self._marked() if self.spans_deals else self._of_the_deal()
        return [(step, words) for step, words in found if words]

    def _marked(self) -> Iterator[tuple[int, str]]:
        kinds = KINDS[self.chosen][1]
        for mark in self._moment.outline.marks:
            if mark.kind in kinds:
                yield mark.step, mark_words(mark, self._names)

    def _of_the_deal(self) -> Iterator[tuple[int, str]]:
        for step, events in moments.steps_of(self._moment):
            if not self.chosen or outline.actor(events) == self._seat:
                yield step, in_words(events, self._names)

    @property
    def _seat(self) -> int:
        if self.chosen == MINE:
            assert self._moment.seat is not None
            return self._moment.seat
        return _LETTERS.index(self.chosen)

    def _knows(self, moves: str) -> bool:
        if moves == MINE:
            return self._moment.seat is not None
        return moves in KINDS or (len(moves) == 1 and moves in _LETTERS[: len(self._names)])


def in_words(events: list[Any], names: list[str]) -> str:
    """Return what happened in a step; empty where nobody needs to read of it."""
    return ". ".join(said for event in events if (said := event.sentence(names)))


def mark_words(mark: outline.Mark, names: list[str]) -> str:
    """Return what a mark stands for, in words."""
    if mark.kind == outline.LEAD:
        sentence = ngettext("{names} leads", "{names} share the lead", len(mark.seats))
        return sentence.format(names=listed([names[seat] for seat in mark.seats]))
    if mark.kind == outline.MISS:
        return _("{name} forgot to say UNO").format(name=names[mark.seats[0]])
    return in_words(list(mark.events), names)
