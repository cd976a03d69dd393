"""The people of the demo: three accounts with e-mail addresses, and members who have none."""

import datetime as dt
from dataclasses import dataclass
from typing import Final, NamedTuple

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model

from games.models import Player
from league.clubs import joining, members
from league.clubs.new_club import found_club
from league.models import Club, Role
from league.notifications import join_and_claim_notices
from league.roster import claims

CLUB, SLUG = "Riverside Card Club", "riverside"
PASSWORD = "wild-cards"  # noqa: S105 - printed for everybody who looks at the demo


class LogIn(NamedTuple):
    """The name and password of a log-in, and its role in the demo."""

    name: str
    password: str
    who: str


ANA, BO, CEM = (
    LogIn("ana", PASSWORD, "organizer"),
    LogIn("bo", PASSWORD, "keeps scores"),
    LogIn("cem", PASSWORD, "asks to join"),
)
LOG_INS: Final = (ANA, BO, CEM)
"""All log-ins; the first is the organizer's."""
GUEST: Final = "Cem Kaya"
"""A guest of last season, who now has an account and claims to be that player."""
_NAMES: Final = {ANA: "Ana Ferreira", BO: "Bo Lindqvist", CEM: "Cem Kaya"}
_MEMBERS: Final = (
    "Chiara Ricci", "Dmitri Volkov", "Emeka Obi", "Freya Madsen", "Goran Babić", "Hana Suzuki",
    "Ines Duarte", "Jamal Haddad", "Kaja Nowak", "Liam Byrne", "Mei Chen", "Noor Rahman",
    "Oona Virtanen", "Pablo Ortega", "Quynh Tran", "Rosa Meyer", "Samir Aziz", "Thandi Mokoena",
    "Umberto Greco", "Vera Kos", "Wanda Zielińska", "Xavier Dupont", "Yusuf Demir", "Zoë Janssen",
    "Aino Laine", "Bruno Costa",
)  # fmt: skip


@dataclass(frozen=True)
class Everybody:
    """The club with its people. `members` have no account: bots play for the first twenty of them."""

    club: Club
    ana: Player
    bo: Player
    cem: Player
    guest: Player
    members: list[Player]

    @property
    def by(self) -> str:
        """Ana as the `by` of commands."""
        return f"organizer:{self.ana.user_id}"

    @property
    def scorekeeper(self) -> str:
        """Bo as the `by` of commands."""
        return f"scorekeeper:{self.bo.user_id}"


def create_people(*, at: dt.datetime) -> Everybody:
    """Create the club with its members."""
    ana, bo, cem = (_account(log_in) for log_in in LOG_INS)
    club = found_club(name=CLUB, slug=SLUG, owner=ana, time_zone="UTC", at=at)
    members.take_in(club, bo)
    *others, guest = [members.add_by_name(club, name).player for name in (*_MEMBERS, GUEST)]
    desk = members.name_team(club, "At the desk")
    helpers, every = [bo.pk, others[-1].pk], list(Role)
    members.change_team(desk, name=desk.name, members=helpers, roles=[Role.SCOREKEEPER], giveable=every)
    assert ana.user_id is not None
    joining.invite(
        club, [Role.MEMBER], days=30, most_uses=20, note="On the notice board", made_by=ana.user_id, at=at
    )
    return Everybody(club, ana, bo, cem, guest, others)


def ask_to_join(everybody: Everybody, *, at: dt.datetime) -> None:
    """Let Cem ask to join, and claim to be the guest of last season."""
    joining.join(everybody.club, everybody.cem, message="I was your guest in autumn. May I stay?", at=at)
    claim = claims.ask(everybody.guest, claimant=everybody.cem, at=at)
    join_and_claim_notices.of_claim(claim, at=at)


def _account(log_in: LogIn) -> Player:
    address = f"{log_in.name}@riverside.example"
    user = get_user_model().objects.create_user(
        log_in.name, address, log_in.password, first_name=_NAMES[log_in]
    )
    EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
    return Player.objects.create(name=_NAMES[log_in], user=user)
