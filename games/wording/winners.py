"""Say who won a match, and which side won a deal."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.localization.lists import listed


def of_side(winner: int, names: Sequence[str]) -> list[str]:
    """Return the names of the winner of a deal and of the partner across the table."""
    return [names[winner], names[(winner + 2) % len(names)]]


def of_deal(winner: int, names: Sequence[str], *, has_partners: bool = False) -> str:
    """Return the name of the winner of a deal; of partners both names, in the order of their seats."""
    return listed(names[winner % 2 :: 2]) if has_partners else names[winner]


def in_words(names: Sequence[str], *, has_partners: bool = False) -> str:
    """Return `Ana wins the match`, `Ana and Bo share the win`; partners win together."""
    if len(names) == 1:
        return _("{name} wins the match").format(name=names[0])
    if has_partners and len(names) == 2:
        return _("{names} win the match").format(names=listed(names))
    return _("{names} share the win").format(names=listed(names))
