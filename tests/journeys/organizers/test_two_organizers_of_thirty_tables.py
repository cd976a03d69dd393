"""Journey: two organizers run a round at thirty tables together, and nothing that anybody typed is lost.

Olga sits at a laptop, Piet walks about with a phone. They enter results of different tables and once of the
same table, correct a result, withdraw somebody, and decide an objection.
"""

import pytest
from playwright.sync_api import Locator, Page, expect

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import RecordDeal
from league.models import Competition, Match, Membership
from tests.games.visiting import give_accounts
from tests.journeys.people import LAPTOP, SOON, visitor
from tests.league.club_nights import fresh, later, matches, started
from tests.suite.extent import some

TABLES = 30
CONTESTED, DISPUTED = 5, 30
"""Tables by number: one whose result both enter, and one whose result a player objects to."""


@pytest.fixture
def night(transactional_db) -> Competition:
    evening = started(4 * TABLES, venue="physical", rounds=2, options={}, confirmation="others")
    for number, player in enumerate(Player.objects.filter(entries__competition=evening).order_by("pk"), 1):
        Player.objects.filter(pk=player.pk).update(name=f"Guest {number:03}")
    return evening


def organizer(browser, address, night: Competition, name: str) -> Page:
    player = Player.objects.create(name=name)
    Membership.objects.create(club=night.club, player=player, is_organizer=True)
    return visitor(browser, address, player)


def at(night: Competition, number: int) -> Match:
    return Match.objects.get(competition=night, round_number=1, table_number=number)


def row(page: Page, number: int) -> Locator:
    return page.get_by_role("form", name=f"Table {number}", exact=True)


def type_totals(page: Page, number: int, *totals: int) -> None:
    for field, total in zip(row(page, number).get_by_role("spinbutton").all(), totals, strict=False):
        field.fill(str(total))


def save(page: Page, number: int) -> None:
    row(page, number).get_by_role("button", name="Save").click()


def totals_of(match: Match) -> list[int]:
    return list(match.placements.order_by("seat").values_list("total", flat=True))


@pytest.mark.sampled(
    "each organizer types six tables, and the other results come at once: rows are all alike",
    about=["templates/league/desk/", "league/static/league/desk/", "league/competitions/views/"],
)
def test_results_a_correction_a_withdrawal_and_a_dispute(browser, asgi_server, night):
    olga, piet = (organizer(browser, asgi_server, night, name) for name in ("Olga", "Piet"))
    olga.set_viewport_size(LAPTOP)
    for page in (olga, piet):
        page.goto(f"/competitions/{night.pk}/desk/")
        page.get_by_role("link", name="Record results").click()
        expect(page.locator(".quick__row")).to_have_count(TABLES)

    both_type_and_neither_disturbs_the_other(night, olga, piet)
    both_enter_the_result_of_one_table(night, olga, piet)
    olga_corrects_a_result_while_piet_withdraws_somebody(night, olga, piet)
    a_player_objects_and_piet_decides(browser, asgi_server, night, piet)
    the_round_is_complete(night, olga, piet)
    assert olga.complaints == piet.complaints == []


def both_type_and_neither_disturbs_the_other(night, olga, piet):
    """Tables 1 to 14 are Olga's and 15 to 28 Piet's; both write at the same time."""
    pairs = list(zip(range(1, 15), range(15, 29), strict=True))
    typed = [pair for pair in some(pairs, every=3) if CONTESTED not in pair]
    for left, right in typed:
        type_totals(olga, left, 510, 90, left, 0)
        type_totals(piet, right, right, 520, 80, 7)
        save(piet, right)
        save(olga, left)
        expect(row(olga, left)).to_contain_text("Saved.", timeout=SOON)
        expect(row(piet, right)).to_contain_text("Saved.", timeout=SOON)
    for left, right in typed:
        assert totals_of(at(night, left)) == [510, 90, left, 0]
        assert totals_of(at(night, right)) == [right, 520, 80, 7]


