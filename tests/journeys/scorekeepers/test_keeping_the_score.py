"""Journey: a match with real cards is written down on a phone, with and without network."""

from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from games import scoresheets
from games.models import Player, Table
from games.rules.scoresheet import decide as ph
from tests.games.playing import fresh, player
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.journeys import people
from tests.journeys.people import SOON
from tests.journeys.scorekeepers.keeping_score import (
    LATER,
    cut,
    enter,
    heading,
    mend,
    open_sheet,
    tap,
    wait_until_kept,
    waiting,
)

MINE = pytest.mark.slow(
    "the same question is answered with the version of the other phone",
    about=["games/static/", "templates/games/", "games/scoresheets/"],
)

OTHER_EVENINGS = pytest.mark.slow(
    "a match is written down, waits without network and is disputed; these are further ends of the same"
    " script",
    about=["games/static/games/scoresheets/", "templates/games/scoresheets/", "games/scoresheets/"],
)


def visitor(*where: Any, **facts: Any) -> Page:
    """A person whose score pad works without network, by its service worker."""
    return people.visitor(*where, service_workers="allow", **facts)


@pytest.fixture
def hana(transactional_db):
    return Player.objects.create(name="Hana")


def table_of(hana: Player, who: str = "Ana Bo Cy", **facts) -> Table:
    return real_cards(who, host=hana, **facts)


def test_nothing_covers_the_names_before_it_is_known_who_went_out(browser, asgi_server, hana):
    table = table_of(hana, "Ana Bo Cy Dora Eve Fay")
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    for name in ("Cy", "Fay", "No one"):
        pick = page.locator("label.pick", has_text=name)
        pick.scroll_into_view_if_needed()
        assert pick.evaluate(
            "one => { const box = one.getBoundingClientRect();"
            " return one.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 4)); }"
        )


def test_a_whole_match_is_written_down_with_one_thumb_and_confirmed(browser, asgi_server, hana):
    table = table_of(hana, options={"target_score": 150})
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    expect(heading(page)).to_have_text("Deal 1: Ana deals, Bo begins")

    page.get_by_role("radio", name="Bo", exact=True).check()
    expect(page.locator("#pad-who")).to_have_text("Cards left: Ana")
    tap(page, "red 5", "blue Skip", "Wild Draw Four", "red 5")
    expect(page.locator("#pad-sum")).to_have_text("80 points, 4 cards")
    page.get_by_role("button", name="red cards").click()
    expect(page.get_by_role("button", name="red 5", exact=True)).to_be_disabled()  # the deck has two
    page.get_by_role("button", name="Remove Wild Draw Four").click()
    expect(page.locator("#pad-sum")).to_have_text("30 points, 3 cards")
    page.get_by_role("button", name="Next: Cy").click()
    tap(page, "green 9")
    small = page.locator("#deal button:visible, #deal label.pick:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect())"
        ".filter(one => Math.min(one.width, one.height) < 43.5).length"
    )
    assert small == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Save deal 1").click()

    expect(heading(page)).to_have_text("Deal 2: Bo deals, Cy begins", timeout=SOON)
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 1", timeout=SOON)
    expect(page.locator("#score_deals")).to_contain_text("+39")
    enter(page, "Ana", Bo=50, Cy=20)
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 2", timeout=SOON)

    page.get_by_role("button", name="Undo deal 2").click()
    question = page.get_by_role("dialog", name="Undo the last deal")
    expect(question).to_contain_text("This will be removed: Ana went out; Bo 50, Cy 20.")
    question.get_by_role("button", name="Remove deal 2").click()
    expect(heading(page)).to_have_text("Deal 2: Bo deals, Cy begins", timeout=SOON)
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 1", timeout=SOON)

    enter(page, "Bo", Ana=60, Cy=60)
    expect(page.locator("#score_sheet")).to_contain_text("Result: Bo wins the match", timeout=SOON)
    expect(page.locator("#deal")).to_be_hidden()
    phones = [visitor(browser, asgi_server, player(table, letter)) for letter in "ABC"]
    for phone in phones:
        phone.goto(f"/tables/{table.pk}/")
    for phone in phones:
        with phone.expect_response("**/result/confirm/"):
            phone.get_by_role("button", name="Confirm").click()
        expect(phone.get_by_role("button", name="Confirm")).to_have_count(0, timeout=SOON)
    expect(page.locator("#score_sheet")).to_contain_text("The result is final.", timeout=SOON)
    assert fresh(table).status == "finished"
    assert [deal.left for deal in scoresheets.look(table.pk).standing] == [[30, 0, 9], [60, 0, 60]]
    for page_ in (page, *phones):
        assert page_.complaints == []


