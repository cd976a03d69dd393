"""The moves of a match in words, each with its step: those of the shown deal, or of a kind in all deals.

At the end of a match also how it was won, and the moments that are worth another look.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.deals import outline
from games.localization.lists import listed, sentences
from games.localization.numbers import number
from games.replay import match_at_step
from games.replay.links import ReplayChoice
from games.replay.names_at_steps import NamesAtSteps
from games.rules.match import sentence_patterns

AT_ONCE: Final = 150
"""The most lines on a page; a very long deal has several pages."""
MOST_MOMENTS: Final = 5
"""The most moments that are named."""
MINE: Final = "mine"
KINDS: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "challenges": (gettext_noop("Challenges"), (outline.CHALLENGE,)),
    "catches": (gettext_noop("Players caught"), (outline.CATCH,)),
    "uno": (gettext_noop("UNO said and forgotten"), (outline.UNO, outline.MISS)),
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
        return [self._line(*move) for move in self._all[begin : begin + AT_ONCE]]

    @property
    def earlier(self) -> str:
        """The address of the moves before these, empty if these are the first."""
        return self._choice.to(self._all[self._part * AT_ONCE - 1][0]) if self._part else ""

    @property
    def later(self) -> str:
        """The address of the moves after these, empty if these are the last."""
        end = (self._part + 1) * AT_ONCE
        return self._choice.to(self._all[end][0]) if end < len(self._all) else ""

    def _line(self, step: int, words: str, events: Sequence[Any]) -> MoveLine:
        deal = self._moment.outline.deal_of(step).number if self.spans_deals else 0
        return MoveLine(
            step,
            words,
            self._choice.to(step),
            deal,
            step == self._moment.step,
            is_by_bot=self._moment.absent_player(step, events) is not None,
            is_overdue=self._moment.overdue_player(step, events) is not None,
        )

    @cached_property
    def _part(self) -> int:
        before = sum(step <= self._moment.step for step, *_rest in self._all)
        return max(0, before - 1) // AT_ONCE

    @cached_property
    def _all(self) -> list[tuple[int, str, Sequence[Any]]]:
        moves = self._of_kind() if self.spans_deals else self._of_the_deal()
        return [move for move in moves if move[1]]

    def _of_kind(self) -> Iterator[tuple[int, str, Sequence[Any]]]:
        kinds = KINDS[self.chosen][1]
        for mark in self._moment.outline.marks:
            if mark.kind in kinds:
                yield mark.step, mark_words(mark, self._names_at_steps.at(mark.step)), mark.events

    def _of_the_deal(self) -> Iterator[tuple[int, str, Sequence[Any]]]:
        for step, events in match_at_step.steps_of(self._moment):
            if not self.chosen or outline.actor(events) == self._seat:
                yield step, in_words(events, self._names_at_steps.at(step)), events

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


@dataclass(frozen=True)
class BestMoment:
    """A moment in words, and the address of its step."""

    address: str
    deal: int
    words: str


class Closing:
    """The closing screen of a match for the template; the shown step is its last."""

    def __init__(
        self, moment: match_at_step.MatchAtStep, choice: ReplayChoice, names_at_steps: NamesAtSteps
    ) -> None:
        assert moment.sight is not None
        self._outline, self._sight = moment.outline, moment.sight
        self._choice, self._names_at_steps = choice, names_at_steps
        self._names = names_at_steps.now

    @property
    def how(self) -> list[str]:
        """The end of the match in sentences: the number of deals, the total, the lead."""
        deals = len(self._outline.deals)
        lines = [ngettext("It took {deals} deal.", "It took {deals} deals.", deals).format(deals=deals)]
        if self._outline.options is None or self._outline.options.scoring == "win_loss":
            return lines
        best, *others = {self._sight.totals[winner] for winner in self._sight.winners}
        if others:  # the highest total loses: all the others win, whatever their totals
            return lines
        lines.append(_("The winner has {points}.").format(points=sentence_patterns.points(best)))
        places = self._sight.places
        next_place = min((place for place in places if place > 1), default=0)
        second = [seat for seat, place in enumerate(places) if place == next_place]
        if second and (len(self._sight.winners) == 1 or self._outline.has_partners):
            gap = abs(best - self._sight.totals[second[0]])
            lines.append(self._ahead(second, gap))
        return lines

    @property
    def best(self) -> list[BestMoment]:
        """The best moments, in the order of the match."""
        words_of: dict[int, list[str]] = defaultdict(list)
        for step, words in islice(self._candidates(), MOST_MOMENTS):
            words_of[step].append(words)
        return [
            BestMoment(self._choice.to(step), self._outline.deal_of(step).number, sentences(words_of[step]))
            for step in sorted(words_of)
        ]

    def _ahead(self, second: list[int], gap: int) -> str:
        names = listed([self._names[seat] for seat in second])
        if not gap:
            return _("{names} had just as many points.").format(names=names)
        sentence = ngettext(
            "{names} finished {points} point behind.", "{names} finished {points} points behind.", gap
        )
        return sentence.format(names=names, points=number(gap))

    @property
    def _wins_points(self) -> bool:
        """Whether the winner of a deal wins points; elsewhere each seat pays for its own hand."""
        options = self._outline.options
        return options is not None and options.scoring == "winner_takes_all"

    def _candidates(self) -> Iterator[tuple[int, str]]:
        """Return moments with their steps, the most remarkable first; a step may come twice."""
        scored = [deal for deal in self._outline.deals if deal.winner is not None and deal.winner >= 0]
        richest = max(scored, key=_points_won, default=None)
        if richest is not None and self._wins_points and (most := _points_won(richest)):
            points, names = sentence_patterns.points(most), self._names_at_steps.at(richest.last_step)
            assert richest.winner is not None
            if self._outline.has_partners:
                sentence = _("Most points in a deal: {names} win {points}")
                winners = listed(names[richest.winner % 2 :: 2])
                yield richest.last_step, sentence.format(names=winners, points=points)
            else:
                sentence = _("Most points in a deal: {name} wins {points}")
                yield richest.last_step, sentence.format(name=names[richest.winner], points=points)
        for kind in (outline.LEAD, outline.CHALLENGE, outline.CATCH, outline.MISS):
            last = next((mark for mark in reversed(self._outline.marks) if mark.kind == kind), None)
            if last is not None:
                names = self._names_at_steps.at(last.step)
                yield last.step, mark_words(last, names, has_partners=self._outline.has_partners)


def in_words(events: list[Any], names: Sequence[str]) -> str:
    """Return the events of a step in words; empty if none of them is worth a sentence."""
    return sentences([line for event in events if (line := event.sentence(names))])


def mark_words(mark: outline.Mark, names: list[str], *, has_partners: bool = False) -> str:
    """Return a mark in words."""
    if mark.kind == outline.LEAD and has_partners and len(mark.seats) == 2:
        return pgettext("a side of two partners", "{names} lead").format(
            names=listed([names[seat] for seat in mark.seats])
        )
    if mark.kind == outline.LEAD:
        sentence = ngettext("{names} leads", "{names} share the lead", len(mark.seats))
        return sentence.format(names=listed([names[seat] for seat in mark.seats]))
    if mark.kind == outline.MISS:
        return _("{name} forgot to say UNO").format(name=names[mark.seats[0]])
    return in_words(list(mark.events), names)


def _points_won(deal: outline.Deal) -> int:
    assert deal.winner is not None
    return deal.points[deal.winner] if deal.points else 0
