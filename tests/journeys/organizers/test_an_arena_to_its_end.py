"""Journey: an arena with real cards, and another online, each to its champion on a laptop and phones."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.models import Player
from league import competitions, tasks
from league.competitions import results
from league.models import Club, Competition, Match, Membership
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import OpenRegistration, OpenSeating
from tests.games.visiting import give_accounts
from tests.journeys.organizers.test_an_evening_is_announced import Thumb, begin, look, organizer, start
from tests.journeys.people import LAPTOP, SOON, play_until, visitor
from tests.league.club_nights import BY, announced, fresh
from tests.league.organizing import act

pytestmark = pytest.mark.django_db(transaction=True)
ONLINE = {
    "format": "arena",
    "table_size": 2,
    "evening_minutes": 30,
    "options": {"hand_size": 1, "target_score": 1},
    "bot_pause_ms": 0,
}


def in_play(night: Competition) -> list[Match]:
    open_matches = night.matches.filter(is_bye=False, table__status="running")
    return list(open_matches.order_by("pk"))


def finish(night: Competition, match: Match, winner: int = 0) -> None:
    """Let a table end: the winner, if there, first."""
    numbers = list(match.placements.order_by("seat").values_list("entrant__number", flat=True))
    numbers.sort(key=lambda number: number != winner)
    finishes = [Finish(number, place, 600 - 100 * place) for place, number in enumerate(numbers, start=1)]
    results.report(night.pk, stage=1, match=match.key, finishes=finishes, by=BY, at=timezone.now())


def test_an_arena_is_followed_to_its_end(browser, asgi_server):
    olga, thumb = organizer(browser, asgi_server, LAPTOP), Thumb()
    begin(olga, thumb, venue="At our tables with real cards", name="Arena", kind="Arena evening")
    thumb.tap(olga.get_by_role("button", name="Announce competition"))
    olga.get_by_role("button", name="Open entries").click()
    start(olga, thumb, "Arena")
    night = Competition.objects.get()
    expect(olga.get_by_text("Players get a table as soon as enough are free.")).to_be_visible()
    look(olga, "arena-started")

    ana = someone_who_plays(browser, asgi_server, night, "Ana Alba")
    expect(ana.locator("#place")).to_contain_text("You are at table", timeout=SOON)
    a_player_wins_three_times(night, ana, olga)
    a_player_takes_a_break(night, ana)
    somebody_enters_late(browser, asgi_server, night)
    the_draw_explains_itself(night, olga)
    the_time_is_over_and_the_last_tables_count(night, ana, olga)
    assert olga.complaints == ana.complaints == []


def someone_who_plays(browser, address: str, night: Competition, name: str) -> Page:
    give_accounts(Player.objects.get(name=name))
    page = visitor(browser, address, Player.objects.get(name=name))
    page.goto(f"/competitions/{night.pk}/")
    return page


def a_player_wins_three_times(night: Competition, ana: Page, olga: Page) -> None:
    """After two wins the next counts double, which the standings say without a reload."""
    number = night.entrants.get(player__name="Ana Alba").number
    for _win in range(3):
        for match in in_play(night):
            finish(night, match, winner=number)
        olga.goto(f"/competitions/{night.pk}/desk/")
        if olga.get_by_role("button", name="Seat them now").count():
            olga.get_by_role("button", name="Seat them now").click()
        tasks.go_on()
    expect(ana.locator(".standings")).to_contain_text("next win counts double", timeout=SOON)
    first = ana.locator(".standings tbody tr").first
    expect(first).to_contain_text("Ana Alba")
    look(ana, "arena-streak")


def a_player_takes_a_break(night: Competition, ana: Page) -> None:
    ana.get_by_role("button", name="Take a break").click()
    expect(ana.get_by_text("You get no table until you are back.")).to_be_visible()
    assert night.entrants.get(player__name="Ana Alba").is_away
    look(ana, "arena-break")
    ana.get_by_role("button", name="I am back").click()
    expect(ana.get_by_role("button", name="Take a break")).to_be_visible()


def somebody_enters_late(browser, address: str, night: Competition) -> None:
    zoe = Player.objects.create(name="Zoe Late")
    Membership.objects.create(club=Club.objects.get(), player=zoe, is_member=True)
    page = visitor(browser, address, zoe)
    page.goto(f"/competitions/{night.pk}/")
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("button", name="Take a break")).to_be_visible()
    expect(page.locator("#place")).to_contain_text("You ")
    look(page, "arena-late")
    assert page.complaints == []


def the_draw_explains_itself(night: Competition, olga: Page) -> None:
    match = in_play(night)[0]
    olga.goto(f"/competitions/{night.pk}/matches/1/{match.key}/")
    olga.get_by_text("Why here?").click()
    expect(olga.locator("#why li").first).to_be_visible()
    look(olga, "arena-why")


def the_time_is_over_and_the_last_tables_count(night: Competition, ana: Page, olga: Page) -> None:
    olga.goto(f"/competitions/{night.pk}/desk/")
    olga.get_by_role("button", name="Open no more tables").click()
    expect(olga.get_by_text("No more tables open: the tables in play are the last.")).to_be_visible()
    look(olga, "arena-over")
    for match in in_play(night):
        finish(night, match, winner=1)
    expect(ana.get_by_text(re.compile("wins? Arena"))).to_be_visible(timeout=SOON)
    expect(ana.locator("#status")).to_contain_text("Finished", timeout=SOON)
    expect(ana.get_by_role("button", name="Take a break")).to_have_count(0)
    expect(ana.get_by_text("Players get tables for")).to_have_count(0)
    assert fresh(night).status == "finished"
    olga.goto(f"/competitions/{night.pk}/desk/")
    olga.get_by_role("link", name="Champions and awards").click()
    expect(olga.get_by_text("Champion", exact=True)).to_be_visible()
    look(olga, "arena-closing")
    olga.set_viewport_size({"width": 1024, "height": 768})
    olga.goto(f"/screen/competitions/{night.pk}/?view=champion")
    expect(olga.locator(".screen__winner")).to_be_visible()
    look(olga, "arena-wall")
    olga.goto(f"/competitions/{night.pk}/")
    olga.get_by_role("link", name="Files").click()
    for link in (olga.get_by_role("link", name="CSV").first, olga.get_by_role("link", name="Excel (xlsx)")):
        with olga.expect_download() as download:
            link.click()
        assert download.value.path().stat().st_size > 100


def test_an_arena_online_seats_its_players_until_its_time_is_over(browser, asgi_server, worker_process):
    """Two people and two bots at tables of two; a match is a deal of one card each. A person comes late."""
    night = announced(4, name="Arena", **ONLINE)
    for number, name in enumerate(("Ana Alba", "Bo Berg"), start=1):
        Player.objects.filter(name=f"Player {number}").update(name=name)
    act(night, OpenRegistration())
    ana, bo = (someone_who_plays(browser, asgi_server, night, name) for name in ("Ana Alba", "Bo Berg"))
    olga = someone_of_the_club(browser, asgi_server, night, "Olga", is_organizer=True)
    olga.set_viewport_size(LAPTOP)
    start(olga, Thumb(), "Arena")
    expect(olga.get_by_text("Players get a table as soon as enough are free.")).to_be_visible()

    sit_down(ana, bo)
    look(ana, "online-table")
    play_until((ana, bo), lambda: night.matches.filter(kind="played").count() >= 2)
    go_back_to_the_competition(ana, bo)
    expect(ana.locator("#place").get_by_role("link", name="Go to the table")).to_be_visible(timeout=SOON)
    look(ana, "online-seated-again")
    bo.get_by_role("button", name="Take a break").click()
    expect(bo.get_by_role("button", name="I am back")).to_be_visible()
    look(bo, "online-break")
    zoe = someone_of_the_club(browser, asgi_server, night, "Zoe Late", is_member=True)
    zoe.get_by_role("button", name="Enter", exact=True).click()
    expect(zoe.locator("#place")).to_contain_text(re.compile("You are free|You are at table"))
    look(zoe, "online-late")

    for match in in_play(night):
        finish(night, match, winner=2)
    # Bots play here at full speed beside three browsers: the page asks by itself after half a minute, too.
    expect(zoe.locator("#place")).to_contain_text("You are at table", timeout=2 * SOON)
    look(zoe, "online-late-seated")
    look(bo, "online-break-after")
    expect(bo.locator("#place").get_by_role("link", name="Go to the table")).to_have_count(0)
    bo.get_by_role("button", name="I am back").click()
    expect(bo.get_by_role("button", name="Take a break")).to_be_visible()
    look(bo, "online-back")
    now = timezone.now()
    competitions.act(night.pk, OpenSeating(int(now.timestamp())), by=BY, at=now)
    expect(olga.get_by_text("No more tables open: the tables in play are the last.")).to_be_visible(
        timeout=SOON
    )
    look(olga, "online-time-is-up")
    look(ana, "online-last-table")
    for match in in_play(night):
        finish(night, match, winner=2)
    for page in (ana, bo, zoe):
        expect(page.get_by_text(re.compile("wins? Arena"))).to_be_visible(timeout=SOON)
    look(ana, "online-over")
    look(zoe, "online-over-late")
    assert olga.complaints == ana.complaints == bo.complaints == zoe.complaints == []


def someone_of_the_club(browser, address: str, night: Competition, name: str, **roles: bool) -> Page:
    player = Player.objects.create(name=name)
    Membership.objects.create(club=night.club, player=player, **roles)
    page = visitor(browser, address, player)
    page.goto(f"/competitions/{night.pk}/")
    return page


def sit_down(*pages: Page) -> None:
    """Wait on the page of the competition for a table, and go there."""
    for page in pages:
        page.locator("#place").get_by_role("link", name="Go to the table").click(timeout=SOON)
        expect(page.locator("#table")).to_be_visible()


def go_back_to_the_competition(*pages: Page) -> None:
    for page in pages:
        expect(page.locator("#result")).to_be_visible(timeout=SOON)
        look(page, f"online-result-{pages.index(page)}")
        page.get_by_role("link", name="Back to the competition").click()
        expect(page.locator(".standings")).to_be_visible()
