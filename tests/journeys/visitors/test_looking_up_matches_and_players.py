"""Journey: somebody reads a replay with penalties, and the page of a player after a season."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import eventstore, tables
from games.models import TableEvent
from games.rules.match import commands
from league.rules.settings.stages import SEASON, StageSettings
from tests.games.playing import START, deal, dealt, do, fresh, play_out, player
from tests.games.visiting import give_accounts
from tests.journeys.people import PHONE, visitor
from tests.league.by_hand import play, played_elsewhere

LAPTOP = {"width": 1280, "height": 720}

ON_A_PHONE = pytest.mark.slow(
    "the pages are the same on a phone, and their width is measured elsewhere",
    about=["templates/games/replay/", "templates/league/profiles/", "games/replay/"],
)
in_both_sizes = pytest.mark.parametrize(
    "size", [LAPTOP, pytest.param(PHONE, marks=ON_A_PHONE)], ids=["laptop", "phone"]
)

pytestmark = pytest.mark.django_db(transaction=True)


def a_match_with_one_penalty():
    """A match of three deals in which Ana drew for a Draw Two, and Bo for a penalty."""
    options = {"match_end": "rounds", "round_limit": 3}
    # With a pile of few different cards a deal of bots may last thousands of moves.
    pile = " ".join(f"{colour}{number}" for number in range(9, 0, -1) for colour in "rygb")
    for letter in "ABCDEFGHIJKLMNOPQRST":
        table = deal("Ana Bo", "r1 r2 r3/r+ r5 r6", pile, options=options, name=f"Match {letter}")
        do(table, "B play r+")
        do(table, "A accept")
        penalty = commands.Penalise(1, 2)
        tables.act(table.pk, penalty, after=fresh(table).version, by="organizer:1", at=START)
        played = play_out(table)
        # Bots forget to call UNO or challenge, and draw for it: another match then.
        if not {"uno_caught", "uno_missed", "challenge_made"} & {
            row.name for row in eventstore.all_rows(TableEvent, table.pk)
        }:
            return played
    raise AssertionError("bots forget or challenge in every match")


@in_both_sizes
def test_a_player_reads_of_which_penalties_there_were_in_which_deal(browser, asgi_server, size):
    table = a_match_with_one_penalty()
    page = visitor(browser, asgi_server, player(table, "B"))
    page.set_viewport_size(size)
    page.goto("/")
    page.get_by_role("link", name=f"Replay of {table.title}").click()
    # It opens on my own seat: of the hands only mine is open.
    views = page.get_by_role("navigation", name="Point of view")
    expect(views.locator("[aria-current]")).to_have_text("Bo")
    expect(page.locator(".hands__cards")).to_have_count(1)
    deals = page.get_by_role("navigation", name="Deals").get_by_role("link")
    expect(deals).to_have_text([re.compile(f"^Deal {number}, won by") for number in (1, 2, 3)])
    expect(page.locator(".timeline__lanes li", has_text="Penalties")).to_have_text("Penalties 1")
    page.get_by_role("link", name="Penalties", exact=True).click()
    penalties = page.get_by_role("list", name="Moves").get_by_role("link")
    expect(penalties).to_have_count(1)
    expect(penalties).to_contain_text("Bo")
    penalties.click()
    expect(page.locator("#words")).to_contain_text("penalty")
    expect(page.locator("#words")).to_be_in_viewport()
    expect(page.locator(".hands__new")).to_have_count(2)
    page.get_by_role("link", name="Previous step").click()
    page.get_by_role("link", name="Previous step").click()
    expect(page.locator("#words")).to_contain_text("Bo played red Draw Two")
    expect(page.locator(".board__pile--new")).to_contain_text("Bo")
    assert page.complaints == []


@in_both_sizes
def test_a_player_has_the_rank_of_the_standings_and_no_match_that_a_bot_finished(browser, asgi_server, size):
    season = played_elsewhere(6, StageSettings(SEASON, table_size=3, rounds=1, groups=2))
    play(season)
    second = season.entrants.get(division=2, division_rank=2).player
    page = visitor(browser, asgi_server)
    page.set_viewport_size(size)
    page.goto(season.get_absolute_url())
    row = page.get_by_role("region", name="Standings of Division 2").get_by_role("row").nth(2)
    expect(row).to_contain_text("2")
    expect(row).to_contain_text(second.name)
    page.goto(second.get_absolute_url())
    competitions = page.locator("section", has=page.get_by_role("heading", name="Competitions"))
    entry = competitions.get_by_role("listitem").filter(has_text=season.name)
    expect(entry).to_contain_text("division 2, rank 2")

    table = dealt("Ana Bo", options={"match_end": "rounds", "round_limit": 1}, at=timezone.now())
    ana, bo = player(table, "A"), player(table, "B")
    give_accounts(ana, bo)
    tables.leave(table.pk, player=bo, at=timezone.now())
    play_out(table)
    page.goto(bo.get_absolute_url())
    expect(page.get_by_text("finished by a bot: does not count")).to_be_visible()
    expect(page.locator(".figures div", has_text="Matches finished")).to_contain_text("0")
