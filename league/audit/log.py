"""The audit log: who changed roles, invitations, tokens and the like, with the values before.

The signals of the models write an entry with the change, for every page, program and command. Changes that
bypass the signals call `note`. People are given by number, and secrets are left out.
"""

import datetime as dt
import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.contrib.auth.models import Group, User
from django.db.models import Model, QuerySet
from django.db.models.signals import post_delete, post_save, pre_delete, pre_save
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from games import quotas
from games.models import ChatMessage, CustomRulebook, Player
from league.audit import chain
from league.models import (
    REMIND_HOURS,
    ROLE_FIELDS,
    ApiToken,
    AuditEntry,
    Club,
    ClubCalendar,
    Grant,
    Invitation,
    Logo,
    Membership,
    Role,
    RoleFlags,
    TableScorekeeper,
    Team,
    Webhook,
)

Facts = dict[str, Any]
What = AuditEntry.What
Deed = AuditEntry.Deed

SITE: Final = "site"
"""The actor of a change outside of requests: a task, or a command on the machine."""
VISITOR: Final = "visitor"
_FINGERPRINT: Final = 8
_LONGEST: Final = 200
"""The longest text that the log stores in full, because it can never be shortened."""
_WHOM: Final = ("player", "team", "table", "user")
"""The facts that say whom an entry is about: they stay in an entry even if unchanged."""
_DAY: Final = dt.timedelta(days=1)

_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)
_is_bounded: ContextVar[bool] = ContextVar("is_bounded", default=True)


class _Watched(NamedTuple):
    """The parts of a model to record: its kind, its columns, and a function that returns its facts.

    `place` returns the club and the competition. `deeds` are those to record, `is_new_of_note` decides about
    a new row; deletions may count only by staff.
    """

    what: What
    columns: Collection[str]
    facts: Callable[[Any], Facts]
    place: Callable[[Any], tuple[int | None, int | None]]
    deeds: Collection[Deed] = tuple(Deed)
    is_by_staff: bool = False
    is_new_of_note: Callable[[Any], bool] = lambda _one: True
    subject: str = "pk"


@contextmanager
def acted_by(request: HttpRequest | None) -> Iterator[None]:
    """Record changes as those of the sender of a request, within this context."""
    before = _request.set(request)
    try:
        yield
    finally:
        _request.reset(before)


@contextmanager
def unbounded() -> Iterator[None]:
    """Record changes without a daily limit, within this context."""
    before = _is_bounded.set(False)
    try:
        yield
    finally:
        _is_bounded.reset(before)


def note(
    what: What,
    subject: int,
    deed: Deed,
    *,
    before: Facts | None = None,
    after: Facts | None = None,
    club: int | None = None,
    competition: int | None = None,
) -> None:
    """Write an entry. Facts that did not change are left out, except whom the entry is about.

    Refusal `quota_used_up` to an account that made very many changes today, unless the change takes something
    away.
    """
    if before is not None and after is not None:
        if before == after:
            return
        same = {name for name, value in before.items() if name in after and after[name] == value}
        same.difference_update(_WHOM)
        before, after = _without(before, same), _without(after, same)
    if not _takes_away(deed, after):
        _require_room(1)
    by, token = _actor()
    entry = AuditEntry(
        at=timezone.now(),
        by=by,
        token=token,
        club_id=club,
        competition_id=competition,
        what=what,
        subject=subject,
        deed=deed,
        before=before,
        after=after,
    )
    chain.append([entry])


def note_added_members(club: int, players: Iterable[int]) -> None:
    """Record that players were added to a club from a spreadsheet. Five queries. Refusal `quota_used_up`."""
    taken_in = list(players)
    _require_room(len(taken_in))
    by, token = _actor()
    facts: Facts = {"by": by, "token": token, "club_id": club, "what": What.ROLES, "deed": Deed.MADE}
    at, after = timezone.now(), {"roles": [Role.MEMBER.value]}
    chain.append([AuditEntry(at=at, subject=player, after=after, **facts) for player in taken_in])


def connect() -> None:
    """Connect to the signals of all watched models; calling it again changes nothing."""
    for model in _WATCHED:
        pre_save.connect(_before_save, sender=model, dispatch_uid=f"audit.before.{model.__name__}")
        post_save.connect(_after_save, sender=model, dispatch_uid=f"audit.after.{model.__name__}")
        pre_delete.connect(_before_end, sender=model, dispatch_uid=f"audit.ending.{model.__name__}")
        post_delete.connect(_after_end, sender=model, dispatch_uid=f"audit.ended.{model.__name__}")


