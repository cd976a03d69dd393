"""The strengths of bots in words: for the form of a new table, and at the seats."""

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.bots.strengths import CLUB, EASY, STRONG

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

DESCRIBED: Final[dict[str, "StrOrPromise"]] = {
    EASY: _("Easy: any card that matches"),
    CLUB: _("Club: like a player of your club"),
    STRONG: _("Strong: they think every choice through"),
}
"""Each strength with what it does."""
NAMED: Final[dict[str, "StrOrPromise"]] = {
    EASY: _("Easy"),
    CLUB: pgettext_lazy("the strength of a bot", "Club"),
    STRONG: _("Strong"),
}
EXPLAINED: Final = _(
    "Easy: any card that matches. Club: like a player of your club. Strong: every choice is thought "
    "through. Bots see only their own cards and the open ones"
)
"""What the strengths are, below a field that offers them."""
