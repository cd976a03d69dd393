"""The selection of rows of standings, from the address of the page."""

from dataclasses import dataclass
from typing import Final

AT_ONCE: Final = 200
"""The most rows shown at once; longer standings have pages."""
STILL_IN: Final = "in"
OUT: Final = "out"
WHO: Final = ("", STILL_IN, OUT)


@dataclass(frozen=True, slots=True)
class Look:
    """The selection of rows: a name or a team, who is still in, a single group, the viewer's own row.

    `who` is one of WHO, `group` its number from 1, 0 for all. `me` is the number of a player whose row is
    marked and always shown, 0 for nobody. Long standings, and rounds of many matches, have pages of `at_once`
    rows; `page` 0 is their beginning.
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
        """The filters as query parameters."""
        filters: dict[str, str | int] = {"find": self.find, "who": self.who, "group": self.group}
        return {name: value for name, value in filters.items() if value}
