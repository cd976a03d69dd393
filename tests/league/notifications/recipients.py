"""People with accounts for tests of what they are told."""

from collections.abc import Sequence
from itertools import count

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from games.models import Player
from league.models import Competition, Notice
from league.notifications import notices
from league.notifications.notices import About

ABOUT = About("Your table is ready: Friday", "Friday: Round 1, match 1 can begin.", "/tables/1/")
_numbers = count(1)


def with_accounts(players: Sequence[Player]) -> list[Player]:
    """Give players an account with an e-mail address each."""
    for player in players:
        number = next(_numbers)
        address = f"p{number}@example.org"
        player.user = User.objects.create(username=f"log-in-{number}", email=address)
        EmailAddress.objects.create(user=player.user, email=address, verified=True, primary=True)
        player.save()
    return list(players)


def somebody(name: str = "Ana") -> Player:
    return with_accounts([Player.objects.create(name=name)])[0]


def everybody_in(competition: Competition) -> list[Player]:
    """Give all entrants an account."""
    entrants = competition.entrants.select_related("player").order_by("number")
    return with_accounts([entrant.player for entrant in entrants])


def told(player: Player, kind: str = "") -> list[str]:
    """The subjects of what a player was told, oldest first."""
    rows = Notice.objects.filter(player=player, **({"kind": kind} if kind else {}))
    return [row.subject for row in rows.order_by("pk")]


def tell(player: Player, at, key: str = "one", kind: str = "table_ready") -> None:
    notices.send(kind, [player.pk], key, about=lambda: ABOUT, at=at)