@OTHER_EVENINGS
def test_the_next_player_out_is_tapped_where_they_play_on_for_places(browser, asgi_server, hana):
    options = {"going_out": "to_last", "scoring": "win_loss", "match_end": "manual"}
    table = table_of(hana, "Ana Bo Cy Di", options=options)
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    then = page.get_by_role("group", name="Then, in this order")
    expect(then).to_be_hidden()
    page.get_by_role("radio", name="Bo", exact=True).check()
    expect(then.get_by_role("combobox")).to_have_count(0)  # those are for who has no script
    then.get_by_role("button", name="Di").click()
    then.get_by_role("button", name="Ana").click()
    expect(then.get_by_role("button")).to_have_text(["3. Ana", "Cy", "2. Di"])
    expect(then.get_by_role("button", name="Cy")).to_be_disabled()
    then.get_by_role("button", name="2. Di").click()  # not yet: and whoever came after is taken back too
    expect(then.get_by_role("button")).to_have_text(["Ana", "Cy", "Di"])
    then.get_by_role("button", name="Ana").click()
    then.get_by_role("button", name="Di").click()
    cut(page)
    page.get_by_role("button", name="Save deal 1").click()
    expect(waiting(page)).to_contain_text("went out: Bo, Ana, Di", timeout=SOON)
    mend(page)
    expect(page.locator("#score_sheet")).to_contain_text("Wins so far", timeout=LATER)
    assert [deal.out for deal in scoresheets.look(table.pk).deals] == [[1, 0, 3]]
    assert page.complaints == []


def test_deals_wait_without_network_and_survive_a_reload_and_a_closed_page(browser, asgi_server, hana):
    table = table_of(hana)
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    enter(page, "Ana", Bo=10, Cy=5)
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 1", timeout=SOON)
    wait_until_kept(page, "Totals after deal 1")

    cut(page)
    enter(page, "Bo", Ana=20, Cy=30)
    expect(waiting(page)).to_contain_text("1 deal waiting", timeout=SOON)
    expect(heading(page)).to_have_text("Deal 3: Cy deals, Ana begins")
    expect(page.locator("[data-probable='1']")).to_have_text("about 50")
    enter(page, "Cy", Ana=1, Bo=2)
    expect(waiting(page)).to_contain_text("2 deals waiting")
    expect(waiting(page)).to_contain_text("You are offline")
    page.reload()
    expect(waiting(page)).to_contain_text("2 deals waiting", timeout=SOON)
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 1")
    expect(heading(page)).to_have_text("Deal 4: Ana deals, Bo begins")
    again = page.context.new_page()
    page.close()
    again.goto(f"/tables/{table.pk}/score/")
    expect(waiting(again)).to_contain_text("2 deals waiting", timeout=SOON)
    assert len(scoresheets.look(table.pk).deals) == 1

    mend(again)
    expect(waiting(again)).to_be_hidden(timeout=LATER)
    expect(again.locator("#score_sheet")).to_contain_text("Totals after deal 3", timeout=LATER)
    assert [deal.out for deal in scoresheets.look(table.pk).deals] == [[0], [1], [2]]
    assert again.evaluate("Object.keys(localStorage).length") == 0


@OTHER_EVENINGS
def test_a_page_in_another_language_keeps_its_sentences_for_the_time_without_network(
    browser, asgi_server, hana
):
    table = table_of(hana)
    page = visitor(browser, asgi_server, hana, locale="ru-RU")
    open_sheet(page, table.pk)
    catalog = page.locator("script[src*='texts.js?language=ru']")
    expect(catalog).to_have_count(1)
    wait_until_kept(page)
    cut(page)
    page.reload()
    expect(catalog).to_have_count(1)
    text = "interpolate(gettext('Save deal %(deal)s'), {deal: 1}, true)"
    expect(page.locator("#save")).to_have_text(page.evaluate(text), timeout=SOON)
    assert page.evaluate("typeof django.gettext") == "function"  # the catalog's, and not the English file's
    assert page.complaints == []


