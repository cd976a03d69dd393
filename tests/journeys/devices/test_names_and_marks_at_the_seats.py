"""Journey: names, marks and cards at the seats leave room for each other, and for the moves."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from games.models import Player
from games.rules.match.commands import Penalise
from tests.games.playing import begin, deal, do, fresh, open_table, player, players
from tests.journeys.people import PHONE, SOON, set_size, visitor, wait_until_still
from tests.screenshots.table_scenes import PILE

LOW_PHONE = {"width": 360, "height": 740}
ACROSS = {"width": 640, "height": 360}
LOW_LAPTOP = {"width": 1280, "height": 720}
TEN = "".join(f"{letter}-Konstantina-Maximiliane " for letter in "ABCDEFGHIJ")
THREE_LINES = 80  # pixels
WATCH_WIDTH = """() => {
  const look = () => {
    // Until its head is read every page is laid out as wide as one that knows of no phone.
    if (document.querySelector("meta[name=viewport]")) window.widthIs(document.documentElement.scrollWidth);
    requestAnimationFrame(look);
  };
  look();
}"""
LEADING = 6  # pixels of a line above its letters
MEET = """([one, others, most]) => [...document.querySelectorAll(one)].flatMap((mark) => {
  const mine = mark.getBoundingClientRect();
  const meets = (box) => box.width && box.left < mine.right && mine.left < box.right
    && box.top < mine.bottom - most && mine.top < box.bottom - most;
  const met = [...document.querySelectorAll(others)]
    .filter((other) => other !== mark && meets(other.getBoundingClientRect()));
  return met.map((other) => `${mark.textContent.trim()} meets ${other.className}`);
})"""

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_moves_are_above_the_fold(browser, asgi_server):
    hands = "/".join(["r1 r2 r3", "r4 r5 r6", *["b1 b2 b3"] * 8])
    table = deal(TEN, hands, f"r9 {PILE} {PILE}", at=timezone.now(), turn_seconds=600)
    do(table, "B play r4", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "B"))
    page.set_viewport_size(LOW_LAPTOP)
    for address, moves in (("", "#recent .moves"), ("replay/", ".movelist__lines")):
        page.goto(f"{table.get_absolute_url()}{address}")
        box = page.locator(moves).bounding_box()
        assert box["y"] + THREE_LINES <= LOW_LAPTOP["height"], (moves, box)
    last = page.locator(".filters a").last
    last.focus()
    inside, filters = last.bounding_box(), page.locator(".movelist .filters").bounding_box()
    assert filters["y"] <= inside["y"] <= filters["y"] + filters["height"]
    assert page.complaints == []


@pytest.mark.parametrize("language", ["en", "vi", "fil", "cy", "ru"])
def test_on_a_phone_the_line_below_my_cards_is_one_line_for_a_dealer_with_a_long_name(
    browser, asgi_server, language
):
    hand = "r1 r2 r3 r4 r5 r6 r7"
    table = deal("Ana Bo", f"{hand}/{hand}", f"b9 {PILE}", at=timezone.now())
    Player.objects.filter(name="Ana").update(name="Bartholomew Vandersl")
    page = visitor(browser, asgi_server, player(table, "A"), locale=language)
    page.goto(table.get_absolute_url())
    line, name, numbers = (page.locator(f".hand__{part}") for part in ("line", "name", "numbers"))
    for size in (PHONE, LOW_PHONE, ACROSS):
        set_size(page, size)
        wait_until_still(page)
        expect(name).to_have_text("Bartholomew Vandersl")
        assert line.bounding_box()["height"] <= 1.5 * line.evaluate(
            "one => parseFloat(getComputedStyle(one).lineHeight)"
        )
        assert numbers.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert name.bounding_box()["width"] >= 40  # of three letters or more
    assert page.complaints == []


@pytest.mark.parametrize("seats", [6, 7, 10])
def test_on_a_phone_the_buttons_below_the_cards_of_a_host_are_in_sight_and_the_middle_has_room_for_words(
    browser, asgi_server, seats
):
    names = ["Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe"][:seats]
    host, *others = players(" ".join(names))
    options = {"dealer_choice": "fixed", "hand_size": 7}
    table = open_table(seats=seats, host=host, name="Bartholomew Vandersl's table", options=options)
    for person in (host, *others):
        tables.sit(table.pk, player=person, at=timezone.now())
    hands = "/".join(["r1 r2 r3 r4 r5 r6 r7"] * seats)
    begin(table, hands, f"b9 {PILE} {PILE}", at=timezone.now())
    page = visitor(browser, asgi_server, host)
    set_size(page, PHONE)
    page.goto(table.get_absolute_url())
    for button in ("#pause", "#sort-cards", ".hand__foot [popovertarget=leave]"):
        expect(page.locator(button)).to_be_in_viewport(ratio=1)
    told = {"at": "centre", "kind": "direction", "step": 9, "words": "The direction changes"}
    page.evaluate("detail => document.dispatchEvent(new CustomEvent('table:words', { detail }))", told)
    wait_until_still(page)
    needed = "#top-card, .pile > .card, .turn__words, .head, #felt .seat"
    assert page.evaluate(MEET, [".moment", needed, 0]) == []
    assert page.complaints == []


@pytest.mark.parametrize("seats", [4, 10])
def test_uno_and_whose_turn_it_is_are_both_read_at_one_seat_of_a_laptop(browser, asgi_server, seats):
    letters = "ABCDEFGHIJ"[:seats]
    hands = "/".join(["b1 b2", "r4 b5", *["b1 b2"] * (seats - 2)])
    table = deal(" ".join(TEN.split()[:seats]), hands, f"r9 {PILE}", at=timezone.now(), turn_seconds=600)
    do(table, "B play r4 uno")
    for letter in f"{letters[2:]}A":
        do(table, f"{letter} draw")
        do(table, f"{letter} pass")
    page = visitor(browser, asgi_server, player(table, "A"))
    page.set_viewport_size(LOW_LAPTOP)
    page.goto(table.get_absolute_url())
    for words in ("UNO!", "to play"):
        expect(page.locator("#seat-B").get_by_text(words)).to_be_visible()
    wait_until_still(page)
    assert page.evaluate(MEET, ["#seat-B .seat__mark", "#seat-B :is(.seat__mark, .backs i)", 0]) == []
    assert page.complaints == []


def test_eleven_cards_end_before_the_words_to_play_at_one_of_ten_seats(browser, asgi_server):
    hands = "/".join(["b1 b2"] * 10)
    table = deal(TEN, hands, f"r9 {PILE} {PILE}", at=timezone.now(), turn_seconds=600)
    penalty = Penalise(1, 9, "penalty", "showed a card")
    tables.act(table.pk, penalty, after=fresh(table).version, by="organizer:1", at=timezone.now())
    page = visitor(browser, asgi_server, player(table, "A"))
    page.set_viewport_size(LOW_LAPTOP)
    page.goto(table.get_absolute_url())
    expect(page.locator("#seat-B .seat__count")).to_contain_text("11")
    expect(page.locator("#seat-B .seat__mark--turn")).to_be_visible()
    ends = page.locator("#seat-B .backs i").last.evaluate(
        "card => card.getBoundingClientRect().left + parseFloat(getComputedStyle(card, '::before').width)"
    )
    assert ends < page.locator("#seat-B .seat__mark--turn").bounding_box()["x"]
    assert page.complaints == []


@pytest.mark.parametrize("size", [PHONE, LOW_PHONE, ACROSS], ids=["phone", "low-phone", "across"])
@pytest.mark.parametrize("teams", ["partners", "off"])
def test_a_name_has_the_width_of_its_seat_on_a_phone_whatever_marks_there_are(
    browser, asgi_server, size, teams
):
    options = {"teams": teams, "target_score": 500}
    hands = "r1 b2/r4 b5/b1 r7/y9 b3"
    table = deal("Ana Bo Cy Dee", hands, f"r9 {PILE}", options=options, at=timezone.now(), turn_seconds=600)
    Player.objects.filter(name="Bo").update(name="Bo Lindqvist")
    page = visitor(browser, asgi_server, player(table, "C"))
    set_size(page, size)
    page.goto(table.get_absolute_url())

    def boxes():
        wait_until_still(page)
        places = page.locator("#felt .seat__name, #felt .seat__facts > :not(.seat__dealer), #hand").all()
        return [place.bounding_box() for place in places]

    before = boxes()
    do(table, "B play r4 uno", at=timezone.now())
    expect(page.locator("#seat-B .seat__mark--uno")).to_be_visible(timeout=SOON)
    after = boxes()
    assert after == before
    for letter in "ABD":
        seat, name = (page.locator(f"#seat-{letter}{part}") for part in ("", " .seat__name"))
        room = name.evaluate("name => { name.style.width = '100%'; return name.clientWidth }")
        assert room >= seat.bounding_box()["width"] - 17
    marks = "#felt :is(.seat__mark--uno, .seat__dealer, .seat__side)"
    assert page.evaluate(MEET, [marks, ".seat__count, .seat__total", 0]) == []
    assert page.evaluate(MEET, [marks, ".seat__name", LEADING]) == []
    assert page.evaluate(MEET, [marks, marks, 0]) == []
    assert page.evaluate(MEET, ["#seat-B .seat__mark--uno", "#felt .seat:not(#seat-B)", 0]) == []
    felt = page.locator("#felt").bounding_box()
    for mark in page.locator(marks).all():
        assert mark.bounding_box()["y"] >= felt["y"]
    assert page.complaints == []


def test_nothing_at_a_table_widens_the_page_of_a_phone_also_while_a_bot_takes_over(browser, asgi_server):
    table = deal("Ana Bo Cy", "r1 b2/r4 b5/b1 r7", f"r9 {PILE}", at=timezone.now(), turn_seconds=600)
    page = visitor(browser, asgi_server, player(table, "B"), is_mobile=True, has_touch=True)
    widths = set()

    def note(width):
        widths.add(width)

    page.expose_function("widthIs", note)
    page.add_init_script(f"({WATCH_WIDTH})()")
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="Let a bot play").tap()
    page.get_by_role("button", name="Yes, let a bot play").tap()
    expect(page.get_by_role("button", name="Come back")).to_be_visible(timeout=SOON)
    for place in ("#felt .seat", "#recent", "#chat", ".fair", "#totals", "#hand"):
        page.locator(place).first.evaluate(
            """place => {
              const wide = document.createElement("i");
              wide.style.cssText = "display: block; width: 900px; height: 2px";
              place.append(wide);
            }"""
        )
    expect(page.locator("#recent > i")).to_have_count(1)
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert widths == {PHONE["width"]}
    assert page.complaints == []
