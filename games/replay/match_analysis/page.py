"""The analysis of a match for the template: curves, sentences, where the result came from, choices."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis import highlights, marks, queries, queue
from games.analysis.findings import NO_MARK, WHOLE, DealFindings, Decision, Fact, Parts
from games.localization import durations
from games.models import Table
from games.replay.links import ReplayChoice
from games.replay.match_analysis import facts, own_choices, result_parts, sentences, verdict
from games.replay.match_analysis.chance_curves import ChanceCurves
from games.replay.names_at_steps import NamesAtSteps
from games.rules.base.refusal import Refusal
from games.rules.options.options import from_differences

_FINISHED: Final = Table.Status.FINISHED


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


class AnalysisPage:
    """The analysis of a match as far as it is ready.

    `seat` is the seat of which it is told first, `own` that of the reader, who is spoken to.
    """

    def __init__(
        self,
        table: Table,
        analysis: queries.Analysis,
        choice: ReplayChoice,
        names_at_steps: NamesAtSteps,
        number: int,
        *,
        seat: int | None = None,
        own: int | None = None,
        may_ask: bool = False,
        refusal: Refusal | None = None,
    ) -> None:
        self.table, self.number, self.refusal = table, number, refusal
        self.names, self._names_at_steps = names_at_steps.now, names_at_steps
        self._analysis, self.choice, self._seat = analysis, choice, seat
        self.is_reader = seat is not None and seat == own
        obstacle = queue.obstacle(table) if analysis.row is None else None
        self.is_possible = obstacle is None
        self.why_not = obstacle.sentence if obstacle is not None and table.status == _FINISHED else ""
        self.may_ask = may_ask
        self.is_running, self.is_ready = analysis.is_running, analysis.is_ready
        self.curves = (
            ChanceCurves(analysis.deals, number, choice, self.names, is_running=analysis.is_running)
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

    @cached_property
    def before(self) -> str:
        """How many analyses come before this one, in a sentence; empty if none does."""
        row = self._analysis.row
        count = queue.before(row) if row is not None and self.is_running else 0
        sentence = ngettext(
            "{count} match is analysed before this one.",
            "{count} matches are analysed before this one.",
            count,
        )
        return sentence.format(count=count) if count else ""

    @property
    def may_be_preferred(self) -> bool:
        """Whether the reader may ask for this analysis before those that nobody waits for."""
        row = self._analysis.row
        return self.may_ask and bool(self.before) and row is not None and not row.is_awaited

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
        facts = (match.match_parts, self._seat, self.names)
        return verdict.verdict(self._analysis.deals, *facts, is_reader=self.is_reader)

    @property
    def in_short(self) -> list[str]:
        """Whether the reader's seat won the match, and the main reason, in sentences."""
        match = self._analysis.match
        if self._seat is None or match is None or match.match_parts is None:
            return []
        return verdict.in_short(match.match_parts, self._seat, self.names, is_reader=self.is_reader)

    @property
    def handed_over(self) -> list[str]:
        """Who played from the reader's seat before its player took it over, in sentences."""
        if self._seat is None:
            return []
        holders = self._names_at_steps.at_each(self._seat)
        pattern = _("Until step {step} {name} played here: the parts of the result are those of the seat.")
        return [
            pattern.format(step=begin - 1, name=name) for (_first, name), (begin, _next) in pairwise(holders)
        ]

    @property
    def sentences(self) -> list[Sentence]:
        """The sentences about the match, in its order."""
        known = self._analysis.match.facts if self._analysis.match else []
        in_order = sorted(known, key=lambda fact: (fact.step, fact.kind == highlights.WON))
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
            *(deals, self._parts, self._seat, self._names_at_steps, self.choice), is_of_match=self.is_of_match
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
            if decision.seat == self._seat and not decision.stand_in and self._is_theirs(decision.step)
        ]
        _start, parts, _end = result_parts.whole_numbers(self._deal.deal_parts, self._seat)
        of_another = sum(
            effect.deal
            for effect in self._deal.effects
            if effect.seat == self._seat and not effect.stand_in and not self._is_theirs(effect.step)
        )
        with_open_hands = parts[result_parts.OWN] - round(100 * of_another / WHOLE)
        name = "" if self.is_reader else self.seat_name
        return own_choices.as_seen(own, name, len(self.choices), with_open_hands) if own else []

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

    def _is_theirs(self, step: int) -> bool:
        """Whether the player of the reader's seat sat there at a step, and had not yet taken it over."""
        return self._seat is not None and self._names_at_steps.at(step)[self._seat] == self.seat_name

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
        names = self._names_at_steps.at(fact.step)
        words = facts.told(fact, names, deals, counts_points=self._counts_points)
        deal = sum(deal.first_step <= fact.step for deal in deals)
        return Sentence(fact.step, deal, self.choice.to(fact.step), words)

    def _choice(self, deal: int, decision: Decision) -> ChoiceRow:
        names = self._names_at_steps.at(decision.step)
        return ChoiceRow(
            deal=deal,
            step=decision.step,
            address=self.choice.to(decision.step),
            name=sentences.actor_of(decision, names),
            played=sentences.with_chance(decision.alternatives[0], names),
            best=sentences.best(decision, names),
            cost=sentences.cost(decision),
            mark=_(sentences.MARK_NAMES[decision.mark]) if decision.mark != NO_MARK else "",
            silence=sentences.silence(decision),
        )
