"""Journey: an organizer does again what a trial did, on pages where it went wrong."""

import csv
import io
import os
import re
import zipfile
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from league.models import Competition, Entrant, Matchday, Membership, Team
from league.rules.competition.commands import CheckIn, OpenCheckIn, Start
from league.rules.settings.divisions import Border
from tests.journeys.people import LAPTOP, SOON, visitor
from tests.league.club_nights import announced
from tests.league.organizing import act, report_all
from tests.screenshots.names import NAMES

pytestmark = pytest.mark.django_db(transaction=True)

COLOUR = "it => getComputedStyle(it).color"
IN_A_ROOM = pytest.mark.slow(
    "the same with tables that have a number in the room",
    about=["league/competitions/event_night/", "templates/league/event_night/"],
)


def organizer(browser, asgi_server, held: Competition) -> Page:
    for player, name in zip(Player.objects.filter(entries__competition=held), NAMES, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=held.club, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga)
    page.set_viewport_size(LAPTOP)
    return page


def look(page: Page, name: str) -> None:
    if os.environ.get("LOOK"):
        page.screenshot(path=f"{os.environ['LOOK']}/{name}.png", full_page=True)


def test_names_are_ticked_at_the_door_as_quickly_as_they_are_tapped(browser, asgi_server):
    cup = announced(12, venue="physical")
    act(cup, OpenCheckIn("RIVER"))
    page = organizer(browser, asgi_server, cup)
    page.goto(f"/competitions/{cup.pk}/door/")
    look(page, "door")
    missing = page.get_by_role("region", name="Missing").get_by_role("listitem")
    for name in NAMES[:12]:
        missing.filter(has_text=name).get_by_role("button").click()
    expect(page.get_by_role("region", name="Here").get_by_role("listitem")).to_have_count(12)
    look(page, "door-after")
    expect(page.locator(".doing progress, [aria-busy=true], .htmx-request")).to_have_count(0, timeout=SOON)
    assert Entrant.objects.filter(competition=cup, is_here=True).count() == 12
    assert page.complaints == []


def test_a_name_is_ticked_although_the_list_comes_back_while_the_finger_is_down(browser, asgi_server):
    cup = announced(2, venue="physical")
    act(cup, OpenCheckIn("RIVER"))
    page = organizer(browser, asgi_server, cup)
    page.goto(f"/competitions/{cup.pk}/door/")
    first, second = page.get_by_role("region", name="Missing").get_by_role("button").all()
    second.hover()
    page.mouse.down()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        first.dispatch_event("click")
    # A list that is put in place of the old one at once would be here half a second later.
    page.wait_for_timeout(500)
    page.mouse.up()
    expect(page.get_by_role("region", name="Here").get_by_role("listitem")).to_have_count(2)
    assert Entrant.objects.filter(competition=cup, is_here=True).count() == 2
    assert page.complaints == []


def test_a_search_at_the_door_and_a_name_being_typed_stay_when_names_are_ticked(browser, asgi_server):
    cup = announced(14, venue="physical")
    act(cup, OpenCheckIn("RIVER"))
    page = organizer(browser, asgi_server, cup)
    page.goto(f"/competitions/{cup.pk}/door/")
    page.get_by_label("Someone who is not on the list").fill("Zoe")
    missing = page.get_by_role("region", name="Missing")
    missing.get_by_label("Find a person in the list").fill("ferr")
    expect(missing.get_by_role("listitem")).to_have_count(1)
    missing.get_by_role("button", name="Mark as here").click()
    expect(page.get_by_role("region", name="Here").get_by_role("listitem")).to_have_count(1)
    expect(missing.get_by_label("Find a person in the list")).to_have_value("ferr")
    expect(missing.get_by_text("No one of that name")).to_be_visible()
    expect(missing.get_by_role("listitem")).to_have_count(0)
    act(cup, CheckIn([2]))
    expect(page.get_by_role("region", name="Here").get_by_role("listitem")).to_have_count(2, timeout=SOON)
    expect(page.get_by_label("Someone who is not on the list")).to_have_value("Zoe")
    missing.get_by_label("Find a person in the list").fill("")
    expect(missing.get_by_role("listitem")).to_have_count(12)
    assert page.complaints == []


