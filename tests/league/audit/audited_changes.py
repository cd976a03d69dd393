"""Whatever the audit log has to tell of, as it stands in the database, and whether it was told."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import Group, User

from games.models import Player
from league.models import (
    ApiToken,
    AuditEntry,
    Club,
    ClubCalendar,
    Grant,
    Invitation,
    Logo,
    Membership,
    Report,
    TableScorekeeper,
    Team,
    Webhook,
)
from league.models.calendar import REMIND_HOURS
from league.models.clubs import ROLE_FIELDS

What = AuditEntry.What
Subject = tuple[What, int]
_GOES_WITH = {What.CLUB, What.ACCOUNT}
"""What goes with a club or an account is told by the entry of that."""


@contextmanager
def all_noted() -> Iterator[set[Subject]]:
    """Let something be done, and fail if something changed of which no entry tells. Yield what changed."""
    before, newest = state(), AuditEntry.objects.values_list("pk", flat=True).first() or 0
    changed: set[Subject] = set()
    yield changed
    after = state()
    changed.update(key for key in {*before, *after} if before.get(key) != after.get(key))
    entries = list(AuditEntry.objects.filter(pk__gt=newest))
    told = {(What(entry.what), entry.subject) for entry in entries}
    has_gone = any(entry.what in _GOES_WITH and entry.deed == AuditEntry.Deed.ENDED for entry in entries)
    untold = {key for key in changed - told if not (has_gone and key in before and key not in after)}
    assert not untold, f"the audit log does not tell of {sorted(untold)}"


def state() -> dict[Subject, Any]:
    """Return roles, invitations, webhooks, tokens, settings, privacy, merges and rights, by what they are."""
    return {**_roles(), **_of_programs(), **_settings(), **_of_people()}


def _roles() -> dict[Subject, Any]:
    roles: dict[Subject, Any] = defaultdict(list)
    for row in Membership.objects.order_by("pk"):
        roles[What.ROLES, row.player_id].append((row.club_id, _flags(row)))
    for grant in Grant.objects.all():
        roles[What.GRANT, grant.pk].append(("grant", _flags(grant)))
    for keeper in TableScorekeeper.objects.all():
        roles[What.GRANT, keeper.pk].append(("table", keeper.table_number, keeper.player_id))
    for team in Team.objects.prefetch_related("people"):
        roles[What.TEAM, team.pk] = (team.name, sorted(_keys(team.people)))
    return roles


def _of_programs() -> dict[Subject, Any]:
    rows: dict[Subject, Any] = {}
    for invitation in Invitation.objects.all():
        rows[What.INVITATION, invitation.pk] = (
            _flags(invitation),
            invitation.most_uses,
            invitation.expires_at,
            invitation.revoked_at,
        )
    for hook in Webhook.objects.all():
        rows[What.WEBHOOK, hook.pk] = (hook.url, hook.note, hook.kinds, hook.off, hook.secret)
    for token in ApiToken.objects.all():
        rows[What.TOKEN, token.pk] = (token.name, token.scopes, token.expires_at, token.revoked_at)
    return rows


def _settings() -> dict[Subject, Any]:
    rows: dict[Subject, Any] = {}
    hours = dict(ClubCalendar.objects.values_list("club_id", "remind_hours"))
    for club in Club.objects.values():
        rows[What.CLUB, club["id"]] = {**club, "remind_hours": hours.get(club["id"], REMIND_HOURS)}
    for logo in Logo.objects.all():
        rows[What.LOGO, logo.club_id] = logo.digest
    return rows


def _of_people() -> dict[Subject, Any]:
    rows: dict[Subject, Any] = {}
    for player in Player.objects.all():
        if player.merged_into_id:
            rows[What.MERGE, player.pk] = player.merged_into_id
        elif player.is_hidden:
            rows[What.PRIVACY, player.pk] = True
    for user in User.objects.prefetch_related("groups", "user_permissions"):
        rights = [*(("group", key) for key in _keys(user.groups)), *_keys(user.user_permissions)]
        if rights or user.is_staff or user.is_superuser or not user.is_active:
            rows[What.ACCOUNT, user.pk] = (user.is_staff, user.is_superuser, user.is_active, rights)
    for group in Group.objects.prefetch_related("permissions"):
        rows[What.GROUP, group.pk] = (group.name, _keys(group.permissions))
    for report in Report.objects.all():
        rows[What.REPORT, report.pk] = (report.status, report.desk)
    return rows


def _keys(rows: Any) -> list[int]:
    """Return the keys of related rows that were read with theirs."""
    return [row.pk for row in rows.all()]


def _flags(row: Any) -> list[str]:
    return [name for name in ROLE_FIELDS if getattr(row, name)]
