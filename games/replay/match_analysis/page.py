"""The analysis of a match for the template: curves, sentences, where the result came from, choices."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.analysis import highlights, marks, queries, queue
from games.analysis.findings import NO_MARK, WHOLE, Decision, Fact, Parts
from games.localization import numbers
from games.models import Table
from games.replay.links import ReplayChoice
from games.replay.match_analysis import result_parts, sentences
from games.replay.match_analysis.chance_curves import ChanceCurves
from games.rules.base.refusal import Refusal
from games.rules.notation.notation import seat_letter
from games.rules.options.options import from_differences

_WORTH_TELLING = 10_000
"""A choice that cost less is not listed."""


@dataclass(frozen=True)
class Sentence:
    """A sentence with a link to its step, and the number of its deal."""

    step: int
    deal: int
    address: str
    words: str


@dataclass(frozen=True)
class ChoiceRow:
    """A choice that cost something."""

    step: int
    address: str
    name: str
    played: str
    best: str
    cost: str
    mark: str
    silence: str


@dataclass(frozen=True)
class AlternativeRow:
    """Something the seat could have done: its chance in the deal (99 %: ± margin) and the match; points."""

    words: str
    chance: str
    margin: str
    match: str
    points: str
    is_played: bool


class AnalysisPage:
    """The analysis of a match as far as it is ready."""

    def __init__(
        self,
        table: Table,
        analysis: queries.Analysis,
        choice: ReplayChoice,
        names: Sequence[str],
        number: int,
        *,
        seat: int | None = None,
        may_ask: bool = False,
        refusal: Refusal | None = None,
    ) -> None:
        self.table, self.names, self.number, self.refusal = table, names, number, refusal
        self._analysis, self.choice, self._seat = analysis, choice, seat
        self.is_possible = queue.is_possible(table)
        self.may_ask = may_ask
        self.is_running, self.is_ready = analysis.is_running, analysis.is_ready
        self.curves = (
            ChanceCurves(analysis.deals, number, choice, names, is_running=analysis.is_running)
            if analysis.deals
            else None
        )
        scoring = from_differences(table.options).scoring
        # In an elimination points are bad, and the last who is left wins, whatever their total.
        self._counts_points = scoring not in ("win_loss", "elimination")

    @property
    def done(self) -> int:
        """The part of the analysis that is ready, in percent."""
        row = self._analysis.row
        return 100 * row.done // row.parts if row is not None and row.parts else 0

    @property
    def sentences(self) -> list[Sentence]:
        """The sentences about the match, in its order."""
        facts = self._analysis.match.facts if self._analysis.match else []
        return [self._told(fact) for fact in sorted(facts, key=lambda fact: fact.step)]

    @property
    def moments(self) -> list[Sentence]:
        """The moments that mattered most, those of the reader's seat first."""
        moments = self._analysis.match.moments if self._analysis.match else []
        return [self._told(fact) for fact in highlights.most_telling(moments, self._seat)]

    @property
    def is_of_match(self) -> bool:
        """Whether the parts are those of the match, else those of the shown deal."""
        return self.curves is not None and self.curves.is_of_match

    @property
    def parts(self) -> list[result_parts.PartsRow]:
        """The parts of the result, by player."""
        return result_parts.rows(self._parts, self.names) if self._parts is not None else []

    @property
    def has_choices(self) -> bool:
        """Whether the choices of the shown deal are judged."""
        deal = self._analysis.deal(self.number)
        return deal is not None and deal.decisions is not None

    @property
    def choices(self) -> list[ChoiceRow]:
        """The choices of the shown deal that cost something, by the whole interval of the cost."""
        deal = self._analysis.deal(self.number)
        decisions = deal.decisions if deal is not None and deal.decisions else []
        return [self._choice(decision) for decision in decisions if _has_a_cost(decision)]

    @cached_property
    def _parts(self) -> Parts | None:
        if self.is_of_match:
            return self._analysis.match.match_parts if self._analysis.match else None
        deal = self._analysis.deal(self.number)
        return deal.deal_parts if deal is not None else None

    def _told(self, fact: Fact) -> Sentence:
        words = sentences.told(fact, self.names, counts_points=self._counts_points)
        deal = sum(deal.first_step <= fact.step for deal in self._analysis.deals)
        return Sentence(fact.step, deal, self.choice.to(fact.step), words)

    def _choice(self, decision: Decision) -> ChoiceRow:
        return ChoiceRow(
            step=decision.step,
            address=self.choice.to(decision.step),
            name=self.names[decision.seat],
            played=sentences.alternative(decision.alternatives[0], self.names),
            best=sentences.alternative(decision.alternatives[1], self.names),
            cost=sentences.cost(decision),
            mark=_(sentences.MARK_NAMES[decision.mark]) if decision.mark != NO_MARK else "",
            silence=sentences.silence(decision),
        )