def test_in_a_large_hall_the_site_searches_the_names_and_the_search_stays(browser, asgi_server):
    cup = announced(130, venue="physical")
    act(cup, OpenCheckIn("RIVER"))
    page = organizer(browser, asgi_server, cup)
    page.goto(f"/competitions/{cup.pk}/door/")
    missing, here = (page.get_by_role("region", name=name, exact=True) for name in ("Missing", "Here"))
    expect(missing.get_by_role("listitem")).to_have_count(120)
    search = page.get_by_label("Find an entrant by name or club")
    search.press_sequentially("player 13")
    expect(missing.get_by_role("listitem")).to_have_count(1)
    look(page, "door-large")
    missing.get_by_role("button", name="Mark as here").click()
    expect(here.get_by_role("listitem")).to_contain_text(["Player 130"])
    expect(missing.get_by_text("No one of that name")).to_be_visible()
    search.fill("ferr")
    act(cup, CheckIn([129]))
    expect(page.get_by_role("heading", name="Here: 2")).to_be_visible(timeout=SOON)
    expect(missing.get_by_role("listitem")).to_contain_text(["Ana Ferreira"])
    expect(search).to_have_value("ferr")
    page.get_by_role("link", name="Show all").click()
    expect(missing.get_by_role("listitem")).to_have_count(120)
    assert page.complaints == []


@pytest.mark.parametrize("venue", ["elsewhere", pytest.param("physical", marks=IN_A_ROOM)])
def test_tables_of_two_divisions_are_told_apart_wherever_they_stand_together(browser, asgi_server, venue):
    league = announced(16, venue=venue, groups=2, rounds=2)
    act(league, Start())
    page = organizer(browser, asgi_server, league)
    page.goto(f"/competitions/{league.pk}/")
    page.get_by_role("link", name="Tables", exact=True).first.click()
    headings = page.locator(".floor__table h2 a")
    expect(headings).to_have_count(4)
    assert len(set(headings.all_inner_texts())) == 4
    expect(page.locator(".floor__table h2").nth(2)).to_contain_text("Division 2")
    expect(page.get_by_text(re.compile("Table . Table"))).to_have_count(0)
    page.goto(f"/competitions/{league.pk}/")
    page.get_by_role("link", name="Print", exact=True).click()
    page.get_by_role("link", name="Table list").click()
    names = page.locator(".paper__names li")
    expect(names).to_have_count(16)
    look(page, f"table-list-{venue}")
    seats = [words.partition("\n")[2] for words in names.all_inner_texts()]
    assert len({re.sub(" [A-D]$", "", seat) for seat in seats}) == 4
    assert page.complaints == []


def test_sheets_rows_and_tags_look_in_order(browser, asgi_server):
    league = announced(26, venue="elsewhere", groups=2, borders=[Border(movers=2)], name="Autumn")
    act(league, Start())
    report_all(league)
    page = organizer(browser, asgi_server, league)
    page.goto(f"/competitions/{league.pk}/")
    look(page, "looks")
    for board in page.locator(".standings, .board").all():
        assert board.evaluate("it => it.scrollHeight <= it.clientHeight + 1"), "a row is cut"
    tag = page.locator(".head .tag").first
    assert tag.bounding_box()["height"] < 32
    expect(page.locator(".standings .tag", has_text="↑ moves up")).to_have_count(2)
    expect(page.locator(".standings .tag", has_text="↓ moves down")).to_have_count(2)
    page.get_by_role("link", name="Next season").click()
    for arrow in "↑↓":
        expect(page.locator(".tag", has_text=arrow)).to_have_count(2)
    page.goto(f"/competitions/{league.pk}/print/")
    link, sheet = page.get_by_role("link", name="Table list"), page.locator("main .sheet").first
    assert link.bounding_box()["x"] >= sheet.bounding_box()["x"] + 8

    page.goto(f"/clubs/{league.club.slug}/import/players/")
    page.get_by_label("Rows").fill("name\nZoe\nZoe")
    page.get_by_role("button", name="Check the rows").click()
    fault = page.get_by_text("This name appears twice.").first
    assert fault.evaluate(COLOUR) != page.locator("h1").evaluate(COLOUR)
    assert page.complaints == []

    newcomer = visitor(browser, asgi_server)
    newcomer.goto("/sign-up/")
    newcomer.get_by_label("Your name").fill("Nia")
    newcomer.get_by_label("Log-in name").fill("nia")
    for password in newcomer.locator("[type=password]").all():
        password.fill("seven red cards")
    newcomer.get_by_role("button", name="Create account").click()
    expect(newcomer.get_by_text("Nia").first).to_be_visible()
    look(newcomer, "signed-up")
    sentences = newcomer.locator("main, .messages").get_by_role("status").all_inner_texts()
    assert len(sentences) == len(set(sentences))


