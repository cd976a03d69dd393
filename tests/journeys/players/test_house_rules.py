"""Journey: house rules in the browser: out of turn, in a hurry, with a partner, and what is refused."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import tables
from games.rules.base.chance import GivenChance
from games.rules.cards import cards
from games.tables.aggregate import locked
from tests.games.playing import do, player
from tests.journeys.people import LAPTOP, SOON, set_size, visitor

PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8"

ANOTHER_RULE = pytest.mark.slow(
    "the same buttons and the same stream as for jumping in; tests of the table play this rule",
    about=["games/static/", "templates/games/", "games/rules/"],
)


@pytest.fixture
def dealt(transactional_db):
    """Return a function that starts a match with known cards, beginning now: B begins."""

    def _dealt(who, hands, **options):
        from tests.games.playing import open_table

        hands_ = [cards.cards(hand) for hand in hands.split("/")]
        options = {"dealer_choice": "fixed", "hand_size": len(hands_[0]), **options}
        table = open_table(who, options=options)
        order = [card for one_each in zip(*hands_[1:], hands_[0], strict=True) for card in one_each]
        with locked(table.pk) as held:
            chance = GivenChance([order + cards.cards(PILE)], any_cards=True)
            held.begin(by="organizer:1", at=timezone.now(), chance=chance)
        return table

    return _dealt


def at_the_table(browser, address, table, *letters):
    pages = [visitor(browser, address, player(table, letter)) for letter in letters]
    for page in pages:
        page.goto(f"/tables/{table.pk}/")
    return pages


def test_a_card_that_does_not_fit_says_why_right_there_and_goes_on_saying_it(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2 g3/r4 g5 b6/b1 r7 b9")
    (bo,) = at_the_table(browser, asgi_server, table, "B")
    item = bo.locator("#hand .cards li", has=bo.get_by_role("button", name="green 5"))
    item.get_by_role("button").click()
    expect(item.get_by_role("alert")).to_have_text(
        "Green 5 does not match: the colour must be red, or the number 9."
    )
    expect(bo.locator("#message .toast")).to_have_count(0)
    card, alert = item.get_by_role("button").bounding_box(), item.get_by_role("alert").bounding_box()
    assert abs(alert["y"] - (card["y"] + card["height"])) < 20
    assert alert["x"] >= 0
    assert alert["x"] + alert["width"] <= 390

    tables.leave(table.pk, player=player(table, "A"), at=timezone.now())
    expect(bo.locator("#recent")).to_contain_text("Ana is away", timeout=SOON)
    expect(item.get_by_role("alert")).to_be_visible()
    bo.get_by_role("button", name="Play red 4").click()
    expect(bo.get_by_text("Cy to play")).to_be_visible()
    expect(bo.locator(".refusal")).to_have_count(0)
    assert bo.complaints == []


def test_a_quick_player_jumps_in(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r5 g3/r5 g5 b6/b1 r7 b9", jump_in=True)
    ana, bo = at_the_table(browser, asgi_server, table, "A", "B")
    bo.get_by_role("button", name="Play red 5").click()
    ana.get_by_role("button", name="Jump in with red 5").click(timeout=SOON)
    expect(bo.locator("#recent")).to_contain_text("Ana jumped in", timeout=SOON)
    expect(bo.get_by_text("Your turn", exact=True)).to_be_visible()


def test_everybody_reaches_for_the_centre(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2/r5 g5/b1 r7", uno_centre=True)
    ana, bo = at_the_table(browser, asgi_server, table, "A", "B")
    bo.get_by_role("button", name="Play and say UNO! red 5").click()
    expect(bo.get_by_text("Slap the pile: still missing Ana and Cy")).to_be_visible()
    slap = ana.get_by_role("button", name="Slap the pile!")
    expect(slap).to_be_visible(timeout=SOON)
    assert slap.bounding_box()["height"] >= 60
    slap.click()
    expect(bo.locator("#recent")).to_contain_text("Cy drew 2 cards for slapping the pile last", timeout=SOON)


@ANOTHER_RULE
def test_a_card_is_exchanged_unseen(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2 g3/r5 g5 b6/b1 r7 b9", five_exchange=True)
    bo, cy = at_the_table(browser, asgi_server, table, "B", "C")
    bo.get_by_role("button", name="Play red 5").click()
    offer = bo.get_by_role("group", name="Offer Cy (3 cards) a swap, giving")
    offer.get_by_role("button", name="blue 6").click()
    expect(cy.get_by_text("Bo offers you a card: give one of your own")).to_be_visible(timeout=SOON)
    assert "blue 6" not in cy.content()
    cy.get_by_role("button", name="Give blue 9").click()
    expect(bo.locator("#hand")).to_contain_text("2 cards")
    expect(bo.get_by_label("blue 9")).to_be_visible(timeout=SOON)
    expect(cy.get_by_label("blue 6")).to_be_visible()


def test_the_players_to_swap_with_are_named_with_their_numbers_of_cards(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2 g3/r7 g5 b6/b1 r8 b9", seven_zero=True)
    do(table, "B draw")
    do(table, "B pass")
    do(table, "C play r8")
    do(table, "A draw")
    do(table, "A pass")
    (bo,) = at_the_table(browser, asgi_server, table, "B")
    bo.get_by_role("button", name="Play red 7").click()
    partners = bo.get_by_role("group", name="Swap hands with").get_by_role("button")
    expect(partners).to_have_text(["Cy (2 cards)", "Ana (4 cards)"])
    bo.get_by_role("button", name="Cy (2 cards)").click()
    expect(bo.locator("#hand .cards li")).to_have_count(2)
    expect(bo.get_by_label("blue 9").first).to_be_visible()
    assert bo.complaints == []


@ANOTHER_RULE
def test_hands_are_swapped_without_script(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2 g3/r7 g5 b6/b1 r8 b9", seven_zero=True)
    bo = visitor(browser, asgi_server, player(table, "B"), java_script_enabled=False)
    bo.goto(f"/tables/{table.pk}/")
    bo.get_by_role("button", name="green 5").click()
    expect(bo.locator("#main > .refused")).to_contain_text("Green 5 does not match")
    bo.get_by_role("button", name="Play red 7").click()
    bo.get_by_role("group", name="Swap hands with").get_by_role("button", name="Ana").click()
    expect(bo.locator("#recent")).to_contain_text("Bo and Ana swapped hands")
    expect(bo.get_by_label("green 3")).to_be_visible()


def test_people_talk_and_what_one_says_the_others_read_at_once(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2 g3/r4 g5 b6/b1 r7 b9")
    ana, bo = at_the_table(browser, asgi_server, table, "A", "B")
    bo.get_by_label("Message", exact=True).fill("half a")
    ana.get_by_label("Message", exact=True).fill("Hello <i>everybody</i>")
    ana.get_by_role("button", name="Send").click()
    expect(bo.get_by_role("log")).to_contain_text("Ana Hello <i>everybody</i>", timeout=SOON)
    expect(ana.get_by_label("Message", exact=True)).to_have_value("")
    # Neither a message nor a move takes away what somebody is writing.
    bo.get_by_role("button", name="Play red 4").click()
    expect(bo.get_by_text("Cy to play")).to_be_visible()
    expect(bo.get_by_label("Message", exact=True)).to_have_value("half a")
    assert ana.complaints == bo.complaints == []


@ANOTHER_RULE
def test_a_silence_closes_the_chat_and_opens_it_again(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r7 g3/r2 g5 b6/r8 b7 b9", silence="twos")
    ana, bo = at_the_table(browser, asgi_server, table, "A", "B")
    expect(ana.get_by_role("button", name="Send")).to_be_visible()
    set_size(ana, LAPTOP)
    tools = ana.locator(".tools > :not(#react):visible")
    before = [tool.bounding_box() for tool in tools.all()]
    bo.get_by_role("button", name="Play red 2").click()
    expect(ana.get_by_text("Silence until Bo’s next turn")).to_be_visible(timeout=SOON)
    expect(ana.get_by_role("button", name="Send")).to_be_hidden()
    expect(ana.get_by_role("button", name="React")).to_be_hidden()
    assert [tool.bounding_box() for tool in tools.all()] == before
    expect(ana.get_by_text("Silence, please: the chat is closed until the silence ends.")).to_be_visible()
    # Whoever sends all the same is told so.
    ana.evaluate("document.querySelector('#chat_form input[name=text]').value = 'Psst'")
    ana.evaluate("htmx.trigger('#chat_form', 'submit')")
    expect(ana.locator("#chat_refusal")).to_contain_text("the chat is closed until the silence ends")
    cy = visitor(browser, asgi_server, player(table, "C"))
    cy.goto(f"/tables/{table.pk}/")
    cy.get_by_role("button", name="Play red 8").click()
    expect(ana.get_by_text("Your turn", exact=True)).to_be_visible(timeout=SOON)
    ana.get_by_role("button", name="Play red 1").click()
    expect(ana.get_by_role("button", name="Send")).to_be_visible(timeout=SOON)


def test_a_host_who_plays_hides_a_message_and_gives_a_penalty_to_which_everybody_agrees(
    browser, asgi_server, transactional_db
):
    from tests.games.playing import open_table, players

    host = players("Hal")[0]
    table = open_table("Ana Bo", seats=3, host=host)
    tables.sit(table.pk, seat=2, player=host, at=timezone.now())
    tables.start(table.pk, by="organizer:1", at=timezone.now())
    hal = visitor(browser, asgi_server, host)
    hal.goto(f"/tables/{table.pk}/")
    ana, bo = at_the_table(browser, asgi_server, table, "A", "B")
    ana.get_by_label("Message", exact=True).fill("Something rude")
    ana.get_by_role("button", name="Send").click()
    hal.get_by_role("button", name="Hide the message from Ana").click(timeout=SOON)
    expect(ana.get_by_role("log")).to_contain_text("was hidden by the host", timeout=SOON)
    expect(hal.get_by_role("log")).to_contain_text("was hidden by the host", timeout=SOON)
    expect(hal.get_by_label("Message", exact=True)).to_be_visible()  # only the lines were exchanged

    hal.get_by_role("button", name="Referee").click()
    dialog = hal.get_by_role("dialog", name="Referee")
    dialog.get_by_label("Player").select_option("Ana")
    dialog.get_by_label("Number of cards", exact=True).fill("9")
    dialog.get_by_label("What is the penalty for?").fill("rudeness")
    dialog.get_by_label("I am sure").check()
    before = hal.evaluate("scrollY")
    dialog.get_by_role("button", name="Ask everyone").click()
    expect(hal.locator("#penalty")).to_be_visible(timeout=SOON)
    hal.wait_for_timeout(500)
    assert abs(hal.evaluate("scrollY") - before) < 60, "the page jumped"
    asked = {ana: "Hal wants you to draw 9 cards.", bo: "Hal asks for a penalty of 9 cards for Ana."}
    for page, words in asked.items():
        expect(page.get_by_text(words)).to_be_visible(timeout=SOON)
        expect(page.get_by_text("Reason: rudeness.")).to_be_visible()
        expect(ana.locator("#hand .cards li")).to_have_count(7)
        page.get_by_role("button", name="Agree", exact=True).click()
    expect(ana.locator("#hand .cards li")).to_have_count(16, timeout=SOON)
    expect(ana.locator("#recent")).to_contain_text("Everyone agrees with Hal to a penalty for Ana: rudeness")
    expect(ana.locator("#recent")).not_to_contain_text("referee")
    assert hal.complaints == ana.complaints == []
