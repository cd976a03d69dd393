"""Delete an account: what is personal goes, and the log stays as it is.

The log and the standings know players by number only. So a deleted person is a number without a name.
"""

import datetime as dt
from typing import Final

from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import transaction
from django.db.models import Q

from games import quotas, tables
from games.models import (
    ChatBan,
    ChatMessage,
    MutedPlayer,
    Objection,
    Player,
    PuzzleAttempt,
    PuzzleRating,
    Receipt,
    ReplayComment,
    Seat,
    Table,
    Vacation,
)
from games.naming.player_names import FORMER_NAME
from league.audit.log import unbounded
from league.models import (
    Archive,
    Availability,
    Claim,
    Grant,
    JoinRequest,
    Membership,
    Muted,
    Notice,
    PushSubscription,
    QuietHours,
    Report,
    ReportStep,
    SubstituteRequest,
    TableScorekeeper,
    Team,
)

_LOGS_IN: Final = Q(
    *(
        Q((f"{player}__user__is_active", True))
        & ~Q((f"{player}__user__password__startswith", UNUSABLE_PASSWORD_PREFIX))
        for player in ("player", "player__merged_into")
    ),
    _connector=Q.OR,
)
"""Members with a lasting account: neither children nor guests, whom only one browser knows."""
_PERSONAL: Final = (
    *(Membership, Grant, TableScorekeeper, JoinRequest, SubstituteRequest),
    *(ChatMessage, ReplayComment, Objection, Notice, Muted, Availability),
    *(PushSubscription, QuietHours, Vacation, PuzzleAttempt, PuzzleRating),
    *(MutedPlayer, ChatBan, Report, Archive),
)
_PLAYABLE: Final = (Table.Status.OPEN, Table.Status.RUNNING)


@transaction.atomic
@unbounded()
@quotas.counted()
def delete(player: Player, *, at: dt.datetime) -> None:
    """Delete the account of a player with the name, messages, rulebooks and roles; no event is touched.

    With it go addresses, second factor, sessions and claims, and the names of those who were merged into the
    player. Running matches go on with a bot, those with real cards as they are; open tables free the seat.
    A club that loses its only owner goes to the organizer, or else the member, with an account who has been
    there longest. A second time changes nothing.
    """
    _hand_clubs_over(player)
    people = [each.pk for each in _same(player)]
    for each in _same(player):
        seats = Seat.objects.filter(player=each, table__status__in=_PLAYABLE).order_by("table")
        # At running matches with real cards the scorekeeper decides.
        for seat in seats.exclude(table__is_physical=True, table__status=Table.Status.RUNNING):
            tables.leave(seat.table_id, player=each, at=at)
        each.rulebooks.all().delete()
    for model in _PERSONAL:
        model.objects.filter(player__in=people).delete()
    MutedPlayer.objects.filter(by__in=people).delete()
    Report.objects.filter(reporter__in=people).update(words="")
    ReportStep.objects.filter(by__in=people, deed=ReportStep.Deed.MADE).update(words="")
    for team in Team.objects.filter(people__in=people).distinct():
        team.people.remove(*people)
    Claim.objects.filter(Q(player__in=people) | Q(claimant__in=people)).delete()
    user, player.user, player.name, player.is_hidden = player.user, None, FORMER_NAME, False
    player.shows_insight = False
    player.save()
    Player.objects.filter(merged_into=player).update(
        name=FORMER_NAME, name_before=FORMER_NAME, is_hidden=False, was_hidden=False
    )
    Receipt.objects.filter(sender__in=[f"player:{each}" for each in people]).delete()
    if user is not None:
        for session in UserSession.objects.filter(user=user):
            session.end()
        Receipt.objects.filter(sender=f"user:{user.pk}").delete()
        user.delete()


def heirs(player: Player) -> list[Membership]:
    """Return the next owners of the clubs that the player alone owns; some clubs have none."""
    next_owners: list[Membership] = []
    people = _same(player)
    for membership in Membership.objects.filter(player__in=people, is_owner=True):
        others = Membership.objects.filter(_LOGS_IN, club=membership.club_id).exclude(player__in=people)
        if not others.filter(is_owner=True).exists():  # an owner without an account does not count
            first = others.select_related("club", "player").order_by("-is_organizer", "-is_member", "pk")
            next_owners += first[:1]
    return next_owners


def _same(player: Player) -> list[Player]:
    return [player, *player.merged.all()]


def _hand_clubs_over(player: Player) -> None:
    for heir in heirs(player):
        heir.is_owner = True
        heir.save()
