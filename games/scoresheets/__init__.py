"""Tables with real cards: their deals are recorded on a score sheet (rules.md 3.19).

Callers check that `by` may give the command, and that a player who confirms or objects holds the seat. A deal
is recorded once for its number, so that a phone without network can store several deals and send them later.

For other packages: `commands`, `deal_text`, `opening`, `queries`, `reopening`, `responses`, `sheet_history`.
"""

from games.rules.base.refusal import Refusal
from games.rules.scoresheet.decide import DealRecorded
from games.scoresheets.queries import Deal, ScoreSheet, SheetMark, look
from games.scoresheets.write_side import act

__all__ = ["Deal", "DealRecorded", "Refusal", "ScoreSheet", "SheetMark", "act", "look"]
