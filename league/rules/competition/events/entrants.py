"""Events of entrants: who is in, as what, and in which order."""

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
    "manual": gettext_noop("The seeding was made as the organizer set it: {names}."),
    "rating": gettext_noop("The seeding was made by rating: {names}."),
    "lot": gettext_noop("The seeding was made by lot: {names}."),
    "csv": gettext_noop("The seeding was made from a list: {names}."),
    "standings": gettext_noop("The seeding was made by earlier standings: {names}."),
    "blocks": gettext_noop("The seeding was made by lot within blocks: {names}."),
}
_SEEDED_ANEW: Final = gettext_noop("The seeding was made anew: {names}.")


@event_type("entrant_entered", upcasts=[dict])
class EntrantEntered(Event, frozen=True):
    """`team` is whom the entrant plays for, if anybody; `is_waiting` is on the waiting list.

    Who comes late joins a `group` of the running stage, an index from 0; -1 before the start.
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

    def sentence(self, context: SentenceContext) -> str:
        context.players[self.entrant] = self.player
        said = _("{name} entered for {team}.") if self.team else _("{name} entered.")
        if self.group >= 0:
            said = _("{name} entered late, into {group}.")
            if self.team:
                said = _("{name} entered late, into {group} for {team}.")
        elif self.is_waiting:
            said = _("{name} entered and is on the waiting list.")
            if self.team:
                said = _("{name} entered for {team} and is on the waiting list.")
        group = context.group(self.group) if self.group >= 0 else ""
        return said.format(name=context.name(self.entrant), team=legible(self.team), group=group)

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "entrant.entered",
            context.person(self.entrant, is_waiting=self.is_waiting),
        )


@event_type("entrant_admitted")
class EntrantAdmitted(Event, frozen=True):
    """From the waiting list."""

    entrant: int

    def change(self, state: State) -> None:
        state.entrants[self.entrant].is_waiting = False

    sentence = of_entrant(gettext_noop("{name} came in from the waiting list."))

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
    """The entrant is back in; matches lost in the meantime stay lost until they are corrected."""

    entrant: int

    def change(self, state: State) -> None:
        state.entrants[self.entrant].gone = ""

    sentence = of_entrant(gettext_noop("{name} is back in."))

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return ("entrant.reinstated", context.person(self.entrant))


@event_type("entrant_checked_in")
class EntrantCheckedIn(Event, frozen=True):
    """`is_here` False takes it back."""

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
    """Another player goes on in the seat and with the results of an entrant."""

    entrant: int
    player: int

    def change(self, state: State) -> None:
        state.entrants[self.entrant].player = self.player

    def sentence(self, context: SentenceContext) -> str:
        before = context.name(self.entrant)
        context.players[self.entrant] = self.player
        return _("{name} plays on for {before}.").format(name=context.name(self.entrant), before=before)

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return ("entrant.substituted", context.person(self.entrant))


@event_type("entrants_seeded", upcasts=[dict, dict])
class EntrantsSeeded(Event, frozen=True):
    """`order` names the entrants, the first seed first; `method` as in `entries.SEEDINGS`.

    `seed` is that of the lots, where any were drawn: 16 hexadecimal digits.
    """

    order: list[int]
    method: str = "manual"
    seed: str = ""

    def change(self, state: State) -> None:
        state.seed(self.order)

    def sentence(self, context: SentenceContext) -> str:
        return _(_SEEDED.get(self.method, _SEEDED_ANEW)).format(names=context.names(self.order))

    webhook = not_sent


@event_type("team_named")
class TeamNamed(Event, frozen=True):
    """Whom an entrant plays for, empty for nobody."""

    entrant: int
    team: str

    def change(self, state: State) -> None:
        state.entrants[self.entrant].team = legible(self.team)

    def sentence(self, context: SentenceContext) -> str:
        return (
            _("{name} plays for {team}.") if self.team else _("{name} plays for nobody but themselves.")
        ).format(name=context.name(self.entrant), team=legible(self.team))

    webhook = not_sent


@event_type("party_named")
class PartyNamed(Event, frozen=True):
    """The party of an entrant was named, or taken away (empty). Entrants of one party are not to meet."""

    entrant: int
    party: str

    is_for_organizers = True

    def change(self, state: State) -> None:
        state.entrants[self.entrant].party = legible(self.party)

    sentence = of_entrant(gettext_noop("It was settled with whom {name} belongs together."))

    webhook = not_sent