def both_enter_the_result_of_one_table(night, olga, piet):
    """Piet is faster; Olga sees what he entered beside her numbers, and takes it."""
    type_totals(olga, CONTESTED, 505, 40, 30, 20)
    type_totals(piet, CONTESTED, 505, 40, 30, 21)
    save(piet, CONTESTED)
    expect(row(piet, CONTESTED)).to_contain_text("Saved.", timeout=SOON)
    save(olga, CONTESTED)
    expect(row(olga, CONTESTED).get_by_role("alert")).to_contain_text("21", timeout=SOON)
    expect(row(olga, CONTESTED).get_by_role("spinbutton").last).to_have_value("20")
    assert totals_of(at(night, CONTESTED)) == [505, 40, 30, 21]


def olga_corrects_a_result_while_piet_withdraws_somebody(night, olga, piet):
    """Both go to other pages for that, and what they had typed into other rows is not asked for."""
    winner = at(night, 1).placements.get(seat=0).entrant.player.name
    row(olga, CONTESTED).get_by_role("link", name="Correct the result").click()
    last = at(night, CONTESTED).placements.get(seat=3).entrant.player.name
    leaver = at(night, 1).placements.get(seat=3).entrant.player.name
    piet.goto(f"/competitions/{night.pk}/desk/")
    piet.get_by_text(f"Entrants: {4 * TABLES}").click()
    piet.get_by_role("link", name=f"Change {leaver}", exact=True).click()
    olga.get_by_label(f"{last}: Total").fill("25")
    piet.get_by_role("button", name="Withdraw", exact=True).click()
    piet.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(piet.get_by_text(f"{leaver} is out.")).to_be_visible()
    olga.get_by_label("Reason for the correction").fill("A 25 was read as 21")
    olga.get_by_role("button", name="See what this changes").click()
    olga.get_by_role("button", name="Correct result").click()
    expect(olga.get_by_text("25", exact=True)).to_be_visible()
    assert totals_of(at(night, CONTESTED)) == [505, 40, 30, 25]
    assert at(night, 1).placements.get(seat=0).entrant.player.name == winner
    assert totals_of(at(night, 1))[0] == 510


def a_player_objects_and_piet_decides(browser, address, night, piet):
    """The score sheet of a table has a fault; a player says so on the phone."""
    match = at(night, DISPUTED)
    objector = match.placements.get(seat=1).entrant.player
    give_accounts(objector)
    for number in range(1, 7):
        deal = RecordDeal(number, 0, {1: 30, 2: 30, 3: 30})
        scoresheets.act(match.table_id, deal, by="scorekeeper:1", at=later(20))
    phone = visitor(browser, address, Player.objects.get(pk=objector.pk))
    phone.goto(f"/tables/{match.table_id}/")
    phone.get_by_role("button", name="Object").click()
    dialog = phone.get_by_role("dialog", name="Object to the result")
    dialog.get_by_label("What is wrong?").fill("I won the last deal")
    dialog.get_by_role("button", name="Object to the result").click()
    expect(phone.get_by_text(f"{objector.name} objected: the referee decides.")).to_be_visible(timeout=SOON)

    piet.goto(f"/competitions/{night.pk}/desk/")
    piet.get_by_role("link", name="Resolve dispute").click(timeout=SOON)
    expect(piet.get_by_text("“I won the last deal”")).to_be_visible()
    piet.get_by_label("Uphold the result").check()
    piet.get_by_label("Reason").fill("Five players saw it")
    piet.get_by_label("I am sure").check()
    piet.get_by_role("button", name="Decide").click()
    expect(phone.locator("#score_sheet")).to_contain_text("The result is final.", timeout=SOON)


def the_round_is_complete(night, olga, piet):
    """The other tables report at the desk; then both read that the next round is paired."""
    olga.goto(f"/competitions/{night.pk}/results/")
    left = [match.table_number for match in matches(night, 1) if match.placements.filter(place=None).exists()]
    for number in left:
        type_totals(olga, number, 501, 3, 2, 1)
        save(olga, number)
        expect(row(olga, number)).to_contain_text("Saved.", timeout=SOON)
    expect(olga.get_by_text("All results are in, and the next round is paired.")).to_be_visible()
    piet.goto(f"/competitions/{night.pk}/desk/")
    expect(piet.get_by_text("Out: 1")).to_be_visible()
    assert fresh(night).round_number == 2
    first = Match.objects.filter(competition=night, round_number=1, is_bye=False)
    assert all(sum(totals_of(match)) for match in first)
