"""The chat of a table for a template."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import pgettext_lazy

from games.access import spectators
from games.chat.messages import Conversation
from games.chat.reactions import REACTIONS, in_words
from games.models import Seat, Table


@dataclass(frozen=True)
class MessageRow:
    """A message on the page; a hidden one has no text and says who hid it. `seat` is that of its author."""

    pk: int
    author: int
    name: str
    text: str
    seat: str
    hidden_by: str


@dataclass(frozen=True)
class ChatPage:
    """The chat of a table, and what the viewer may do."""

    table: Table
    talk: Conversation
    seats: Sequence[Seat]
    is_open: bool
    may_write: bool
    may_hide: bool
    muted: frozenset[int] = frozenset()
    """The people whose messages the viewer does not want to see."""
    me: int | None = None
    """The player who looks at the page; None for a stranger."""

    @cached_property
    def is_same_for_all(self) -> bool:
        """Whether the chat is public and the same for everybody. One query at most."""
        return not self.may_hide and not self.muted and spectators.is_for_everybody(self.table.pk)

    @property
    def reactions(self) -> list[tuple[str, str]]:
        """The reactions with their names, for those who may write."""
        return [(name, str(words)) for name, words in REACTIONS.items()] if self.may_write else []

    @property
    def version(self) -> int:
        """The version of these messages."""
        return self.talk.version

    @property
    def lines(self) -> list[MessageRow]:
        """The last messages, oldest first."""
        seated = {seat.player_id: seat.letter for seat in self.seats}
        return [
            MessageRow(
                pk=message.pk,
                author=message.player_id,
                name=message.player.name,
                text="" if message.hidden_by else in_words(message.text),
                seat=seated.get(message.player_id, ""),
                hidden_by=_hidden_by(message.hidden_by),
            )
            for message in self.talk.messages
            if message.player_id not in self.muted
        ]

    @property
    def silenced(self) -> list[str]:
        """Those whose messages here the viewer does not see, because they muted them."""
        authors = {message.player_id: message.player.name for message in self.talk.messages}
        return [name for author, name in authors.items() if author in self.muted]


def _hidden_by(by: str) -> str:
    kind = by.partition(":")[0]
    return str(_ACTORS.get(kind, _ACTORS["organizer"])) if by else ""


_ACTORS = {
    "player": pgettext_lazy("who hid a message", "the host"),
    "organizer": pgettext_lazy("who hid a message", "an organizer"),
    "referee": pgettext_lazy("who hid a message", "a referee"),
}
