"""Journey: several people look at one table at once; what one does, the others see without reloading."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games import chat, tables
from games.models import ChatMessage
from games.rules.base.chance import GivenChance
from games.rules.cards import cards
from games.tables.aggregate import locked
from tests.games.playing import do, move_on, player
from tests.journeys.people import LAPTOP, PHONE, SOON, set_size, visitor, wait_until_still

ELSEWHERE = pytest.mark.slow(
    "journeys of a forgotten UNO and of what waits press the same buttons",
    about=["games/static/", "templates/games/"],
)


@pytest.fixture
def dealt(transactional_db):
    """Return a function that starts a match with known cards, beginning now: B begins."""

    def _dealt(who, hands, pile, **options):
        from tests.games.playing import open_table

        hands_ = [cards.cards(hand) for hand in hands.split("/")]
        options = {"dealer_choice": "fixed", "hand_size": len(hands_[0]), **options}
        table = open_table(who, options=options)
        order = [card for one_each in zip(*hands_[1:], hands_[0], strict=True) for card in one_each]
        chance = GivenChance([order + cards.cards(pile)], any_cards=True)
        with locked(table.pk) as held:
            held.begin(by="organizer:1", at=timezone.now(), chance=chance)
        return table

    return _dealt


PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8"


def test_a_spectator_sees_moves_at_once_and_no_hand(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2 g3/r4 r5 r6/b1 r7 b9", PILE)
    bo = visitor(browser, asgi_server, player(table, "B"))
    eve = visitor(browser, asgi_server)
    for page in (bo, eve):
        page.goto(f"/tables/{table.pk}/")
    expect(eve.get_by_text("Bo to play")).to_be_visible()
    expect(eve.locator("#hand")).to_have_count(0)

    bo.get_by_role("button", name="Play red 4").click()

    expect(eve.locator("#recent")).to_contain_text("Bo played red 4", timeout=SOON)
    expect(eve.get_by_text("Cy to play")).to_be_visible()
    expect(eve.locator("[aria-label='red 5']")).to_have_count(0)
    assert bo.complaints == eve.complaints == []


@ELSEWHERE
def test_a_player_who_forgets_to_call_is_caught(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", PILE)
    ana = visitor(browser, asgi_server, player(table, "A"))
    bo = visitor(browser, asgi_server, player(table, "B"))
    for page in (ana, bo):
        page.goto(f"/tables/{table.pk}/")
    bo.get_by_role("button", name="Play red 4").click()

    ana.get_by_role("button", name="Catch Bo!").click(timeout=SOON)

    expect(bo.locator("#recent")).to_contain_text("Bo drew 2 cards for forgetting UNO", timeout=SOON)
    expect(bo.locator("#hand .cards li")).to_have_count(3)
    expect(ana.get_by_role("button", name="Catch Bo!")).to_have_count(0)


@ELSEWHERE
def test_the_call_goes_with_the_card(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", PILE)
    bo = visitor(browser, asgi_server, player(table, "B"))
    bo.goto(f"/tables/{table.pk}/")
    bo.get_by_role("button", name="Play and say UNO! red 4").click()
    expect(bo.locator("#recent")).to_contain_text("Bo said UNO")


def test_the_choice_of_colour_stays_open_whatever_the_others_do(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2 g3/w r5 r6/b1 r7 b9", PILE)
    bo = visitor(browser, asgi_server, player(table, "B"))
    eve = visitor(browser, asgi_server)
    for page in (bo, eve):
        page.goto(f"/tables/{table.pk}/")
    bo.get_by_role("button", name="Play Wild").click()
    dialog = bo.get_by_role("dialog", name="Colour for Wild")
    expect(dialog).to_be_visible()

    tables.leave(table.pk, player=player(table, "C"), at=timezone.now())

    expect(eve.locator("#recent")).to_contain_text("Cy is away", timeout=SOON)
    expect(dialog).to_be_visible()
    bo.keyboard.press("Escape")
    expect(bo.locator("#recent")).to_contain_text("Cy is away", timeout=SOON)
    bo.get_by_role("button", name="Play Wild").click()
    dialog.get_by_role("button", name="green").click()
    expect(eve.locator("#recent")).to_contain_text("The colour is now green", timeout=SOON)


@ELSEWHERE
def test_a_wild_draw_four_is_challenged_with_a_click(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2 g3/w4 b5 b6/b1 r7 b9", PILE)
    bo = visitor(browser, asgi_server, player(table, "B"))
    cy = visitor(browser, asgi_server, player(table, "C"))
    for page in (bo, cy):
        page.goto(f"/tables/{table.pk}/")
    bo.get_by_role("button", name="Play Wild Draw Four").click()
    bo.get_by_role("dialog").get_by_role("button", name="blue").click()
    cy.get_by_role("button", name="Challenge Bo").click(timeout=SOON)
    expect(bo.locator("#recent")).to_contain_text("Cy’s challenge failed: Bo did not bluff", timeout=SOON)


def test_messages_of_others_are_counted_until_they_were_in_view(browser, asgi_server, dealt):
    table = dealt("Ana Bo", "r1 r2 g3/r4 r5 r6", PILE)
    bo = visitor(browser, asgi_server, player(table, "B"))
    bo.goto(f"/tables/{table.pk}/")

    def say(words):
        chat.say(table.pk, words, player=player(table, "A"), at=timezone.now())

    expect(bo.get_by_role("link", name="Chat", exact=True)).to_be_in_viewport(ratio=1)
    say("Rude words")
    expect(bo.locator(".moment", has_text="Rude words")).to_be_visible(timeout=SOON)
    expect(bo.get_by_role("link", name="Chat: 1 new message")).to_be_visible(timeout=SOON)
    bo.get_by_role("button", name="React").click()
    bo.get_by_role("dialog", name="Reactions").get_by_role("button", name="Well played").click()
    expect(bo.locator("#chat_lines")).to_contain_text("Well played")
    expect(bo.get_by_role("link", name="Chat: 1 new message")).to_be_visible()
    chat.hide(ChatMessage.objects.earliest("pk").pk, by="organizer:1", at=timezone.now())
    expect(bo.locator("#chat_lines")).to_contain_text("was hidden", timeout=SOON)
    expect(bo.get_by_role("link", name="Chat", exact=True)).to_be_visible()
    bo.goto("/rules/")
    say("Where are you?")
    say("Your turn")
    bo.goto(f"/tables/{table.pk}/")
    bo.get_by_role("link", name="Chat: 2 new messages").click()
    expect(bo.locator("#chat_form")).to_be_in_viewport()
    expect(bo.locator("#to-chat")).not_to_have_attribute("aria-label", "Chat: 2 new messages")
    lines_before = bo.locator("#chat_lines .chat__line").count()
    message = bo.get_by_role("textbox", name="Message")
    message.press("Enter")  # an empty message is no message, and no reaction either
    message.fill("Here again")
    message.press("Enter")
    expect(bo.locator("#chat_lines")).to_contain_text("Here again")
    expect(message).to_have_value("")
    expect(bo.locator("#chat_lines .chat__line")).to_have_count(lines_before + 1)
    bo.goto("/rules/")
    bo.goto(f"/tables/{table.pk}/")
    expect(bo.get_by_role("link", name="Chat", exact=True)).to_be_visible()
    assert bo.complaints == []


def test_a_player_who_was_too_late_sees_the_table_as_it_is(browser, asgi_server, dealt):
    table = dealt("Ana Bo", "r1 r2 g3/r4 r5 r6", PILE)
    first, second = (visitor(browser, asgi_server, player(table, "B")) for _device in range(2))
    first.goto(f"/tables/{table.pk}/")
    for address in ("**/stream/**", "**/?after=*"):
        second.route(address, lambda route: route.abort())  # this device hears nothing, and asks in vain
    second.goto(f"/tables/{table.pk}/")
    first.get_by_role("button", name="Play red 4").click()
    expect(first.get_by_text("Ana to play")).to_be_visible()
    second.get_by_role("button", name="Play red 5").click()
    expect(second.get_by_role("alert")).to_contain_text("Look at the table again: someone was faster.")
    expect(second.get_by_text("Ana to play")).to_be_visible()


def test_the_table_works_without_script(browser, asgi_server, dealt):
    table = dealt("Ana Bo", "r1 r2 g3/w r5 r6", PILE)
    bo = visitor(browser, asgi_server, player(table, "B"), java_script_enabled=False)
    bo.goto(f"/tables/{table.pk}/")
    bo.get_by_role("button", name="Play Wild").click()
    bo.get_by_role("dialog", name="Colour for Wild").get_by_role("button", name="yellow").click()
    expect(bo.get_by_text("Ana to play")).to_be_visible()
    expect(bo.locator("#felt")).to_contain_text("yellow")


def test_leaving_asks_first_and_coming_back_gives_the_cards_back(browser, asgi_server, dealt):
    table = dealt("Ana Bo", "r1 r2 g3/r4 r5 r6", PILE)
    bo = visitor(browser, asgi_server, player(table, "B"))
    bo.goto(f"/tables/{table.pk}/")
    bo.get_by_role("button", name="Let a bot play").click()
    bo.get_by_role("dialog").get_by_role("button", name="No, I play on").click()
    expect(bo.get_by_text("Your turn", exact=True)).to_be_visible()
    bo.get_by_role("button", name="Let a bot play").click()
    bo.get_by_role("dialog").get_by_role("button", name="Yes, let a bot play").click()
    expect(bo.get_by_text("a bot is playing your cards")).to_be_visible()
    bo.get_by_role("button", name="Come back").click()
    expect(bo.get_by_text("a bot is playing your cards")).to_have_count(0)


def test_a_message_about_a_move_that_came_too_late_stays_while_others_move(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2 r3/r4 r5 r6/b1 b2 b3", PILE)
    page = visitor(browser, asgi_server, player(table, "B"))
    page.goto(table.get_absolute_url())
    page.evaluate("() => { for (const field of document.querySelectorAll('[name=after]')) field.value = 1; }")
    page.get_by_role("button", name="Play red 4").click()
    toast = page.locator("#message .toast")
    expect(toast).to_contain_text("Look at the table again")
    do(table, "B play r5", at=timezone.now())
    expect(page.locator("#top-card svg")).to_have_attribute("aria-label", "red 5")
    expect(toast).to_be_visible()
    assert page.complaints == []


WIDTHS = """() => {
  window.widths = [];
  const note = () => {
    const page = document.scrollingElement;
    if (page) window.widths.push([page.scrollWidth, innerWidth, visualViewport.scale]);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""
"""Notes at each frame how wide the page and what is seen of it are, and how far it is zoomed out."""


def test_no_frame_of_a_table_is_wider_than_the_phone(browser, asgi_server, dealt):
    table = dealt("Ana Bo Cy", "r1 r2 r3/r4 r5 r6/b1 b2 b3", PILE)
    page = visitor(browser, asgi_server, player(table, "B"), has_touch=True, is_mobile=True)
    page.add_init_script(f"({WIDTHS})()")
    page.goto(table.get_absolute_url())
    page.get_by_role("button", name="Play red 4").tap()
    expect(page.locator("#top-card svg")).to_have_attribute("aria-label", "red 4")
    for command in ("C draw", "C pass", "A play r1 uno"):
        do(table, command, at=timezone.now())
    expect(page.locator("#top-card svg")).to_have_attribute("aria-label", "red 1")
    page.reload()
    expect(page.get_by_role("button", name="Play red 5")).to_be_visible()
    tables.leave(table.pk, player=player(table, "B"), at=timezone.now())
    page.get_by_role("button", name="Come back").tap()
    expect(page.get_by_role("button", name="Play red 5")).to_be_visible()
    assert {tuple(frame) for frame in page.evaluate("window.widths")} == {(390, 390, 1)}
    assert page.complaints == []


def test_while_a_bot_draws_for_me_nothing_at_my_hand_moves(browser, asgi_server, dealt):
    table = dealt("Ana Bo", "b1 b2 b3/g4 g5 y6", "r9 r2 r3 r5 r6 r7 r8")
    tables.leave(table.pk, player=player(table, "B"), at=timezone.now())
    pages = [visitor(browser, asgi_server, player(table, "B")) for _size in (PHONE, LAPTOP)]
    before = []
    for page, size in zip(pages, (PHONE, LAPTOP), strict=True):
        set_size(page, size)
        page.goto(table.get_absolute_url())
        before.append(places(page))
    assert move_on(table)
    for page, was in zip(pages, before, strict=True):
        expect(page.locator("#hand .cards__item")).to_have_count(4, timeout=SOON)
        expect(page.locator(".cards__item--drawn")).to_have_count(1)
        assert places(page) == was
        assert page.complaints == []


def places(page):
    """Where the hand, its cards and the way back lie."""
    wait_until_still(page)
    back = page.get_by_role("button", name="Come back").bounding_box()
    return [
        back,
        *(page.locator(part).bounding_box()["y"] for part in ("#hand", "#hand .cards", ".hand__foot")),
    ]
