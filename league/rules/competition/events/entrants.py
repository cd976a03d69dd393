"""Events of entrants: entries, withdrawals, teams and the seeding."""

from typing import Final

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop
from games.rules.base.spelling import legible
from league.rules.competition.events.base import (
    Event,
    SentenceContext,
    WebhookContext,
    WebhookEvent,
    not_sent,
    of_entrant,
)
from league.rules.competition.state import (
    Entrant,
    State,
)

_LEFT: Final = {
    "withdrawn": gettext_noop("{name} withdrew."),
    "disqualified": gettext_noop("{name} was disqualified."),
    "no_show": gettext_noop("{name} did not show up."),
}
_SEEDED: Final = {
    "manual": gettext_noop("The seeding was set by the organizer: {names}."),
    "rating": gettext_noop("The seeding was made by rating: {names}."),
    "lot": gettext_noop("The seeding was made by lot: {names}."),
    "csv": gettext_noop("The seeding was made from a list: {names}."),
    "standings": gettext_noop("The seeding was made by earlier standings: {names}."),
    "blocks": gettext_noop("The seeding was made by lot within blocks: {names}."),
}
_SEEDED_ANEW: Final = gettext_noop("The seeding was made again: {names}.")


@event_type("entrant_entered", upcasts=[dict])
class EntrantEntered(Event, frozen=True):
    """`team` is the team of the entrant, empty if none; `is_waiting` is on the waiting list.

    Late entrants join a `group` of the running stage, an index from 0; -1 before the start.
    """

    entrant: int
    player: int
    team: str = ""
    is_waiting: bool = False
    group: int = -1

    def change(self, state: State) -> None:
        state.entrants[self.entrant] = Entrant(
            self.entrant, self.player, team=legible(self.team), is_waiting=self.is_waiting
        )
        if self.group >= 0:
            state.stage.groups[self.group].append(self.entrant)

    def pass_over(self, context: SentenceContext) -> None:
        context.players[self.entrant] = self.player

    def sentence(self, context: SentenceContext) -> str:
        self.pass_over(context)
        text = _("{name} entered for {team}.") if self.team else _("{name} entered.")
        if self.group >= 0:
            text = _("{name} entered late, into {group}.")
            if self.team:
                text = _("{name} entered late, into {group} for {team}.")
        elif self.is_waiting:
            text = _("{name} entered and is on the waiting list.")
            if self.team:
                text = _("{name} entered for {team} and is on the waiting list.")
        group = context.group(self.group) if self.group >= 0 else ""
        return text.format(name=context.name(self.entrant), team=legible(self.team), group=group)

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "entrant.entered",
            context.person(self.entrant, is_waiting=self.is_waiting),
        )


@event_type("entrant_admitted")
class EntrantAdmitted(Event, frozen=True):
    """The entrant comes in from the waiting list."""

    entrant: int

    def change(self, state: State) -> None:
        state.entrants[self.entrant].is_waiting = False

    sentence = of_entrant(gettext_noop("{name} moved up from the waiting list."))

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return ("entrant.admitted", context.person(self.entrant))


@event_type("entrant_withdrawn", upcasts=[dict])
class EntrantWithdrawn(Event, frozen=True):
    """`kind` is withdrawn, disqualified or no_show."""

    entrant: int
    kind: str = "withdrawn"

    def change(self, state: State) -> None:
        state.entrants[self.entrant].gone = self.kind

    def sentence(self, context: SentenceContext) -> str:
        return _(_LEFT[self.kind]).format(name=context.name(self.entrant))

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "entrant.left",
            context.person(self.entrant, why=self.kind),
        )


@event_type("entrant_reinstated")
class EntrantReinstated(Event, frozen=True):
    """The entrant plays again; only walkovers that nothing followed from are taken back."""

    entrant: int

    def change(self, state: State) -> None:
        state.entrants[self.entrant].gone = ""

    sentence = of_entrant(gettext_noop("{name} is back in."))

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return ("entrant.reinstated", context.person(self.entrant))


@event_type("entrant_checked_in")
class EntrantCheckedIn(Event, frozen=True):
    """`is_here` is False if a check-in is undone."""

    entrant: int
    is_here: bool = True

    def change(self, state: State) -> None:
        state.entrants[self.entrant].is_here = self.is_here

    def sentence(self, context: SentenceContext) -> str:
        return (_("{name} is here.") if self.is_here else _("{name} is not here after all.")).format(
            name=context.name(self.entrant)
        )

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "entrant.checked_in",
            context.person(self.entrant, is_here=self.is_here),
        )


@event_type("player_substituted")
class PlayerSubstituted(Event, frozen=True):
    """Another player takes over the seat and the results of an entrant."""

    entrant: int
    player: int

    def change(self, state: State) -> None:
        state.entrants[self.entrant].player = self.player

    def pass_over(self, context: SentenceContext) -> None:
        context.players[self.entrant] = self.player

    def sentence(self, context: SentenceContext) -> str:
        before = context.name(self.entrant)
        self.pass_over(context)
        return _("{name} replaces {before}.").format(name=context.name(self.entrant), before=before)

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return ("entrant.substituted", context.person(self.entrant))


@event_type("entrants_seeded", upcasts=[dict, dict])
class EntrantsSeeded(Event, frozen=True):
    """`order` lists the entrants, the first seed first; `method` is one of `entries.SEEDINGS`.

    `seed` is the seed of the lots, if any were drawn: 16 hexadecimal digits.
    """

    order: list[int]
    method: str = "manual"
    seed: str = ""

    def change(self, state: State) -> None:
        state.seed(self.order)

    def sentence(self, context: SentenceContext) -> str:
        return _(_SEEDED.get(self.method, _SEEDED_ANEW)).format(names=context.in_order(self.order))

    webhook = not_sent


@event_type("team_named")
class TeamNamed(Event, frozen=True):
    """The team of an entrant, empty for none."""

    entrant: int
    team: str

    def change(self, state: State) -> None:
        state.entrants[self.entrant].team = legible(self.team)

    def sentence(self, context: SentenceContext) -> str:
        return (_("{name} plays for {team}.") if self.team else _("{name} plays without a team.")).format(
            name=context.name(self.entrant), team=legible(self.team)
        )

    webhook = not_sent


@event_type("party_named")
class PartyNamed(Event, frozen=True):
    """The party of an entrant was set, or removed (empty). Entrants of one party should not meet.

    An entrant can have several, separated by semicolons.
    """

    entrant: int
    party: str

    is_for_organizers = True

    def change(self, state: State) -> None:
        state.entrants[self.entrant].party = legible(self.party)

    sentence = of_entrant(gettext_noop("The family or car pool of {name} was set."))

    webhook = not_sent
