"""Events of draws: drafts, published rounds, lots, and the final tables of divisions."""

from typing import Final

import msgspec

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop, listed, ngettext
from league.rules.competition.draft import swapped
from league.rules.competition.event_values import Draw
from league.rules.competition.events import upcasts
from league.rules.competition.events.base import (
    Event,
    SentenceContext,
    WebhookContext,
    WebhookEvent,
    always,
    not_sent,
    untold,
)
from league.rules.competition.state import (
    State,
)
from league.rules.settings.stages import ARENA
from league.rules.settings.translated_names import translated

_NAMED_AT_MOST: Final = 4
"""The number of rounds of a draw that a sentence names; of more it names the first and the last."""

_replace = msgspec.structs.replace


@event_type("draw_part", upcasts=[dict])
class DrawPart(Event, frozen=True):
    """A part of a draw too large for one event; the last part comes with `DraftMade` or `StageRoundDrawn`."""

    stage: int
    draw: Draw

    def change(self, state: State) -> None:
        state.stages[self.stage - 1].parts.append(self.draw)

    sentence = untold

    def is_told(self, _state: State) -> bool:
        return False

    webhook = not_sent


@event_type("draft_made", upcasts=[upcasts.byes, dict, dict])
class DraftMade(Event, frozen=True):
    """A proposal that only organizers see."""

    stage: int
    draw: Draw

    is_for_organizers = True

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        stage.draft = stage.proposal = stage.whole(self.draw)
        stage.parties = state.parties()

    sentence = always(gettext_noop("Draft pairings for the next round were made."))

    webhook = not_sent


@event_type("draft_adjusted")
class DraftAdjusted(Event, frozen=True):
    """Two seats of the draft were swapped, each a match id and an index from 0, or a bye's id and 0."""

    stage: int
    one: tuple[str, int]
    other: tuple[str, int]

    is_for_organizers = True

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        if stage.draft is not None:
            stage.draft = swapped(stage.draft, self.one, self.other)

    sentence = always(gettext_noop("Two seats of the draft were swapped."))

    webhook = not_sent


@event_type("draft_discarded")
class DraftDiscarded(Event, frozen=True):
    stage: int

    is_for_organizers = True

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        stage.draft = stage.proposal = None

    sentence = always(gettext_noop("The draft was discarded."))

    webhook = not_sent


@event_type("stage_round_drawn", upcasts=[upcasts.drawn, upcasts.byes, dict, dict])
class StageRoundDrawn(Event, frozen=True):
    """The draw is published. `is_adjusted` says that organizers changed the proposal."""

    stage: int
    draw: Draw
    is_adjusted: bool = False

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        if not stage.groups:  # early logs have no event for the start of a stage
            stage.groups = [[entrant.number for entrant in state.active()]]
        draw = stage.whole(self.draw)
        stage.rounds += draw.rounds
        stage.draws.append(draw)
        stage.draft = stage.proposal = None
        stage.forget()
        if stage.settings.format != ARENA:  # there other tables play on
            state.timer = None

    def sentence(self, context: SentenceContext) -> str:
        draw = context.state.stages[self.stage - 1].published(self.draw)
        names = [translated(planned.name) for planned in draw.rounds]
        rounds = listed(names)
        if len(names) > _NAMED_AT_MOST:
            rounds = _("{first} to {last}").format(first=names[0], last=names[-1])
        if len(context.state.stages) > 1:
            rounds = _("{round} of {stage}").format(round=rounds, stage=context.stage(self.stage))
        text = ngettext("{rounds} was paired.", "{rounds} were paired.", len(names))
        if self.is_adjusted:
            text = ngettext(
                "{rounds} was paired, as changed by the organizer.",
                "{rounds} were paired, as changed by the organizer.",
                len(names),
            )
        return text.format(rounds=rounds)

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return "draw.published", context.draw(self.stage, self.draw)


@event_type("draw_unpublished")
class DrawUnpublished(Event, frozen=True):
    """The last draw of a stage was taken back before anything was played: organizers have it as a draft.

    `tables` are those that its matches had.
    """

    stage: int
    tables: list[int] = []

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        draw = stage.draws.pop()
        taken = {planned.id for planned in draw.rounds}
        matches = {match.id for planned in draw.rounds for match in planned.matches}
        stage.rounds = [planned for planned in stage.rounds if planned.id not in taken]
        stage.tables = {key: table for key, table in stage.tables.items() if key[0] not in matches}
        stage.results = {key: result for key, result in stage.results.items() if key[0] not in matches}
        stage.automatic = {key for key in stage.automatic if key[0] not in matches}
        stage.reopened = {key for key in stage.reopened if key[0] not in matches}
        stage.venues = {match: venue for match, venue in stage.venues.items() if match not in matches}
        stage.draft = stage.proposal = draw
        stage.parties = state.parties()
        stage.forget()
        state.created = _replace(state.settings, by_hand=True)
        state.timer = None

    sentence = always(gettext_noop("The pairings were taken back before anything was played."))

    webhook = not_sent


@event_type("lot_drawn", upcasts=[upcasts.lot])
class LotDrawn(Event, frozen=True):
    """Entrants tied at the cut-off of a match, in the order of the lot.

    `advancing` is the whole order afterwards, best first, if the result was known before.
    """

    stage: int
    match: str
    order: list[int]
    advancing: list[int] = []

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        match = stage.matches.get(self.match)
        if self.advancing and match is not None and match.result is not None:
            on = self.advancing[: max(1, match.round.advance)] if match.planned.best_of == 1 else []
            places = [_replace(place, advances=place.entrant in on) for place in match.result.places]
            drawn = _replace(
                match.result, places=places, order=self.advancing, decided_by="lot", is_tied=False
            )
            stage.keep(self.match, match.entrants, drawn)

    def sentence(self, context: SentenceContext) -> str:
        match = context.match(self.stage, self.match)
        return _("{match}: put in this order by lot: {names}.").format(
            match=match, names=context.in_order(self.order)
        )

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "lot.drawn",
            {
                "match": context.match(self.stage, self.match, self.order),
                "order": context.people(self.order),
            },
        )


@event_type("stage_lot_drawn")
class StageLotDrawn(Event, frozen=True):
    """Entrants tied at a cut-off, in the order of the lot: for the next stage, a division or a play-off."""

    stage: int
    order: list[int]

    def change(self, state: State) -> None:
        state.stages[self.stage - 1].lot += self.order

    def sentence(self, context: SentenceContext) -> str:
        if context.is_between_divisions(self.stage):
            return _("Those who were tied were put in this order by lot: {names}.").format(
                names=context.in_order(self.order)
            )
        return _("The qualifiers from {stage} were decided by lot: {names}, in this order.").format(
            stage=context.stage(self.stage), names=context.in_order(self.order)
        )

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "lot.drawn",
            {"match": None, "order": context.people(self.order)},
        )


@event_type("divisions_ranked")
class DivisionsRanked(Event, frozen=True):
    """The final tables of the divisions of a season, best first, to which the seats of its play-offs refer.

    0 stands for a place that waits for a lot; there are no tables while a matchday is open again.
    """

    stage: int
    tables: list[list[int]]

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        stage.divisions = self.tables
        stage.forget()

    def sentence(self, context: SentenceContext) -> str:
        seats = context.seats_of_play_offs(self.stage, self.tables)
        if not seats:
            return _("The play-offs between the divisions are open until their standings are final.")
        return _("By the standings of the divisions, these are in the play-offs: {seats}.").format(
            seats="; ".join(seats)
        )

    webhook = not_sent
