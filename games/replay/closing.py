"""The end of a match: how it was won, what a bot played for players who were away, and the best moments."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.deals import outline
from games.localization.lists import listed, sentences
from games.localization.numbers import number
from games.replay import match_at_step
from games.replay.links import ReplayChoice
from games.replay.move_list import mark_words
from games.replay.names_at_steps import NamesAtSteps
from games.rules.match import sentence_patterns
from games.wording import winners

MOST_MOMENTS: Final = 5
"""The most moments that are named."""


@dataclass(frozen=True)
class BestMoment:
    """A moment in words, and the address of its step."""

    address: str
    deal: int
    step: int
    words: str


class Closing:
    """The closing screen of a match for the template; the shown step is its last."""

    def __init__(
        self, moment: match_at_step.MatchAtStep, choice: ReplayChoice, names_at_steps: NamesAtSteps
    ) -> None:
        assert moment.sight is not None
        self._moment, self._outline, self._sight = moment, moment.outline, moment.sight
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
            BestMoment(
                self._choice.to(step), self._outline.deal_of(step).number, step, sentences(words_of[step])
            )
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
            points, names = (
                sentence_patterns.points(most),
                self._names_at_steps.with_bots_at(richest.last_step),
            )
            assert richest.winner is not None
            if self._outline.has_partners:
                sentence = _("Most points in a deal: {names} win {points}")
                both = winners.of_deal(richest.winner, names, has_partners=True)
                yield richest.last_step, sentence.format(names=both, points=points)
            else:
                sentence = _("Most points in a deal: {name} wins {points}")
                yield richest.last_step, sentence.format(name=names[richest.winner], points=points)
        for kind in (outline.LEAD, outline.CHALLENGE, outline.CATCH, outline.MISS):
            last = next((mark for mark in reversed(self._outline.marks) if mark.kind == kind), None)
            if last is not None:
                words = mark_words(last, self._names_at_steps, has_partners=self._outline.has_partners)
                yield last.step, words


def _points_won(deal: outline.Deal) -> int:
    assert deal.winner is not None
    return deal.points[deal.winner] if deal.points else 0
