"""The code on the printed sheet of a table: people there can call the referee with it, without an account."""

import datetime as dt
from typing import Final

from django.utils.crypto import constant_time_compare, salted_hmac

from league.competitions.event_night import calls
from league.models import RefereeCall

MOST_CALLS: Final = 5
"""The calls from a table within an hour by people without an account."""
_HOUR: Final = dt.timedelta(hours=1)
_LENGTH: Final = 16


def code_of(table_id: int) -> str:
    """Return the code that is printed for a table."""
    return salted_hmac("league.table_code", str(table_id)).hexdigest()[:_LENGTH]


def fits(table_id: int, code: str) -> bool:
    """Whether a code is that of the table."""
    return constant_time_compare(code_of(table_id), code)


def call(table_id: int, *, at: dt.datetime) -> bool:
    """Call the referee to a table as somebody there; False after too many calls. Refusal `not_playing`."""
    lately = RefereeCall.objects.filter(table=table_id, player=None, called_at__gt=at - _HOUR)
    if lately.count() >= MOST_CALLS:
        return False
    calls.call(table_id, player=None, at=at)
    return True
