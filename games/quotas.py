"""The quotas of an account: a table, which `QUOTAS` in the settings overrides.

Guests, who play without a password, have their own column. Rows of the database are counted, so that no flood
of other entries can push a count out of a cache. Superusers have no quota. `games.tables.moves` counts the
moves of a minute at a table, `require_steps` what somebody does in a minute anywhere.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from games.models import Player, Table, TableEvent, TableNetwork
from games.rules.base.refusal import Refusal

if TYPE_CHECKING:
    from django.contrib.auth.models import User

CountSteps = Callable[[str, int, int, dt.datetime], int]
"""Gets a key, new steps, the most that are allowed, and the time; returns the steps of this minute."""


class Quota(NamedTuple):
    """The quota of an account, and that of a guest."""

    account: int
    guest: int


USUAL: Final[dict[str, Quota]] = {
    "tables": Quota(30, 3),  # that are open or being played, opened by one account
    "bot_pause_ms": Quota(250, 400),  # that a bot takes for a move at least
    "bot_moves": Quota(1800, 150),  # a minute, of the bots at all of these tables
    "moves": Quota(600, 600),  # a minute, of one player at one table
    "steps": Quota(1200, 600),  # a minute, of one player or organizer at all tables and in competitions
    "network_tables": Quota(300, 60),  # open or being played, opened from one network
    "network_bot_moves": Quota(15_000, 3000),  # a minute, of the bots at all of these tables
}
"""Zero for guests means that they have to sign up first."""

_WRITTEN: Final = re.compile(r"(?P<name>\w+)=(?P<account>\d{1,9}):(?P<guest>\d{1,9})")
MINUTE: Final = dt.timedelta(minutes=1)
STEPS_OF_AN_OPENING: Final = 20
"""As how many steps the opening of a table counts: about as many hashes of shuffles are stored with it."""
SLOWEST_MS: Final = 60_000
"""The longest pause that a quota gives to bots, so that every competition goes on."""
_PEOPLE: Final = ("player:", "organizer:")
_LIVE: Final = (Table.Status.OPEN, Table.Status.RUNNING)
_counters: Final[list["CountSteps"]] = []
_is_counted: ContextVar[bool] = ContextVar("is_counted", default=False)
_network: ContextVar[Callable[[], str] | None] = ContextVar("network", default=None)
_SENTENCES: Final[dict[str, Any]] = {
    "bot_pause_ms": ngettext_lazy(
        "A bot needs at least {n} millisecond per move.",
        "A bot needs at least {n} milliseconds per move.",
        "n",
    ),
    "tables": ngettext_lazy(
        "You already have {n} table: finish or close it first.",
        "You already have {n} tables: finish or close one first.",
        "n",
    ),
    "bot_moves": ngettext_lazy(
        "The bots at your tables would make more than {n} move a minute. Finish a table first.",
        "The bots at your tables would make more than {n} moves a minute. Finish a table first.",
        "n",
    ),
    "moves": ngettext_lazy(
        "You have made {n} move within a minute. Wait a moment.",
        "You have made {n} moves within a minute. Wait a moment.",
        "n",
    ),
    "steps": ngettext_lazy(
        "You have made {n} change within a minute. Wait a moment.",
        "You have made {n} changes within a minute. Wait a moment.",
        "n",
    ),
    "network_tables": ngettext_lazy(
        "{n} table is already open from your network. Wait until it is finished.",
        "{n} tables are already open from your network. Wait until some are finished.",
        "n",
    ),
    "network_bot_moves": ngettext_lazy(
        "The bots at tables from your network would make more than {n} move a minute. "
        "Wait until some tables are finished.",
        "The bots at tables from your network would make more than {n} moves a minute. "
        "Wait until some tables are finished.",
        "n",
    ),
}


def register(quotas: Mapping[str, Quota], sentences: Mapping[str, Any]) -> None:
    """Register the quotas of an app, with the sentences that refuse more."""
    USUAL.update(quotas)
    _SENTENCES.update(sentences)


def register_counter(count: CountSteps) -> None:
    """Register the function of another app that counts steps; without it none are counted."""
    _counters[:] = [count]


def require_readable() -> None:
    """Raise ImproperlyConfigured for malformed quotas in the settings, when all apps are registered."""
    _changed(tuple(settings.QUOTAS))


def of(name: str) -> Quota:
    """Return a quota of this site."""
    return _changed(tuple(settings.QUOTAS)).get(name, USUAL[name])


@cache
def _changed(words: tuple[str, ...]) -> dict[str, Quota]:
    """Return the quotas in the settings, such as tables=30:3; ImproperlyConfigured for malformed ones."""
    quotas = {}
    for word in words:
        match = _WRITTEN.fullmatch(word)
        if match is None or match["name"] not in USUAL:
            raise ImproperlyConfigured(f"QUOTAS is written as tables=30:3,clubs=10:0 and not as {word}")
        quotas[match["name"]] = Quota(int(match["account"]), int(match["guest"]))
    return quotas


def is_guest(user: Any) -> bool:
    """Whether a user is a guest: without a password, known by one browser only."""
    return bool(user.is_authenticated and not user.has_usable_password() and not user.is_superuser)


def require_account(user: "User | AnonymousUser | Any") -> None:
    """Refuse guests: `sign_up_first`."""
    if is_guest(user):
        raise Refusal("sign_up_first", _("Guests cannot do this. Sign up first: your matches stay yours."))


def most(name: str, user: "User | AnonymousUser | Any") -> int:
    """Return a quota of a user."""
    return of(name).guest if is_guest(user) else of(name).account


def require(name: str, user: "User | AnonymousUser | Any", have: int) -> None:
    """Refuse a user who has as many as allowed: `quota_used_up`, or `sign_up_first` for guests."""
    allowed = most(name, user)
    if not allowed and is_guest(user):
        require_account(user)
    if have >= allowed and not user.is_superuser:
        raise used_up(name, allowed)


def lock(user: "User") -> None:
    """Lock an account within a transaction, so that its simultaneous requests are counted in order."""
    get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk).first()


def used_up(name: str, allowed: int) -> Refusal:
    """Return the refusal for a user who has as many as the quota allows."""
    return Refusal("quota_used_up", _SENTENCES[name].format(n=allowed), wait=60)


def require_steps(by: str, *, steps: int = 1, at: dt.datetime) -> None:
    """Count steps of a player or organizer; refuse more than a minute's quota: `quota_used_up`.

    Only what is sent in a request counts, whether it succeeds or not. At an ordinary pace no query.
    """
    if _network.get() is None or _is_counted.get() or not by.startswith(_PEOPLE):
        return
    allowed = of("steps")
    for count in _counters:
        total = count(f"steps:{by}", steps, max(allowed), at)
        if total > min(allowed):  # otherwise it needs no query for the account
            require("steps", _user_of(by) or AnonymousUser(), total - 1)


@contextmanager
def counted() -> Iterator[None]:
    """Count no steps within this context: they follow from a counted command, or must not be refused."""
    before = _is_counted.set(True)
    try:
        yield
    finally:
        _is_counted.reset(before)


def require_table(player: Player, *, bot_pause_ms: int) -> None:
    """Refuse another table (`quota_used_up`) to a player who has many or whose bots play fast.

    All tables count that the player opened, also those since left to bots. Tables opened at the same time
    are counted in order, by player and by network, if each is stored and `remember_network` is called in the
    same transaction. Three queries, and on PostgreSQL a lock.
    """
    Player.objects.select_for_update().filter(pk=player.pk).first()
    user = player.user
    if user is None:
        return
    if bot_pause_ms < most("bot_pause_ms", user) and not user.is_superuser:
        raise used_up("bot_pause_ms", most("bot_pause_ms", user))
    opened = _live().filter(by=f"player:{player.pk}").values_list("stream__bot_pause_ms", flat=True)
    pauses = list(opened)
    require("tables", user, len(pauses))
    require("bot_moves", user, _moves_a_minute([*pauses, bot_pause_ms]) - 1)  # as many as allowed may be made
    if network := sender_network():
        _lock_network(network)
        of_network = TableNetwork.objects.filter(network=network)
        pauses = list(of_network.values_list("table__bot_pause_ms", flat=True))
        require("network_tables", user, len(pauses))
        require("network_bot_moves", user, _moves_a_minute([*pauses, bot_pause_ms]) - 1)


def require_table_for_newcomer() -> None:
    """Refuse a table (`quota_used_up`) to somebody who would become a guest, from a network with many.

    This only saves work: `require_table` counts again, in order. One query.
    """
    allowed = of("network_tables").guest
    if (network := sender_network()) and _opened_from(network) >= allowed:
        raise used_up("network_tables", allowed)


def remember_network(table: Table) -> None:
    """Store the network of the request that opens a table, until the table ends. One query."""
    if network := sender_network():
        TableNetwork.objects.create(table=table, network=network)


def forget_networks(tables: list[int]) -> None:
    """Delete the networks from which tables were opened that have ended. One query."""
    TableNetwork.objects.filter(table__in=tables).delete()


@contextmanager
def sent_from(network: Callable[[], str]) -> Iterator[None]:
    """Count what is opened within this context for a network, as the sender of a request is in it."""
    before = _network.set(network)
    try:
        yield
    finally:
        _network.reset(before)


def sender_network() -> str:
    """Return the network of the sender as it is stored, a hash; empty outside of requests."""
    network = _network.get()
    return salted_hmac(__name__, network(), algorithm="sha256").hexdigest()[:32] if network else ""


def pause_of_bots(user: "User", *, wanted: int, tables: int) -> int:
    """Return how many milliseconds bots take for a move at the tables of a competition.

    This is `wanted` or more: at least the shortest pause of the account, and long enough that `tables`, those
    of all competitions that the user has announced, together keep to the moves a minute of the account.
    Nothing is refused; a bot moves once a minute in any case.
    """
    if user.is_superuser:
        return wanted
    share = 60_000 * tables // max(1, most("bot_moves", user))
    return max(wanted, most("bot_pause_ms", user), min(share, SLOWEST_MS))


def _moves_a_minute(pauses: Iterable[int]) -> int:
    """Return how many moves the bots of tables could make, by their pauses in milliseconds."""
    return sum(60_000 // max(1, pause) for pause in pauses)


def _user_of(by: str) -> "User | None":
    kind, _colon, number = by.partition(":")
    of_sender = {"player": number} if kind == "player" else {"pk": number}
    return get_user_model().objects.filter(**of_sender).first()


def _live() -> QuerySet[TableEvent]:
    """Return the first events of the tables that are open or running: their `by` opened the table."""
    return TableEvent.objects.filter(version=1, stream__status__in=_LIVE)


def _lock_network(network: str) -> None:
    """Let others of the same network wait until this transaction ends; there is no row to lock.

    SQLite has one writing transaction at a time.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"network_tables {network}"])


def _opened_from(network: str) -> int:
    """Return how many tables that are open or running were opened from a network. One query."""
    return TableNetwork.objects.filter(network=network).count()
