"""Every tie-break by its code.

For other packages: `lot`, `packing`, `results`, `rounds`, `tiebreak`.
"""

from collections.abc import Sequence
from typing import Final

from games.rules.base.language import _
from games.rules.base.refusal import Refusal, quoted
from league.rules.tiebreaks import buchholz, direct, lot, own_results, table_mates
from league.rules.tiebreaks.tiebreak import TieBreak

POINTS: Final = "points"
TIE_BREAKS: Final[dict[str, TieBreak]] = {
    tie_break.code: tie_break
    for part in (own_results, direct, buchholz, table_mates, lot)
    for tie_break in part.ALL
}


def chain(codes: Sequence[str]) -> list[TieBreak]:
    """Return the tie-breaks in the order in which they decide; points come first unless they are named.

    Raises Refusal `unknown_tie_break` or `tie_break_twice`.
    """
    for code in codes:
        if code not in TIE_BREAKS:
            raise Refusal(
                "unknown_tie_break",
                _("There is no tie-break {tie_break}. Tie-breaks: {known}.").format(
                    tie_break=quoted(code), known=", ".join(TIE_BREAKS)
                ),
            )
        if codes.count(code) > 1:
            raise Refusal(
                "tie_break_twice",
                _("The tie-break {tie_break} is named twice.").format(tie_break=quoted(code)),
            )
    return [TIE_BREAKS[code] for code in ([] if POINTS in codes else [POINTS]) + list(codes)]
