"""Everybody there is, and what they may in a club that shows what it plays only to its people."""

from tests.league.every_address.addresses import ORGANIZE

_CLUB = {"club.see"}
_TABLE = {"competition.see", "table.see"}
ROLES = {
    "owner": {"club.own", "club.organize", "club.see_members", ORGANIZE, "table.score", "table.referee"},
    "organizer": {"club.organize", "club.see_members", ORGANIZE, "table.score", "table.referee"},
    "scorekeeper": {"club.see_members", "table.score"},
    "referee": {"club.see_members", "table.referee"},
    "member": {"club.see_members"},
    "spectator": set(),
}
"""What a role lets somebody do where it is held, beside seeing it."""


def _in_the_club(role: str) -> set[str]:
    return ROLES[role] | _CLUB | _TABLE | {"account", "belongs"}


def _in_the_competition(role: str) -> set[str]:
    return (
        {other_role for other_role in ROLES[role] if not other_role.startswith("club.")}
        | _TABLE
        | {"account"}
    )


MAY: dict[str, set[str]] = {
    "anonymous": set(),
    "stranger": {"account"},
    **{role: _in_the_club(role) for role in ROLES},
    **{f"{role} of the competition": _in_the_competition(role) for role in ROLES},
    **{f"{role} of another competition": {"account"} for role in ("owner", "referee")},
    **{f"{role} of another club": {"account"} for role in ROLES},
    "in a team of owners": _in_the_club("owner") - {"belongs"},
    "in a team of referees of the competition": _in_the_competition("referee"),
    "player": {"account", "seat", *_TABLE},
    "keeper of the site": _in_the_club("owner") - {"belongs"},
}
"""What everybody may in a club that shows what it plays only to its people."""
FROM_OUTSIDE = ("anonymous", "stranger", "owner of another club")
IN_PUBLIC = _CLUB | _TABLE | {"public"}
"""What everybody may beside that in a club that shows it to everybody."""
