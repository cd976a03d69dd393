"""Journey: an organizer makes a rulebook for the club, hears what does not go together, and plays with it."""

from playwright.sync_api import expect

from games.models import Player, Table
from league.models import Membership
from tests.journeys.people import visitor
from tests.league.club_nights import club


def test_from_a_preset_to_a_table(browser, asgi_server):
    place, olga = club(), Player.objects.create(name="Olga")
    Membership.objects.create(club=place, player=olga, is_owner=True)
    page = visitor(browser, asgi_server, olga)

    page.goto("/rules/")
    page.get_by_role("link", name="Welsh", exact=True).click()
    page.get_by_role("link", name="Make your own version").click()
    page.get_by_label("Name", exact=True).fill("Thursday rules")
    page.get_by_label("Whose is it?").select_option(label=place.name)
    page.locator("summary", has_text="Jumping in").click()
    own, jump = page.locator("#jump_in_self"), page.locator("#jump_in")
    expect(own).to_be_hidden()
    jump.locator("[value=on]").check()
    expect(own.get_by_text("changed")).to_be_hidden()
    own.locator("[value=on]").check()
    expect(own.get_by_text("changed")).to_be_visible()
    jump.locator("[value=off]").check()
    expect(own).to_be_hidden()
    expect(jump.get_by_text("changed")).to_be_hidden()
    page.locator("summary", has_text="Table and deal").click()
    page.get_by_label("Cards in hand").fill("5")
    expect(page.locator("#hand_size").get_by_text("changed")).to_be_visible()
    page.get_by_role("button", name="Save rulebook").click()

    expect(own.get_by_text("refused_jump_in_self")).to_be_visible()
    expect(jump.get_by_text("refused_jump_in_self")).to_be_visible()
    expect(jump.get_by_text("changed")).to_be_hidden()
    jump.locator("[value=on]").check()
    page.get_by_role("button", name="Save rulebook").click()

    expect(page.get_by_role("heading", name="Thursday rules", level=1)).to_be_visible()
    expect(page.get_by_text(f"owned by {place.name}")).to_be_visible()
    page.get_by_role("link", name="Open a table with it").click()
    expect(page.get_by_role("radio", name="Thursday rules")).to_be_checked()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("link", name="Thursday rules")).to_be_visible()
    table = Table.objects.get()
    assert (table.rulebook, table.options["hand_size"], table.options["jump_in_self"]) == ("welsh", 5, True)

    page.get_by_role("link", name="Thursday rules").click()
    expect(page.get_by_role("heading", name="Differences from Welsh")).to_be_visible()
    page.goto(f"/clubs/{place.slug}/")
    page.get_by_role("link", name="Thursday rules").click()
    page.get_by_role("button", name="Delete it").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete it").click()
    expect(page.get_by_text("“Thursday rules” has been deleted.")).to_be_visible()
    page.goto(f"/tables/{table.pk}/rules/")
    expect(page.get_by_role("heading", name="Thursday rules", level=1)).to_be_visible()
    assert page.complaints == []
