"""Journey: disputes, ties, byes and late guests as a trial met them, by buttons that can be seen."""

import pytest
from playwright.sync_api import expect

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import RecordDeal
from league import tasks
from league.models import Competition, Entrant, Membership
from league.styleguide import colours
from tests.games.visiting import give_accounts
from tests.journeys.organizers.at_the_desk import fill_in_the_result
from tests.journeys.organizers.test_an_evening_is_announced import NAMES, Thumb, begin, organizer, start
from tests.journeys.people import LAPTOP, SOON, visitor
from tests.journeys.scorekeepers import keeping_score as score
from tests.league.club_nights import fresh, later, matches, started

pytestmark = pytest.mark.django_db(transaction=True)

COLOURS = """link => {
  const hex = (colour) => "#" + colour.match(/[\\d.]+/g).slice(0, 3)
    .map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
  let behind = link;
  const ground = () => getComputedStyle(behind).backgroundColor;
  while (/, 0\\)$|^transparent$/.test(ground())) behind = behind.parentElement;
  return [hex(getComputedStyle(link).color), hex(ground())];
}"""
"""The colour of a text, and the first colour that lies behind it."""


def test_a_referee_at_the_disputed_table_does_not_decide_and_the_desk_makes_the_other_table_final(
    browser, asgi_server
):
    night = started(8, venue="physical", rounds=1, options={"target_score": 60}, confirmation="others")
    first, second = matches(night)
    rita = Player.objects.get(pk=first.placements.get(seat=1).entrant.player_id)
    Membership.objects.create(club=night.club, player=rita, is_referee=True)
    give_accounts(rita, second.placements.get(seat=2).entrant.player)  # the others hold up no table
    for match in (first, second):
        won = RecordDeal(1, 0, {1: 30, 2: 20, 3: 20})
        scoresheets.act(match.table_id, won, by="scorekeeper:1", at=later(20))

    phone = visitor(browser, asgi_server, Player.objects.get(pk=rita.pk))
    phone.goto(f"/tables/{first.table_id}/")
    score.object_to_it(phone, "The last deal was mine")
    expect(score.sheet(phone)).to_contain_text("objected: the referee decides", timeout=SOON)
    expect(phone.get_by_role("link", name="Go to the dispute")).to_have_count(0)
    phone.goto(f"/competitions/{night.pk}/tables/")
    phone.get_by_role("link", name="Resolve dispute").click()
    expect(phone.get_by_text("You play at this table, so someone else must decide.")).to_be_visible()
    expect(phone.get_by_role("button", name="Decide")).to_have_count(0)

    olga = visitor(browser, asgi_server, somebody(night, "Olga", is_organizer=True))
    olga.set_viewport_size(LAPTOP)
    olga.goto(f"/competitions/{night.pk}/desk/")
    olga.get_by_role("link", name="Match of Table 2").click()
    expect(olga.get_by_role("heading", name="Record the result")).to_be_visible()
    winner = second.placements.get(seat=0).entrant.player.name
    expect(olga.get_by_label(f"{winner}: Total")).to_have_value("70")
    olga.go_back()
    olga.get_by_role("button", name="Make it final").click()
    expect(olga.get_by_text("To be confirmed 0")).to_be_visible()
    tasks.collect_results()
    expect(olga.locator(".floor__table")).to_have_count(1, timeout=SOON)
    olga.get_by_role("link", name="Table 1", exact=True).click()
    link = olga.get_by_role("link", name="Go to the dispute")
    assert colours.contrast(*link.evaluate(COLOURS)) >= colours.TEXT
    link.click()
    olga.get_by_label("Uphold the result").check()
    olga.get_by_label("Reason").fill("Three players saw it")
    olga.get_by_label("I am sure").check()
    olga.get_by_role("button", name="Decide").click()
    phone.goto(f"/tables/{first.table_id}/")
    expect(score.sheet(phone)).to_contain_text("The result is final.", timeout=SOON)
    tasks.collect_results()
    assert fresh(night).status == "finished"
    assert olga.complaints == phone.complaints == []


def test_a_tie_in_a_knock_out_of_two_is_decided_by_lot_only_when_that_is_pressed(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server), Thumb()
    begin(page, thumb, venue="Elsewhere", name="Cup", kind="Knock-out cup")
    page.get_by_label("Players", exact=True).fill("Ana Alba\nBo Berg\nCy Cole\nDi Dahl")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    start(page, thumb, "Cup")
    page.get_by_role("link", name="Record results").click()
    page.get_by_role("link", name="Semi-finals, Match 1").click()
    for total in ("500", "480"):
        for name in ("Ana Alba", "Di Dahl"):
            page.get_by_label(f"{name}: Total").fill(total)
        page.get_by_role("button", name="Record the result").click()
        if total == "500":
            expect(page.get_by_text("Only one player can reach 500 points")).to_be_visible()
            expect(page.get_by_label("Di Dahl: Total")).to_have_value("500")
    expect(page.get_by_text("No one has 500 points. Is the match over?")).to_be_visible()
    page.get_by_label("Yes, record it like this").check()
    page.get_by_role("button", name="Record the result").click()
    expect(page.get_by_text("Players are tied at the cut-off")).to_be_visible()
    page.goto(f"{Competition.objects.get().get_absolute_url()}desk/")
    expect(page.get_by_text("A tie must be decided.")).to_be_visible()
    page.get_by_role("link", name="Decide the tie").first.click()
    page.get_by_role("button", name="Draw lots", exact=True).click()
    page.get_by_role("button", name="Yes, draw lots").click()
    expect(page.get_by_text("The qualifiers were decided by lot.")).to_be_visible()
    assert page.complaints == []


