"""What the audit log of a club or a competition shows: each change in words, with the names of today."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Player
from games.names import FORMER_NAME, neutral
from league import auditing
from league.models import AuditEntry, Club, Role, Webhook, role_words
from league.tokens import SCOPES

What = AuditEntry.What
_WITH_A_NAME: Final = (What.TEAM, What.TOKEN)
LABELS: Final[dict[str, Promise]] = {
    "name": gettext_lazy("Name"),
    "slug": gettext_lazy("Address"),
    "description": gettext_lazy("About the club"),
    "is_public": gettext_lazy("Who sees the matches and results"),
    "joining": gettext_lazy("New people"),
    "time_zone": gettext_lazy("Time zone"),
    "default_rulebook": gettext_lazy("Usual rulebook"),
    "needs_second_factor": gettext_lazy("Owners and organizers need a second factor"),
    "digest": gettext_lazy("Logo"),
    "roles": gettext_lazy("Roles"),
    "people": gettext_lazy("People"),
    "most_uses": gettext_lazy("How many people"),
    "expires_at": gettext_lazy("Good until"),
    "revoked_at": gettext_lazy("Taken back"),
    "address": gettext_lazy("Address"),
    "kinds": gettext_lazy("Events"),
    "off": gettext_lazy("Switched off"),
    "secret": gettext_lazy("Fingerprint of the secret"),
    "scopes": gettext_lazy("What the program may do"),
}
"""What facts are called; the others say whom an entry is about."""


@dataclass
class Change:
    """A fact that was another before, or is there for the first or the last time."""

    label: str | Promise
    before: str
    after: str


@dataclass
class Line:
    """An entry as it is read. `who` is a name where it is nobody whose page there is."""

    entry: AuditEntry
    who: Player | None
    who_words: str
    whom: str
    changes: list[Change]


class _Names:
    """What everybody and everything in some entries is called today, or was last. Four queries."""

    def __init__(self, entries: Sequence[AuditEntry]) -> None:
        users = {int(one.by.partition(":")[2]) for one in entries if one.by.startswith("user:")}
        self.by_user = {one.user_id: one for one in Player.objects.filter(user__in=users)}
        known = Player.objects.in_bulk({pk for one in entries for pk in _people_of(one)})
        self._people = {pk: one.name for pk, one in known.items()}
        self._things: dict[tuple[str, int], str] = {}
        of_teams = {number for one in entries for number in _values(one, "team")}
        subjects = {one.subject for one in entries if one.what in _WITH_A_NAME} | of_teams
        told = AuditEntry.objects.filter(what__in=_WITH_A_NAME, subject__in=subjects).order_by("pk")
        for what, subject, before, after in told.values_list("what", "subject", "before", "after"):
            if name := {**(before or {}), **(after or {})}.get("name"):
                self._things[what, subject] = name

    def person(self, number: int) -> str:
        """Return what somebody is called."""
        return self._people.get(number) or _(FORMER_NAME)

    def thing(self, what: str, number: int) -> str:
        """Return what a team or a token is called, else its number."""
        return self._things.get((what, number), f"#{number}")


def lines(entries: Sequence[AuditEntry]) -> list[Line]:
    """Return entries in words. Four queries."""
    names = _Names(entries)
    return [_line(one, names) for one in entries]


def _line(entry: AuditEntry, names: _Names) -> Line:
    who = names.by_user.get(int(entry.by.partition(":")[2])) if entry.by.startswith("user:") else None
    words = {auditing.SITE: _("The site itself"), auditing.VISITOR: _("Somebody without an account")}
    who_words = who.name if who else words.get(entry.by, _(FORMER_NAME))
    before, after = entry.before or {}, entry.after or {}
    changes = [
        Change(label, _said(name, before.get(name), names), _said(name, after.get(name), names))
        for name, label in LABELS.items()
    ]
    return Line(
        entry, who, who_words, _whom(entry, names), [one for one in changes if one.before or one.after]
    )


def _whom(entry: AuditEntry, names: _Names) -> str:
    """Return whom or what an entry is about, beside its kind."""
    facts = {**(entry.before or {}), **(entry.after or {})}
    if entry.what == What.MERGE:
        # Whoever is merged bears the name of the other one meanwhile.
        return f"{neutral(entry.subject)} → {names.person(facts['player'])}"
    if entry.what == What.ROLES or "player" in facts:
        return names.person(facts.get("player", entry.subject))
    if "team" in facts:
        return names.thing(What.TEAM, facts["team"])
    return "" if entry.what in (What.CLUB, What.LOGO) else names.thing(entry.what, entry.subject)


def _people_of(entry: AuditEntry) -> set[int]:
    found = {entry.subject} if entry.what in (What.ROLES, What.MERGE) else set()
    several = [number for numbers in _values(entry, "people") for number in numbers]
    return {*found, *several, *_values(entry, "player")}


def _values(entry: AuditEntry, name: str) -> Iterable[Any]:
    return [facts[name] for facts in (entry.before, entry.after) if facts and name in facts]


def _said(name: str, value: Any, names: _Names) -> str:
    if value in (None, "", []):
        return ""
    if name == "roles":
        return role_words(Role(one) for one in value)
    if name == "people":
        return ", ".join(map(names.person, value))
    if name == "scopes":
        return "; ".join(str(SCOPES.get(one, one)) for one in value)
    if name in ("expires_at", "revoked_at"):
        return _moment(parse_datetime(value))
    words: dict[Any, Any] = {
        "joining": dict(Club.Joining.choices),
        "off": dict(Webhook.Off.choices),
        "is_public": {True: _("Everybody"), False: _("Only people of the club, and who plays")},
        "needs_second_factor": {True: _("Needed"), False: _("Not needed")},
    }
    if name in words:
        return str(words[name].get(value, value))
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _moment(at: dt.datetime | None) -> str:
    return date_format(localtime(at), "j E Y, H:i") if at else ""