class ShownChoice:
    """The choice at a step: what the seat did, and what else it could have done."""

    def __init__(self, decision: Decision, names: Sequence[str], choice: ReplayChoice) -> None:
        self._decision, self._names = decision, names
        self.seen = choice.before(decision.step, seat_letter(decision.seat))
        self.name = names[decision.seat]
        self.counts_match = decision.match_cost is not None
        self.counts_points = decision.alternatives[0].points is not None
        self.silence = sentences.silence(decision)
        self.mark = _(sentences.MARK_NAMES[decision.mark]) if decision.mark != NO_MARK else ""
        self.cost = sentences.cost(decision) if decision.cost >= _WORTH_TELLING else ""

    @property
    def doubt(self) -> str:
        """A challenge as it looked to the seat."""
        doubt = self._decision.doubt
        if doubt is None:
            return ""
        sentence = _(
            "As {name} saw it, a bluff had a chance of {chance}. "
            "A challenge pays off from about {least} ({low} to {high})."
        )
        return sentence.format(
            name=self.name,
            chance=numbers.percent(doubt.bluff / WHOLE),
            least=numbers.percent(doubt.pays_from / WHOLE),
            low=numbers.percent(doubt.low / WHOLE),
            high=numbers.percent(doubt.high / WHOLE),
        )

    @property
    def exposure(self) -> str:
        """What a missed call put at risk."""
        exposure = self._decision.exposure
        if exposure is None:
            return ""
        sentence = _(
            "A call costs nothing: with it {name} had a chance of {called} to win the deal, "
            "after a catch it would have been {caught}."
        )
        return sentence.format(
            name=self.name,
            called=numbers.percent(exposure.called / WHOLE),
            caught=numbers.percent(exposure.caught / WHOLE),
        )

    @property
    def knowledge(self) -> list[str]:
        """What the seat could know of other hands, in sentences."""
        knowledge = self._decision.knowledge
        return sentences.known(knowledge, self._decision.seat, self._names) if knowledge else []

    @property
    def rows(self) -> list[AlternativeRow]:
        """The choice of the seat, and its alternatives from the best on."""
        return [
            AlternativeRow(
                words=sentences.alternative(alternative, self._names),
                chance=numbers.percent(alternative.chance / WHOLE),
                margin=numbers.percent(marks.CERTAINTY * alternative.error / WHOLE),
                match="" if alternative.match is None else numbers.percent(alternative.match / WHOLE),
                points="" if alternative.points is None else result_parts.signed(alternative.points),
                is_played=number == 0,
            )
            for number, alternative in enumerate(self._decision.alternatives)
        ]


def shown_choices(
    analysis: queries.Analysis, number: int, choice: ReplayChoice, names: Sequence[str]
) -> list[ShownChoice]:
    """Return the choices at the step of an address: none, one, or a catch and a move."""
    deal = analysis.deal(number)
    decisions = deal.decisions if deal is not None and deal.decisions else []
    return [ShownChoice(decision, names, choice) for decision in decisions if decision.step == choice.step]


def _has_a_cost(decision: Decision) -> bool:
    return decision.cost >= _WORTH_TELLING and decision.low > 0
