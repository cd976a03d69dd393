"""The analysis of a match for the template: curves, sentences, where the result came from, choices."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.analysis import highlights, marks, queries, queue
from games.analysis.findings import CLOCK, NO_MARK, WHOLE, DealFindings, Decision, Fact, Parts
from games.localization import durations, numbers
from games.models import Table
from games.replay.links import ReplayChoice
from games.replay.match_analysis import own_choices, result_parts, sentences, verdict
from games.replay.match_analysis.chance_curves import ChanceCurves
from games.rules.base.refusal import Refusal
from games.rules.notation.notation import seat_letter
from games.rules.options.options import from_differences


@dataclass(frozen=True)
class Sentence:
    """A sentence with a link to its step, and the number of its deal."""

    step: int
    deal: int
    address: str
    words: str


@dataclass(frozen=True)
class ChoiceRow:
    """A choice that cost something, and the number of its deal."""

    deal: int
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
    is_best: bool = False
    is_about_best: bool = False


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
        self.is_possible = analysis.row is not None or queue.is_possible(table)
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
    def time_left(self) -> str:
        """How long the rest will take if it goes on as since it was asked for; empty if that is unknown."""
        row = self._analysis.row
        if row is None or not row.done or row.worked_at is None:
            return ""
        taken = (row.worked_at - row.asked_at).total_seconds()
        seconds = max(1, round(taken * (row.parts - row.done) / row.done))
        return durations.duration(seconds)

    @property
    def seat_name(self) -> str:
        """The player whose moments and choices come first; empty if there is none."""
        return "" if self._seat is None else self.names[self._seat]

    @property
    def verdict(self) -> list[str]:
        """Why the reader's seat won or lost the match, in sentences; nothing without a seat."""
        match = self._analysis.match
        if self._seat is None or match is None or match.match_parts is None:
            return []
        return verdict.verdict(self._analysis.deals, match.match_parts, self._seat, self.names)

    @property
    def sentences(self) -> list[Sentence]:
        """The sentences about the match, in its order."""
        facts = self._analysis.match.facts if self._analysis.match else []
        in_order = sorted(facts, key=lambda fact: (fact.step, fact.kind == highlights.WON))
        return [self._told(fact) for fact in in_order]

    @property
    def moments(self) -> list[Sentence]:
        """The moments that mattered most, those of the reader's seat first."""
        moments = self._analysis.match.moments if self._analysis.match else []
        return [self._told(fact) for fact in highlights.most_telling(moments, self._seat)]

    @property
    def has_own_moments(self) -> bool:
        """Whether the moments begin with those of the reader's seat."""
        moments = self._analysis.match.moments if self._analysis.match else []
        return any(fact.seats == [self._seat] for fact in moments)

    @property
    def is_of_match(self) -> bool:
        """Whether the parts are those of the match, else those of the shown deal."""
        return self.curves is not None and self.curves.is_of_match

    @property
    def parts_titles(self) -> list[str]:
        """The titles of the parts."""
        return [] if self._parts is None else result_parts.titles(self._parts)

    @property
    def parts(self) -> list[result_parts.PartsRow]:
        """The parts of the result by player: those of the reader's seat, or of every player."""
        rows = self._rows_of_parts
        return rows if self._seat is None else rows[self._seat : self._seat + 1]

    @property
    def parts_of_others(self) -> list[result_parts.PartsRow]:
        """The parts of the result of all other players."""
        return (
            []
            if self._seat is None
            else [*self._rows_of_parts[: self._seat], *self._rows_of_parts[self._seat + 1 :]]
        )

    @property
    def own_part(self) -> own_choices.OwnPart | None:
        """The steps in which the choices of the reader's seat changed its chance; None without a seat."""
        if self._seat is None or self._parts is None:
            return None
        deals = self._analysis.deals if self.is_of_match else [deal for deal in [self._deal] if deal]
        return own_choices.own_part(
            *(deals, self._parts, self._seat, self.names, self.choice), is_of_match=self.is_of_match
        )

    @property
    def has_choices(self) -> bool:
        """Whether the choices of the shown deal are judged."""
        return self._deal is not None and self._deal.decisions is not None

    @property
    def as_seen(self) -> list[str]:
        """What the choices of the reader's seat cost in the shown deal, as seen, in sentences."""
        if self._seat is None or self._deal is None or self._deal.deal_parts is None:
            return []
        own = [
            decision
            for decision in self._deal.decisions or []
            if decision.seat == self._seat and not decision.stand_in
        ]
        _start, parts, _end = result_parts.whole_numbers(self._deal.deal_parts, self._seat)
        with_open_hands = parts[result_parts.OWN]
        return own_choices.as_seen(own, self.seat_name, len(self.choices), with_open_hands) if own else []

    @property
    def is_unproved(self) -> bool:
        """Whether there are no marks at all: the chances under these rules have not been checked."""
        return any(
            decision.silence == marks.UNPROVED
            for deal in self._analysis.deals
            for decision in deal.decisions or []
        )

    @cached_property
    def choices(self) -> list[ChoiceRow]:
        """The choices of the shown deal that surely cost something: those of the reader's seat, or of all."""
        return [row for row in self._costly if row.deal == self.number and self._is_own(row)]

    @property
    def choices_of_others(self) -> list[ChoiceRow]:
        """The same of others in the shown deal, among them of a bot for the absent reader."""
        return [row for row in self._costly if row.deal == self.number and not self._is_own(row)]

    @property
    def choices_elsewhere(self) -> list[ChoiceRow]:
        """The same as `choices`, of all other deals."""
        return [row for row in self._costly if row.deal != self.number and self._is_own(row)]

    @cached_property
    def _costly(self) -> list[ChoiceRow]:
        return [
            self._choice(deal.number, decision)
            for deal in self._analysis.deals
            for decision in deal.decisions or []
            if own_choices.is_listed(decision)
        ]

    def _is_own(self, row: ChoiceRow) -> bool:
        return self._seat is None or row.name == self.seat_name

    @cached_property
    def _deal(self) -> DealFindings | None:
        return self._analysis.deal(self.number)

    @cached_property
    def _rows_of_parts(self) -> list[result_parts.PartsRow]:
        return result_parts.rows(self._parts, self.names) if self._parts is not None else []

    @cached_property
    def _parts(self) -> Parts | None:
        if self.is_of_match:
            return self._analysis.match.match_parts if self._analysis.match else None
        return self._deal.deal_parts if self._deal is not None else None

    def _told(self, fact: Fact) -> Sentence:
        deals = self._analysis.deals
        words = sentences.told(fact, self.names, deals, counts_points=self._counts_points)
        deal = sum(deal.first_step <= fact.step for deal in deals)
        return Sentence(fact.step, deal, self.choice.to(fact.step), words)

    def _choice(self, deal: int, decision: Decision) -> ChoiceRow:
        return ChoiceRow(
            deal=deal,
            step=decision.step,
            address=self.choice.to(decision.step),
            name=sentences.actor_of(decision, self.names),
            played=sentences.with_chance(decision.alternatives[0], self.names),
            best=sentences.best(decision, self.names),
            cost=sentences.cost(decision),
            mark=_(sentences.MARK_NAMES[decision.mark]) if decision.mark != NO_MARK else "",
            silence=sentences.silence(decision),
        )


