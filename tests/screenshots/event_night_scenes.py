"""What is photographed of nights with real cards: score pages, a place, the desk's tables, screen, paper."""

from django.test import Client
from django.utils import timezone

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import RecordDeal
from league.competitions.event_night import calls, table_scorekeepers
from league.models import Competition, Membership
from league.rules.competition.commands import MoveMatch, OpenCheckIn, StartTimer
from tests.games.playing import player
from tests.games.scoresheets.writing_down import real_cards
from tests.games.visiting import log_in
from tests.league.club_nights import announced, later, matches, started
from tests.league.organizing import act
from tests.screenshots.names import NAMES
from tests.screenshots.table_scenes import Scene


def scenes() -> list[Scene]:
    """Put nights together, and a table that plays on for places."""
    return [*_night(), *_night_of_two(), *_for_places()]


def _night() -> list[Scene]:
    night = started(32, venue="physical", confirmation="silence", rulebook="classic", options={})
    for player_, name in zip(Player.objects.filter(entries__competition=night), NAMES, strict=True):
        Player.objects.filter(pk=player_.pk).update(name=name)
    rita = Player.objects.create(name="Rita Keller")
    Membership.objects.create(club=night.club, player=rita, is_organizer=True)
    act(
        night,
        MoveMatch(1, matches(night)[2].key, "online"),
        StartTimer(3000, int(timezone.now().timestamp())),
    )
    first, second, *_others = matches(night)
    for number, points in ((1, 24), (2, 61)):
        left = dict.fromkeys((1, 2, 3), points)
        scoresheets.act(first.table_id, RecordDeal(number, 0, left), by="scorekeeper:1", at=later(20))
    calls.call(second.table_id, player=player(second.table, "B"), at=later(21))
    for table, player_ in ((1, rita), (2, player(first.table, "C"))):
        table_scorekeepers.assign(night, table, _with_account(player_, night).pk)
    page = night.get_absolute_url()
    return [
        Scene("score", f"/tables/{first.table_id}/score/", rita),
        Scene("score-correct", f"/tables/{first.table_id}/score/deals/1/", rita),
        Scene("score-called", f"/tables/{second.table_id}/score/", rita),
        Scene("sheet-of-a-player", f"/tables/{first.table_id}/", player(first.table, "C")),
        Scene("place", page, player(second.table, "B")),
        Scene("tables-overview", f"{page}tables/", rita),
        Scene("table-scorekeepers", f"{page}scorekeepers/", rita),
        Scene("place-and-table-kept", page, player(first.table, "C")),
        Scene("screen", f"/screen{page}"),
        Scene("print-standings", f"{page}print/standings/"),
    ]


def _night_of_two() -> list[Scene]:
    """Two competitions of a club, as their organizer sees them at one desk, and a referee of both."""
    cup = started(8, name="Cup", venue="physical", round_minutes=40)
    juniors = started(4, name="Juniors", venue="physical", confirmation="others", club=cup.club)
    planned = announced(4, name="Beginners", club=cup.club)
    act(planned, OpenCheckIn("ABCDE"))
    people = {}
    for name, role in (("Olga Vogt", "is_organizer"), ("Remo Frei", "is_referee")):
        people[role] = Player.objects.create(name=name)
        Membership.objects.create(club=cup.club, player=people[role], **{role: True})
    asking = matches(juniors)[0]
    calls.call(asking.table_id, player=player(asking.table, "B"), at=later(21))
    act(cup, StartTimer(2400, int(timezone.now().timestamp())))
    page = f"{cup.get_absolute_url()}tables/"
    return [
        Scene("tables-of-two-at-the-desk", f"{page}?at=desk", people["is_organizer"]),
        Scene("tables-of-two", page, people["is_referee"]),
    ]


def _with_account(player: Player, night: Competition) -> Player:
    """Let a player log in, as somebody of the club."""
    Membership.objects.get_or_create(club=night.club, player=player)
    log_in(Client(), player)
    return player


def _for_places() -> list[Scene]:
    hana = Player.objects.create(name="Hana Suzuki")
    options = {"going_out": "to_last", "scoring": "win_loss", "match_end": "manual"}
    table = real_cards("Ana Bo Cy Di", host=hana, options=options)
    scoresheets.act(table.pk, RecordDeal(1, 0, {}, then=[2, 1]), by=f"player:{hana.pk}", at=later(20))
    page = f"/tables/{table.pk}/score/"
    return [
        Scene("score-order", page, hana, click="#deal .pick >> nth=1"),
        Scene("score-order-plain", page, hana),
        Scene("score-order-correct", f"{page}deals/1/", hana),
    ]
