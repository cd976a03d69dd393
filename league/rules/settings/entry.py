"""The people who may enter while registration is open. Organizers enter players at any time."""

from typing import Final

EVERYONE: Final = "everyone"
MEMBERS: Final = "members"

ENTRIES: Final = (EVERYONE, MEMBERS)
