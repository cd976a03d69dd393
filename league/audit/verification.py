"""Verification of the audit log."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db.models import QuerySet

from games.integrity import verification
from games.integrity.verification import UNREADABLE, Fault, Row, is_about_bytes
from league.audit import chain
from league.models import AuditChain, AuditEntry

_LOOKS: Final = 5
_AT_ONCE: Final = 2_000


def check_audit(pk: int, published: Mapping[int, bytes]) -> Fault | None:
    """Return the first fault of a chain, None if there is none; `published` are hashes by version.

    A chain that was written to in the meantime is checked again. AuditChain.DoesNotExist.
    """
    fault = None
    for _look in range(_LOOKS):
        before = AuditChain.objects.get(pk=pk)
        fault = _fault(before, published)
        if fault is None or AuditChain.objects.filter(pk=pk, version=before.version).exists():
            return fault
    return fault


def _fault(stored_chain: AuditChain, published: Mapping[int, bytes]) -> Fault | None:
    stream = AuditEntry.stream_name(stored_chain.pk)
    entries = AuditEntry.objects.filter(stream=stored_chain).order_by("version")
    try:
        fault = verification.chain_fault(
            stream, _rows(entries), stored_chain.version, stored_chain.head, published, each="entry"
        )
    except UNREADABLE as error:
        if not is_about_bytes(error):
            raise
        return _unreadable(stream, entries)
    return fault or _misplaced(stream, entries)


def _rows(entries: "QuerySet[AuditEntry]") -> Iterator[Row]:
    return map(chain.row_of, entries.iterator(_AT_ONCE))


def _unreadable(stream: str, entries: "QuerySet[AuditEntry]") -> Fault | None:
    """Return the first entry that the database cannot return. A query per entry."""
    for version in entries.values_list("version", flat=True):
        try:
            chain.row_of(entries.get(version=version))
        except (*UNREADABLE, AuditEntry.MultipleObjectsReturned, AuditEntry.DoesNotExist):
            at = version if isinstance(version, int) else 0
            return Fault(stream, at, "this entry is not the one that was written.")
    return None


def _misplaced(stream: str, entries: "QuerySet[AuditEntry]") -> Fault | None:
    """Return the first entry that pages show at another place than where it was written."""
    before: Any = 0
    for version, number in entries.values_list("version", "pk").iterator(_AT_ONCE):
        if number <= before:
            return Fault(stream, version, f"this entry bears the number {number}, after {before}.")
        before = number
    return None