def test_an_answer_that_is_lost_doubles_nothing(browser, asgi_server, hana):
    table = table_of(hana)
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    lost, ids = [], []

    def lose_first(route):
        ids.extend(parse_qs(route.request.post_data)["command_id"])
        if not lost:
            lost.append(route.fetch())
            route.abort("connectionreset")
        else:
            route.continue_()

    page.route("**/score/deal/", lose_first)
    with page.expect_response("**/score/deal/", timeout=LATER):  # to what is sent again
        enter(page, "Ana", Bo=10, Cy=5)
    expect(waiting(page)).to_be_hidden(timeout=LATER)
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 1", timeout=LATER)
    assert len(scoresheets.look(table.pk).deals) == 1
    assert lost[0].status == 200
    assert ids == [ids[0]] * 2


@pytest.mark.parametrize("who_stands", ["theirs", pytest.param("mine", marks=MINE)])
def test_two_phones_recorded_one_deal_differently_and_are_asked(browser, asgi_server, hana, who_stands):
    table = table_of(hana)
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    cut(page)
    enter(page, "Bo", Ana=20, Cy=30)
    expect(waiting(page)).to_contain_text("1 deal waiting", timeout=SOON)
    record(table, deal(1, "B", "A 20, C 3"), by=f"player:{hana.pk}")
    mend(page)

    expect(waiting(page)).to_contain_text("Which version counts?", timeout=LATER)
    expect(waiting(page)).to_contain_text("Bo went out; Ana 20, Cy 3")
    expect(waiting(page)).to_contain_text("Bo went out; Ana 20, Cy 30")
    expect(waiting(page)).to_contain_text("recorded by Hana at")
    if who_stands == "theirs":
        page.get_by_role("button", name="Use the recorded version").click()
    else:
        page.get_by_role("button", name="Use mine").click()
    expect(waiting(page)).to_be_hidden(timeout=LATER)
    expect(heading(page)).to_have_text("Deal 2: Bo deals, Cy begins", timeout=LATER)
    points = "23" if who_stands == "theirs" else "50"
    expect(page.locator("#score_deals")).to_contain_text(f"+{points}", timeout=LATER)
    sheet = scoresheets.look(table.pk)
    assert sheet.totals[1] == int(points)
    assert len(sheet.deals) == (1 if who_stands == "theirs" else 2)


@OTHER_EVENINGS
def test_a_deal_that_is_no_longer_the_last_is_the_referees_matter(browser, asgi_server, hana):
    table = table_of(hana)
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    cut(page)
    enter(page, "Bo", Ana=20, Cy=30)
    expect(waiting(page)).to_contain_text("1 deal waiting", timeout=SOON)
    record(table, deal(1, "B", "A 20, C 3"), deal(2, "A", "B 1, C 1"))
    mend(page)
    expect(waiting(page)).to_contain_text("call the referee", timeout=LATER)
    expect(page.get_by_role("button", name="Use mine")).to_have_count(0)


def test_a_refused_deal_is_explained_and_mended(browser, asgi_server, hana):
    table = table_of(hana)
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    enter(page, "Bo", Ana=20, Cy=3001)
    expect(waiting(page)).to_contain_text("The deck does not have that many points", timeout=SOON)
    page.get_by_role("button", name="Fix").click()
    expect(page.get_by_label("Points of Cy")).to_have_value("3001")
    page.get_by_label("Points of Cy").fill("30")
    page.get_by_role("button", name="Save deal 1").click()
    expect(waiting(page)).to_be_hidden(timeout=SOON)
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 1", timeout=SOON)
    assert page.complaints == []


def test_deals_of_others_do_not_take_away_a_form_in_progress(browser, asgi_server, hana):
    table = table_of(hana)
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    page.get_by_role("radio", name="Bo", exact=True).check()
    page.get_by_label("Points of Ana").fill("20")
    record(table, deal(1, "C", "A 7, B 7"))
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 1", timeout=LATER)
    expect(page.locator("#meanwhile")).to_contain_text(
        "Deal 1 was recorded in the meantime: Cy went out; Ana 7, Bo 7"
    )
    expect(page.get_by_label("Points of Ana")).to_have_value("20")
    expect(heading(page)).to_have_text("Deal 1")
    page.get_by_role("button", name="Use my entries for deal 2").click()
    expect(heading(page)).to_have_text("Deal 2: Bo deals, Cy begins")
    page.get_by_label("Points of Cy").fill("5")
    page.get_by_role("button", name="Save deal 2").click()
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 2", timeout=SOON)


