"""What lists about a player do not show to a visitor: closed clubs, and private tables of other people."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from games.access.invitations import listed_for
from league.models import Competition
from league.permissions.policy import invisible_competitions


@dataclass(frozen=True)
class KeptBack:
    """The competitions that are kept back, and the user who reads the lists; None without an account."""

    competitions: QuerySet[Competition]
    reader: int | None = None

    def shows_table(self, path: str) -> Q:
        """Return which rows are of tables that the reader may see in a list; `path` leads to the table."""
        return ~Q((f"{path}match__competition__in", self.competitions)) & listed_for(self.reader, path)


def kept_back_from(request: HttpRequest) -> KeptBack:
    """Return what is kept back from a visitor."""
    return KeptBack(invisible_competitions(request), request.user.pk)
