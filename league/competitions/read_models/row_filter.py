"""Which rows of standings somebody wants to see, as the address of the page says."""

from dataclasses import dataclass
from typing import Final

AT_ONCE: Final = 300
"""Up to so many rows are shown at once; longer standings are leafed through."""
STILL_IN: Final = "in"
OUT: Final = "out"
WHO: Final = ("", STILL_IN, OUT)


@dataclass(frozen=True, slots=True)
class Look:
    """What somebody wants to see of standings: a name or a team, who is still in, one group, their own row.

    `who` is one of WHO, `group` its number from 1, 0 for all. `me` is the number of a player whose row is
    marked and always shown, 0 for nobody. Long standings, and rounds of many matches, are leafed through by
    `page`, so many rows `at_once`; 0 is their beginning.
    """

    find: str = ""
    who: str = ""
    group: int = 0
    is_whole: bool = False
    me: int = 0
    page: int = 0
    at_once: int = AT_ONCE

    @property
    def filters(self) -> dict[str, str | int]:
        """What leaves rows out, as an address says it."""
        said: dict[str, str | int] = {"find": self.find, "who": self.who, "group": self.group}
        return {name: value for name, value in said.items() if value}
