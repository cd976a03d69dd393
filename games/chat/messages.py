"""The messages of a table: write, hide and read them.

Messages are not in the log: they can be deleted, and no match depends on them. Only breaking a silence is an
event (rules.md 4.7, `silence` and `silence_enforcement`).
"""

import datetime as dt
import re
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.access.players import player_number, seat_of
from games.chat import bans, reactions
from games.models import Chat, ChatMessage, Player, Table
from games.realtime import publisher
from games.rules.base.refusal import Refusal
from games.rules.match.commands import Penalise
from games.tables.aggregate import LockedTable, locked

LONGEST: Final = 200
_SHOWN: Final = 50
_MOST_IN_WINDOW: Final = 5
_WINDOW: Final = dt.timedelta(seconds=10)
OPEN_AFTER_MATCH: Final = dt.timedelta(minutes=15)
# Laughing and "UNO!" break no silence (rules.md 4.7).
_ALLOWED_IN_SILENCE: Final = re.compile(r"(uno|(h[aeio])+h?|lol)\Z")
_SILENCE_CARDS: Final = 2


@dataclass(frozen=True, slots=True)
class Conversation:
    """The last messages of a table, oldest first, and the version they belong to."""

    version: int
    messages: list[ChatMessage]


def say(table_id: int, text: str, *, player: Player, at: dt.datetime) -> None:
    """Write a message. Players and spectators with a name may, until shortly after the match.

    Refusals: `empty_message`, `too_long`, `conflict` when the table is closed, `too_many` in a short time,
    `chat_ban` after a decision about a report,
    `silence` while the rulebook locks the chat, and for a reaction in any silence. If the rulebook penalises
    instead, the message is written and its author draws cards.
    """
    message = _tidy(text)
    with locked(table_id) as held:
        _require_open(held.table, at)
        bans.require_none(player, at)
        _require_pace(player, at)
        _settle_silence(held, player, message, at)
        ChatMessage.objects.create(table=held.table, player=player, text=message, said_at=at)
        _publish_change(held.table)


@transaction.atomic
def hide(message_id: int, *, by: str, at: dt.datetime) -> None:
    """Hide a message, and store who hid it. Hiding twice changes nothing.

    ChatMessage.DoesNotExist; refusal `not_yours` for everybody but the host and organizers.
    """
    message = ChatMessage.objects.select_for_update().select_related("table").get(pk=message_id)
    player = player_number(by)
    if player is not None and player != message.table.host_id:
        raise Refusal("not_yours", _("Only the host of the table or an organizer can hide messages."))
    if not message.hidden_by:
        message.hidden_by, message.hidden_at = by, at
        message.save(update_fields=["hidden_by", "hidden_at"])
        _publish_change(message.table)


def read(table_id: int) -> Conversation:
    """Return the last messages. Two queries."""
    current = version(table_id)
    last = ChatMessage.objects.filter(table_id=table_id).select_related("player").order_by("-pk")[:_SHOWN]
    return Conversation(current, list(last)[::-1])


def version(table_id: int) -> int:
    """Return the number of the last change, 0 before the first message. One query."""
    return Chat.objects.filter(pk=table_id).values_list("version", flat=True).first() or 0


def is_open(table: Table, at: dt.datetime) -> bool:
    """Whether people may write: before and during the match, and a while after it."""
    if table.finished_at is not None:
        return at < table.finished_at + OPEN_AFTER_MATCH
    return table.status in (Table.Status.OPEN, Table.Status.RUNNING)


def _tidy(text: str) -> str:
    """Return the text as one line of printable characters."""
    tidy = "".join(character for character in " ".join(text.split()) if character.isprintable())
    if not tidy:
        raise Refusal("empty_message", _("Write something first."))
    if len(tidy) > LONGEST:
        raise Refusal("too_long", _("A message can have up to {longest} characters.").format(longest=LONGEST))
    return tidy


def _require_open(table: Table, at: dt.datetime) -> None:
    if not is_open(table, at):
        raise Refusal("conflict", _("The chat of this table is closed."))


def _require_pace(player: Player, at: dt.datetime) -> None:
    lately = ChatMessage.objects.filter(player=player, said_at__gt=at - _WINDOW).count()
    if lately >= _MOST_IN_WINDOW:
        sentence = _("Not so fast: wait a few seconds before you write again.")
        raise Refusal("too_fast", sentence, wait=_WINDOW.seconds)


def _settle_silence(held: LockedTable, player: Player, message: str, at: dt.datetime) -> None:
    """Refuse or penalise a message that breaks a silence, as `silence_enforcement` says."""
    state = held.state
    if state is None or not state.silence_kind or held.table.status != Table.Status.RUNNING:
        return
    enforcement = state.options.silence_enforcement
    if reactions.is_reaction(message):
        raise Refusal("silence", _("Silence, please: reactions wait until the silence ends."))
    if enforcement == "lock":
        raise Refusal(
            "silence", _("Silence, please: under these rules the chat is closed until the silence ends.")
        )
    seat = seat_of(held.seats, player.pk)
    if (
        enforcement == "penalise"
        and seat is not None
        and state.is_active(seat)
        and not _is_allowed_in_silence(message)
    ):
        held.do(Penalise(seat, _SILENCE_CARDS, "silence"), by=f"player:{player.pk}", at=at)


def _is_allowed_in_silence(message: str) -> bool:
    letters = "".join(character for character in message.casefold() if character.isalnum())
    return not letters or bool(_ALLOWED_IN_SILENCE.match(letters))


def _publish_change(table: Table) -> None:
    Chat.objects.get_or_create(table=table)
    Chat.objects.filter(table=table).update(version=F("version") + 1)
    publisher.publish("chat", table.pk, version(table.pk))
