"""Journey: somebody looks at the hashes of a match, adds words to it, and verifies its shuffles."""

import json
import re

import pytest
from django.core import serializers
from django.utils import timezone
from playwright.sync_api import Page, expect

from games import tables
from games.integrity.match_records import export, verify_shuffles
from games.models import Player, Seat, ShuffleSeed, Table, TableEvent
from games.rules.cards import cards
from games.rules.fairness.shuffle import RoundChance, commitment_to
from games.tables.shuffles import AT_ONCE
from tests.games.playing import open_table, play_out, player
from tests.journeys.people import PHONE, visitor

ANOTHER_FORGERY = pytest.mark.slow(
    "the same check finds five lies of a server and a changed record; these are further forgeries",
    about=["games/static/", "templates/games/", "games/rules/fairness/", "games/rules/records/"],
)

ANOTHER_DECK = pytest.mark.slow(
    "of three kinds of matches the one is checked in which the dealer is drawn from the deck, too",
    about=["games/static/", "templates/games/"],
)

WITHOUT_SCRIPT = pytest.mark.slow(
    "hashes are shown and words are added in tests of these views, which run no script",
    about=["templates/games/"],
)

OTHER_CHECKS = pytest.mark.slow(
    "a true and a false match are checked; the same script checks a record and says how far it is",
    about=["games/static/games/integrity/", "templates/games/integrity/", "games/integrity/"],
)


def played(**options) -> Table:
    """Two bots and Ana, who gave words, have played a match of several deals with a deck like any other."""
    table = open_table("Ana bot bot", options={"target_score": 150, **options})
    tables.give_words(table.pk, words="Zoë 7", player=player(table, "A"), at=timezone.now())
    tables.start(table.pk, by="organizer:1", at=timezone.now())
    return play_out(table, moves=20_000)


@pytest.fixture(scope="module")
def kept() -> list[dict]:
    """The rows of a match that was played once: playing it takes longer than looking at it."""
    return []


@pytest.fixture
def finished(transactional_db, kept) -> Table:
    for row in serializers.deserialize("python", kept):
        row.save()
    if not kept:
        while played().round_number == 1:
            pass  # now and then somebody has all points with the first deal
        for model in (Player, Table, Seat, ShuffleSeed, TableEvent):
            kept.extend(serializers.serialize("python", model.objects.all()))
    return Table.objects.latest("pk")


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    with page.expect_response("**/shuffles/"):  # opened, the list of deals is fetched anew
        page.get_by_text("Fair shuffles", exact=True).click()
    expect(page.locator("#fair")).to_have_attribute("open", "")
    return page


def choose(page: Page, record: dict) -> None:
    data = json.dumps(record).encode()
    page.locator("#check-file").set_input_files(
        {"name": "match.json", "mimeType": "application/json", "buffer": data}
    )


def no_wider_than_the_phone(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, marks=ANOTHER_DECK),
        {"dealer_choice": "random"},
        pytest.param({"deck": "shuffle_112", "hand_size": 10}, marks=ANOTHER_DECK),
    ],
)
def test_every_deal_of_a_finished_match_is_proven(browser, asgi_server, transactional_db, options):
    table = played(**options)
    page = opened(visitor(browser, asgi_server), f"/tables/{table.pk}/replay/")
    with page.expect_response("**/shuffles.json"):
        page.get_by_role("button", name="Check the shuffles").click()
    expect(page.locator("#check-result")).to_contain_text("as committed")
    expect(page.locator("#check-deals li[data-mood=ok]")).to_have_count(table.round_number)
    expect(page.locator("#fair [data-status]").filter(has_text="checked")).to_have_count(table.round_number)
    expect(page.locator("#fair [data-status]").filter(has_text="committed")).to_have_count(
        table.committed - table.round_number
    )
    assert no_wider_than_the_phone(page)
    assert page.complaints == []


LIES = [
    (lambda deal: deal["chance"].append(deal["chance"].pop()[::-1]), "order"),
    (lambda deal: deal["proof"].update(secret="00" * 32), "the secret is not the committed one"),
    (lambda deal: deal["proof"].update(words=["mine", "", ""]), "order 1"),
    (lambda deal: deal["proof"].update(words="mine"), "its proof has the wrong format"),
    (lambda deal: deal.pop("proof"), "no proof"),
]
"""What a server may tell of a deal, and what the page then finds."""