def _actor() -> tuple[str, int | None]:
    request = _request.get()
    if request is None:
        return SITE, None
    token = getattr(request, "api_token", None)
    user = getattr(request, "user", None)
    by = f"user:{user.pk}" if user is not None and user.is_authenticated else VISITOR
    return by, token.pk if token else None


def _takes_away(deed: Deed, after: Facts | None) -> bool:
    """Whether the change can happen only once to each row, so that it needs no limit."""
    return deed == Deed.ENDED or after is None or bool(after.get("revoked_at"))


def _require_room(number: int) -> None:
    """Refuse more entries, `quota_used_up`, to an account that caused many within a day."""
    user = getattr(_request.get(), "user", None)
    if user is None or not user.is_authenticated or not _is_bounded.get():
        return
    since = timezone.now() - _DAY
    caused = AuditEntry.objects.order_by().filter(by=f"user:{user.pk}", at__gt=since).count()
    quotas.require("changes", user, caused + number - 1)


def _before_save(
    sender: type[Model], instance: Any, update_fields: Collection[str] | None, **_more: Any
) -> None:
    """Remember the stored facts, where a recorded fact may change."""
    instance.audit_before = None
    watched = _WATCHED[sender]
    if instance.pk is None or Deed.CHANGED not in watched.deeds:
        return
    if update_fields is not None and not set(update_fields) & set(watched.columns):
        return
    stored = sender._default_manager.filter(pk=instance.pk).first()  # noqa: SLF001 - so it is named in generic code
    instance.audit_before = stored and watched.facts(stored)


def _after_save(sender: type[Model], instance: Any, created: bool, raw: bool, **_more: Any) -> None:
    watched, before = _WATCHED[sender], instance.__dict__.pop("audit_before", None)
    if raw or (before is None and not created):
        return
    deed = Deed.MADE if created else Deed.CHANGED
    if deed in watched.deeds and (not created or watched.is_new_of_note(instance)):
        _note(watched, instance, deed, before, watched.facts(instance))


def _before_end(sender: type[Model], instance: Any, origin: Any, **_more: Any) -> None:
    """Remember the facts, unless the row is deleted together with its owner: then that is recorded."""
    watched = _WATCHED[sender]
    goes_with = origin.model if isinstance(origin, QuerySet) else type(origin)
    if goes_with in (Club, User) and goes_with is not sender:
        return
    if Deed.ENDED in watched.deeds and (_is_staff_site() or not watched.is_by_staff):
        instance.audit_before = watched.facts(instance)


def _after_end(sender: type[Model], instance: Any, **_more: Any) -> None:
    before = instance.__dict__.pop("audit_before", None)
    if before is not None:
        _note(_WATCHED[sender], instance, Deed.ENDED, before, None)


def _note(watched: _Watched, row: Any, deed: Deed, before: Facts | None, after: Facts | None) -> None:
    club, competition = watched.place(row)
    subject = getattr(row, watched.subject)
    note(watched.what, subject, deed, before=before, after=after, club=club, competition=competition)


def _without(facts: Facts, names: Collection[str]) -> Facts:
    return {name: value for name, value in facts.items() if name not in names}


def _is_staff_site() -> bool:
    request = _request.get()
    return request is not None and request.path.startswith(reverse("admin:index"))


def _roles(holder: RoleFlags) -> list[str]:
    return [role.value for role in holder.roles]


def _of_club(club: Club) -> Facts:
    return {**_named(*_SETTINGS)(club), "description": _shortened(club.description)}


def _of_player(player: Player) -> Facts:
    """People give up their accounts by themselves; only staff move an account to another player."""
    account: Facts = {"account": player.user_id} if _is_staff_site() else {}
    return {"is_hidden": player.is_hidden, **account}


def _of_grant(grant: Grant) -> Facts:
    receiver = {"team": grant.team_id} if grant.team_id else {"player": grant.player_id}
    return {**receiver, "roles": _roles(grant)}


def _of_team(team: Team) -> Facts:
    return {"name": team.name, "people": sorted(team.people.values_list("pk", flat=True))}


def _of_group(group: Group) -> Facts:
    users, rights = (
        sorted(rows.values_list("pk", flat=True)) for rows in (group.user_set, group.permissions)
    )
    return {"name": group.name, "users": users, "permissions": rights}


def _of_invitation(invitation: Invitation) -> Facts:
    ends = {"expires_at": _moment(invitation.expires_at), "revoked_at": _moment(invitation.revoked_at)}
    return {"roles": _roles(invitation), "most_uses": invitation.most_uses, **ends}


