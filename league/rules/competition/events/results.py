"""Events of results and standings."""

from games.rules.base.event_types import event_type
from games.rules.base.language import _, ngettext
from league.rules.competition.event_values import Result
from league.rules.competition.events import upcasts
from league.rules.competition.events.base import (
    Event,
    SentenceContext,
    WebhookContext,
    WebhookEvent,
)
from league.rules.competition.stage import Adjustment, entrants_key
from league.rules.competition.state import (
    State,
)
from league.rules.tiebreaks import chain


@event_type("result_recorded", upcasts=[upcasts.recorded, dict, dict])
class ResultRecorded(Event, frozen=True):
    """The first result of a match between these entrants.

    `is_automatic`: a walkover that followed from withdrawals. Early logs do not tell it from other results.
    """

    stage: int
    match: str
    entrants: list[int]
    result: Result
    is_automatic: bool = False

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        stage.keep(self.match, self.entrants, self.result, is_automatic=self.is_automatic)

    def pass_over(self, context: SentenceContext) -> None:
        context.results[self.stage, self.match, entrants_key(self.entrants)] = self.result

    def sentence(self, context: SentenceContext) -> str:
        self.pass_over(context)
        return f"{context.match(self.stage, self.match)}: {context.result(self.result)}"

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        kind = "match.tied" if self.result.is_tied else "match.finished"
        return kind, context.result(self.stage, self.match, self.entrants, self.result)


@event_type("result_corrected", upcasts=[dict])
class ResultCorrected(Event, frozen=True):
    """A result of a match replaces the previous one; without a result the match is open again."""

    stage: int
    match: str
    entrants: list[int]
    result: Result | None
    reason: str = ""

    def change(self, state: State) -> None:
        state.stages[self.stage - 1].keep(self.match, self.entrants, self.result)

    def pass_over(self, context: SentenceContext) -> None:
        key = self.stage, self.match, entrants_key(self.entrants)
        context.results.pop(key, None)
        if self.result is not None:
            context.results[key] = self.result

    def sentence(self, context: SentenceContext) -> str:
        before = context.results.get((self.stage, self.match, entrants_key(self.entrants)))
        self.pass_over(context)
        match = context.match(self.stage, self.match)
        if self.result is None:
            sentences = [_("{match}: result undone.").format(match=match)]
        else:
            now = context.result(self.result)
            sentences = [_("{match}: corrected to {result}").format(match=match, result=now)]
        if before:
            sentences.append(_("Before: {result}").format(result=context.result(before)))
        if self.reason:
            sentences.append(_("Reason: {reason}").format(reason=self.reason))
        return " ".join(sentences)

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        if self.result is None:
            match = context.match(self.stage, self.match, self.entrants)
            return "result.reopened", {"match": match, "reason": self.reason}
        facts = context.result(self.stage, self.match, self.entrants, self.result)
        return "result.corrected", {**facts, "reason": self.reason}


@event_type("walkover_taken_back")
class WalkoverTakenBack(Event, frozen=True):
    """An automatic walkover is void, because an entrant who had left is back: the match can be played.

    `tables` are those of later matches, which end before their first deal.
    """

    stage: int
    match: str
    entrants: list[int]
    tables: list[int] = []

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        given_up = [key for key, at_table in stage.tables.items() if at_table.table in self.tables]
        for key in given_up:
            del stage.tables[key]
        stage.take_walkover_back(self.match, self.entrants)
        for match, _met in given_up:
            stage.forget_one(match)

    def pass_over(self, context: SentenceContext) -> None:
        context.results.pop((self.stage, self.match, entrants_key(self.entrants)), None)

    def sentence(self, context: SentenceContext) -> str:
        self.pass_over(context)
        return _("{match}: walkover taken back. The match can be played.").format(
            match=context.match(self.stage, self.match)
        )

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        match = context.match(self.stage, self.match, self.entrants)
        return "result.reopened", {"match": match, "reason": ""}


@event_type("points_adjusted")
class PointsAdjusted(Event, frozen=True):
    """A bonus, or a penalty if negative: line `number` of the stage."""

    stage: int
    number: int
    entrant: int
    points: int
    reason: str = ""

    def change(self, state: State) -> None:
        line = Adjustment(self.number, self.entrant, self.points, self.reason)
        state.stages[self.stage - 1].adjustments[self.number] = line

    def sentence(self, context: SentenceContext) -> str:
        points = abs(self.points)
        text = ngettext(
            "{name} got a penalty of {points} point: {reason}",
            "{name} got a penalty of {points} points: {reason}",
            points,
        )
        if self.points > 0:
            text = ngettext(
                "{name} got a bonus of {points} point: {reason}",
                "{name} got a bonus of {points} points: {reason}",
                points,
            )
        reason = context.about(self.entrant, self.reason)
        return text.format(name=context.name(self.entrant), points=points, reason=reason)

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return "points.adjusted", context.adjustment(self.stage, self.number, is_withdrawn=False)


@event_type("adjustment_withdrawn")
class AdjustmentWithdrawn(Event, frozen=True):
    stage: int
    number: int

    def change(self, state: State) -> None:
        state.stages[self.stage - 1].adjustments[self.number].is_withdrawn = True

    def sentence(self, context: SentenceContext) -> str:
        line = context.state.stages[self.stage - 1].adjustments[self.number]
        text = _("The penalty of {name} ({points}: {reason}) was withdrawn.")
        if line.points > 0:
            text = _("The bonus of {name} ({points}: {reason}) was withdrawn.")
        reason = context.about(line.entrant, line.reason)
        return text.format(name=context.name(line.entrant), points=f"{line.points:+}", reason=reason)

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return "points.adjusted", context.adjustment(self.stage, self.number, is_withdrawn=True)


@event_type("tiebreaks_chosen")
class TieBreaksChosen(Event, frozen=True):
    """The tie-breaks of the standings of a stage from now on."""

    stage: int
    codes: list[str]

    def change(self, state: State) -> None:
        state.stages[self.stage - 1].tiebreaks = list(self.codes)

    def sentence(self, context: SentenceContext) -> str:
        if not self.codes:
            return _("The standings of {stage} are decided in the usual order again.").format(
                stage=context.stage(self.stage)
            )
        names = ", ".join(tie_break.name for tie_break in chain(self.codes))
        return _("The standings of {stage} are now decided in this order: {names}.").format(
            stage=context.stage(self.stage), names=names
        )

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "tiebreaks.chosen",
            {"stage": self.stage, "codes": self.codes},
        )
