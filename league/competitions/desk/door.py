"""The check-in for organizers as a page: the code, the names of those who are missing, and of those here."""

from collections.abc import Mapping
from functools import cached_property

from django.core.paginator import Page
from django.urls import reverse
from django.utils.http import urlencode

from games.rules.base.refusal import Refusal
from league.competitions.desk.context import DeskPage
from league.competitions.read_models.desk import PEOPLE
from league.models import Competition, Entrant


class DoorPage(DeskPage):
    """The desk at the door. Very many names are searched for on the server, and listed page by page.

    `asked` are the parameters of the address: `who` is part of a name, `missing` and `here` are page numbers.
    """

    def __init__(
        self, competition: Competition, asked: Mapping[str, str], *, refusal: Refusal | None = None
    ) -> None:
        self.typed = asked.get("who", "")[:60]
        super().__init__(competition, refusal=refusal, find=self.typed)
        self._pages = {name: _number(asked.get(name, "")) for name in ("missing", "here")}
        if not self.is_large:
            self.find = self.typed = ""

    @property
    def is_large(self) -> bool:
        """Whether there are more names than a page lists."""
        return len(self.present) > PEOPLE

    @cached_property
    def missing_shown(self) -> Page[Entrant]:
        """The names to mark as here."""
        return self.page_of(self.missing, self._pages["missing"])

    @cached_property
    def here_shown(self) -> Page[Entrant]:
        """The names already marked as here."""
        return self.page_of(self.here, self._pages["here"])

    @property
    def query(self) -> str:
        """The search and the pages, as parameters of an address."""
        wanted: dict[str, str | int] = {"who": self.typed, **self._pages}
        return urlencode({name: value for name, value in wanted.items() if value})

    @property
    def url(self) -> str:
        """The address of the page."""
        return reverse("competition_check_in_screen", args=[self.competition.pk])

    @property
    def url_shown(self) -> str:
        """The address with the search and the pages that are shown."""
        return f"{self.url}?{self.query}" if self.query else self.url


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 6 else 0
