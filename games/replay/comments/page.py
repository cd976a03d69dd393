"""The comments on a match for the template."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Player, ReplayComment, Seat, Table
from games.replay.comments.messages import LONGEST
from games.replay.links import ReplayChoice
from games.rules.base.refusal import Refusal


@dataclass(frozen=True)
class CommentRow:
    """A comment; a removed one has no text and says who removed it."""

    pk: int
    step: int
    address: str
    name: str
    text: str
    played: bool
    is_own: bool
    is_shown: bool
    removed_by: str


@dataclass(frozen=True)
class CommentsPage:
    """The comments on a match, and what the viewer may do; `refusal` is that of a comment just sent."""

    table: Table
    step: int
    choice: ReplayChoice
    comments: Sequence[ReplayComment]
    seats: Sequence[Seat]
    viewer: Player | None
    may_remove: bool
    muted: frozenset[int] = frozenset()
    refusal: Refusal | None = None
    draft: str = ""
    longest: int = LONGEST

    @property
    def is_open(self) -> bool:
        """Whether comments are open."""
        return self.table.is_over

    @property
    def steps(self) -> list[int]:
        """The steps with comments."""
        return [comment.step for comment in self._shown if not comment.removed_by]

    @property
    def lines(self) -> list[CommentRow]:
        """The comments in the order of their steps."""
        seated = {seat.player_id for seat in self.seats}
        return [
            CommentRow(
                pk=comment.pk,
                step=comment.step,
                address=self.choice.to(comment.step),
                name=comment.player.name,
                text="" if comment.removed_by else comment.text,
                played=comment.player_id in seated,
                is_own=self.viewer is not None and comment.player_id == self.viewer.pk,
                is_shown=comment.step == self.step,
                removed_by=_removed_by(comment.removed_by),
            )
            for comment in self._shown
        ]

    @property
    def _shown(self) -> list[ReplayComment]:
        return [comment for comment in self.comments if comment.player_id not in self.muted]


def _removed_by(by: str) -> str:
    kind = by.partition(":")[0]
    return _(_ACTORS.get(kind, f"a {kind}")) if by else ""


_ACTORS: Final = {
    "player": gettext_noop("the host"),
    "organizer": gettext_noop("an organizer"),
}
