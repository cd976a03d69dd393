"""Journey: an organizer announces a knock-out for eight, starts it, and everybody watches the bracket."""

from playwright.sync_api import expect

from games.models import Player
from league.models import Competition, Membership
from tests.journeys.people import SOON, visitor
from tests.league.club_nights import club, play_round, players


def test_a_cup_from_the_announcement_to_the_champion(browser, asgi_server):
    place, olga = club(), Player.objects.create(name="Olga")
    Membership.objects.create(club=place, player=olga, is_owner=True)
    members = players(7)
    Membership.objects.bulk_create(Membership(club=place, player=member) for member in members)
    page = visitor(browser, asgi_server, olga)

    page.goto(f"/clubs/{place.slug}/")
    page.get_by_role("link", name="New competition").click()
    page.get_by_text("Online here", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Autumn Cup")
    page.get_by_text("Elimination to 500", exact=True).first.click()
    page.get_by_role("heading", name="More options").click()
    page.get_by_label("Play to").fill("60")
    page.get_by_label("Bots play for entrants without an account").check()
    page.get_by_role("button", name="Announce competition").click()

    for member in members:
        page.get_by_label(member.name, exact=True).check()
    page.get_by_label("Someone new").fill("Dora")
    page.get_by_role("button", name="Enter players").click()
    expect(page.locator("#desk .people li")).to_have_count(8)
    page.get_by_role("button", name="Draw lots", exact=True).click()
    page.get_by_role("button", name="Start Autumn Cup").click()
    page.get_by_role("dialog").get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Semi-finals")).to_be_visible()
    expect(page.locator(".match--running")).to_have_count(2)

    guest = visitor(browser, asgi_server)
    cup = Competition.objects.get()
    guest.goto(f"/competitions/{cup.pk}/bracket/")
    expect(guest.get_by_text("4 players, 1 table")).to_be_visible()
    play_round(cup)
    expect(guest.locator(".bracket__round").last.locator(".match--running")).to_have_count(1, timeout=SOON)
    expect(guest.get_by_text("advances")).not_to_have_count(0)
    play_round(cup)
    champion = cup.entrants.get(rank=1).player.name
    expect(guest.get_by_text(f"{champion} wins Autumn Cup")).to_be_visible(timeout=SOON)
    assert page.complaints == guest.complaints == []
