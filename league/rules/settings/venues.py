"""Where matches are played: at tables of this site, at tables with real cards, or somewhere else."""

from typing import Final

ONLINE: Final = "online"
PHYSICAL: Final = "physical"
ELSEWHERE: Final = "elsewhere"

VENUES: Final = (ONLINE, PHYSICAL, ELSEWHERE)
"""What a competition is announced with."""
AT_TABLES: Final = (ONLINE, PHYSICAL)
"""Where a table is opened for each match; single matches may be at the other kind of table."""

AT_ONCE: Final = "none"
BY_THE_OTHERS: Final = "others"
BY_SILENCE: Final = "silence"

CONFIRMATIONS: Final = (AT_ONCE, BY_THE_OTHERS, BY_SILENCE)
"""When a result that was reported at a physical table is final: at once, once the others have confirmed it,
or also when they have been silent for some minutes."""
