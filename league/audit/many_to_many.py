"""For the audit log: who comes into teams and groups and who leaves them, and which rights they have."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple

from django.contrib.auth.models import Group, User
from django.db.models import ManyToManyField, Model
from django.db.models.signals import m2m_changed

from league.audit.log import Deed, Facts, What, note
from league.models import Team


class _Set(NamedTuple):
    """What belongs to an owner in any number: which field of the owner, and what is changed by it."""

    owner: type[Model]
    name: str
    what: What

    @property
    def field(self) -> "ManyToManyField[Any, Any]":
        """The field of the owner."""
        return self.owner._meta.get_field(self.name)  # type: ignore[return-value]  # noqa: SLF001 - Django's way


_SETS: Final = (
    _Set(Team, "people", What.TEAM),
    _Set(User, "groups", What.ACCOUNT),
    _Set(User, "user_permissions", What.ACCOUNT),
    _Set(Group, "permissions", What.GROUP),
)


def connect() -> None:
    """Listen to all of them; calling it again changes nothing."""
    for one in _SETS:
        m2m_changed.connect(_changed, sender=_through(one), dispatch_uid=f"audit.{one.what}.{one.name}")


def _changed(
    sender: type[Model],
    instance: Any,
    action: str,
    reverse: bool,
    pk_set: Collection[int] | None,
    **_more: Any,
) -> None:
    """Note what was added or removed, from whichever side that was done."""
    changed = next(one for one in _SETS if _through(one) is sender)
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


def _all_of(changed: _Set, pk: int, *, is_reverse: bool) -> Iterable[tuple[int, int]]:
    """Return all pairs of an owner and what it has, of one owner, or of one thing that owners have."""
    owner, owned = changed.field.m2m_field_name(), changed.field.m2m_reverse_field_name()
    rows: Any = _through(changed)._default_manager  # noqa: SLF001 - so it is named in generic code
    mine = rows.filter(**{owned if is_reverse else owner: pk})
    return list(mine.values_list(f"{owner}_id", f"{owned}_id"))


def _through(one: _Set) -> Any:
    return getattr(one.owner, one.name).through


def _clubs(instance: Any, teams: Collection[int]) -> dict[int, int]:
    if isinstance(instance, Team):
        return {instance.pk: instance.club_id}
    return dict(Team.objects.filter(pk__in=teams).values_list("pk", "club_id"))
