"""The code on the printed sheet of a table: whoever holds the sheet enters scores or calls the referee.

A code belongs to the number of a table in a competition, and leads to the match that is played there now.
It is derived from the secret of the site and stored nowhere. A browser that has shown it keeps it in a cookie
for the addresses of that match alone.
"""

import base64
import datetime as dt
from typing import Final

from django.db.models import F
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from games.rules.base.refusal import Refusal
from league.competitions.event_night import calls
from league.competitions.event_night.tables_in_play import IS_PLAYED
from league.models import Competition, Match, RefereeCall

MOST_CALLS: Final = 5
"""The calls from a table within an hour by people without an account."""
LENGTH: Final = 28
"""The characters of a code, five bits each."""
LONGEST: Final = 2 * LENGTH
"""The longest text that is read as a code, with blanks and hyphens."""
_GROUP: Final = 4
_HOUR: Final = dt.timedelta(hours=1)
_DAY: Final = 24 * 3600
_COOKIE: Final = "table_code"
_LOOK_ALIKE: Final = str.maketrans("018", "OIB")


def code_of(competition: Competition, number: int) -> str:
    """Return the code that is printed for a table of the room."""
    meant = f"{competition.pk}.{number}.{competition.void_codes}"
    digest = salted_hmac("league.table_code", meant, algorithm="sha256").digest()
    return base64.b32encode(digest)[:LENGTH].decode()


def in_groups(code: str) -> str:
    """Return a code as people read and type it: `ABCD-EFGH-…`."""
    return "-".join(code[start : start + _GROUP] for start in range(0, len(code), _GROUP))


def typed(text: str) -> str:
    """Return what was typed as a code, whatever its case and its blanks; 0, 1 and 8 are read as letters."""
    letters = "".join(sign for sign in text[:LONGEST].upper() if sign.isascii() and sign.isalnum())
    return letters.translate(_LOOK_ALIKE)


def fits(competition: Competition, number: int, code: str) -> bool:
    """Whether a code is that of a table of the room."""
    return constant_time_compare(code_of(competition, number), code)


def match_at(competition: Competition, number: int) -> Match | None:
    """Return the match with real cards that is played at a table now, else the last one there.

    Two queries at most.
    """
    here = competition.matches.filter(table_number=number, table__is_physical=True)
    newest = here.select_related("table").order_by("-table")
    return newest.filter(IS_PLAYED).first() or newest.first()


def remember(request: HttpRequest, response: HttpResponseBase, table_id: int, code: str) -> None:
    """Let the browser keep a code for the addresses of a match, for a day."""
    response.set_cookie(
        _COOKIE,
        code,
        max_age=_DAY,
        path=reverse("table", args=[table_id]),
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def is_held(request: HttpRequest, table_id: int) -> bool:
    """Whether the visitor holds the sheet of the table of a match. One query, none without a code."""
    return _match_of_code(request, table_id) is not None


def opens_pad(request: HttpRequest, table_id: int) -> bool | None:
    """Whether the code of the visitor opens the score pad of a match; None for a visitor without a code.

    It opens that of the current match of its table. Three queries; none for visitors without a code.
    """
    if _COOKIE not in request.COOKIES:
        return None
    match = _match_of_code(request, table_id)
    if match is None or not match.competition.self_report:
        return False
    current = match_at(match.competition, match.table_number)
    return current is not None and current.pk == match.pk


def printed_before() -> str:
    """Say what becomes of the sheets that are printed already when organizers choose who enters scores."""
    return _(
        "Sheets that are printed already still name the old choice. Their codes stay valid and follow the new"
        " one: print the sheets again, or tell the tables."
    )


def make_void(competition: Competition) -> None:
    """Make all codes void that were printed so far: new sheets have new codes."""
    Competition.objects.filter(pk=competition.pk).update(void_codes=F("void_codes") + 1)


def call(table_id: int, *, at: dt.datetime) -> None:
    """Call the referee to a table as somebody there. Refusals `not_playing`, `too_fast`."""
    lately = RefereeCall.objects.filter(table=table_id, player=None, called_at__gt=at - _HOUR)
    if lately.count() >= MOST_CALLS:
        sentence = _("The referee was called too often from here. Go to the organizers.")
        raise Refusal("too_fast", sentence, wait=int(_HOUR.total_seconds()))
    calls.call(table_id, player=None, at=at)


def _match_of_code(request: HttpRequest, table_id: int) -> Match | None:
    code = request.COOKIES.get(_COOKIE, "")
    if not code:
        return None
    match = Match.objects.filter(table=table_id).select_related("competition").first()
    return match if match and fits(match.competition, match.table_number, code) else None
