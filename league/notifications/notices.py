"""Notices: notify players once; list what they have not read; save what they do not want.

A notice is a row, unique by player, kind and key: sending it again changes nothing, however often and in
whatever order. A player without an account gets no notice, without an address no e-mail, and without a device
no push notice. In quiet hours e-mails and push notices wait.
"""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.db.models import Count, Max, QuerySet
from django.utils.translation import gettext as _

from games.models import Player
from games.realtime import publisher
from games.rules.base.refusal import Refusal
from games.wording.languages import in_language
from league.models import Muted, Notice, PushSubscription
from league.notifications.email_addresses import addresses_of
from league.notifications.kinds import KINDS, Kind
from league.notifications.quiet_hours import quiet_until
from league.notifications.task_requests import ask_after_commit

__all__ = [
    "KINDS",
    "About",
    "Kind",
    "Letter",
    "Write",
    "choose",
    "mark_read",
    "mute",
    "muted",
    "replace",
    "send",
    "send_all",
    "unread",
    "version_at",
    "versions",
]

SEND_MAILS: Final = "league.tasks.send_mails"
SEND_PUSHES: Final = "league.tasks.send_pushes"
STREAM: Final = "notices"
"""The kind of stream from which an open page hears of new notices of its reader."""


class About(NamedTuple):
    """A short subject line, a sentence or two, and an address of this site. It names no person.

    `answers` are for the e-mail only: links that need no log-in, each with its label.
    """

    subject: str
    text: str
    link: str
    answers: Sequence[tuple[str, str]] = ()


Write = Callable[[], About]
"""Writes a notice in the current language; for many recipients it is called once per language."""


class Letter(NamedTuple):
    """A notice for a player: a kind of `KINDS`, a key for the occasion, and whether it may be an e-mail."""

    kind: str
    player: int
    key: str
    about: Write
    by_mail: bool = True


def send(
    kind: str, players: Iterable[int], key: str, *, about: Write, by_mail: bool = True, at: dt.datetime
) -> None:
    """Send players the same notice, each in their own language, once for this kind and key."""
    send_all([Letter(kind, player, key, about, by_mail) for player in players], at=at)


