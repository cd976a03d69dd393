"""Puts away what nobody comes back to: tables at which nothing begins or goes on, and lost guests."""

import datetime as dt
import logging
from collections.abc import Callable
from typing import Final, TypeVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import DateTimeField, Exists, OuterRef, Q, QuerySet, Subquery

from games import quotas, tables
from games.models import Player, Seat, Table, TableEvent
from games.rules.base.refusal import Refusal
from league.accounts import deletion
from league.models import ApiToken, Entrant, Membership

Row = TypeVar("Row", Table, User)

logger = logging.getLogger(__name__)

_AT_ONCE: Final = 500
"""So many of each kind are put away in an hour."""
_GUEST: Final = Q(password__startswith=UNUSABLE_PASSWORD_PREFIX, is_superuser=False, is_staff=False)
_OPENED_BY_GUEST: Final = Q(host__user__password__startswith=UNUSABLE_PASSWORD_PREFIX)


def put_away(*, at: dt.datetime) -> int:
    """Close deserted tables and put guests away; return how many of both."""
    closed = _each(deserted_tables(at), lambda table: _give_up(table, at))
    closed += _each(deserted_matches(at), lambda table: _break_off(table, at))
    return closed + _each(lost_guests(at), lambda user: _put_guest_away(user, at))


def deserted_tables(at: dt.datetime) -> QuerySet[Table]:
    """Return the tables of no competition that wait for their first deal, and at which nothing happens."""
    return _silent(_undealt(), quotas.of("table_days"), at)


def deserted_matches(at: dt.datetime) -> QuerySet[Table]:
    """Return the begun matches with real cards of no competition of which nobody writes anything down.

    At other tables the clock goes on: their matches end by themselves.
    """
    begun = Q(is_physical=True, status=Table.Status.RUNNING, round_number__gt=0)
    return _silent(begun, quotas.of("match_days"), at)


def lost_guests(at: dt.datetime) -> QuerySet[User]:
    """Return the guests of so many days ago who are logged in nowhere: in no browser, by no program."""
    before = at - dt.timedelta(days=quotas.of("guest_days").guest)
    mine = {"user": OuterRef("pk")}
    tokens = ApiToken.objects.filter(**mine, revoked_at=None, expires_at__gt=at)
    guests = User.objects.filter(
        _GUEST, Q(last_login__lt=before) | Q(last_login=None), date_joined__lt=before
    )
    # Who has an address or a second factor is no guest, though staff may have taken the password away.
    lasting = [model.objects.filter(**mine) for model in (EmailAddress, Authenticator)]
    for kept in (UserSession.objects.filter(**mine), tokens, *lasting):
        guests = guests.exclude(Exists(kept))
    return guests


def _silent(tables_asked: Q, days: quotas.Quota, at: dt.datetime) -> QuerySet[Table]:
    """Return those tables of no competition at which nothing has happened for so many days."""
    said = TableEvent.objects.filter(stream=OuterRef("pk"), version=OuterRef("version")).values("at")[:1]
    found = Table.objects.filter(tables_asked, match=None).annotate(
        last=Subquery(said, output_field=DateTimeField())
    )
    late = Q(last__lt=at - dt.timedelta(days=days.account))
    late |= _OPENED_BY_GUEST & Q(last__lt=at - dt.timedelta(days=days.guest))
    return found.filter(late)


def _give_up(table: Table, at: dt.datetime) -> None:
    tables.give_up(table.pk, version=table.version, by="clock", at=at)


def _break_off(table: Table, at: dt.datetime) -> None:
    tables.break_off(table.pk, version=table.version, by="clock", at=at)


def _undealt() -> Q:
    """Return what is true of a table that waits for its first deal."""
    begun = Q(is_physical=True, status=Table.Status.RUNNING, round_number=0)
    return begun | Q(status=Table.Status.OPEN)


def _each(rows: QuerySet[Row], act: Callable[[Row], None]) -> int:
    """Put some away, the oldest first, and pass over those that cannot be; return how many are away."""
    many = last = 0
    while many < _AT_ONCE and (some := list(rows.filter(pk__gt=last).order_by("pk")[: _AT_ONCE - many])):
        last = some[-1].pk
        many += sum(_done(row, act) for row in some)
    return many


def _done(row: Row, act: Callable[[Row], None]) -> bool:
    try:
        act(row)
    except Refusal:
        return False  # somebody was faster
    except Exception:
        # One that is broken must not stop the others.
        logger.exception("Could not put away %s %s", row._meta.model_name, row.pk)  # noqa: SLF001 - public in Django
        return False
    return True


@transaction.atomic
def _put_guest_away(user: User, at: dt.datetime) -> None:
    """Let a guest go. Those who have played keep the name in what others played with them."""
    player = Player.objects.filter(user=user).first()
    if player is not None and not _is_known(player):
        deletion.delete(player, at=at)
        return
    user.delete()


def _is_known(player: Player) -> bool:
    rows = (Seat, Entrant, Membership)
    return any(model.objects.filter(player=player).exists() for model in rows)
