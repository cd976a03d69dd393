"""The HTTP status of each refusal for pages and programs: a table of all stable codes."""

from collections.abc import Mapping
from typing import Final

from games import metrics
from games.rules.base.refusal import Refusal

USUAL: Final = 422
"""The status of all other codes: the command as sent is never possible."""

STATUS_OF_CODE: Final[dict[str, int]] = {}


def register(codes: Mapping[int, str]) -> None:
    """Register the codes of an app by their HTTP status, separated by blanks.

    ValueError for a code that has another status already.
    """
    for status, names in codes.items():
        for code in names.split():
            if STATUS_OF_CODE.setdefault(code, status) != status:
                raise ValueError(f"{code} has status {STATUS_OF_CODE[code]} already")


def status_of_code(code: str) -> int:
    """Return the HTTP status of a code."""
    return STATUS_OF_CODE.get(code, USUAL)


def refusal_status(refusal: Refusal) -> int:
    """Return the HTTP status of a refusal that is answered, and count it."""
    metrics.REFUSALS.labels(refusal.code).inc()
    return status_of_code(refusal.code)


_CODES: Final = {
    400: "bad_id not_a_record",
    403: """
        chat_ban code_void link_needed not_a_companion not_allowed not_host not_logged_in not_open_to_you
        not_seated not_yours other_account own_table sign_up_first
    """,
    404: "no_such_deal no_such_puzzle",
    409: """
        already_seated already_tried analysis_off away begun conflict deal_recorded dealer_known disputed
        full match_over
        name_taken no_moves not_asked not_dealt not_physical not_replayable not_reported not_retired
        not_the_last not_yet not_your_turn nothing_played nothing_recorded paused physical
        record_too_large result_final round_over round_running seat_kept seat_out seat_taken seats_free
        silence stale still_blocked table_full too_many_muted yourself
    """,
    413: "too_large",
    429: "quota_used_up too_fast",
}
"""409: the command is not possible in the current state, but the same command may be at another time."""

register(_CODES)
