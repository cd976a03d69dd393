"""Subjects of reports: a message of a chat, a comment on a replay, or the name of a player."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from games.models import ChatMessage, Player, ReplayComment, Table
from games.naming.player_names import FORMER_NAME, neutral
from league.models import Club, Report

Kind = Report.Kind


@dataclass(frozen=True)
class Subject:
    """Something to report, as the reporter reads it. `player` wrote it, or bears the name."""

    kind: Report.Kind
    player: Player
    text: str
    said_at: dt.datetime | None
    club: Club | None
    table: Table | None = None
    message: ChatMessage | None = None
    comment: ReplayComment | None = None

    @property
    def same(self) -> Q:
        """The reports about the same thing. A name can be reported again once it has changed."""
        if self.kind == Kind.NAME:
            return Q(kind=self.kind, player=self.player, text=self.text)
        return Q(message=self.message) if self.message else Q(comment=self.comment)


def club_of(table: int) -> Club | None:
    """Return the club of the competition that a table belongs to. One query."""
    return Club.objects.filter(competitions__matches__table=table).first()


def of_message(message: ChatMessage) -> Subject:
    """Return a message of a chat as a subject. One query."""
    club = club_of(message.table_id)
    return Subject(
        Kind.MESSAGE, message.player, message.text, message.said_at, club, message.table, message=message
    )


def of_comment(comment: ReplayComment) -> Subject:
    """Return a comment on a replay as a subject. One query."""
    club = club_of(comment.table_id)
    return Subject(
        Kind.COMMENT, comment.player, comment.text, comment.said_at, club, comment.table, comment=comment
    )


def of_name(player: Player, *, club: Club | None, reporter: Player) -> Subject:
    """Return the name of a player as a subject, for a club, else for one that both are in. One query."""
    if club is None:
        shared = Club.objects.filter(members=reporter).filter(members=player)
        club = shared.order_by("pk").first()
    return Subject(Kind.NAME, player, player.name, None, club)


def is_a_name(player: Player) -> bool:
    """Whether the reader sees the name itself, and not what is shown in its place."""
    return player.name not in (_(FORMER_NAME), neutral(player.merged_into_id or player.pk))
