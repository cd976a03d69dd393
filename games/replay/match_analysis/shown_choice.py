"""The choice at the shown step: what the seat did, and what else it could have done."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.analysis import marks, queries
from games.analysis.findings import CLOCK, NO_MARK, WHOLE, Decision
from games.localization import numbers
from games.replay.links import ReplayChoice
from games.replay.match_analysis import own_choices, result_parts, sentences
from games.rules.notation.notation import seat_letter


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