def test_a_log_in_that_ran_out_asks_for_it_and_keeps_what_waits(browser, asgi_server, hana):
    table = table_of(hana)
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    session = next(cookie for cookie in page.context.cookies() if cookie["name"] == "sessionid")
    page.context.clear_cookies(name="sessionid")
    enter(page, "Bo", Ana=20, Cy=30)
    expect(waiting(page)).to_contain_text("You are logged out", timeout=SOON)
    link = waiting(page).get_by_role("link", name="log in")
    expect(link).to_have_attribute("href", f"/log-in/?next=/tables/{table.pk}/score/")
    link.click()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    page.context.add_cookies([session])  # as logging in does
    page.goto(f"/tables/{table.pk}/score/")
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 1", timeout=LATER)
    expect(waiting(page)).to_be_hidden()


@OTHER_EVENINGS
def test_another_account_on_the_same_phone_sends_nothing_of_mine(browser, asgi_server, hana):
    table = table_of(hana, self_report=True)
    ana = player(table, "A")
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    cut(page)
    enter(page, "Bo", Ana=20, Cy=30)
    expect(waiting(page)).to_contain_text("1 deal waiting", timeout=SOON)
    page.context.clear_cookies()
    page.close()
    other = visitor(browser, asgi_server, ana)
    cookies = other.context.cookies()
    other.context.close()
    again = browser.contexts[-1].new_page()
    again.context.add_cookies(cookies)
    mend(again)
    again.goto(f"/tables/{table.pk}/score/")
    expect(waiting(again)).to_contain_text("entered from another account", timeout=SOON)
    again.wait_for_timeout(1000)
    assert scoresheets.look(table.pk).deals == []


@OTHER_EVENINGS
def test_logging_out_asks_about_what_waits_and_forgets_the_page(browser, asgi_server, hana):
    table = table_of(hana)
    page = visitor(browser, asgi_server, hana)
    open_sheet(page, table.pk)
    page.route("**/score/deal/", lambda route: route.abort())
    enter(page, "Bo", Ana=20, Cy=30)
    expect(waiting(page)).to_contain_text("1 deal waiting", timeout=SOON)
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Log out").click()
    expect(waiting(page)).to_contain_text("1 deal waiting")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible(timeout=SOON)
    assert "has not been sent yet" in asked[0]
    left = "Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()])"
    assert page.evaluate(f"{left}.then(all => all.flat().length + Object.keys(localStorage).length)") == 0


def test_a_dispute_goes_from_a_players_phone_to_the_referee_and_back_to_the_table(browser, asgi_server, hana):
    table = table_of(hana, options={"target_score": 50})
    record(table, deal(1, "A", "B 20, C 5"), ph.UndoDeal(1), deal(1, "A", "B 20, C 6"))
    record(table, deal(2, "A", "B 20, C 8"), by=f"player:{hana.pk}")
    bo = visitor(browser, asgi_server, player(table, "B"))
    referee = visitor(browser, asgi_server, hana)
    for page in (bo, referee):
        page.goto(f"/tables/{table.pk}/")
    bo.get_by_role("button", name="Object").click()
    dialog = bo.get_by_role("dialog", name="Object to the result")
    dialog.get_by_label("What is wrong?").fill("Deal 2 was mine")
    dialog.get_by_role("button", name="Object to the result").click()
    expect(bo.locator("#score_sheet")).to_contain_text("Bo objected: the referee decides.", timeout=SOON)

    referee.get_by_role("link", name="Go to the dispute").click(timeout=SOON)
    expect(referee.get_by_text("“Deal 2 was mine”")).to_be_visible()
    expect(referee.locator(".log .undone")).to_contain_text("Ana went out; Bo 20, Cy 5")
    referee.get_by_label("Reopen the score sheet").check()
    referee.get_by_label("Deals to undo").select_option("1")
    referee.get_by_label("Reason").fill("Deal 2 was counted twice")
    referee.get_by_label("I am sure").check()
    referee.get_by_role("button", name="Decide").click()
    expect(bo.locator("#score_sheet")).to_contain_text("Totals after deal 1", timeout=SOON)
    assert scoresheets.look(table.pk).phase == "running"
    assert bo.complaints == referee.complaints == []


def test_the_score_page_works_without_script(browser, asgi_server, hana):
    table = table_of(hana)
    page = visitor(browser, asgi_server, hana, java_script_enabled=False)
    page.goto(f"/tables/{table.pk}/score/")
    enter(page, "Bo", Ana=20, Cy=30)
    expect(page.locator("#score_sheet")).to_contain_text("Totals after deal 1")
    page.get_by_role("button", name="Undo deal 1").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove deal 1").click()
    expect(page.locator("#deal-heading")).to_have_text("Deal 1: Ana deals, Bo begins")