@transaction.atomic
def send_all(letters: Sequence[Letter], *, at: dt.datetime) -> None:
    """Send many notices, each once. Six queries for any number of them.

    The e-mails and the push notices are sent by a worker after the commit.
    """
    if not letters:
        return
    known = Player.objects.filter(pk__in={letter.player for letter in letters}, user__is_active=True)
    accounts = {pk: (language, user) for pk, language, user in known.values_list("pk", "language", "user")}
    languages = {pk: language for pk, (language, _user) in accounts.items()}
    reach = _Reach(
        addresses_of(languages), _with_devices(languages), _muted(languages), quiet_until(languages, at=at)
    )
    written: dict[Write, dict[str, About]] = {}
    rows = [
        _notice(letter, _written(letter.about, written), languages[letter.player], reach, at)
        for letter in letters
        if letter.player in languages
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    for _language, user in accounts.values():
        publisher.publish(STREAM, user, version_at(at))
    if any(row.mail for row in rows):
        ask_after_commit(SEND_MAILS)
    if any(row.push_at for row in rows):
        ask_after_commit(SEND_PUSHES)


@transaction.atomic
def replace(kind: str, key: str, *, about: Write, at: dt.datetime) -> None:
    """Let the notices of an occasion say something else and count as read: nobody is told of it any more."""
    written = _written(about, {})
    rows = list(Notice.objects.filter(kind=kind, key=key).select_related("player"))
    for row in rows:
        own = written.get(row.player.language) or written[settings.LANGUAGE_CODE]
        row.subject, row.text, row.link = _subject(own), own.text[:600], own.link[:300]
        row.in_languages, row.read_at, row.push_at = _in_languages(written), row.read_at or at, None
        if row.mail == Notice.Mail.WAITING:
            row.mail, row.mail_at = Notice.Mail.NONE, None
        if row.player.user_id is not None:
            publisher.publish(STREAM, row.player.user_id, version_at(at))
    fields = ("subject", "text", "link", "in_languages", "read_at", "push_at", "mail", "mail_at")
    Notice.objects.bulk_update(rows, fields)


def version_at(at: dt.datetime) -> int:
    """Return the version of notices sent at a time: milliseconds since 1970."""
    return int(at.timestamp() * 1000)


def versions(users: Collection[int]) -> Iterable[tuple[int, int]]:
    """Return the version of the newest unread notice of each user, by user. One query."""
    newest = _unread().filter(player__user__in=users).values_list("player__user").annotate(Max("at"))
    return [(user, version_at(at)) for user, at in newest]


def unread(user: AbstractBaseUser | AnonymousUser) -> tuple[int, int]:
    """Return how many notices a user has not read, and the version of the newest; 0 for none. One query."""
    if user.pk is None:
        return 0, 0
    row = _unread().filter(player__user_id=user.pk).aggregate(count=Count("pk"), newest=Max("at"))
    return row["count"], version_at(row["newest"]) if row["newest"] else 0


def mark_read(player: Player, *, at: dt.datetime, some: Collection[int] | None = None) -> None:
    """Mark some notices, or all of them, as read."""
    own_notices = Notice.objects.filter(player=player, read_at=None)
    (own_notices if some is None else own_notices.filter(pk__in=some)).update(read_at=at)


def muted(player: Player) -> set[tuple[str, str]]:
    """Return the kinds a player does not want, each with the channel. One query."""
    return {(kind, channel) for _player, kind, channel in _muted([player.pk])}


@transaction.atomic
def mute(player: Player, kind: str, channel: str, *, is_muted: bool = True) -> None:
    """Switch a kind off or on for a player and a channel; what waits to be sent is dropped, too."""
    if kind not in KINDS or channel not in Muted.Channel:
        raise Refusal("unknown_kind", _("There is no such kind of notice."))
    if not is_muted:
        Muted.objects.filter(player=player, kind=kind, channel=channel).delete()
        return
    Muted.objects.get_or_create(player=player, kind=kind, channel=channel)
    if channel == Muted.Channel.MAIL:
        waiting = Notice.objects.filter(player=player, kind=kind, mail=Notice.Mail.WAITING)
        waiting.update(mail=Notice.Mail.NONE, mail_at=None)
    elif channel == Muted.Channel.PUSH:
        Notice.objects.filter(player=player, kind=kind).exclude(push_at=None).update(push_at=None)


@transaction.atomic
def choose(
    player: Player, wanted: Collection[tuple[str, str]], *, channels: Collection[str] = tuple(Muted.Channel)
) -> None:
    """Set a player's wanted kinds by some channels; only changes are written."""
    before = muted(player)
    for kind in KINDS:
        for channel in (each for each in Muted.Channel if each.value in channels):
            is_muted = (kind, channel.value) not in wanted
            if is_muted != ((kind, channel.value) in before):
                mute(player, kind, channel.value, is_muted=is_muted)


def _unread() -> QuerySet[Notice]:
    return Notice.objects.order_by().filter(read_at=None, is_shown=True)


class _Reach(NamedTuple):
    """How players can be reached: by which address or device, without what they muted, and when."""

    addresses: Mapping[int, str]
    with_devices: Collection[int]
    silenced: set[tuple[int, str, str]]
    quiet_until: Mapping[int, dt.datetime]


def _with_devices(players: Iterable[int]) -> set[int]:
    """Return the players with a device that shows push notices; nobody where the site sends none."""
    if not settings.PUSH_PRIVATE_KEY:
        return set()
    subscriptions = PushSubscription.objects.order_by().filter(player__in=list(players))
    return set(subscriptions.values_list("player_id", flat=True))


def _muted(players: Iterable[int]) -> set[tuple[int, str, str]]:
    return set(Muted.objects.filter(player__in=list(players)).values_list("player_id", "kind", "channel"))


def _written(write: Write, before: dict[Write, dict[str, About]]) -> dict[str, About]:
    """Return a notice by language; `before` caches those written for others."""
    if write not in before:
        before[write] = {}
        for language, _name in settings.LANGUAGES:
            with in_language(language):
                before[write][language] = write()
    return before[write]


def _notice(
    letter: Letter,
    written: Mapping[str, About],
    language: str,
    reach: _Reach,
    at: dt.datetime,
) -> Notice:
    kind, player = letter.kind, letter.player
    about = written.get(language) or written[settings.LANGUAGE_CODE]
    is_silenced = (player, kind, Muted.Channel.MAIL.value) in reach.silenced
    is_mailed = letter.by_mail and player in reach.addresses and not is_silenced
    is_pushed = (
        player in reach.with_devices and (player, kind, Muted.Channel.PUSH.value) not in reach.silenced
    )
    sent_at = reach.quiet_until.get(player, at)
    return Notice(
        player_id=player,
        kind=kind,
        key=letter.key[:80],
        subject=_subject(about),
        text=about.text[:600],
        in_languages=_in_languages(written),
        link=about.link[:300],
        answers=[list(answer) for answer in about.answers],
        at=at,
        is_shown=(player, kind, Muted.Channel.PAGE.value) not in reach.silenced,
        mail=Notice.Mail.WAITING if is_mailed else Notice.Mail.NONE,
        mail_at=sent_at if is_mailed else None,
        push_at=sent_at if is_pushed else None,
    )


def _in_languages(written: Mapping[str, About]) -> dict[str, list[str | list[str]]]:
    return {
        code: [_subject(version), version.text[:600], [label for label, _address in version.answers]]
        for code, version in written.items()
    }


def _subject(about: About) -> str:
    """Return the subject on one line: a line break in a name could inject headers into an e-mail."""
    return " ".join(about.subject.split())[:160]
