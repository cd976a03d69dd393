"""The moves of a match in words, each with its step: those of the shown deal, or of a kind in all deals."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.deals import outline
from games.localization.lists import listed, sentences
from games.replay import match_at_step
from games.replay.links import ReplayChoice
from games.replay.names_at_steps import NamesAtSteps
from games.rules.cards.card_names import capital

AT_ONCE: Final = 150
"""The most lines on a page; a very long deal has several pages."""
MINE: Final = "mine"
KINDS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "challenges": (gettext_noop("Challenges"), (outline.CHALLENGE,)),
    "catches": (gettext_noop("Players caught"), (outline.CATCH,)),
    "uno": (gettext_noop("UNO said and forgotten"), (outline.UNO, outline.MISS, outline.CATCH)),
    "penalties": (gettext_noop("Penalties"), (outline.PENALTY,)),
}
_LETTERS: Final = "ABCDEFGHIJ"


@dataclass(frozen=True)
class MoveLine:
    """A move as a link; `deal` is given where moves of several deals are listed."""

    step: int
    words: str
    address: str
    deal: int
    is_shown: bool
    is_by_bot: bool = False
    """Whether a bot made the move for an absent player."""
    is_overdue: bool = False
    """Whether the clock made the move when the time of the player had run out."""


@dataclass(frozen=True)
class Filter:
    """A filter of the moves."""

    title: str
    address: str
    is_chosen: bool


class MoveList:
    """The chosen moves for the template."""

    def __init__(
        self, moment: match_at_step.MatchAtStep, choice: ReplayChoice, names_at_steps: NamesAtSteps
    ) -> None:
        self._moment, self._choice = moment, choice
        self._names_at_steps, self._names = names_at_steps, names_at_steps.now
        self.chosen = choice.moves if self._knows(choice.moves) else ""
        self.spans_deals = self.chosen in KINDS

    @property
    def key(self) -> str:
        """A key of these lines, so that a page that shows them already does not fetch them again."""
        deal = 0 if self.spans_deals or self._moment.deal is None else self._moment.deal.number
        return f"{deal}.{self._part}.{self.chosen}.{self._choice.seat}"

    @property
    def heading(self) -> str:
        """The heading of the list."""
        if self.spans_deals:
            return _(KINDS[self.chosen][0])
        number = self._moment.deal.number if self._moment.deal else 0
        if not self.chosen:
            return _("Deal {deal} move by move").format(deal=number)
        return _("Moves of {name} in deal {deal}").format(name=self._names[self._seat], deal=number)

    @property
    def filters(self) -> list[Filter]:
        """The filters: all moves, my own, a kind, those of a seat."""
        choices = [("", _("All moves"))]
        if self._moment.seat is not None:
            choices.append((MINE, _("My moves")))
        choices += [(key, _(title)) for key, (title, _kinds) in KINDS.items()]
        choices += [(_LETTERS[seat], name) for seat, name in enumerate(self._names)]
        return [Filter(title, self._choice.listing(key), key == self.chosen) for key, title in choices]

    @property
    def lines(self) -> list[MoveLine]:
        """The moves around the shown step, at most `AT_ONCE`."""
        begin = self._part * AT_ONCE
        return [self._line(step, words) for step, words in self._all[begin : begin + AT_ONCE]]

    @property
    def earlier(self) -> str:
        """The address of the moves before these, empty if these are the first."""
        return self._choice.to(self._all[self._part * AT_ONCE - 1][0]) if self._part else ""

    @property
    def later(self) -> str:
        """The address of the moves after these, empty if these are the last."""
        end = (self._part + 1) * AT_ONCE
        return self._choice.to(self._all[end][0]) if end < len(self._all) else ""

    def _line(self, step: int, words: str) -> MoveLine:
        deal = self._moment.outline.deal_of(step).number if self.spans_deals else 0
        return MoveLine(
            step,
            words,
            self._choice.to(step),
            deal,
            step == self._moment.step,
            is_by_bot=self._moment.absent_player(step) is not None,
            is_overdue=self._moment.overdue_player(step) is not None,
        )

    @cached_property
    def _part(self) -> int:
        before = sum(step <= self._moment.step for step, _words in self._all)
        return max(0, before - 1) // AT_ONCE

    @cached_property
    def _all(self) -> list[tuple[int, str]]:
        moves = self._of_kind() if self.spans_deals else self._of_the_deal()
        return [move for move in moves if move[1]]

    def _of_kind(self) -> Iterator[tuple[int, str]]:
        kinds = KINDS[self.chosen][1]
        for mark in self._moment.outline.marks:
            if mark.kind in kinds:
                yield mark.step, mark_words(mark, self._names_at_steps)

    def _of_the_deal(self) -> Iterator[tuple[int, str]]:
        for step, events in match_at_step.steps_of(self._moment):
            if not self.chosen or outline.actor(events) == self._seat:
                yield step, in_words(step, events, self._names_at_steps)

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


def in_words(step: int, events: list[Any], names_at_steps: NamesAtSteps) -> str:
    """Return the events of a step in words; empty if none of them is worth a sentence."""
    return sentences(names_at_steps.rulings.told(step, events, names_at_steps.at(step)))


def mark_words(mark: outline.Mark, names_at_steps: NamesAtSteps, *, has_partners: bool = False) -> str:
    """Return a mark in words."""
    return capital(_mark_words(mark, names_at_steps, has_partners=has_partners))


def _mark_words(mark: outline.Mark, names_at_steps: NamesAtSteps, *, has_partners: bool) -> str:
    names = names_at_steps.of_mark(mark)
    if mark.kind == outline.LEAD and has_partners and len(mark.seats) == 2:
        return pgettext("a side of two partners", "{names} lead").format(
            names=listed([names[seat] for seat in mark.seats])
        )
    if mark.kind == outline.LEAD:
        sentence = ngettext("{names} leads", "{names} share the lead", len(mark.seats))
        return sentence.format(names=listed([names[seat] for seat in mark.seats]))
    if mark.kind == outline.MISS:
        return _("{name} forgot to say UNO").format(name=names[mark.seats[0]])
    return sentences(names_at_steps.rulings.told(mark.step, mark.events, names))
