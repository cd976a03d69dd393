"""Comments on the steps of a finished match: write, take back, remove, read.

Comments are not in the log: they can be deleted, and no match depends on them.
"""

import datetime as dt
from typing import Final

from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from games.chat import bans
from games.models import Player, ReplayComment, Table
from games.replay import fold_cache
from games.rules.base.refusal import Refusal

LONGEST: Final = 300
MOST: Final = 200
"""The most comments on a match."""
_MOST_IN_WINDOW: Final = 5
_WINDOW: Final = dt.timedelta(minutes=1)


@transaction.atomic
def say(table_id: int, step: int, text: str, *, player: Player, at: dt.datetime) -> int:
    """Write a comment on a step and return its number. Table.DoesNotExist.

    Refusals: `empty_comment`, `too_long`, `physical` for a match with real cards, `conflict` during the
    match, `no_step`, `too_fast`, `chat_ban` after a decision about a report, `full` when
    the match has the most comments already.
    """
    tidy = _tidy(text)
    # Lock the player, so that comments sent at the same time are counted in order.
    Player.objects.select_for_update().get(pk=player.pk)
    table = Table.objects.get(pk=table_id)
    _require_over(table)
    if not 1 <= step <= len(fold_cache.outline_of(table).steps):
        raise Refusal("no_step", _("This match does not have that step."))
    bans.require_none(player, at)
    if ReplayComment.objects.filter(player=player, said_at__gt=at - _WINDOW).count() >= _MOST_IN_WINDOW:
        sentence = _("Not so fast: wait a minute before you comment again.")
        raise Refusal("too_fast", sentence, wait=_WINDOW.seconds)
    if ReplayComment.objects.filter(table=table).count() >= MOST:
        sentence = _("This match already has {number} comments; there is no room for more.")
        raise Refusal("full", sentence.format(number=MOST))
    return ReplayComment.objects.create(table=table, player=player, step=step, text=tidy, said_at=at).pk


def take_back(table_id: int, comment_id: int, *, player: Player) -> None:
    """Delete the player's own comment. Http404 if there is none; Refusal `not_yours` for another player's."""
    comment = get_object_or_404(ReplayComment, pk=comment_id, table_id=table_id)
    if comment.player_id != player.pk:
        raise Refusal("not_yours", _("You can delete only your own comments."))
    comment.delete()


@transaction.atomic
def remove(table_id: int, comment_id: int, *, by: str, at: dt.datetime) -> None:
    """Remove a comment as the referee, and store who removed it. Http404 if there is none.

    Doing it twice changes nothing.
    """
    locked = ReplayComment.objects.select_for_update()
    comment = get_object_or_404(locked, pk=comment_id, table_id=table_id)
    if not comment.removed_by:
        comment.removed_by, comment.removed_at = by, at
        comment.save(update_fields=["removed_by", "removed_at"])


def read(table_id: int) -> list[ReplayComment]:
    """Return the comments on a match in the order of its steps, with their players. One query."""
    return list(ReplayComment.objects.filter(table_id=table_id).select_related("player")[:MOST])


def _require_over(table: Table) -> None:
    if table.is_physical:
        raise Refusal("physical", _("A match with real cards has no steps to comment on."))
    if not table.is_over:
        raise Refusal(
            "conflict", _("You can comment only on finished matches: a comment could reveal hidden cards.")
        )


def _tidy(text: str) -> str:
    """Return the text as one line of printable characters."""
    tidy = "".join(character for character in " ".join(text.split()) if character.isprintable())
    if not tidy:
        raise Refusal("empty_comment", _("Write something first."))
    if len(tidy) > LONGEST:
        raise Refusal("too_long", _("A comment can have up to {most} characters.").format(most=LONGEST))
    return tidy
