"""Journey: an organizer lets the best of three decide a cup, reports games on a phone, and corrects one."""

from playwright.sync_api import expect

from games.models import Player
from league.models import Competition, Membership
from tests.journeys.people import visitor
from tests.league.club_nights import club, players


def report(page, winner):
    """Give somebody the first place of the match whose page is open, the other one the second."""
    for field in page.locator("fieldset.places").all():
        place = "1" if winner in field.locator("legend").inner_text() else "2"
        field.locator(".chip").filter(has_text=place).first.click()
    page.get_by_role("button", name="Record the result").click()


def test_a_meeting_goes_to_the_third_game_by_a_correction(browser, asgi_server):
    place, olga = club(), Player.objects.create(name="Olga")
    Membership.objects.create(club=place, player=olga, is_owner=True)
    members = players(4)
    Membership.objects.bulk_create(Membership(club=place, player=member) for member in members)
    page = visitor(browser, asgi_server, olga)

    page.goto(f"/clubs/{place.slug}/competitions/new/")
    page.get_by_label("Name", exact=True).fill("Autumn Cup")
    page.get_by_text("Knock-out cup", exact=True).first.click()
    page.get_by_role("heading", name="More options").click()
    page.get_by_label("Seats per table").fill("4")
    page.get_by_label("Length of a match").select_option("3")
    page.get_by_text("Elsewhere").click()
    page.get_by_role("button", name="Announce competition").click()
    expect(page.get_by_text("Matches of several games need a knock-out with two at a table.")).to_be_visible()
    expect(page.get_by_label("Length of a match")).to_have_value("3")
    page.get_by_label("Seats per table").fill("2")
    page.get_by_role("button", name="Announce competition").click()
    for member in members:
        page.get_by_label(member.name, exact=True).check()
    page.get_by_role("button", name="Enter players").click()
    page.get_by_role("button", name="Start Autumn Cup").click()
    page.get_by_role("dialog").get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("Knock-out, best of 3")).to_be_visible()

    cup = Competition.objects.get()
    bracket = f"/competitions/{cup.pk}/bracket/"
    for game in (1, 2):
        page.goto(bracket)
        page.get_by_role("link", name=f"Game {game}", exact=True).first.click()
        expect(page.get_by_role("heading", name=f"Semi-finals, Match 1, game {game}")).to_be_visible()
        report(page, "Player 1")
    page.goto(bracket)
    first = page.locator("article.match").first
    expect(first.locator(".match__line--on")).to_contain_text("Player 1")
    expect(first.get_by_role("link", name="Game 3")).to_have_count(0)

    first.get_by_role("link", name="Game 1").click()
    expect(page.get_by_role("heading", name="Semi-finals, Match 1, game 1")).to_be_visible()
    for field in page.locator("fieldset.places").all():
        place_now = "1" if "Player 4" in field.locator("legend").inner_text() else "2"
        field.locator(".chip").filter(has_text=place_now).first.click()
    page.get_by_role("button", name="See what this changes").click()
    expect(page.get_by_text("Semi-finals, Match 1, game 3 must be played now.")).to_be_visible()
    page.get_by_role("button", name="Correct result").click()
    page.goto(bracket)
    first.get_by_role("link", name="Game 3").click()
    expect(page.locator("#games")).to_contain_text("Player 1 1 : 1 Player 4")
    report(page, "Player 4")
    page.goto(bracket)
    expect(first.locator(".match__line--on")).to_contain_text("Player 4")
    assert page.complaints == []
