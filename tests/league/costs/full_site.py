"""A site on which everything is as large as it may be: its people, and places for every address."""

import datetime as dt
import io
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from allauth.mfa.utils import decrypt
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from games.analysis.findings import VERSION
from games.analysis.kinds import KINDS
from games.analysis.seats import EDITION
from games.integrity import checkpoints
from games.models import MatchAnalysis, Player, Puzzle, SeatAnalysis, Table
from games.puzzles import queries
from games.puzzles.making import MOST
from games.puzzles.page import KIND_NAMES
from league.calendar import feeds, matchdays
from league.calendar.answer_links import answer_token
from league.clubs import logos
from league.models import (
    Archive,
    ArchivePiece,
    Availability,
    Claim,
    Competition,
    Invitation,
    JoinRequest,
    Matchday,
    Membership,
    Notice,
    Report,
    ReportStep,
    SubstituteRequest,
    Team,
    WebhookDelivery,
)
from league.notifications.unsubscribing import stop_token
from tests.games.playing import START
from tests.games.puzzles.made_puzzles import puzzle
from tests.games.visiting import give_accounts, log_in
from tests.league.club_nights import BY
from tests.league.costs.busy_tables import BusyTables
from tests.league.costs.large_competitions import ENTRANTS, Facts, LargeCompetitions
from tests.league.every_address.closed_world import World
from tests.league.every_address.forms_of_pages import forms

STRANGER, GUEST, ACCOUNT, ORGANIZER = "stranger", "guest", "account", "organizer"
FORGETFUL, HALF_IN = "who has opened a link from a letter", "who has given the password only"
"""Browsers of strangers of whom the site knows something."""
MEMBERS: Final = 2000
PASSWORD: Final = "seven red cards"
"""Ana's."""
LONGEST_ADDRESS: Final = f"{'x' * 59}@{'y' * 60}.{'y' * 60}.{'y' * 60}.example.org"
_ROWS: Final = 500
"""The number of notices, dates, deliveries, requests and invitations."""


