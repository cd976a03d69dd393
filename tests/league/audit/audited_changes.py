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
    changed.update(one for one in {*before, *after} if before.get(one) != after.get(one))
    entries = list(AuditEntry.objects.filter(pk__gt=newest))
    told = {(What(one.what), one.subject) for one in entries}
    has_gone = any(one.what in _GOES_WITH and one.deed == AuditEntry.Deed.ENDED for one in entries)
    untold = {one for one in changed - told if not (has_gone and one in before and one not in after)}
    assert not untold, f"the audit log does not tell of {sorted(untold)}"


def state() -> dict[Subject, Any]:
    """Return roles, invitations, webhooks, tokens, settings, privacy, merges and rights, by what they are."""
    return {**_roles(), **_of_programs(), **_settings(), **_of_people()}


def _roles() -> dict[Subject, Any]:
    found: dict[Subject, Any] = defaultdict(list)
    for row in Membership.objects.order_by("pk"):
        found[What.ROLES, row.player_id].append((row.club_id, _flags(row)))
    for grant in Grant.objects.all():
        found[What.GRANT, grant.pk].append(("grant", _flags(grant)))
    for keeper in TableScorekeeper.objects.all():
        found[What.GRANT, keeper.pk].append(("table", keeper.table_number, keeper.player_id))
    for team in Team.objects.all():
        found[What.TEAM, team.pk] = (team.name, sorted(team.people.values_list("pk", flat=True)))
    return found


def _of_programs() -> dict[Subject, Any]:
    found: dict[Subject, Any] = {}
    for one in Invitation.objects.all():
        found[What.INVITATION, one.pk] = (_flags(one), one.most_uses, one.expires_at, one.revoked_at)
    for hook in Webhook.objects.all():
        found[What.WEBHOOK, hook.pk] = (hook.url, hook.note, hook.kinds, hook.off, hook.secret)
    for token in ApiToken.objects.all():
        found[What.TOKEN, token.pk] = (token.name, token.scopes, token.expires_at, token.revoked_at)
    return found


def _settings() -> dict[Subject, Any]:
    found: dict[Subject, Any] = {}
    hours = dict(ClubCalendar.objects.values_list("club_id", "remind_hours"))
    for club in Club.objects.values():
        found[What.CLUB, club["id"]] = {**club, "remind_hours": hours.get(club["id"], REMIND_HOURS)}
    for logo in Logo.objects.all():
        found[What.LOGO, logo.club_id] = logo.digest
    return found


def _of_people() -> dict[Subject, Any]:
    found: dict[Subject, Any] = {}
    for player in Player.objects.all():
        if player.merged_into_id:
            found[What.MERGE, player.pk] = player.merged_into_id
        elif player.is_hidden:
            found[What.PRIVACY, player.pk] = True
    for user in User.objects.all():
        rights = [*user.groups.values_list("pk", flat=True), *user.user_permissions.values_list("pk")]
        if rights or user.is_staff or user.is_superuser or not user.is_active:
            found[What.ACCOUNT, user.pk] = (user.is_staff, user.is_superuser, user.is_active, rights)
    for group in Group.objects.all():
        found[What.GROUP, group.pk] = (group.name, list(group.permissions.values_list("pk", flat=True)))
    return found


def _flags(row: Any) -> list[str]:
    return [name for name in ROLE_FIELDS if getattr(row, name)]
