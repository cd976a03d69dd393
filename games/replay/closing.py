"""The end of a match: how it was won, and the moments that are worth another look."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.deals import outline
from games.localization.lists import listed, number
from games.replay import moments
from games.replay.links import Choice
from games.replay.move_list import mark_words
from games.rules.match import sentences

MOST: Final = 5
"""The most moments that are named."""


@dataclass(frozen=True)
class BestMoment:
    """A moment in words, and the address of its step."""

    address: str
    deal: int
    words: str


class Closing:
    """The closing screen of a match for the template; the shown step is its last."""

    def __init__(self, moment: moments.Moment, choice: Choice, names: list[str]) -> None:
        assert moment.sight is not None
        self._outline, self._sight = moment.outline, moment.sight
        self._choice, self._names = choice, names

    @property
    def how(self) -> list[str]:
        """How the match was won, in sentences: after how many deals, with what total, how far ahead."""
        deals = len(self._outline.deals)
        lines = [ngettext("It took {deals} deal.", "It took {deals} deals.", deals).format(deals=deals)]
        if self._outline.options is None or self._outline.options.scoring == "win_loss":
            return lines
        winner = self._sight.winners[0]
        best = self._sight.totals[winner]
        lines.append(_("The winner has {points}.").format(points=sentences.points(best)))
        second = [seat for seat, place in enumerate(self._sight.places) if place == 2]
        if second and len(self._sight.winners) == 1:
            gap = abs(best - self._sight.totals[second[0]])
            lines.append(self._ahead(second, gap))
        return lines

    @property
    def best(self) -> list[BestMoment]:
        """The best moments, in the order of the match."""
        words_of: dict[int, list[str]] = defaultdict(list)
        for step, words in islice(self._candidates(), MOST):
            words_of[step].append(words)
        return [
            BestMoment(self._choice.to(step), self._outline.deal_of(step).number, ". ".join(words_of[step]))
            for step in sorted(words_of)
        ]

    def _ahead(self, second: list[int], gap: int) -> str:
        names = listed([self._names[seat] for seat in second])
        if not gap:
            return _("{names} had as many points.").format(names=names)
        sentence = ngettext(
            "{names} finished {points} point behind.", "{names} finished {points} points behind.", gap
        )
        return sentence.format(names=names, points=number(gap))

    def _candidates(self) -> Iterator[tuple[int, str]]:
        """Return moments with their steps, the most remarkable first; a step may come twice."""
        scored = [deal for deal in self._outline.deals if deal.winner is not None and deal.winner >= 0]
        richest = max(scored, key=lambda deal: sum(deal.points or []), default=None)
        if richest is not None and sum(richest.points or []):
            points = sentences.points(sum(richest.points or []))
            sentence = _("Most points in a deal: {name} wins {points}")
            assert richest.winner is not None
            yield richest.last_step, sentence.format(name=self._names[richest.winner], points=points)
        for kind in (outline.LEAD, outline.CHALLENGE, outline.CATCH, outline.MISS):
            last = next((mark for mark in reversed(self._outline.marks) if mark.kind == kind), None)
            if last is not None:
                yield last.step, mark_words(last, self._names)