def test_a_server_that_tells_something_else_is_found_out(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)
    changes = [change for change, _sentence in LIES]

    def lie(route):
        told = route.fetch().json()
        changes.pop(0)(told["rounds"][0])
        route.fulfill(json=told)

    page.route("**/shuffles.json", lie)
    for _change, sentence in LIES:
        opened(page, f"/tables/{finished.pk}/")
        page.get_by_role("button", name="Check the shuffles").click()
        expect(page.locator("#check-result")).to_contain_text(f"1 of {finished.round_number} deals failed")
        expect(page.locator("#check-deals li").first).to_contain_text(sentence)
        expect(page.locator("[data-deal='1'] [data-status]")).to_have_text("failed")
    assert changes == []


@ANOTHER_FORGERY
def test_a_secret_that_fits_to_another_hash_than_was_shown_is_found_out(browser, asgi_server, finished):
    other = played()
    page = visitor(browser, asgi_server)
    page.route("**/shuffles.json", lambda route: route.fulfill(json=json.loads(export(other.pk))))
    opened(page, f"/tables/{finished.pk}/")
    page.get_by_role("button", name="Check the shuffles").click()
    expect(page.locator("#check-deals li").first).to_contain_text("the secret is not the committed one")


@OTHER_CHECKS
def test_a_record_is_checked_as_it_was_written_and_as_somebody_changed_it(browser, asgi_server, finished):
    record = json.loads(export(finished.pk))
    page = visitor(browser, asgi_server)
    page.goto(f"/tables/{finished.pk}/shuffles/")
    choose(page, record)
    expect(page.locator("#check-deals li[data-mood=ok]")).to_have_count(finished.round_number)
    order = record["rounds"][-1]["chance"][0].split()
    other = next(place for place, card in enumerate(order) if card != order[-1])
    order[other], order[-1] = order[-1], order[other]
    record["rounds"][-1]["chance"][0] = " ".join(order)
    choose(page, record)
    expect(page.locator("#check-result")).to_contain_text(f"1 of {finished.round_number} deals failed")
    expect(page.locator("#check-deals li[data-mood=failed]")).to_contain_text("order 1 does not follow")
    assert not verify_shuffles(json.dumps(record).encode())["ok"]
    for none in ({"a": 1}, {**record, "rounds": []}):
        choose(page, none)
        expect(page.locator("#check-result")).to_contain_text("not a match record")
    assert page.complaints == []


def with_another_deck(deal: dict) -> None:
    """Say that all red fives were Wild Draw Fours; the orders follow from the true secret."""
    chance = RoundChance(bytes.fromhex(deal["proof"]["secret"]), deal["proof"]["words"], 1)
    drawn = deal["actions"][0] == "dealer_draw"
    deck = cards.cards(deal["chance"][drawn].replace("r5", "w4"))
    deal["chance"][drawn] = cards.text(chance.shuffled(deck))


def with_another_secret(deal: dict) -> None:
    """Say that the first deal was another one, which agrees with itself."""
    secret, drawn = bytes(32), deal["actions"][0] == "dealer_draw"
    deal["proof"] |= {"secret": secret.hex(), "commitment": commitment_to(secret)}
    chances = [RoundChance(secret, deal["proof"]["words"], number) for number in ([0, 1] if drawn else [1])]
    orders = zip([*chances, *[chances[-1]] * len(deal["chance"])], deal["chance"], strict=False)
    deal["chance"] = [cards.text(chance.shuffled(cards.cards(order))) for chance, order in orders]


@ANOTHER_FORGERY
def test_a_record_that_agrees_with_itself_is_false_all_the_same(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)
    page.goto(f"/tables/{finished.pk}/shuffles/")
    result, failed = page.locator("#check-result"), page.locator("#check-deals li[data-mood=failed]")
    for change, sentence in (
        (lambda deal: deal.update(chance=[]), "the record does not contain the order of the deck"),
        (lambda deal: deal.update(chance=["r5", "r5"]), "does not have the cards of the deck"),
        (with_another_deck, "does not have the cards of the deck"),
    ):
        record = json.loads(export(finished.pk))
        change(record["rounds"][0])
        choose(page, record)
        expect(failed).to_contain_text(sentence)
    record = json.loads(export(finished.pk))
    with_another_secret(record["rounds"][0])
    choose(page, record)
    expect(failed).to_have_count(0)
    expect(result).to_contain_text("not those of this match")
    expect(result).to_have_attribute("data-mood", "failed")


