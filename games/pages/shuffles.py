"""The context of the page of a table's shuffles: every deal the server has committed to, and its status."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.integrity.proofs import FairDeal
from games.models import Seat, Table
from games.rules.base.refusal import Refusal
from games.rules.fairness.shuffle import LONGEST_WORDS


@dataclass(frozen=True)
class CommittedDeal:
    """A deal with its commitment; `words` are (name, words) of the seats that gave some."""

    number: int
    commitment: str
    secret: str
    status: str
    words: list[tuple[str, str]]


class ShufflePage:
    """The shuffles of a table for a template; `seat` is the viewer's, None for a spectator."""

    longest = LONGEST_WORDS

    def __init__(
        self,
        table: Table,
        seats: Sequence[Seat],
        deals: Sequence[FairDeal],
        seat: int | None,
        refusal: Refusal | None = None,
    ) -> None:
        self.table = table
        self.refusal = refusal
        self.me = None if seat is None else seats[seat]
        self._seats = seats
        self._deals = deals

    @property
    def rows(self) -> list[CommittedDeal]:
        """Every deal from the first on."""
        return [
            CommittedDeal(deal.number, deal.commitment, deal.secret, _status(deal), self._words(deal))
            for deal in self._deals
        ]

    @property
    def is_bound(self) -> bool:
        """Whether the server has committed to anything here."""
        return bool(self._deals)

    @property
    def is_anything_revealed(self) -> bool:
        """Whether any deal can be verified."""
        return any(deal.secret for deal in self._deals)

    @property
    def may_give(self) -> bool:
        """Whether the viewer's words can still take part in a deal."""
        return self.me is not None and self.is_bound and not self.table.is_over

    @property
    def next_words(self) -> list[tuple[str, str]]:
        """The words that take part in the next deal, as (name, words)."""
        return [(seat.name, seat.words) for seat in self._seats if seat.words]

    def _words(self, deal: FairDeal) -> list[tuple[str, str]]:
        return [(seat.name, words) for seat, words in zip(self._seats, deal.words, strict=False) if words]


def _status(deal: FairDeal) -> str:
    if deal.secret:
        return pgettext("of a secret", "revealed")
    return _("being played") if deal.is_dealt else pgettext("of a deal", "committed")
