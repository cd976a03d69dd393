"""Read finished and running matches step by step. Steps are the commands of the rules, from 1 on."""

from dataclasses import dataclass, field
from typing import Any, Final

from games.access.players import seat_of
from games.deals.outline import Deal, Outline
from games.models import Player, Seat, Table
from games.replay import fold_cache
from games.rules.match.visibility import Sight, seen_by
from games.tables import as_seen, reading_log

_LETTERS: Final = "ABCDEFGHIJ"
_CLOCK: Final = "clock"
"""The sender of the moves that end an overdue turn."""


@dataclass(slots=True)
class MatchAtStep:
    """A match after a step, as a viewer sees it; after the match everything may be seen.

    `seat` is the viewer's own, `eyes` the seat whose view is shown (None: a spectator, or with `is_open` all
    hands). `events` are those of the step, `by` is the sender of its command.
    """

    table: Table
    seats: list[Seat]
    step: int
    outline: Outline
    seat: int | None
    eyes: int | None = None
    is_open: bool = False
    sight: Sight | None = None
    deal: Deal | None = None
    events: list[Any] = field(default_factory=list)
    by: str = ""

    def absent_player(self, step: int) -> int | None:
        """Return the seat of the absent player for whom a bot made a step; None for all other steps."""
        made = self.outline.steps[step - 1]
        is_for_player = made.actor >= 0 and self.seats[made.actor].player_id is not None
        return made.actor if made.is_by_bot and is_for_player else None

    def overdue_player(self, step: int) -> int | None:
        """Return the seat whose time ran out, so that the clock made a step; None for all other steps."""
        made = self.outline.steps[step - 1]
        return made.actor if made.by == _CLOCK and made.actor >= 0 else None

    def visible(self, event: Any) -> Any:
        """Return an event of the match as the viewer may see it."""
        return event if self.is_open else as_seen(event, self.eyes)


def outline(table_id: int) -> Outline:
    """Return the outline of a match. Two queries, one if it is cached. Table.DoesNotExist."""
    table = Table.objects.select_related("rematch_of").get(pk=table_id)
    with reading_log(table, None):
        return fold_cache.outline_of(table)


def at(
    table_id: int, step: int, viewer: Player | None, eyes: str = "", *, from_own_seat: bool = False
) -> MatchAtStep:
    """Return the match after a step; a step outside the match means the first or last. Table.DoesNotExist.

    `eyes` is the letter of a seat or `all`; without it players see the match `from_own_seat` if asked, and
    everybody else all hands. During the match viewers see only their own hand, whatever they ask for; after
    it everything. Two queries for the table, two more if the match and the deal are not cached.
    """
    table = Table.objects.select_related("rematch_of").get(pk=table_id)
    seats = list(table.seats.select_related("player"))
    own = seat_of(seats, viewer.pk if viewer else None)
    with reading_log(table, own):
        match_outline = fold_cache.outline_of(table)
        moment = MatchAtStep(
            table, seats, max(1, min(step, len(match_outline.steps))), match_outline, own, own
        )
        if table.is_over:
            moment.eyes = own if from_own_seat and not eyes else _seat_named(eyes, len(seats))
            moment.is_open = moment.eyes is None
        if match_outline.steps:
            _fill(moment)
    return moment


def steps_of(moment: MatchAtStep) -> list[tuple[int, list[Any]]]:
    """Return all steps of the shown deal: their numbers and their events as the viewer may see them."""
    deal = moment.deal
    if deal is None:
        return []
    folded = fold_cache.deal_of(moment.table.pk, deal)
    steps = moment.outline.steps[deal.first_step - 1 : deal.last_step]
    return [
        (number, [moment.visible(row.event) for row in folded.between(step.first, step.last)])
        for number, step in enumerate(steps, start=deal.first_step)
    ]


def _fill(moment: MatchAtStep) -> None:
    step = moment.outline.steps[moment.step - 1]
    moment.deal = moment.outline.deal_of(moment.step)
    folded = fold_cache.deal_of(moment.table.pk, moment.deal)
    state, _count = folded.state_at(step.last)
    moment.sight = seen_by(state, moment.eyes, everything=moment.is_open)
    moment.events = [moment.visible(row.event) for row in folded.between(step.first, step.last)]
    moment.by = step.by


def _seat_named(letter: str, seats: int) -> int | None:
    index = _LETTERS.find(letter.upper()) if len(letter) == 1 else -1
    return index if 0 <= index < seats else None