class ShownChoice:
    """The choice at a step: what the seat did, and what else it could have done."""

    def __init__(self, decision: Decision, names: Sequence[str], choice: ReplayChoice) -> None:
        self._decision, self._names = decision, names
        self.seen = choice.before(decision.step, seat_letter(decision.seat))
        self.name, self.player = sentences.actor_of(decision, names), names[decision.seat]
        self.counts_match = decision.match_cost is not None
        self.counts_points = decision.alternatives[0].points is not None
        self.silence = sentences.silence(decision)
        self.is_better_for_match = decision.cost > 0 > (decision.match_cost or 0)
        self.mark = _(sentences.MARK_NAMES[decision.mark]) if decision.mark != NO_MARK else ""
        is_told = decision.cost >= own_choices.WORTH_TELLING
        self.cost = sentences.cost_in_words(decision) if is_told else ""

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
            "after a catch it would have been about {caught}."
        )
        # The table has the same chance of the call, from more worlds.
        called = sentences.with_call(self._decision)
        return sentence.format(
            name=self.player,
            called=numbers.percent((exposure.called if called is None else called.chance) / WHOLE),
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
        about_best = sentences.about_best(self._decision)
        return [
            AlternativeRow(
                words=sentences.alternative(alternative, self._names),
                chance=numbers.percent(alternative.chance / WHOLE),
                margin=numbers.percent(marks.CERTAINTY * alternative.error / WHOLE),
                match="" if alternative.match is None else numbers.percent(alternative.match / WHOLE),
                points="" if alternative.points is None else result_parts.signed(alternative.points),
                is_played=number == 0,
                is_best=number == self._decision.best,
                is_about_best=number in about_best,
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


def shown_timeout(analysis: queries.Analysis, number: int, choice: ReplayChoice, names: Sequence[str]) -> str:
    """Return in a sentence that the time ran out at the step of an address; empty if it did not."""
    deal = analysis.deal(number)
    effects = deal.effects if deal is not None else []
    return next(
        (
            sentences.timeout(effect, names)
            for effect in effects
            if effect.stand_in == CLOCK and effect.step == choice.step
        ),
        "",
    )
