"""The comments on a match for the template."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Player, ReplayComment, Seat, Table
from games.replay.comments import LONGEST
from games.replay.links import Choice
from games.rules.base.refusal import Refusal


@dataclass(frozen=True)
class Line:
    """A comment; of one that was removed only who removed it is left."""

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
    """What was said about a match, and what the viewer may do; `refusal` is of what was just sent."""

    table: Table
    step: int
    choice: Choice
    comments: Sequence[ReplayComment]
    seats: Sequence[Seat]
    viewer: Player | None
    may_remove: bool
    refusal: Refusal | None = None
    draft: str = ""
    longest: int = LONGEST

    @property
    def is_open(self) -> bool:
        """Whether anything may be said yet."""
        return self.table.is_over

    @property
    def steps(self) -> list[int]:
        """The steps that somebody said something about."""
        return [one.step for one in self.comments if not one.removed_by]

    @property
    def lines(self) -> list[Line]:
        """The comments in the order of their steps."""
        seated = {seat.player_id for seat in self.seats}
        return [
            Line(
                pk=one.pk,
                step=one.step,
                address=self.choice.to(one.step),
                name=one.player.name,
                text="" if one.removed_by else one.text,
                played=one.player_id in seated,
                is_own=self.viewer is not None and one.player_id == self.viewer.pk,
                is_shown=one.step == self.step,
                removed_by=_who(one.removed_by),
            )
            for one in self.comments
        ]


def _who(by: str) -> str:
    kind = by.partition(":")[0]
    return _(_WHO.get(kind, f"a {kind}")) if by else ""


_WHO: Final = {
    "player": gettext_noop("the host"),
    "organizer": gettext_noop("an organizer"),
}
