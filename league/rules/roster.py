"""The players of a club who are the same person: merged by one event, separated again by another.

WARNING: the class names and field names of the events are the storage format. A field may be added with a
default; anything else needs an upcast from the shape before. People appear as player ids only.
"""

from abc import abstractmethod
from collections.abc import Iterable

import msgspec

from games.rules.base.event_types import event_type
from games.rules.base.language import _
from games.rules.base.refusal import Refusal


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The base class of the events of a roster."""

    kept: int
    absorbed: int
    moves_account: bool = False

    @abstractmethod
    def change(self, roster: "Roster", /) -> None:
        """Change the merges in force."""


@event_type("players_merged")
class PlayersMerged(Event, frozen=True):
    """`absorbed` is shown as `kept` from now on; with `moves_account` the account moved to `kept`."""

    def change(self, roster: "Roster") -> None:
        roster.merged[self.absorbed] = self


@event_type("players_unmerged")
class PlayersUnmerged(Event, frozen=True):
    """The two players are separate again; with `moves_account` the account moved back to `absorbed`."""

    def change(self, roster: "Roster") -> None:
        del roster.merged[self.absorbed]


class Merge(msgspec.Struct, frozen=True):
    """Show a player as another player."""

    kept: int
    absorbed: int
    moves_account: bool = False


class Unmerge(msgspec.Struct, frozen=True):
    """Undo the merge of a player."""

    absorbed: int


Command = Merge | Unmerge


class Roster:
    """The merges in force: for each absorbed player, the last merge that was not undone."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.merged: dict[int, PlayersMerged] = {}
        for event in events:
            event.change(self)

    def decide(self, command: Command) -> list[Event]:
        """Return the events that follow from a command.

        Refusals: `same_player`, `merged_already`, `not_merged`.
        """
        if isinstance(command, Unmerge):
            return [self._unmerged(command.absorbed)]
        if command.kept == command.absorbed:
            raise Refusal("same_player", _("This is already one player."))
        if {command.kept, command.absorbed} & set(self.merged):
            raise Refusal("merged_already", _("One of them is already merged with another player."))
        if any(merged.kept == command.absorbed for merged in self.merged.values()):
            raise Refusal(
                "merged_already", _("Other players are merged into this player: merge the other way round.")
            )
        return [PlayersMerged(command.kept, command.absorbed, command.moves_account)]

    def _unmerged(self, absorbed: int) -> PlayersUnmerged:
        if absorbed not in self.merged:
            raise Refusal("not_merged", _("This player is not merged into another player here."))
        event = self.merged[absorbed]
        return PlayersUnmerged(event.kept, absorbed, event.moves_account)
