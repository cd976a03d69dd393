"""A club with some of everything, so that every list of the API has rows."""

import datetime as dt
from collections import defaultdict
from dataclasses import dataclass
from itertools import count

from django.contrib.auth.models import User
from django.utils import timezone

from games import chat, tables
from games.models import ChatMessage, Player, ReplayComment
from league import competitions
from league.clubs import joining, members
from league.competitions import rating_updates
from league.models import (
    Claim,
    Grant,
    JoinRequest,
    Matchday,
    Membership,
    Notice,
    Role,
    TableScorekeeper,
    Webhook,
    WebhookDelivery,
)
from league.roster import merging
from league.rules.competition.commands import Adjust
from tests.games.playing import START, open_table
from tests.league.api.asking import Program
from tests.league.club_nights import BY, fresh, play_round, started
from tests.league.people import somebody

FORMULA = "=HYPERLINK(1)"


@dataclass
class FullClub:
    """The club's organizer with a program, and what stands in the addresses of its lists."""

    who: Program
    places: dict[str, object]

    def path(self, route: str) -> str:
        """The address of a list by its route in the schema."""
        kind = route.removeprefix("/api/v1/").partition("/")[0]
        ids = {"competitions": self.places["cup"], "tables": self.places["table"]}
        hook = self.places["cup_hook"] if kind == "competitions" else self.places["hook"]
        known = {"id": ids.get(kind) or 1, "slug": self.places["slug"], "hook": hook}
        return route.format_map(defaultdict(lambda: 1, known))


_FAR = START + dt.timedelta(days=365_000)
_numbers = count(1)


def made() -> FullClub:
    """The club, with three of everything or more."""
    user = somebody("Olga")
    cup = started(8, format="single_elimination", table_size=2)
    Membership.objects.create(club=cup.club, player=user.player, is_owner=True)
    play_round(cup)
    rating_updates.recompute(cup.club_id)
    table = open_table("bot bot bot", host=user.player)
    full = FullClub(Program(user), {"cup": cup.pk, "table": table.pk, "slug": cup.club.slug})
    for name in ("hook", "cup_hook"):
        of = cup if name == "cup_hook" else None
        hook = Webhook.objects.create(club=cup.club, competition=of, url="https://a.example", made_at=START)
        full.places[name] = hook.pk
    more(full, user, cup, table)
    _places(user, cup)
    return full


def _places(user: User, cup: object) -> None:
    """The organizer keeps the score at all tables of another evening, and members at those of this one."""
    evening = started(8, venue="physical", table_size=2)
    members = Player.objects.filter(membership__club=cup.club).order_by("pk")
    for number, member in enumerate(members[:4], start=1):
        TableScorekeeper.objects.create(competition=evening, table_number=number, player=user.player)
        TableScorekeeper.objects.create(competition=cup, table_number=number, player=member)


def more(full: FullClub, user: User, cup: object, table: object) -> None:
    """Three more of everything."""
    for _time in range(3):
        number = next(_numbers)
        _more_of_the_club(user, cup, number)
        _more_of_the_rest(full, user, cup, table, number)


def _more_of_the_club(user: User, cup: object, number: int) -> None:
    club = cup.club
    member = members.add_by_name(club, f"{FORMULA}{number}").player
    team = members.name_team(club, f"Team {number}")
    team.people.add(member)
    Grant.objects.create(club=club, team=team, is_referee=True)
    Grant.objects.create(club=club, competition=cup, player=member, is_referee=True)
    days = {"days": 7, "most_uses": 3, "made_by": user.pk, "at": timezone.now()}
    joining.invite(club, [Role.MEMBER], note=f"Note {number}", **days)
    asker = Player.objects.create(name=f"Asker {number}")
    JoinRequest.objects.create(club=club, player=asker, message="Please", asked_at=_at(number))
    day = {"starts_at": _at(number), "ends_at": _at(number, hours=2), "changed_at": START}
    Matchday.objects.create(club=club, name=f"Day {number}", **day)
    soon = {"starts_at": _FAR, "ends_at": _FAR + dt.timedelta(hours=2 + number), "changed_at": START}
    Matchday.objects.create(club=club, name=f"Some day {number}", **soon)
    twin = members.add_by_name(club, f"Twin {number}").player
    merging.merge(club.pk, member.pk, twin.pk, by=BY, at=START)
    for claimed, claimant in ((member, asker), (member, user.player)):
        Claim.objects.create(player=claimed, claimant=claimant, asked_at=_at(number), decided_at=START)


def _more_of_the_rest(full: FullClub, user: User, cup: object, table: object, number: int) -> None:
    line = Adjust(1, number % 8 + 1, number, f"Reason {number}")
    competitions.act(cup.pk, line, by=BY, at=START, after=fresh(cup).version)
    started(3)
    tables.open_table(name=f"Open {number}", seats=2, rulebook="classic", by=BY, at=START)
    values = {"table": table, "player": user.player, "said_at": _at(number)}
    ChatMessage.objects.create(text=f"Word {number}", **values)
    ReplayComment.objects.create(step=number, text=f"Remark {number}", **values)
    facts = {"kind": "match", "subject": "S", "text": "T", "link": "/", "at": _at(number)}
    Notice.objects.create(player=user.player, key=f"k{number}", **facts)
    for name in ("hook", "cup_hook"):
        of = cup if name == "cup_hook" else None
        url = f"https://{number}.example"
        Webhook.objects.create(club=cup.club, competition=of, url=url, made_at=_at(number))
        sent = {"event": f"e{number}", "kind": "ping", "body": "{}", "made_at": _at(number)}
        WebhookDelivery.objects.create(hook_id=full.places[name], **sent)
    assert chat.version(table.pk) == 0


def _at(number: int, **more: int) -> dt.datetime:
    """A moment that some have in common: a page may begin between what is alike."""
    return START + dt.timedelta(days=number // 3, **more)
