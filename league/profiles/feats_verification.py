"""Verification of a table and of the feats of its players."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games.integrity import verification
from games.integrity.verification import Fault
from games.models import Table, TableEvent
from league.models import Feat
from league.profiles import achievements


def check_table_with_feats(pk: int, published: Mapping[int, bytes]) -> Fault | None:
    """Return the first fault of a table, None if there is none; `published` are hashes by version.

    All writes of the comparison are rolled back. Table.DoesNotExist.
    """
    return verification.check_table(pk, published) or _fault(pk)


def _fault(pk: int) -> Fault | None:
    if achievements.is_ahead(pk):
        return _named(pk, "the feats are of more events than there are.")
    # Outdated or missing feats wait for their worker: that is no fault.
    if not achievements.is_up_to_date(pk):
        return None
    with transaction.atomic():
        before = _rows(pk)
        achievements.recompute([pk])
        is_same = before == _rows(pk)
        transaction.set_rollback(True)
    return None if is_same else _named(pk, "the feats do not say what follows from the log.")


def _named(pk: int, sentence: str) -> Fault:
    version = Table.objects.values_list("version", flat=True).get(pk=pk)
    return Fault(TableEvent.stream_name(pk), version, sentence)


def _rows(pk: int) -> list[Any]:
    return list(Feat.objects.filter(table=pk).order_by("pk").values())
