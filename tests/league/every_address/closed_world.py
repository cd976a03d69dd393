"""A closed club with people of every kind and something for every address of the site."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games import tables
from games.models import ChatMessage, Player, ReplayComment, Table
from games.rulebooks import commands
from league.clubs import joining, members
from league.models import (
    Claim,
    Club,
    Competition,
    Grant,
    JoinRequest,
    Match,
    Membership,
    Role,
    SubstituteRequest,
    Team,
)
from league.roster import merging
from league.webhooks import hooks
from tests.games.playing import START
from tests.games.visiting import log_in
from tests.league.calendar.club_calendar import matchday
from tests.league.club_nights import BY, announced, knock_out, matches
from tests.league.every_address.visitors import ROLES
from tests.league.webhooks.receiver import hook_of

_IN_A_ROUTE = re.compile(r"<(?:\w+:)?(\w+)>")
_WITH_REAL_CARDS = [f"tables/<int:pk>/{part}" for part in ("score", "sheet", "result", "dispute")]


@dataclass
class World:
    """A closed club with people of every kind, something for every address, and a browser for somebody."""

    cup: Competition
    facts: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def made(cls) -> "World":
        cup = knock_out(4)
        home, table, paper = cup.club, matches(cup)[0].table, _with_real_cards(cup)
        home.is_public = False
        home.save()
        asking, row = (
            Player.objects.create(name="Asks"),
            Player.objects.create(name="Row", shows_insight=True),
        )
        Membership.objects.create(club=home, player=row)
        twin = Player.objects.create(name="Twin")
        merging.merge(home.pk, row.pk, twin.pk, by=BY, at=START)
        claim = Claim.objects.create(player=row, claimant=asking, asked_at=START)
        talk = ChatMessage.objects.create(table=table, player=row, text="Hello", said_at=START)
        replay_comment = ReplayComment.objects.create(
            table=table, player=row, step=1, text="Hello", said_at=START
        )
        asked = JoinRequest.objects.create(club=home, player=asking, asked_at=START)
        maker = User.objects.create_superuser("maker").pk
        invitation = joining.invite(
            home, [Role.SPECTATOR], days=7, most_uses=9, note="", made_by=maker, at=START.replace(year=2999)
        )
        rulebook = commands.keep(keeper=home, name="Ours", preset="classic", options={}, at=START)
        day, team = matchday(home), members.name_team(home, "Team")
        step_in = SubstituteRequest.objects.create(
            matchday=day, entrant=1, replaces=row, player=asking, asked_by=BY, asked_at=START
        )
        sheet = {"what": "standings", "kind": "csv"} | _webhook(cup)
        of_the_club = {"pk": 0, "slug": home.slug, "what": "players", "kind": "csv"} | _webhook(home)
        return cls(
            cup,
            {
                **{key: {"pk": paper.pk, "deal": 1} for key in _WITH_REAL_CARDS},
                "tables/": {"pk": table.pk, "message": talk.pk, "step": 1, "comment": replay_comment.pk},
                "competitions/": {
                    "pk": cup.pk,
                    "stage": 1,
                    "entrant": 1,
                    "number": 1,
                    "key": "R1.1",
                    **sheet,
                },
                "t/": {"pk": cup.pk, "number": 1},
                "api_rulebook": {"key": rulebook.key},
                "api_rulebook_discard": {"key": rulebook.key},
                "rules/custom": {"pk": rulebook.pk},
                "matchdays/": {"pk": day.pk, "number": 1, "token": "x", "choice": "in"},
                "calendar/": {"kind": "club", "owner": home.pk, "token": "x"},
                "substitute": {"pk": step_in.pk},
                "api_club_member": of_the_club | {"player": row.pk},
                "api_club_remove": of_the_club | {"player": row.pk},
                "api_club_let_in": of_the_club | {"number": asked.pk},
                "api_club_decline": of_the_club | {"number": asked.pk},
                "api_club_revoke": of_the_club | {"number": invitation.pk},
                "api_club_team": of_the_club | {"number": team.pk},
                "api_club_end_team": of_the_club | {"number": team.pk},
                "api_club_claim_confirm": of_the_club | {"number": claim.pk},
                "api_club_claim_decline": of_the_club | {"number": claim.pk},
                "api_player_unmerge": {"pk": twin.pk},
                "notices/": {"pk": 1, "token": "x"},
                "devices/": {"pk": 1},
                "api_invitation": {"token": joining.token(invitation)},
                "club_person": of_the_club | {"pk": row.pk},
                "club_team": of_the_club | {"pk": team.pk},
                "club_request": of_the_club | {"pk": asked.pk},
                "club_invitation_revoke": of_the_club | {"pk": invitation.pk},
                "clubs/": of_the_club,
                "player_unmerge": {"pk": twin.pk},
                "claim_decide": {"pk": claim.pk},
                "players/": {"pk": row.pk, "other": row.pk},
                "invitation": {"token": joining.token(invitation)},
                "checkpoint": {"day": "2026-05-01"},
                "api_checkpoint": {"day": "2026-05-01"},
                "api_option": {"name": "jump_in"},
                "api_invited": {"token": joining.token(invitation)},
                "rule_option": {"name": "jump_in"},
                "rulebook": {"key": "classic"},
                "": {"pk": cup.pk, "token": "x", "key": "x", "uidb36": "x", "slug": home.slug},
            },
        )

    def path(self, name: str, route: str, other: Mapping[str, Any] | None = None) -> str:
        """The address of a name, filled with the first facts that fit its name or route, and `other`."""
        route_of_pages = route.removeprefix("api/v1/")
        fits = (
            key for key in self.facts if key == name or (key and route_of_pages.startswith(key)) or not key
        )
        facts = self.facts[next(fits)] | (other or {})
        return reverse(name, kwargs={key: facts[key] for key in _IN_A_ROUTE.findall(route)})

    def browser(self, who: str) -> Client:
        """The browser of somebody of `MAY`."""
        client = Client()
        if who == "anonymous":
            return client
        if who == "keeper of the site":
            client.force_login(User.objects.create_superuser("root", password="x"))
            return client
        player = self._player(who)
        log_in(client, player)
        return client

    def _player(self, who: str) -> Player:
        if who == "player":
            return matches(self.cup)[0].table.seats.first().player
        player, home = Player.objects.create(name="Visitor"), self.cup.club
        role, _, where = who.partition(" of ")
        flags = {"is_member": False, f"is_{role}": True}
        if who in ROLES:
            Membership.objects.create(club=home, player=player, **flags)
        elif where == "the competition" and role in ROLES:
            Grant.objects.create(club=home, competition=self.cup, player=player, **flags)
        elif where == "another competition":
            other = announced(0)
            Competition.objects.filter(pk=other.pk).update(club=home)
            Grant.objects.create(club=home, competition=other, player=player, **flags)
        elif where == "another club":
            Membership.objects.create(club=announced(0).club, player=player, **flags)
        elif who.startswith("in a team"):
            team = Team.objects.create(club=home, name="Visitors")
            team.people.add(player)
            is_of_owners = "owners" in who
            role_ = {"is_owner": True} if is_of_owners else {"competition": self.cup, "is_referee": True}
            Grant.objects.create(club=home, team=team, **role_)
        return player


def _with_real_cards(cup: Competition) -> Table:
    """A table of the competition with real cards, at which the `player` sits, too."""
    facts = {"name": "Real cards", "rulebook": "classic", "seats": 2, "confirm": "others"}
    table = tables.open_table(is_physical=True, by=BY, at=START, **facts)
    here = [matches(cup)[0].table.seats.first().player, Player.objects.create(name="Opposite")]
    tables.take_seats(table.pk, players=here, by=BY, at=START)
    tables.start(table.pk, dealer=0, by=BY, at=START)
    place = {"round_number": 9, "number": 1, "name": "Real cards", "venue": "physical"}
    Match.objects.create(competition=cup, key="R9.1", table=table, **place)
    return table


def _webhook(place: Club | Competition) -> dict[str, int]:
    """A webhook with a delivery."""
    hook, _secret = hook_of(place)
    return {"hook": hook.pk, "delivery": hooks.test(hook, at=START).pk}
