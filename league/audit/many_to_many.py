"""For the audit log: members added to and removed from teams and groups, and their rights."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple

from django.contrib.auth.models import Group, User
from django.db.models import ManyToManyField, Model
from django.db.models.signals import m2m_changed

from league.audit.log import Deed, Facts, What, note
from league.models import Team


class _WatchedField(NamedTuple):
    """A many-to-many field of an owner, and the kind of entry for its changes."""

    owner: type[Model]
    name: str
    what: What

    @property
    def field(self) -> "ManyToManyField[Any, Any]":
        """The field of the owner."""
        return self.owner._meta.get_field(self.name)  # type: ignore[return-value]  # noqa: SLF001 - Django's way


_WATCHED: Final = (
    _WatchedField(Team, "people", What.TEAM),
    _WatchedField(User, "groups", What.ACCOUNT),
    _WatchedField(User, "user_permissions", What.ACCOUNT),
    _WatchedField(Group, "permissions", What.GROUP),
)


def connect() -> None:
    """Connect to the signals of all these fields; calling it again changes nothing."""
    for watched in _WATCHED:
        m2m_changed.connect(
            _changed, sender=_through(watched), dispatch_uid=f"audit.{watched.what}.{watched.name}"
        )


def _changed(
    sender: type[Model],
    instance: Any,
    action: str,
    reverse: bool,
    pk_set: Collection[int] | None,
    **_more: Any,
) -> None:
    """Record additions and removals from either side of the field."""
    changed = next(watched for watched in _WATCHED if _through(watched) is sender)
    if action == "pre_clear":
        pairs = _all_of(changed, instance.pk, is_reverse=reverse)
    elif action in ("post_add", "post_remove"):
        pairs = [(pk, instance.pk) if reverse else (instance.pk, pk) for pk in pk_set or ()]
    else:
        return
    numbers: dict[int, set[int]] = defaultdict(set)
    for owner, number in pairs:
        numbers[owner].add(number)
    clubs = _clubs(instance, numbers) if changed.owner is Team else {}
    for owner, some in numbers.items():
        facts: Facts = {changed.name: sorted(some)}
        before, after = (None, facts) if action == "post_add" else (facts, None)
        note(changed.what, owner, Deed.CHANGED, before=before, after=after, club=clubs.get(owner))


def _all_of(changed: _WatchedField, pk: int, *, is_reverse: bool) -> Iterable[tuple[int, int]]:
    """Return all pairs of owner and owned row for an owner, or for an owned row."""
    owner, owned = changed.field.m2m_field_name(), changed.field.m2m_reverse_field_name()
    rows: Any = _through(changed)._default_manager  # noqa: SLF001 - so it is named in generic code
    owned_pairs = rows.filter(**{owned if is_reverse else owner: pk})
    return list(owned_pairs.values_list(f"{owner}_id", f"{owned}_id"))


def _through(watched: _WatchedField) -> Any:
    return getattr(watched.owner, watched.name).through


def _clubs(instance: Any, teams: Collection[int]) -> dict[int, int]:
    if isinstance(instance, Team):
        return {instance.pk: instance.club_id}
    return dict(Team.objects.filter(pk__in=teams).values_list("pk", "club_id"))
