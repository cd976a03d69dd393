"""The hash chain of the audit log: every entry carries a hash of itself and of the entry before it.

The bytes are those of `games/eventstore/hash_chain.py`: the step is the version, the name is `audited`, the
schema is 1. Its payload is JSON without blanks, in ASCII, an object with its keys in alphabetical order:
after, before, club, competition, deed, salt (in hexadecimal digits), subject, token, what.

Transactions that write at the same time do not wait for each other, as they could wait for ever: a
transaction that finds every chain locked begins a new chain. SQLite allows a single writer, and has a single
chain.
"""

import json
import secrets
from collections.abc import Sequence
from typing import Any, Final

from django.db import connection, transaction

from games import eventstore
from games.integrity.verification import Row
from league.models import AuditChain, AuditEntry

_SALT: Final = 16
_NAME: Final = "audited"
_SCHEMA: Final = 1
_AT_ONCE: Final = 500


def append(entries: Sequence[AuditEntry]) -> None:
    """Append entries to the end of a chain, all or none of them. Three queries, and another for each 500."""
    if not entries:
        return
    with transaction.atomic(savepoint=False):
        free = _free_chain()
        version, head = free.version, free.head or first_hash(free.pk)
        for version, entry in enumerate(entries, free.version + 1):
            entry.stream, entry.version, entry.salt = free, version, new_salt()
            entry.hash = head = hash_of(entry, head)
        AuditEntry.objects.bulk_create(entries, batch_size=_AT_ONCE)
        AuditChain.objects.filter(pk=free.pk).update(version=version, head=head)


def first_hash(pk: int) -> bytes:
    """Return hash 0 of a chain."""
    return eventstore.first_hash(AuditEntry.stream_name(pk))


def new_salt() -> bytes:
    """Return the salt of a new entry."""
    return secrets.token_bytes(_SALT)


def hash_of(entry: Any, before: bytes) -> bytes:
    """Return the hash of an entry, computed from the hash of the entry before it."""
    version, step, name, schema, payload, by, at, _its_hash = row_of(entry)
    return eventstore.next_hash(before, version, step, name, schema, by, at, payload)


def row_of(entry: Any) -> Row:
    """Return an entry in the columns of an event."""
    facts = {
        "after": entry.after,
        "before": entry.before,
        "club": entry.club_id,
        "competition": entry.competition_id,
        "deed": entry.deed,
        "salt": bytes(entry.salt).hex(),
        "subject": entry.subject,
        "token": entry.token,
        "what": entry.what,
    }
    payload = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    its_hash = entry.hash or b""
    return entry.version, entry.version, _NAME, _SCHEMA, payload, entry.by, entry.at, its_hash


def _free_chain() -> AuditChain:
    """Return a chain that no other transaction has locked, locked until the transaction ends."""
    rows = AuditChain.objects.order_by("pk")
    if connection.features.has_select_for_update_skip_locked:
        rows = rows.select_for_update(skip_locked=True, no_key=True)
    return rows.first() or AuditChain.objects.create()
