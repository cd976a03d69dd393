"""Events before the start: a competition is created, opened for entries and for the check-in."""

import msgspec

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop
from games.rules.base.spelling import legible
from league.rules.competition.events import upcasts
from league.rules.competition.events.base import (
    Event,
    SentenceContext,
    WebhookContext,
    WebhookEvent,
    always,
    not_sent,
    of_kind,
)
from league.rules.competition.stage import Stage
from league.rules.competition.state import (
    CHECK_IN,
    PLANNED,
    REGISTRATION,
    State,
)
from league.rules.settings.competition_settings import CompetitionSettings
from league.rules.settings.stages import StageSettings

_replace = msgspec.structs.replace


@event_type(
    "competition_created",
    upcasts=[
        upcasts.with_times,
        upcasts.created,
        upcasts.venue,
        dict,
        dict,
        upcasts.reseeded,
        dict,
        upcasts.played_by_bots,
        dict,  # arenas
        dict,  # strengths of bots
    ],
)
class CompetitionCreated(CompetitionSettings, Event, frozen=True):
    """A competition is announced; the fields are those of `CompetitionSettings`."""

    def change(self, state: State) -> None:
        stages = [_replace(stage, name=legible(stage.name)) for stage in self.stages]
        readable = {"name": legible(self.name), "rulebook_title": legible(self.rulebook_title)}
        state.created, state.status = _replace(self, stages=stages, **readable), PLANNED
        state.stages = [
            Stage(number, settings, tiebreaks=list(settings.tiebreaks))
            for number, settings in enumerate(stages, start=1)
        ]

    def sentence(self, context: SentenceContext) -> str:
        return _("{name} was announced.").format(name=legible(self.name))

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "competition.announced",
            {
                "formats": [stage.format for stage in self.stages],
                "rulebook": self.rulebook,
                "venue": self.venue,
            },
        )


@event_type(
    "settings_changed",
    upcasts=[
        dict,  # arenas
        dict,  # the rulebook
        dict,  # strengths of bots
    ],
)
class SettingsChanged(Event, frozen=True):
    """Organizers changed what was announced; a field is None where nothing changes.

    Stages and points change before the start only, the rulebook until a match has begun. `tables` are closed
    then: their matches get new ones.
    """

    name: str | None = None
    stages: list[StageSettings] | None = None
    turn_seconds: int | None = None
    bot_pause_ms: int | None = None
    bank_seconds: int | None = None
    away_after: int | None = None
    limit: int | None = None
    venue: str | None = None
    by_hand: bool | None = None
    lots_by_hand: bool | None = None
    confirmation: str | None = None
    silence_minutes: int | None = None
    self_report: bool | None = None
    round_minutes: int | None = None
    is_casual: bool | None = None
    entry: str | None = None
    with_bots: bool | None = None
    bot_strength: str | None = None
    rulebook: str | None = None
    options: dict[str, bool | int | str | list[str]] | None = None
    rulebook_title: str | None = None
    low_wins: bool | None = None
    tables: list[int] = []

    def change(self, state: State) -> None:
        changes = {name: value for name, value in msgspec.structs.asdict(self).items() if value is not None}
        del changes["tables"]
        for name in ("name", "rulebook_title"):
            if name in changes:
                changes[name] = legible(changes[name])
        if self.stages is not None:
            changes["stages"] = [_replace(stage, name=legible(stage.name)) for stage in self.stages]
        state.created = _replace(state.settings, **changes)
        if self.stages is not None:
            state.stages = [
                Stage(number, settings, tiebreaks=list(settings.tiebreaks))
                for number, settings in enumerate(changes["stages"], start=1)
            ]
        if self.tables:
            self._close_tables(state)

    def sentence(self, context: SentenceContext) -> str:
        if self.rulebook is None and self.options is None:
            return _("The organizers changed the settings.")
        return _("The organizers changed the rulebook.")

    webhook = not_sent

    def _close_tables(self, state: State) -> None:
        for stage in state.stages:
            stage.tables = {key: at for key, at in stage.tables.items() if at.table not in self.tables}
            stage.forget()


@event_type("registration_opened")
class RegistrationOpened(Event, frozen=True):
    """Players may enter by themselves."""

    def change(self, state: State) -> None:
        state.status = REGISTRATION

    sentence = always(gettext_noop("Entries were opened: players can enter."))

    webhook = of_kind("registration.opened")


@event_type("registration_closed")
class RegistrationClosed(Event, frozen=True):
    """From now on only organizers enter players."""

    def change(self, state: State) -> None:
        state.status = PLANNED

    sentence = always(gettext_noop("Entries were closed."))

    webhook = of_kind("registration.closed")


@event_type("check_in_opened")
class CheckInOpened(Event, frozen=True):
    """Entrants check in with this code."""

    code: str

    def change(self, state: State) -> None:
        state.status, state.code, state.was_checked_in = CHECK_IN, self.code, True

    sentence = always(gettext_noop("The check-in was opened."))

    webhook = of_kind("check_in.opened")


@event_type("check_in_closed")
class CheckInClosed(Event, frozen=True):
    """The check-in is closed; no entrant has been removed yet."""

    def change(self, state: State) -> None:
        state.status, state.code = PLANNED, ""

    sentence = always(gettext_noop("The check-in was closed."))

    webhook = of_kind("check_in.closed")
