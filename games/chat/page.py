"""The chat of a table for a template."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import pgettext_lazy

from games.access import spectators
from games.chat import Conversation
from games.models import Seat, Table


@dataclass(frozen=True)
class Line:
    """A message on the page; of a hidden one only who hid it is left."""

    pk: int
    name: str
    text: str
    is_watching: bool
    hidden_by: str


@dataclass(frozen=True)
class ChatPage:
    """What was said at a table, and what the viewer may do about it."""

    table: Table
    talk: Conversation
    seats: Sequence[Seat]
    is_open: bool
    may_write: bool
    may_hide: bool

    @cached_property
    def is_anybodys(self) -> bool:
        """Whether everybody may read along and sees the same. One query at most."""
        return not self.may_hide and spectators.is_for_everybody(self.table.pk)

    @property
    def version(self) -> int:
        """The version these lines belong to."""
        return self.talk.version

    @property
    def lines(self) -> list[Line]:
        """The last messages, oldest first."""
        seated = {seat.player_id for seat in self.seats}
        return [
            Line(
                pk=one.pk,
                name=one.player.name,
                text="" if one.hidden_by else one.text,
                is_watching=one.player_id not in seated,
                hidden_by=_who(one.hidden_by),
            )
            for one in self.talk.messages
        ]


def _who(by: str) -> str:
    kind = by.partition(":")[0]
    return str(_WHO.get(kind, _WHO["organizer"])) if by else ""


_WHO = {
    "player": pgettext_lazy("who hid a message", "the host"),
    "organizer": pgettext_lazy("who hid a message", "an organizer"),
    "referee": pgettext_lazy("who hid a message", "a referee"),
}
