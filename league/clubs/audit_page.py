"""The audit log of a club or a competition in words, with the names of today."""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.localization import dates
from games.localization.lists import listed
from games.models import CustomRulebook, Player
from games.naming.player_names import FORMER_NAME, neutral
from games.rules.options import rulebooks
from league.accounts.tokens import SCOPES
from league.audit import log
from league.calendar.reminders import HOURS
from league.models import ApiToken, AuditEntry, Club, Report, Role, Team, Webhook, role_words

What = AuditEntry.What
Deed = AuditEntry.Deed
_WITH_A_NAME: Final = (What.TEAM, What.TOKEN)
LABELS: Final[dict[str, Promise]] = {
    "name": pgettext_lazy("of a thing", "Name"),
    "slug": gettext_lazy("Address"),
    "description": gettext_lazy("About the club"),
    "colour": pgettext_lazy("of a club", "Colour"),
    "is_public": gettext_lazy("Who can see matches and results"),
    "joining": gettext_lazy("New members"),
    "time_zone": gettext_lazy("Time zone"),
    "default_rulebook": gettext_lazy("Usual rulebook"),
    "analyses_matches": gettext_lazy("Analyse the matches of competitions"),
    "needs_second_factor": gettext_lazy("Second factor for owners and organizers"),
    "remind_hours": gettext_lazy("Remind people before a matchday"),
    "digest": gettext_lazy("Fingerprint of the picture"),
    "table": gettext_lazy("Table"),
    "roles": gettext_lazy("Roles"),
    "people": gettext_lazy("People"),
    "most_uses": gettext_lazy("Number of people"),
    "expires_at": gettext_lazy("Valid until"),
    "revoked_at": gettext_lazy("Revoked on"),
    "note": gettext_lazy("Purpose"),
    "address": gettext_lazy("Address"),
    "kinds": gettext_lazy("Events"),
    "off": gettext_lazy("Status"),
    "status": gettext_lazy("Decision"),
    "desk": pgettext_lazy("a person or a group", "Decided by"),
    "message": gettext_lazy("Message"),
    "ban_days": gettext_lazy("Days without writing"),
    "secret": gettext_lazy("Fingerprint of the secret"),
    "scopes": gettext_lazy("Permissions of the program"),
    "is_hidden": gettext_lazy("Name"),
    "user": pgettext_lazy("of a token", "Owner"),
}
"""The labels of facts; other facts name the person or thing that an entry is about."""


@dataclass
class ShownFact:
    """A fact of an entry, before and after the change."""

    label: str | Promise
    before: str
    after: str


@dataclass
class ShownEntry:
    """An entry as the page shows it: `who` made the change; `who_words` is the name without a page."""

    entry: AuditEntry
    what: str
    who: Player | None
    who_words: str
    whom: str
    changes: list[ShownFact]


class _Names:
    """The names of today, or the last ones, of all people and things in some entries. Six queries at most.

    The entries of a thing that was made or ended hold its name.
    """

    def __init__(self, entries: Sequence[AuditEntry]) -> None:
        users = {int(entry.by.partition(":")[2]) for entry in entries if entry.by.startswith("user:")}
        users.update(number for entry in entries for number in _values(entry, "user"))
        self.by_user = {entry.user_id: entry for entry in Player.objects.filter(user__in=users)}
        players = Player.objects.in_bulk({pk for entry in entries for pk in _people_of(entry)})
        self._people = {pk: entry.name for pk, entry in players.items()}
        teams = {entry.subject for entry in entries if entry.what == What.TEAM}
        teams.update(number for entry in entries for number in _values(entry, "team"))
        tokens = {entry.subject for entry in entries if entry.what == What.TOKEN}
        self._things = _recorded_names({*teams, *tokens})
        for what, model, numbers in ((What.TEAM, Team, teams), (What.TOKEN, ApiToken, tokens)):
            names = model.objects.filter(pk__in=numbers).values_list("pk", "name")
            self._things |= {(what, pk): name for pk, name in names}
        keys = {key for entry in entries for key in _values(entry, "default_rulebook")}
        self._rulebooks = _rulebooks(keys)

    def person(self, number: int) -> str:
        """Return the name of a player."""
        return self._people.get(number) or _(FORMER_NAME)

    def owner(self, user: int) -> str:
        """Return the name of the player of an account."""
        return self.by_user[user].name if user in self.by_user else _(FORMER_NAME)

    def thing(self, what: str, number: int) -> str:
        """Return the name of a team or a token, else its number."""
        return self._things.get((what, number), f"#{number}")

    def rulebook(self, key: str) -> str:
        """Return the title of a rulebook, else its key."""
        return self._rulebooks.get(key, key)


def lines(entries: Sequence[AuditEntry]) -> list[ShownEntry]:
    """Return entries in words. Six queries at most."""
    names = _Names(entries)
    return [_line(entry, names) for entry in entries]


def _recorded_names(numbers: Collection[int]) -> dict[tuple[str, int], str]:
    """Return the names of teams and tokens when they were made, or when they ended. One query."""
    names: dict[tuple[str, int], str] = {}
    entries = AuditEntry.objects.filter(
        what__in=_WITH_A_NAME, subject__in=numbers, deed__in=(Deed.MADE, Deed.ENDED)
    )
    for what, subject, before, after in entries.order_by("pk").values_list(
        "what", "subject", "before", "after"
    ):
        if name := {**(before or {}), **(after or {})}.get("name"):
            names[what, subject] = name
    return names