def test_a_matchday_is_picked_from_lists_and_its_sheets_open_in_a_spreadsheet(browser, asgi_server):
    cup = announced(13, venue="elsewhere", rounds=3, options={})
    act(cup, Start())
    report_all(cup)
    page = organizer(browser, asgi_server, cup)
    page.goto(f"/clubs/{cup.club.slug}/calendar/")
    page.get_by_role("link", name="New matchday").first.click()
    page.get_by_label("Name", exact=True).fill("Second evening")
    page.get_by_label("Date").fill("2099-12-04")
    page.get_by_label("From").fill("19:30")
    page.get_by_label("To", exact=True).fill("22:30")
    page.get_by_label("Venue").fill("Back room")
    page.get_by_label("Competition", exact=True).select_option("Friday")
    rounds = page.get_by_label("Round", exact=True)
    expect(rounds.get_by_role("option")).to_have_text(["None", "Round 1", "Round 2", "Round 3"])
    expect(page.get_by_label("Stage")).to_be_hidden()  # there is one
    rounds.select_option("Round 2")
    page.get_by_role("button", name="Add to calendar").click()
    expect(page.get_by_text("Round 2 of Friday")).to_be_visible()
    look(page, "matchday")
    assert Matchday.objects.get().round_number == 2

    page.get_by_role("link", name="Friday").click()
    look(page, "matchday-competition")
    entrant, stranger = (visitor(browser, asgi_server, who) for who in (cup.entrants.first().player, None))
    for reader in (entrant, stranger):
        reader.goto(f"/competitions/{cup.pk}/")
        expect(reader.get_by_role("link", name="Friday 4 December 2099, 19:30–22:30")).to_be_visible()
    expect(entrant.get_by_text("Back room")).to_be_visible()
    expect(stranger.get_by_text("Back room")).to_have_count(0)
    page.get_by_role("link", name="Files").click()
    row = page.get_by_role("listitem").filter(has_text="Every stage with its tie-breaks")
    with page.expect_download() as download:
        row.get_by_role("link", name="CSV").click()
    body = Path(download.value.path()).read_bytes()
    assert body.startswith(BOM_UTF8)
    rows = list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"))))
    assert len(rows) == 13
    assert {"name": "Dmitri Volkov", "points": "5", "wins": "1", "total": "100"}.items() <= rows[0].items()
    with page.expect_download() as download:
        page.get_by_role("link", name="Excel (xlsx)").click()
    with zipfile.ZipFile(download.value.path()) as workbook:
        assert 'name="Standings"' in workbook.read("xl/workbook.xml").decode()
    assert page.complaints == []


@pytest.mark.slow(
    "the same search as in the list of those who may enter",
    about=["league/static/league/picking.js", "templates/league/_picking.html"],
)
def test_people_are_found_and_ticked_in_every_long_list(browser, asgi_server):
    cup = announced(12)
    page = organizer(browser, asgi_server, cup)
    for entrant in cup.entrants.select_related("player"):
        Membership.objects.create(club=cup.club, player=entrant.player, is_member=True)
    page.goto(f"/clubs/{cup.club.slug}/")
    page.get_by_role("link", name="People").click()
    everyone = page.get_by_role("region", name="Everyone")
    expect(everyone.get_by_role("listitem")).to_have_count(13)
    everyone.get_by_label("Find a person in the list").fill("rossi")
    expect(everyone.get_by_role("listitem")).to_have_count(0)
    expect(everyone.get_by_text("No one of that name")).to_be_visible()
    everyone.get_by_label("Find a person in the list").fill("ferr")
    expect(everyone.get_by_role("listitem")).to_have_count(1)
    page.get_by_role("link", name="Teams").click()
    page.get_by_label("Name", exact=True).fill("Referees")
    page.get_by_role("button", name="Create").click()
    page.get_by_label("Find a person in the list").fill("ferr")
    page.get_by_role("button", name="Select all").click()
    page.get_by_label("Find a person in the list").fill("")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(1)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.").first).to_be_visible()
    assert [person.name for person in Team.objects.get().people.all()] == ["Ana Ferreira"]

    members = Player.objects.bulk_create([Player(name=f"Member {number}") for number in range(40)])
    Membership.objects.bulk_create(
        [Membership(club=cup.club, player=member, is_member=True) for member in members]
    )
    page.get_by_role("link", name="Referees").click()
    ticks = page.locator(".ticks").get_by_role("checkbox")
    expect(ticks).to_have_count(24)
    page.get_by_role("button", name="Show all 53").click()
    expect(ticks).to_have_count(53)
    page.goto(f"{cup.get_absolute_url()}roles/")
    person = page.get_by_label("Person", exact=True)
    page.get_by_label("Find a person in the list").last.fill("member 17")
    expect(person.get_by_role("option")).to_have_text(["Choose …", "Member 17"])
    page.get_by_role("checkbox", name="Scorekeeper").check()
    page.get_by_role("button", name="Give them these roles").click()
    expect(page.get_by_role("link", name="Member 17")).to_be_visible()
    assert page.complaints == []