def _of_webhook(webhook: Webhook) -> Facts:
    """The path of an address is often secret, and so is the signing key: only fingerprints of both."""
    parts = urlsplit(webhook.url)
    address = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]} ({_fingerprint(webhook.url)})"
    facts = {"address": address, "note": webhook.note, "kinds": webhook.kinds, "off": webhook.off}
    return {**facts, "secret": _fingerprint(webhook.secret)}


def _of_token(token: ApiToken) -> Facts:
    ends = {"expires_at": _moment(token.expires_at), "revoked_at": _moment(token.revoked_at)}
    return {"user": token.user_id, "name": token.name, "scopes": token.scopes, **ends}


def _of_scorekeeper(scorekeeper: TableScorekeeper) -> Facts:
    return {
        "player": scorekeeper.player_id,
        "table": scorekeeper.table_number,
        "roles": [Role.SCOREKEEPER.value],
    }


def _club_of_rulebook(rulebook: CustomRulebook) -> int | None:
    return rulebook.keeper.pk if isinstance(rulebook.keeper, Club) else None


def _moment(at: Any) -> str | None:
    return at.isoformat() if at else None


def _shortened(text: str) -> str:
    """Return a text, or its beginning and a fingerprint that tells it from others with the same beginning."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({_fingerprint(text)})"


def _fingerprint(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:_FINGERPRINT]


def _named(*names: str) -> Callable[[Any], Facts]:
    return lambda row: {name: getattr(row, name) for name in names}


_SETTINGS: Final = (
    *("name", "slug", "description", "colour", "is_public", "joining", "time_zone"),
    *("default_rulebook", "analyses_matches", "needs_second_factor"),
)
_STAFF: Final = ("is_staff", "is_superuser", "is_active")
_OF_INVITATION: Final = (*ROLE_FIELDS, "most_uses", "expires_at", "revoked_at")
_OF_TOKEN: Final = ("name", "scopes", "expires_at", "revoked_at")
_WATCHED: Final[Mapping[type[Model], _Watched]] = {
    Club: _Watched(What.CLUB, _SETTINGS, _of_club, lambda club: (club.pk, None)),
    ClubCalendar: _Watched(
        *(What.CLUB, ["remind_hours"], _named("remind_hours"), lambda calendar: (calendar.club_id, None)),
        is_new_of_note=lambda calendar: calendar.remind_hours != REMIND_HOURS,
        subject="club_id",
    ),
    Logo: _Watched(
        What.LOGO, ["digest"], _named("digest"), lambda logo: (logo.club_id, None), subject="club_id"
    ),
    Membership: _Watched(
        *(
            What.ROLES,
            ROLE_FIELDS,
            lambda membership: {"roles": _roles(membership)},
            lambda membership: (membership.club_id, None),
        ),
        subject="player_id",
    ),
    Grant: _Watched(What.GRANT, ROLE_FIELDS, _of_grant, lambda grant: (grant.club_id, grant.competition_id)),
    TableScorekeeper: _Watched(
        *(What.GRANT, ["player"], _of_scorekeeper),
        lambda scorekeeper: (scorekeeper.competition.club_id, scorekeeper.competition_id),
    ),
    Team: _Watched(What.TEAM, ["name"], _of_team, lambda team: (team.club_id, None)),
    Invitation: _Watched(
        What.INVITATION, _OF_INVITATION, _of_invitation, lambda invitation: (invitation.club_id, None)
    ),
    Webhook: _Watched(
        *(What.WEBHOOK, ("url", "note", "kinds", "off", "secret"), _of_webhook),
        lambda webhook: (webhook.club_id, webhook.competition_id),
    ),
    ApiToken: _Watched(What.TOKEN, _OF_TOKEN, _of_token, lambda token: (token.club_id, None)),
    Player: _Watched(
        What.PRIVACY, ["is_hidden", "user"], _of_player, lambda _one: (None, None), [Deed.CHANGED]
    ),
    User: _Watched(
        *(What.ACCOUNT, _STAFF, _named(*_STAFF), lambda _one: (None, None)),
        is_new_of_note=lambda user: user.is_staff or user.is_superuser,
    ),
    Group: _Watched(What.GROUP, ["name"], _of_group, lambda _one: (None, None)),
    CustomRulebook: _Watched(
        *(
            What.RULEBOOK,
            [],
            _named("name"),
            lambda rulebook: (_club_of_rulebook(rulebook), None),
            [Deed.ENDED],
        ),
        is_by_staff=True,
    ),
    ChatMessage: _Watched(
        *(What.MESSAGE, [], _named("table_id", "player_id"), lambda _one: (None, None), [Deed.ENDED]),
        is_by_staff=True,
    ),
}
