"""What the audit log of a club or a competition shows: each change in words, with the names of today."""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.models import CustomRulebook, Player
from games.naming.player_names import FORMER_NAME, neutral
from games.rules.options import rulebooks
from league.accounts.tokens import SCOPES
from league.audit import log
from league.calendar.reminders import HOURS
from league.models import ApiToken, AuditEntry, Club, Role, Team, Webhook, role_words

What = AuditEntry.What
Deed = AuditEntry.Deed
_WITH_A_NAME: Final = (What.TEAM, What.TOKEN)
LABELS: Final[dict[str, Promise]] = {
    "name": gettext_lazy("Name"),
    "slug": gettext_lazy("Address"),
    "description": gettext_lazy("About the club"),
    "is_public": gettext_lazy("Who sees the matches and results"),
    "joining": gettext_lazy("New people"),
    "time_zone": gettext_lazy("Time zone"),
    "default_rulebook": gettext_lazy("Usual rulebook"),
    "needs_second_factor": gettext_lazy("Second factor of owners and organizers"),
    "remind_hours": gettext_lazy("Remind people before a matchday"),
    "digest": gettext_lazy("Fingerprint of the picture"),
    "table": gettext_lazy("Table"),
    "roles": gettext_lazy("Roles"),
    "people": gettext_lazy("People"),
    "most_uses": gettext_lazy("Number of people"),
    "expires_at": gettext_lazy("Valid until"),
    "revoked_at": gettext_lazy("Revoked on"),
    "note": gettext_lazy("What it is for"),
    "address": gettext_lazy("Address"),
    "kinds": gettext_lazy("Events"),
    "off": gettext_lazy("State"),
    "secret": gettext_lazy("Fingerprint of the secret"),
    "scopes": gettext_lazy("What the program may do"),
    "is_hidden": gettext_lazy("Name"),
    "user": pgettext_lazy("of a token", "Owner"),
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
    what: str
    who: Player | None
    who_words: str
    whom: str
    changes: list[Change]


class _Names:
    """What everybody and everything in some entries is called today, or was last. Six queries at most.

    However often a thing was changed, what was made and what ended say its name.
    """

    def __init__(self, entries: Sequence[AuditEntry]) -> None:
        users = {int(one.by.partition(":")[2]) for one in entries if one.by.startswith("user:")}
        users.update(number for one in entries for number in _values(one, "user"))
        self.by_user = {one.user_id: one for one in Player.objects.filter(user__in=users)}
        known = Player.objects.in_bulk({pk for one in entries for pk in _people_of(one)})
        self._people = {pk: one.name for pk, one in known.items()}
        teams = {one.subject for one in entries if one.what == What.TEAM}
        teams.update(number for one in entries for number in _values(one, "team"))
        tokens = {one.subject for one in entries if one.what == What.TOKEN}
        self._things = _told_names({*teams, *tokens})
        for what, model, numbers in ((What.TEAM, Team, teams), (What.TOKEN, ApiToken, tokens)):
            named = model.objects.filter(pk__in=numbers).values_list("pk", "name")
            self._things |= {(what, pk): name for pk, name in named}
        keys = {key for one in entries for key in _values(one, "default_rulebook")}
        self._rulebooks = _rulebooks(keys)

    def person(self, number: int) -> str:
        """Return what somebody is called."""
        return self._people.get(number) or _(FORMER_NAME)

    def owner(self, user: int) -> str:
        """Return what the person of an account is called."""
        return self.by_user[user].name if user in self.by_user else _(FORMER_NAME)

    def thing(self, what: str, number: int) -> str:
        """Return what a team or a token is called, else its number."""
        return self._things.get((what, number), f"#{number}")

    def rulebook(self, key: str) -> str:
        """Return what a rulebook is called, else its key."""
        return self._rulebooks.get(key, key)


def lines(entries: Sequence[AuditEntry]) -> list[Line]:
    """Return entries in words. Six queries at most."""
    names = _Names(entries)
    return [_line(one, names) for one in entries]


def _told_names(numbers: Collection[int]) -> dict[tuple[str, int], str]:
    """Return what teams and tokens were called when they were made, or when they ended. One query."""
    found: dict[tuple[str, int], str] = {}
    told = AuditEntry.objects.filter(
        what__in=_WITH_A_NAME, subject__in=numbers, deed__in=(Deed.MADE, Deed.ENDED)
    )
    for what, subject, before, after in told.order_by("pk").values_list("what", "subject", "before", "after"):
        if name := {**(before or {}), **(after or {})}.get("name"):
            found[what, subject] = name
    return found


def _rulebooks(keys: Collection[str]) -> dict[str, str]:
    """Return what rulebooks are called by their keys. One query if one of them is custom."""
    found = {key: rulebooks.title(key) for key in keys if key in rulebooks.names()}
    own = {key: key.rpartition("-")[2] for key in keys if key not in found}
    named = CustomRulebook.objects.in_bulk([int(number) for number in own.values() if number.isdecimal()])
    return found | {one.key: one.name for one in named.values()}


def _line(entry: AuditEntry, names: _Names) -> Line:
    who = names.by_user.get(int(entry.by.partition(":")[2])) if entry.by.startswith("user:") else None
    words = {log.SITE: _("The site itself"), log.VISITOR: _("Somebody without an account")}
    who_words = who.name if who else words.get(entry.by, _(FORMER_NAME))
    changes = [_change(name, entry, names) for name in LABELS]
    told = [one for one in changes if one.before or one.after]
    return Line(entry, _what(entry), who, who_words, _whom(entry, names), told)


def _what(entry: AuditEntry) -> str:
    """Return what kind of thing was changed."""
    if entry.what != What.GRANT:
        return entry.get_what_display()
    return _("Roles in one competition") if entry.competition_id else _("Roles of a team")


def _change(name: str, entry: AuditEntry, names: _Names) -> Change:
    """Return what became of a fact; one that says whom an entry is about is said once."""
    before, after = (_said(name, facts.get(name), names) for facts in (entry.before or {}, entry.after or {}))
    return Change(LABELS[name], "" if before == after else before, after)


def _whom(entry: AuditEntry, names: _Names) -> str:
    """Return whom or what an entry is about, beside its kind."""
    facts = {**(entry.before or {}), **(entry.after or {})}
    if entry.what == What.MERGE:
        # Whoever is merged bears the name of the other one meanwhile.
        return f"{neutral(entry.subject)} → {names.person(facts['player'])}"
    if "player" in facts:
        # The table of a scorekeeper goes from one person to the next.
        return " → ".join(dict.fromkeys(names.person(number) for number in _values(entry, "player")))
    if entry.what in _OF_PEOPLE:
        return names.person(entry.subject)
    if "team" in facts:
        return names.thing(What.TEAM, facts["team"])
    return "" if entry.what in (What.CLUB, What.LOGO) else names.thing(entry.what, entry.subject)


_OF_PEOPLE: Final = (What.ROLES, What.PRIVACY)


def _people_of(entry: AuditEntry) -> set[int]:
    found = {entry.subject} if entry.what in (*_OF_PEOPLE, What.MERGE) else set()
    several = [number for numbers in _values(entry, "people") for number in numbers]
    return {*found, *several, *_values(entry, "player")}


def _values(entry: AuditEntry, name: str) -> Iterable[Any]:
    return [facts[name] for facts in (entry.before, entry.after) if facts and name in facts]


def _said(name: str, value: Any, names: _Names) -> str:
    """Return a fact in words, nothing where it was not said."""
    if value is None or (value in ("", []) and name not in _EMPTY):
        return ""
    if name in _EMPTY and not value:
        return str(_EMPTY[name])
    if name in ("expires_at", "revoked_at"):
        return _moment(parse_datetime(value))
    said = _SAID.get(name)
    if said is not None:
        return said(value, names)
    choices: dict[str, dict[Any, Any]] = {
        "joining": dict(Club.Joining.choices),
        "off": dict(Webhook.Off.choices),
        "is_public": {True: _("Everybody"), False: _("Only people of the club, and who plays")},
        "is_hidden": {True: _("Only people of the same clubs read it"), False: _("Everybody reads it")},
        "needs_second_factor": {True: _("Needed"), False: _("Not needed")},
        "remind_hours": {int(hours): words for hours, words in HOURS},
    }
    if name in choices:
        return str(choices[name].get(value, value))
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


_EMPTY: Final[dict[str, Promise]] = {"off": gettext_lazy("Switched on"), "kinds": gettext_lazy("All events")}
"""What is said of facts that are empty."""
_SAID: Final[dict[str, Callable[[Any, _Names], str]]] = {
    "roles": lambda value, _names: role_words(Role(one) for one in value),
    "people": lambda value, names: ", ".join(map(names.person, value)),
    "scopes": lambda value, _names: "; ".join(str(SCOPES.get(one, one)) for one in value),
    "default_rulebook": lambda value, names: names.rulebook(value),
    "user": lambda value, names: names.owner(value),
}


def _moment(at: dt.datetime | None) -> str:
    return date_format(localtime(at), "j E Y, H:i") if at else ""
