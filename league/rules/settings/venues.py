"""The venues of matches: tables of this site, tables with real cards, or places elsewhere."""

from typing import Final

ONLINE: Final = "online"
PHYSICAL: Final = "physical"
ELSEWHERE: Final = "elsewhere"

VENUES: Final = (ONLINE, PHYSICAL, ELSEWHERE)
"""The possible venues of a competition."""
AT_TABLES: Final = (ONLINE, PHYSICAL)
"""The venues where a table is opened for each match; single matches may be at the other kind of table."""

AT_ONCE: Final = "none"
BY_THE_OTHERS: Final = "others"
BY_SILENCE: Final = "silence"

CONFIRMATIONS: Final = (AT_ONCE, BY_THE_OTHERS, BY_SILENCE)
"""When a result reported at a physical table is final: at once, once the others have confirmed it, or also
after some minutes without an objection.
"""