class FullSite(LargeCompetitions, BusyTables):
    """The site; its places are made when they are asked for."""

    def __init__(self) -> None:
        self.world = World.made()
        self.club = self.world.cup.club
        self.club.is_public = True
        self.club.save()
        self.olga = Player.objects.create(name="Olga")
        roles = {f"is_{role}": True for role in ("owner", "organizer", "referee", "scorekeeper", "member")}
        Membership.objects.create(club=self.club, player=self.olga, **roles)
        self.ana = Player.objects.create(name="Ana")
        Membership.objects.create(club=self.club, player=self.ana)
        self.bo = Player.objects.create(name="Bo")
        people = Player.objects.bulk_create(Player(name=f"Member {number}") for number in range(MEMBERS))
        Membership.objects.bulk_create(Membership(club=self.club, player=person) for person in people)
        self.people = [self.ana, *people][:ENTRANTS]
        self._fill_the_club()
        self._give_accounts_and_letters()

    @cached_property
    def clients(self) -> dict[str, Client]:
        """The browser of each asker."""
        made = {name: Client() for name in (STRANGER, FORGETFUL, HALF_IN, ACCOUNT, ORGANIZER)}
        for client in made.values():
            client.handler.load_middleware()  # as a web process does before its first request
        log_in(made[ACCOUNT], self.ana, by_password=True)
        log_in(made[ORGANIZER], self.olga, by_password=True)
        return made | {GUEST: made[ACCOUNT]}

    def facts(self, place: str) -> Facts:
        """What stands in the addresses of a place."""
        return {} if not place else self._places[place]()

    def described(self, place: str) -> str:
        """What a place is, in words."""
        return (getattr(self, place).__doc__ or "").strip() if place else ""

    @cached_property
    def _places(self) -> dict[str, Callable[[], Facts]]:
        kept: dict[str, Facts] = {}

        def once(make: Callable[[], Facts]) -> Callable[[], Facts]:
            def remembered() -> Facts:
                if make.__name__ not in kept:
                    kept[make.__name__] = make()
                return kept[make.__name__]

            return remembered

        makers = (
            *(self.season, self.knock_out, self.robin, self.planned, self.entering, self.at_the_door),
            *(
                self.draft,
                self.by_hand,
                self.over,
                self.night,
                self.arena,
                self.cup,
                self.day,
                self.member,
                self.chair,
            ),
            *(self.finished_swiss, self.finished_season, self.finished_robin),
            *(self.without_account, self.reported, self.archived, self.met, self.analysed),
            *(self.puzzled, self.called_off, self.replacing, self.asked_to_replace, self.fined),
            *(self.entered, self.withdrawn, self.resting, self.put_away, self.corrected),
            *(self.long_match, self.playing, self.moving, self.waiting_for_start, self.seating),
            *(self.paused, self.away, self.paper, self.to_confirm, self.disputed),
            *(self.forgotten, self.unconfirmed, self.second_factor),
        )
        return {maker.__name__: once(maker) for maker in makers}

    def filled(self, path: str, asker: str = ORGANIZER, **changes: Any) -> dict[str, Any]:
        """What the largest form of a page sends when nothing but these fields is changed."""
        forms_ = forms(path, self.clients[asker].get(path).content.decode())
        largest = max(forms_, key=lambda form: len(form.fields))
        offered = {name: values[0] for name, values in largest.fields.items() if values}
        return {name: value for name, value in offered.items() if name != "command_id"} | changes

    def version(self, place: str) -> int:
        """The version of the table of a place."""
        return Table.objects.get(pk=self.facts(place)["pk"]).version

    def seed_list(self) -> str:
        """Every entrant of the planned season, the last first, with a club and a rating."""
        entrants = Competition.objects.get(pk=self.facts("planned")["pk"]).entrants
        names = entrants.order_by("-number").values_list("player__name", flat=True)
        return "\n".join(f"{name},{'C' * 40},{at}" for at, name in enumerate(names))

    def totals(self, place: str) -> dict[str, str]:
        """The totals of the first match of a place, by its fields."""
        facts = self.facts(place)
        seats = Competition.objects.get(pk=facts["pk"]).matches.get(stage=1, key=facts["key"]).placements
        numbers = seats.order_by("entrant__number").values_list("entrant__number", flat=True)
        return {f"total_{number}": str(510 - 200 * at) for at, number in enumerate(numbers)}

    def legal_move(self) -> str:
        """A move that Ana may make."""
        told = self.clients[ACCOUNT].get(f"/api/v1/tables/{self.facts('moving')['pk']}/").json()
        return "draw" if "draw" in told["legal"] else told["legal"][0]

    def places_of(self, place: str, *, turned: bool) -> list[dict[str, int]]:
        """Who came where in the match of a place."""
        facts = self.facts(place)
        seats = Competition.objects.get(pk=facts["pk"]).matches.get(stage=1, key=facts["key"]).placements
        numbers = list(seats.order_by("entrant__number").values_list("entrant__number", flat=True))
        return [
            {"entrant": number, "place": at}
            for at, number in enumerate(reversed(numbers) if turned else numbers, start=1)
        ]

    def one_time_code(self) -> str:
        """The code that the app of the account with a second factor shows now."""
        secret = decrypt(Authenticator.objects.get(type=Authenticator.Type.TOTP).data["secret"])
        _before, now, _after = totp.yield_hotp_counters_from_time()
        return str(totp.format_hotp_value(totp.hotp_value(secret, now)))

    def forgotten(self) -> Facts:
        """Ana's link for a new password, which is open in a browser."""
        browser = self.clients[FORGETFUL]  # before the key is made, which counts for the last log-in only
        user = User.objects.get(player=self.ana)
        facts = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
        browser.get(reverse("account_reset_password_from_key", kwargs=facts))
        return facts | {"key": "set-password"}

    def unconfirmed(self) -> Facts:
        """A link that confirms the longest address."""
        user = User.objects.get(player=self.late[0])
        address = EmailAddress.objects.create(user=user, email=LONGEST_ADDRESS)
        return {"key": EmailConfirmationHMAC(address).key}

    def second_factor(self) -> Facts:
        """An account with a second factor, of which the password was given."""
        player = Player.objects.create(name="Theo")
        user = log_in(self.clients[HALF_IN], player)
        user.set_password(PASSWORD)
        user.save()
        totp.TOTP.activate(user, totp.generate_totp_secret())
        self.clients[HALF_IN].logout()
        self.clients[HALF_IN].post(reverse("log_in"), {"login": user.username, "password": PASSWORD})
        return {}

    def met(self) -> Facts:
        """Ana, and a member whom she has met in a round robin of 32."""
        self.facts("over")
        return self.member()

    def chair(self) -> Facts:
        """Ana's table of the evening with real cards."""
        return {"pk": self.facts("night")["table"]}

    def without_account(self) -> Facts:
        """A member whom nobody has claimed."""
        return {"pk": self.people[5].pk}

    def reported(self) -> Facts:
        """Three hundred reports that Ana decides as a host, most of them about one person."""
        facts, at = self.facts("long_match"), timezone.now()
        made = Report.objects.bulk_create(
            Report(
                reporter=self.people[1], player=self.people[2], table_id=facts["pk"], text="x" * 200,
                said_at=at, reason="insult", words="x" * 500, desk="host", at=at,
            )
            for _row in range(_ROWS)
        )  # fmt: skip
        ReportStep.objects.bulk_create(
            ReportStep(report=made[0], at=at, deed="reopened", desk="host", words="x" * 500)
            for _row in range(50)
        )
        return {"pk": made[0].pk}

    def archived(self) -> Facts:
        """An archive about Ana of ten megabytes."""
        at = timezone.now()
        facts = {"asked_at": at, "finished_at": at, "expires_at": at + dt.timedelta(days=7)}
        archive = Archive.objects.create(player=self.ana, size=10_000_000, **facts)
        for number in range(10):
            ArchivePiece.objects.create(archive=archive, number=number, content=b"x" * 1_000_000)
        return {}

    def analysed(self) -> Facts:
        """Ana, with a thousand analysed matches that everyone may see."""
        Player.objects.filter(pk=self.ana.pk).update(shows_insight=True)
        row = {"name": "Table", "rulebook": "classic", "seat_count": 4, "opened_at": START, "head": b"h" * 32}
        over = {"status": Table.Status.FINISHED, "finished_at": START}
        tables = Table.objects.bulk_create(Table(**row, **over) for _match in range(1000))
        made = {"version": VERSION, "head": b"h" * 32, "asked_at": START, "finished_at": START}
        analyses = MatchAnalysis.objects.bulk_create(
            MatchAnalysis(table=table, summary_edition=EDITION, **made) for table in tables
        )
        kinds = {kind: [20, 200_000, 10_000_000_000] for kind in KINDS}
        parts = [250_000, 100_000, 50_000, 500_000, 100_000, 0, 1_000_000]
        SeatAnalysis.objects.bulk_create(
            SeatAnalysis(analysis=analysis, index=index, player=player, parts=parts, kinds=kinds)
            for analysis in analyses
            for index, player in enumerate(self.people[:4])
        )
        return {"pk": self.ana.pk}

    def puzzled(self) -> Facts:
        """Four hundred puzzles, one of them that of the day."""
        first = puzzle(daily_on=queries.today())
        facts = {"mu": first.mu, "sigma": first.sigma, "made_at": first.made_at}
        Puzzle.objects.bulk_create(
            Puzzle(analysis=first.analysis, kind=kind, content=first.content, **facts)
            for kind in KIND_NAMES
            for _puzzle in range(MOST)
        )
        return {"pk": first.pk}

    def day(self) -> Facts:
        """A date that 2,000 have answered."""
        return {"pk": self.days[0].pk, "number": 1}

    def member(self) -> Facts:
        """Ana, of the club."""
        return {"pk": self.ana.pk, "player": self.ana.pk, "other": self.people[1].pk}

    def called_off(self) -> Facts:
        """A date that was called off."""
        matchdays.call_off(self.days[1].pk, by=BY, at=timezone.now())
        return {"pk": self.days[1].pk}

    def replacing(self) -> Facts:
        """A date of the small cup, of which 2,000 may be substitutes."""
        day = Matchday.objects.get(pk=self.days[2].pk)
        day.competition, day.stage, day.round_number = self.world.cup, 1, 1
        day.save()
        return {"pk": day.pk, "number": 1}

    def asked_to_replace(self) -> Facts:
        """A request to replace somebody in the small cup."""
        day, replaced = self.facts("replacing")["pk"], self.world.cup.entrants.get(number=1).player
        facts = {"entrant": 1, "replaces": replaced, "asked_by": BY, "asked_at": START}
        made = SubstituteRequest.objects.create(matchday_id=day, player=self.late[3], **facts)
        return {"pk": made.pk}

    def _give_accounts_and_letters(self) -> None:
        """Let Ana have a password, and the world addresses of letters and calendars that are valid."""
        claim = Claim.objects.select_related("claimant").get()
        Claim.objects.update(player=self.late[2])
        give_accounts(self.ana, self.olga, self.late[0], claim.claimant)
        # As a site stores it: who logs in waits for that.
        User.objects.filter(player=self.ana).update(password=make_password(PASSWORD, hasher="argon2"))
        self.ana.refresh_from_db()
        facts, token = self.world.facts, feeds.address(feeds.CLUB, self.club.pk)
        facts["calendar/"] |= {"token": token.rpartition("/")[2].removesuffix(".ics")}
        facts["matchdays/"] |= {"token": answer_token(self.days[0].pk, self.ana.pk)}
        facts["notices/"] |= {"token": stop_token(self.ana.user_id, "next_up")}

    def _fill_the_club(self) -> None:
        checkpoints.make(START)
        at, day = timezone.now(), dt.timedelta(days=1)
        self.late = [Player.objects.create(name=f"Late {number}") for number in range(200)]
        for player in self.late:  # each of them is in the audit log
            Membership.objects.create(club=self.club, player=player)
        Membership.objects.filter(player=self.late[0]).update(is_owner=True)
        picture = io.BytesIO()
        Image.effect_noise((256, 256), 60).save(picture, "PNG")
        logos.put(self.club, io.BytesIO(picture.getvalue()))
        asking = Player.objects.bulk_create(Player(name=f"Asker {number}") for number in range(_ROWS))
        JoinRequest.objects.bulk_create(
            JoinRequest(club=self.club, player=asker, message="x" * 200, asked_at=at) for asker in asking
        )
        Invitation.objects.bulk_create(
            Invitation(club=self.club, note="x" * 80, expires_at=at + 300 * day, made_at=at)
            for _row in range(_ROWS)
        )
        Team.objects.bulk_create(Team(club=self.club, name=f"Team {number}") for number in range(_ROWS))
        self.days = Matchday.objects.bulk_create(
            Matchday(
                club=self.club,
                name="x" * 80,
                note="x" * 500,
                starts_at=at + number * day,
                ends_at=at + number * day + day / 8,
                changed_at=at,
            )
            for number in range(1, _ROWS)
        )
        Availability.objects.bulk_create(
            Availability(matchday=self.days[0], player=person, answer="in", since=at, by=BY)
            for person in self.people
        )
        Notice.objects.bulk_create(
            Notice(
                player=self.ana, kind="match", key=f"k{number}", subject="x" * 160, text="x" * 600,
                link="/", at=at,
            )
            for number in range(_ROWS)
        )  # fmt: skip
        hook = self.world.facts["clubs/"]["hook"]
        WebhookDelivery.objects.bulk_create(
            WebhookDelivery(hook_id=hook, event=f"e{number}", kind="ping", body="x" * 8000, made_at=at)
            for number in range(_ROWS)
        )