def test_places_that_contradict_the_totals_are_asked_about_and_follow_when_these_are_corrected(
    browser, asgi_server
):
    cup = started(3, format="season", table_size=3, rounds=2, venue="elsewhere", options={})
    ana, bo, cy = (place.entrant.player.name for place in matches(cup)[0].placements.order_by("seat"))
    page = visitor(browser, asgi_server, somebody(cup, "Olga", is_organizer=True))
    page.goto(f"/competitions/{cup.pk}/desk/")
    page.get_by_role("link", name="Record results").click()
    page.get_by_role("link", name="Round 1, Table 1").click()
    fill_in_the_result(page, ana, bo, cy)
    for name, total in {ana: 520, bo: 100, cy: 200}.items():
        page.get_by_label(f"{name}: Total").fill(str(total))
    page.get_by_role("button", name="Record the result").click()
    expect(page.get_by_text("More points are better here, but the places say otherwise")).to_be_visible()
    page.get_by_label("Yes, record it like this").check()
    page.get_by_role("button", name="Record the result").click()
    expect(page.locator(".result__line").nth(1)).to_contain_text(bo)
    page.get_by_label(f"{bo}: Total").fill("90")
    page.get_by_label("Reason for the correction").fill("A slip of the pen")
    page.get_by_role("button", name="See what this changes").click()
    page.get_by_role("button", name="Correct result").click()
    expect(page.locator(".result__line").nth(1)).to_contain_text(cy)
    assert page.complaints == []


def test_a_bye_of_a_swiss_of_eleven_is_worth_a_win(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server), Thumb()
    begin(page, thumb, venue="Elsewhere", name="Eleven", kind="Swiss")
    page.get_by_label("Players", exact=True).fill("\n".join(NAMES.splitlines()[:11]))
    thumb.tap(page.get_by_role("heading", name="More options"))
    page.get_by_label("Seats per table").fill("2")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    start(page, thumb, "Eleven")
    page.get_by_role("link", name="Record results").click()
    rows = page.locator(".quick__row")
    expect(rows).to_have_count(5)
    for row in rows.all():
        for field, total in zip(row.get_by_role("spinbutton").all(), (510, 100), strict=True):
            field.fill(str(total))
        row.get_by_role("button", name="Save").click()
        expect(row).to_contain_text("Saved.")
    page.goto(Competition.objects.get().get_absolute_url())
    rested = Entrant.objects.get(placements__match__is_bye=True, placements__match__round_number=1).player
    expect(page.locator(".standings tbody tr", has_text=rested.name)).to_be_visible()
    firsts = page.locator(".standings tbody tr")
    assert rested.name in " ".join(firsts.all_inner_texts()[:6])
    assert page.complaints == []


def test_club_mates_of_a_knock_out_do_not_meet_first_if_a_swap_avoids_it(browser, asgi_server):
    page, thumb = organizer(browser, asgi_server), Thumb()
    begin(page, thumb, venue="Elsewhere", name="Derby", kind="Knock-out cup")
    names = NAMES.splitlines()[:8]
    lines = [f"{name}, {'Ravens' if name in (names[0], names[7]) else 'of ' + name}" for name in names]
    page.get_by_label("Players", exact=True).fill("")
    thumb.tap(page.get_by_role("button", name="Announce competition"))
    page.get_by_label("Someone new").fill("\n".join(lines))
    page.get_by_role("button", name="Enter players").click()
    start(page, thumb, "Derby")
    assert [Entrant.objects.get(player__name=names[place]).seed for place in (0, 7)] == [1, 8]
    thumb.tap(page.get_by_role("link", name="Bracket", exact=True).first)
    cards = page.locator(".bracket__round").first.locator("article.match")
    expect(cards).to_have_count(4)
    assert not any(names[0] in card and names[7] in card for card in cards.all_inner_texts())
    assert page.complaints == []


def test_a_late_guest_is_said_to_play_from_the_next_round(browser, asgi_server):
    night = started(8, venue="elsewhere", rounds=3, options={})
    page = visitor(browser, asgi_server, somebody(night, "Olga", is_organizer=True))
    page.goto(f"/competitions/{night.pk}/desk/")
    expect(page.get_by_text("Entrants: 8")).to_be_visible()
    page.get_by_role("link", name="Late entrant").click()
    page.get_by_label("Late entrant").fill("Zita Late")
    page.get_by_role("button", name="Add from next round").click()
    expect(page.get_by_text("Zita Late is in.")).to_be_visible()
    page.goto(f"/competitions/{night.pk}/desk/")
    expect(page.get_by_text("Entrants: 9")).to_be_visible()
    assert page.complaints == []


def somebody(night: Competition, name: str, **roles: bool) -> Player:
    player = Player.objects.create(name=name)
    Membership.objects.create(club=night.club, player=player, **roles)
    return player