def _rulebooks(keys: Collection[str]) -> dict[str, str]:
    """Return the titles of rulebooks by key. One query if there is a custom rulebook."""
    titles = {key: rulebooks.title(key) for key in keys if key in rulebooks.names()}
    custom = {key: key.rpartition("-")[2] for key in keys if key not in titles}
    rows = CustomRulebook.objects.in_bulk([int(number) for number in custom.values() if number.isdecimal()])
    return titles | {row.key: row.name for row in rows.values()}


def _line(entry: AuditEntry, names: _Names) -> ShownEntry:
    who = names.by_user.get(int(entry.by.partition(":")[2])) if entry.by.startswith("user:") else None
    words = {log.SITE: _("The site"), log.VISITOR: _("Someone without an account")}
    who_name = who.name if who else words.get(entry.by, _(FORMER_NAME))
    changes = [_change(name, entry, names) for name in LABELS]
    shown = [change for change in changes if change.before or change.after]
    return ShownEntry(entry, _kind(entry), who, who_name, _subject(entry, names), shown)


def _kind(entry: AuditEntry) -> str:
    """Return the kind of thing that was changed."""
    if entry.what != What.GRANT:
        return entry.get_what_display()
    return _("Roles in one competition") if entry.competition_id else _("Team roles")


def _change(name: str, entry: AuditEntry, names: _Names) -> ShownFact:
    """Return how a fact changed; a fact that did not change has only `after`."""
    before, after = (
        _in_words(name, facts.get(name), names) for facts in (entry.before or {}, entry.after or {})
    )
    return ShownFact(LABELS[name], "" if before == after else before, after)


def _subject(entry: AuditEntry, names: _Names) -> str:
    """Return the person or thing that an entry is about."""
    facts = {**(entry.before or {}), **(entry.after or {})}
    if entry.what == What.MERGE:
        # A merged player bears the name of the other one.
        return f"{neutral(entry.subject)} → {names.person(facts['player'])}"
    if "player" in facts:
        # The table of a scorekeeper passes from person to person.
        return " → ".join(dict.fromkeys(names.person(number) for number in _values(entry, "player")))
    if entry.what in _OF_PEOPLE:
        return names.person(entry.subject)
    if "team" in facts:
        return names.thing(What.TEAM, facts["team"])
    return "" if entry.what in (What.CLUB, What.LOGO) else names.thing(entry.what, entry.subject)


_OF_PEOPLE: Final = (What.ROLES, What.PRIVACY)


def _people_of(entry: AuditEntry) -> set[int]:
    subjects = {entry.subject} if entry.what in (*_OF_PEOPLE, What.MERGE) else set()
    members = [number for numbers in _values(entry, "people") for number in numbers]
    return {*subjects, *members, *_values(entry, "player")}


def _values(entry: AuditEntry, name: str) -> Iterable[Any]:
    return [facts[name] for facts in (entry.before, entry.after) if facts and name in facts]


def _in_words(name: str, value: Any, names: _Names) -> str:
    """Return a fact in words, empty without one."""
    if value is None or (value in ("", []) and name not in _EMPTY):
        return ""
    if name in _EMPTY and not value:
        return str(_EMPTY[name])
    if name in ("expires_at", "revoked_at"):
        return _moment(parse_datetime(value))
    in_words = _IN_WORDS.get(name)
    if in_words is not None:
        return in_words(value, names)
    choices: dict[str, dict[Any, Any]] = {
        "colour": dict(Club.Colour.choices),
        "joining": dict(Club.Joining.choices),
        "off": dict(Webhook.Off.choices),
        "status": dict(Report.Status.choices),
        "desk": dict(Report.Desk.choices),
        "message": {True: _("Hidden"), False: _("Shown")},
        "is_public": {True: _("Everyone"), False: _("Only club members and players of the competitions")},
        "is_hidden": {True: _("Only people in the same clubs can read it"), False: _("Everyone can read it")},
        "analyses_matches": {True: _("On"), False: _("Off")},
        "needs_second_factor": {True: _("Required"), False: _("Not required")},
        "remind_hours": {int(hours): words for hours, words in HOURS},
    }
    if name in choices:
        return str(choices[name].get(value, value))
    return listed([str(part) for part in value]) if isinstance(value, list) else str(value)


_EMPTY: Final[dict[str, Promise]] = {"off": gettext_lazy("On"), "kinds": gettext_lazy("All events")}
"""The words for empty facts."""
_IN_WORDS: Final[dict[str, Callable[[Any, _Names], str]]] = {
    "roles": lambda value, _names: role_words(Role(role) for role in value),
    "people": lambda value, names: listed([*map(names.person, value)]),
    "scopes": lambda value, _names: "; ".join(str(SCOPES.get(scope, scope)) for scope in value),
    "default_rulebook": lambda value, names: names.rulebook(value),
    "user": lambda value, names: names.owner(value),
}


def _moment(at: dt.datetime | None) -> str:
    return dates.moment(localtime(at)) if at else ""
