"""Finished and running matches, step by step. Steps are the commands of the rules, from 1 on."""

from dataclasses import dataclass, field
from typing import Any, Final

from games.models import Player, Seat, Table
from games.replay import fold_cache
from games.replay.outline import Deal, Outline
from games.rules.match.sight import Sight, seen_by
from games.tables.queries import as_seen, seat_of

ALL: Final = "all"
_LETTERS: Final = "ABCDEFGHIJ"


@dataclass(slots=True)
class Moment:
    """A match right after one step, through somebody's eyes; everything once nobody plays on.

    `seat` is the viewer's own, `eyes` the seat it is shown from (None: a spectator, or with `is_open` all
    hands). `events` are those of the step; `by` is who asked for it.
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

    def told(self, event: Any) -> Any:
        """Return an event of the match as it may be seen here."""
        return event if self.is_open else as_seen(event, self.eyes)


def outline(table_id: int) -> Outline:
    """Return the outline of a match. Two queries, one of a match that was looked at. Table.DoesNotExist."""
    return fold_cache.outline_of(Table.objects.get(pk=table_id))


def at(table_id: int, step: int, viewer: Player | None, eyes: str = "") -> Moment:
    """Return the match after a step; one outside the match means its first or last. Table.DoesNotExist.

    `eyes` are the letter of a seat or `all`. Who asks for more than they may see sees what they may: while
    the match is played that is their own hand, afterwards everything. Two queries for the table, two more
    as long as the match and the deal have not been looked at.
    """
    table = Table.objects.get(pk=table_id)
    seats = list(table.seats.select_related("player"))
    found = fold_cache.outline_of(table)
    own = seat_of(seats, viewer.pk if viewer else None)
    moment = Moment(table, seats, max(1, min(step, len(found.steps))), found, own, own)
    if table.is_over:
        moment.eyes = _seat_named(eyes, len(seats))
        moment.is_open = moment.eyes is None
    if found.steps:
        _fill(moment)
    return moment


def steps_of(moment: Moment) -> list[tuple[int, list[Any]]]:
    """Return all steps of the deal that is shown: their numbers, and what happened as it may be seen here."""
    deal = moment.deal
    if deal is None:
        return []
    folded = fold_cache.deal_of(moment.table.pk, deal)
    steps = moment.outline.steps[deal.first_step - 1 : deal.last_step]
    return [
        (number, [moment.told(row.event) for row in folded.between(one.first, one.last)])
        for number, one in enumerate(steps, start=deal.first_step)
    ]


def _fill(moment: Moment) -> None:
    shown = moment.outline.steps[moment.step - 1]
    moment.deal = moment.outline.deal_of(moment.step)
    folded = fold_cache.deal_of(moment.table.pk, moment.deal)
    state, _folded = folded.state_at(shown.last)
    moment.sight = seen_by(state, moment.eyes, everything=moment.is_open)
    moment.events = [moment.told(row.event) for row in folded.between(shown.first, shown.last)]
    moment.by = shown.by


def _seat_named(letter: str, seats: int) -> int | None:
    index = _LETTERS.find(letter.upper()) if len(letter) == 1 else -1
    return index if 0 <= index < seats else None
