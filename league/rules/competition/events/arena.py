"""Events of an arena: until when free players get tables, and who takes a break."""

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop
from league.rules.competition.events.base import Event, SentenceContext, always, not_sent
from league.rules.competition.state import State


@event_type("seating_opened")
class SeatingOpened(Event, frozen=True):
    """Free players get tables until `ends_at`, in seconds since 1970; later ones move the end."""

    stage: int
    ends_at: int

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        stage.ends_at, stage.is_closed = self.ends_at, False

    sentence = always(gettext_noop("The time until which free players get tables was set."))

    webhook = not_sent


@event_type("seating_closed")
class SeatingClosed(Event, frozen=True):
    """Nobody gets a table any more."""

    stage: int

    def change(self, state: State) -> None:
        state.stages[self.stage - 1].is_closed = True

    sentence = always(gettext_noop("Time is up: the tables in play are finished, and no new ones begin."))

    webhook = not_sent


@event_type("break_taken")
class BreakTaken(Event, frozen=True):
    """A player takes a break, or is back from it."""

    entrant: int
    is_away: bool = True

    def change(self, state: State) -> None:
        state.entrants[self.entrant].is_away = self.is_away

    def sentence(self, context: SentenceContext) -> str:
        text = _("{name} takes a break.") if self.is_away else _("{name} is back from the break.")
        return text.format(name=context.name(self.entrant))

    webhook = not_sent
