"""A club night for journeys: who comes, everybody with a browser of their own, and where they sit."""

from collections.abc import Sequence

from django.db.models import F
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page

from games import scoresheets
from games.models import Player, Table
from games.rules.scoresheet.decide import RecordDeal
from league.models import Match, Membership
from league.rules.competition.commands import CheckIn
from league.rules.settings.stages import StageSettings
from tests.games.playing import START
from tests.games.visiting import log_in
from tests.journeys.people import LAPTOP, visitor
from tests.league.club_nights import BY, announced, competitions, fresh

MEMBERS = [
    "Ana",
    "Ben",
    "Cleo",
    "Dee",
    "Eli",
    "Fay",
    "Gus",
    "Hugo",
    "Ivo",
    "Jon",
    "Kai",
    "Lea",
    "Max",
    "Nia",
    "Olaf",
    "Pam",
    "Quin",
    "Ray",
    "Sue",
    "Tom",
    "Uma",
    "Vic",
    "Wes",
    "Zoe",
]
BOTS = ("Robo", "Bitsy")
"""Entrants without an account: at a table of the site bots play for them."""
KEEPERS = ("Kim", "Lou", "Mel", "Ned", "Pia")
"""The last of them keeps the score at two tables."""
PROJECTOR = "projector"
TABLES = 7
SHORT_MATCHES = {"target_score": 20, "hand_size": 3}


class Night:
    """A competition of one round at tables of four, announced for a room; nobody is there yet."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._pages: dict[str, Page] = {}
        self._complaints: list[str] = []
        self.online = 0
        self.competition = announced(
            0,
            name="Friday night",
            stages=[StageSettings("swiss", table_size=4, rounds=1)],
            venue="physical",
            options=SHORT_MATCHES,
            by_hand=True,
            confirmation="silence",
            silence_minutes=1,
            turn_seconds=120,
            bot_pause_ms=0,
        )
        self.people = {name: Player.objects.create(name=name) for name in (*MEMBERS, *BOTS)}
        entered = list(self.people.values())
        competitions.enter(self.competition.pk, players=entered, by=BY, at=START)
        for name in MEMBERS:
            log_in(Client(), self.people[name])
        self._give("Olga", "organizer")
        self._give("Rita", "referee")
        for name in KEEPERS:
            self._give(name, "scorekeeper")

    def _give(self, name: str, role: str) -> None:
        self.people[name] = Player.objects.create(name=name)
        Membership.objects.create(
            club=self.competition.club, player=self.people[name], **{f"is_{role}": True}
        )

    @property
    def address(self) -> str:
        """The page of the competition."""
        return f"/competitions/{self.competition.pk}/"

    def phone(self, name: str) -> Page:
        """The phone of somebody, who is logged in there: always the same one, in a context of its own."""
        if name not in self._pages:
            self._pages[name] = visitor(
                self._browser, self._address, self.people[name], service_workers="allow"
            )
        return self._pages[name]

    def laptop(self, name: str) -> Page:
        """The laptop of somebody, like `phone`."""
        page = self.phone(name)
        page.set_viewport_size(LAPTOP)
        return page

    def projector(self) -> Page:
        """The screen of the hall, where nobody is logged in."""
        if PROJECTOR not in self._pages:
            self._pages[PROJECTOR] = visitor(self._browser, self._address)
            self._pages[PROJECTOR].set_viewport_size({"width": 1920, "height": 1080})
        return self._pages[PROJECTOR]

    def put_away(self, *names: str) -> None:
        """Let people put their phones away: fewer pages that follow everything."""
        for name in names:
            page = self._pages.pop(name)
            self._complaints += page.complaints
            page.context.close()

    def let_in(self, names: Sequence[str]) -> None:
        """Check people in without a browser."""
        entrants = self.competition.entrants.filter(player__name__in=names)
        present = CheckIn(list(entrants.values_list("number", flat=True)))
        competitions.act(self.competition.pk, present, by=BY, at=timezone.now())

    def write_down(self, *numbers: int) -> None:
        """Let whoever sits first at a table of the room win, without a browser."""
        for number in numbers:
            left = dict.fromkeys(range(1, len(self.seated(number))), 40)
            won = RecordDeal(1, 0, left)
            scoresheets.act(self.match(number).table_id, won, by=BY, at=timezone.now())

    @property
    def in_the_room(self) -> list[int]:
        """The tables with real cards."""
        return [number for number in range(1, TABLES + 1) if number != self.online]

    def kept_by(self, name: str) -> int:
        """The table at which somebody keeps the score, the first of two."""
        return self.in_the_room[KEEPERS.index(name)]

    def seated(self, number: int) -> list[str]:
        """Who sits at a table of the room, from seat A on."""
        seats = self.match(number).table.seats.select_related("player")
        return [seat.player.name for seat in seats]

    def match(self, number: int) -> Match:
        """What is played at a table of the room."""
        return Match.objects.get(competition=self.competition, table_number=number)

    def let_the_silence_pass(self) -> None:
        """Put back the end of the minute in which people may object to the reported results."""
        tables = Table.objects.filter(match__competition=self.competition, is_physical=True)
        tables.filter(due_at__isnull=False).update(turn_ends_at=F("opened_at"), due_at=F("opened_at"))

    @property
    def status(self) -> str:
        """How far the evening is."""
        return fresh(self.competition).status

    @property
    def complaints(self) -> list[str]:
        """What the consoles of all browsers complained about."""
        return self._complaints + [
            complaint for page in self._pages.values() for complaint in page.complaints
        ]