WATCH = """way => new MutationObserver(() => {
  const [last] = (document.body.dataset.seen || "").split(" ").slice(-1);
  const now = way.hidden ? "gone" : String(way.position);
  if (now !== last) document.body.dataset.seen = `${document.body.dataset.seen || ""} ${now}`.trim();
}).observe(way, { attributes: true })"""
"""What the bar has shown is noted at the page: -1 while nobody knows how much there is."""


@OTHER_CHECKS
def test_a_bar_says_how_far_the_check_is(browser, asgi_server, finished):
    page = opened(visitor(browser, asgi_server), f"/tables/{finished.pk}/replay/")
    bar = page.locator("#check-way")
    expect(bar).to_be_hidden()
    bar.evaluate(WATCH)
    page.get_by_role("button", name="Check the shuffles").click()
    expect(page.locator("#check-result")).to_contain_text("as committed")
    expect(bar).to_be_hidden()
    seen = page.locator("body").get_attribute("data-seen").split()
    assert seen[0] == "-1"
    assert seen[-1] == "gone"
    assert [float(answer) for answer in seen[1:-1]] == sorted(float(answer) for answer in seen[1:-1])
    assert len(seen) > 2


@ANOTHER_FORGERY
def test_a_deal_that_the_server_leaves_out_is_found_out(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)

    def leave_out(route):
        told = route.fetch().json()
        del told["rounds"][-1]
        route.fulfill(json=told)

    page.route("**/shuffles.json", leave_out)
    opened(page, f"/tables/{finished.pk}/")
    page.get_by_role("button", name="Check the shuffles").click()
    expect(page.locator("#check-result")).to_contain_text(f"1 of {finished.round_number} deals failed")
    expect(page.locator(f"[data-deal='{finished.round_number}'] [data-status]")).to_have_text("failed")


@OTHER_CHECKS
def test_where_browsers_compute_no_hashes_the_page_says_so(browser, asgi_server, finished):
    page = visitor(browser, asgi_server)
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })")
    opened(page, f"/tables/{finished.pk}/")
    page.get_by_role("button", name="Check the shuffles").click()
    expect(page.locator("#check-result")).to_contain_text("over HTTPS")


@OTHER_CHECKS
def test_words_are_suggested_and_added_before_the_first_deal(browser, asgi_server, transactional_db):
    table = open_table("Ana bot", options={"target_score": 30})
    page = opened(visitor(browser, asgi_server, player(table, "A")), f"/tables/{table.pk}/")
    expect(page.locator("[data-commitment]")).to_have_count(AT_ONCE)
    expect(page.locator("#words")).to_have_value(re.compile(r"^([a-z]{4}-){3}[a-z]{4}$"))
    suggested = page.locator("#words").input_value()
    page.get_by_role("button", name="Add my words").click()
    expect(page.locator("#words-given")).to_contain_text(f"Ana “{suggested}”")
    page.locator("#words").fill("a@b")
    page.get_by_role("button", name="Change my words").click()
    expect(page.locator("#fair .refusal")).to_contain_text("letters, digits")
    assert no_wider_than_the_phone(page)
    page.get_by_role("button", name="Start the match").click()
    opened(page, f"/tables/{table.pk}/")
    expect(page.locator("[data-deal='1']")).to_contain_text(suggested)
    expect(page.locator("[data-deal='1'] [data-status]")).to_have_text("being played")
    assert page.complaints == []


@WITHOUT_SCRIPT
def test_without_script_hashes_are_shown_and_words_are_added(browser, asgi_server, transactional_db):
    table = open_table("Ana bot")
    page = visitor(browser, asgi_server, player(table, "A"), java_script_enabled=False)
    page.goto(f"/tables/{table.pk}/")
    page.get_by_text("Fair shuffles", exact=True).click()
    page.locator("#words").fill("blue horse")
    page.get_by_role("button", name="Add my words").click()
    expect(page).to_have_url(f"{asgi_server}/tables/{table.pk}/shuffles/")
    expect(page.locator("#words-given")).to_contain_text("Ana “blue horse”")
    expect(page.get_by_text("verify-shuffle")).to_be_visible()
    expect(page.get_by_role("button", name="Check the shuffles")).to_have_count(0)
