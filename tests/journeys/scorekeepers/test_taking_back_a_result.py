"""Journey: a deal ends a match wrongly, at the pad and at the desk, and the person who typed it undoes it."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Player
from league import tasks
from league.models import Competition, Membership
from tests.journeys.people import LAPTOP, SOON, visitor
from tests.journeys.scorekeepers import keeping_score as score
from tests.league.club_nights import fresh, matches, started

pytestmark = pytest.mark.django_db(transaction=True)


def evening(entrants: int) -> Competition:
    """Guests without accounts at tables with real cards."""
    facts = {"with_bots": False, "rounds": 1, "options": {"target_score": 300}, "confirmation": "others"}
    return started(entrants, venue="physical", **facts)


def someone(browser, address: str, night: Competition, **roles: bool) -> Page:
    player = Player.objects.create(name="Kim")
    Membership.objects.create(club=night.club, player=player, **roles)
    return visitor(browser, address, player, service_workers="allow")


def test_a_scorekeeper_undoes_the_deal_that_ended_the_match_of_guests(browser, asgi_server):
    night = evening(4)
    (match,) = matches(night)
    first, *others = [row.entrant.player.name for row in match.placements.order_by("seat")]
    pad = someone(browser, asgi_server, night, is_scorekeeper=True)
    score.open_sheet(pad, match.table_id)
    expect(pad.get_by_text("no one else here has an account to confirm a result")).to_be_visible()

    score.enter(pad, first, **dict.fromkeys(others, 100))
    expect(score.sheet(pad)).to_contain_text("Saved. Deal 1 ended the match.", timeout=SOON)
    tasks.collect(match.table_id)
    assert fresh(night).status == "finished"
    pad.get_by_role("button", name="Undo deal 1").click()
    dialog = pad.get_by_role("dialog", name="Undo the last deal")
    dialog.get_by_label("Reason").fill("A 0 too many")
    dialog.get_by_role("button", name="Remove deal 1").click()
    expect(score.sheet(pad)).to_contain_text("The match begins", timeout=SOON)
    score.enter(pad, first, **dict.fromkeys(others, 10))
    expect(score.sheet(pad)).to_contain_text("Totals after deal 1", timeout=SOON)
    assert fresh(night).status == "running"

    pad.goto(f"/competitions/{night.pk}/history/")
    expect(pad.get_by_text("A 0 too many")).to_be_visible()


def test_an_organizer_undoes_a_row_of_the_quick_entry_and_types_it_again(browser, asgi_server):
    night = evening(8)
    desk = someone(browser, asgi_server, night, is_organizer=True)
    desk.set_viewport_size(LAPTOP)
    desk.goto(f"/competitions/{night.pk}/results/")
    row = desk.get_by_role("form", name="Table 1")
    expect(row.get_by_role("spinbutton")).to_have_count(4)
    for field, total in zip(row.get_by_role("spinbutton").all(), (200, 300, 100, 0), strict=True):
        field.fill(str(total))
    row.get_by_role("button", name="Save").click()
    expect(row.get_by_text("Saved.")).to_be_visible()

    row.get_by_role("button", name="Undo").click()
    fields = row.get_by_role("spinbutton")
    expect(fields.first).to_have_value("200")
    fields.nth(0).fill("300")
    fields.nth(1).fill("200")
    row.get_by_role("button", name="Save").click()
    expect(row.get_by_text("Saved.")).to_be_visible()
    expect(row.get_by_role("listitem").first).to_contain_text("300")
