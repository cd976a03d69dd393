"""Events from the start of a competition to its end."""

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop, ngettext
from league.rules.competition.events.base import (
    Event,
    SentenceContext,
    WebhookContext,
    WebhookEvent,
    always,
    changes_nothing,
    not_sent,
    of_kind,
)
from league.rules.competition.state import (
    CANCELLED,
    DELETED,
    FINISHED,
    REGISTRATION,
    RUNNING,
    State,
)


@event_type("competition_started")
class CompetitionStarted(Event, frozen=True):
    """Entries are closed; `order` is the seeding for the whole competition."""

    order: list[int]

    def change(self, state: State) -> None:
        state.seed(self.order)
        state.was_open = state.status == REGISTRATION
        state.status, state.code = RUNNING, ""

    def sentence(self, context: SentenceContext) -> str:
        return ngettext(
            "The competition started with {count} entrant.",
            "The competition started with {count} entrants.",
            len(self.order),
        ).format(count=len(self.order))

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "competition.started",
            {"entrants": context.people(self.order)},
        )


@event_type("stage_started")
class StageStarted(Event, frozen=True):
    """The entrants of each group of a stage, the first seed first."""

    stage: int
    groups: list[list[int]]

    def change(self, state: State) -> None:
        state.stages[self.stage - 1].groups = [list(group) for group in self.groups]

    def sentence(self, context: SentenceContext) -> str:
        count = sum(len(group) for group in self.groups)
        name = context.stage(self.stage)
        stage, groups = name[0].upper() + name[1:], len(self.groups)
        if not self.is_told(context.state):
            return ""
        if len(context.state.stages) == 1:
            return _("Number of groups: {groups}.").format(groups=groups)
        if groups < 2:
            text = ngettext(
                "{stage} began with {count} entrant.", "{stage} began with {count} entrants.", count
            )
            return text.format(stage=stage, count=count)
        text = ngettext(
            "{stage} began with {count} entrant. Number of groups: {groups}.",
            "{stage} began with {count} entrants. Number of groups: {groups}.",
            count,
        )
        return text.format(stage=stage, count=count, groups=groups)

    def is_told(self, state: State) -> bool:
        return len(state.stages) > 1 or len(self.groups) > 1  # else the start of the competition says it

    webhook = not_sent


@event_type("competition_paused")
class CompetitionPaused(Event, frozen=True):
    """Nothing is drawn and no table opened until the competition is resumed."""

    def change(self, state: State) -> None:
        state.is_paused = True

    sentence = always(gettext_noop("The competition was paused."))

    webhook = of_kind("competition.paused")


@event_type("competition_resumed")
class CompetitionResumed(Event, frozen=True):
    def change(self, state: State) -> None:
        state.is_paused = False

    sentence = always(gettext_noop("The competition was resumed."))

    webhook = of_kind("competition.resumed")


@event_type("competition_cancelled")
class CompetitionCancelled(Event, frozen=True):
    reason: str = ""

    def change(self, state: State) -> None:
        state.status, state.code, state.reason = CANCELLED, "", self.reason

    def sentence(self, context: SentenceContext) -> str:
        if self.reason:
            return _("The competition was called off: {reason}").format(reason=self.reason)
        return _("The competition was called off.")

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return ("competition.cancelled", {"reason": self.reason})


@event_type("competition_archived")
class CompetitionArchived(Event, frozen=True):
    """Hidden from lists, but kept."""

    def change(self, state: State) -> None:
        state.is_archived = True

    sentence = always(gettext_noop("The competition was archived."))

    webhook = of_kind("competition.archived")


@event_type("competition_deleted")
class CompetitionDeleted(Event, frozen=True):
    """It never started and is shown nowhere any more; its log stays."""

    def change(self, state: State) -> None:
        state.status, state.code = DELETED, ""

    sentence = always(gettext_noop("The competition was deleted."))

    webhook = not_sent


@event_type("competition_restored")
class CompetitionRestored(Event, frozen=True):
    """Back from the archive."""

    def change(self, state: State) -> None:
        state.is_archived = False

    sentence = always(gettext_noop("The competition was restored from the archive."))

    webhook = of_kind("competition.restored")


@event_type("stage_round_finished")
class StageRoundFinished(Event, frozen=True):
    """Only in early logs: it follows from the results."""

    round: int

    change = changes_nothing

    def sentence(self, context: SentenceContext) -> str:
        return _("Round {number} ended.").format(number=self.round)

    webhook = not_sent


@event_type("competition_finished")
class CompetitionFinished(Event, frozen=True):
    """`winners` share the first rank; a knock-out has exactly one winner."""

    winners: list[int]

    def change(self, state: State) -> None:
        state.status, state.winners = FINISHED, self.winners

    def sentence(self, context: SentenceContext) -> str:
        text = _("The competition is over: {names} share first place.")
        if len(self.winners) == 1:
            text = _("The competition is over. Winner: {names}.")
        return text.format(names=context.names(self.winners))

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "competition.finished",
            {"winners": context.people(self.winners)},
        )


@event_type("competition_reopened")
class CompetitionReopened(Event, frozen=True):
    """The last result was removed."""

    def change(self, state: State) -> None:
        state.status, state.winners = RUNNING, []

    sentence = always(gettext_noop("The competition continues: its last result was undone."))

    webhook = of_kind("competition.reopened")
