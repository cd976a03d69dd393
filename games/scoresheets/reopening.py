"""Take back a result that was final at once, because nobody was asked to confirm it (rules.md 3.19).

Whoever entered the last deal may undo or correct it for half an hour, as long as nothing depends on it: a
person with an account, not the holders of a printed code.
"""

import datetime as dt
from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.access.scorekeepers import BY_CODE
from games.eventstore import ConflictError
from games.models import Table
from games.rules.base.refusal import Refusal
from games.rules.scoresheet.decide import CorrectDeal, UndoDeal
from games.scoresheets.queries import ScoreSheet, look
from games.scoresheets.write_side import act as carry_out

WITHIN: Final = dt.timedelta(minutes=30)
"""How long a result that was final at once can be taken back."""

DependsOn = Callable[[int], bool]
TakeBack = Callable[..., None]
_HOOKS: Final[list[tuple[DependsOn, TakeBack]]] = []


def register(depends_on: DependsOn, take_back: TakeBack) -> None:
    """Register how another app follows: whether anything depends on the result of a table, and its return.

    `take_back` gets the table's id, `reason`, `by` and `at`, in the transaction of the table.
    """
    if (depends_on, take_back) not in _HOOKS:
        _HOOKS.append((depends_on, take_back))


def until(sheet: ScoreSheet, *, by: str, at: dt.datetime) -> dt.datetime | None:
    """Return until when this person may take the result back; None if they may not."""
    closing = sheet.closing
    if by == BY_CODE:  # several people hold the sheet, and none of them is known
        return None
    if closing is None or closing.by != by or at >= closing.at + WITHIN:
        return None
    is_kept = any(depends_on(sheet.table.pk) for depends_on, _take_back in _HOOKS)
    return None if is_kept else closing.at + WITHIN


def act(
    table_id: int, command: UndoDeal | CorrectDeal, *, by: str, at: dt.datetime, after: str = ""
) -> ScoreSheet:
    """Undo or correct a deal, also where it made the result final; `after` is the version its sender saw.

    Refusals: as `scoresheets.act`, `stale`; `result_final` where this person may not take the result back any
    more, `reason_needed` without a reason.
    """
    with transaction.atomic():
        sheet = look(table_id)
        if sheet.closing is not None:
            if until(sheet, by=by, at=at) is None:
                raise Refusal("result_final", _("The result is final: only a correction can change it now."))
            if not command.reason.strip():
                raise Refusal("reason_needed", _("Say why you change a final result."))
            # First the others: whoever collects results locks the competition before the table.
            for _depends_on, take_back in _HOOKS:
                take_back(table_id, reason=command.reason, by=by, at=at)
        now = Table.objects.select_for_update().get(pk=table_id).version if after else 0
        if after and str(now) != after:
            raise ConflictError(_("Someone changed this. Check and try again."), version=now)
        return carry_out(table_id, command, by=by, at=at)
