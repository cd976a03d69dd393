"""Situation: people look at a table on the page and move there."""

import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects, assertTemplateUsed

from games import tables
from games.access import invitations
from games.models import Table
from games.rules.cards.cards import card
from tests.games.playing import START, deal, do, fresh, move_on, open_table, play_out, player, players, see
from tests.games.visiting import HTMX, log_in, look_at, move

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def three(hand_of_bo="r4 r5 r6", **facts):
    """Bo begins on red 9."""
    return deal("Ana Bo Cy", f"r1 r2 g3/{hand_of_bo}/b1 r7 b9", "r9 y1 y2 y3 y4 y5 y6 y7 y8", **facts)


def buttons(response):
    """The moves that the page offers."""
    return set(re.findall(r'name="move"\s+value="([^"]+)"', response.content.decode()))


def test_a_player_sees_their_own_hand_and_nobody_elses(client):
    table = three()
    log_in(client, player(table, "B"))
    page = look_at(client, table)
    assertContains(page, 'aria-label="Play red 4"')
    assertContains(page, "Your turn")
    for hidden in ("red 1", "red 2", "green 3", "blue 1", "red 7", "blue 9"):
        assertNotContains(page, f'"{hidden}"')
        assertNotContains(page, f"Play {hidden}")


def test_the_top_card_stands_out_while_it_is_the_newest_move(client):
    table, marked = three(), "pile__top--new"
    assertNotContains(look_at(client, table), marked)
    do(table, "B play r4")
    assertContains(look_at(client, table), marked)
    do(table, "C draw")
    assertNotContains(look_at(client, table), marked)


def totals(response):
    """The names of the totals with what stands beside them."""
    rows = response.content.decode().partition('id="totals"')[2].partition("</table>")[0]
    names = re.findall(r"<tr>\s*<td>(.*?)</td>", rows, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>|⋯", " ", name).split()) for name in names]  # without the menus


def test_the_totals_say_which_seats_are_bots_and_how_strong_they_play(client):
    table = deal("Ana Bo bot", "r1/r2/r3", "r9 y1 y2 y3", bot_strength="strong")
    tables.leave(table.pk, player=player(table, "B"), at=START)
    bot = table.seats.get(index=2).name
    assert totals(look_at(client, table)) == ["Ana", "Bo", f"{bot} bot, Strong"]


def test_the_totals_of_partners_say_which_of_them_is_a_bot(client):
    table = deal("Ana Bo bot Di", "r1/r2/r3/r4", "r9 y1 y2 y3", rulebook="partners")
    bot = table.seats.get(index=2).name
    assert totals(look_at(client, table)) == [f"1 Ana and {bot} {bot}: bot, Club", "2 Bo and Di"]


def test_a_spectator_sees_no_hand_and_no_button(client):
    page = look_at(client, three())
    assertContains(page, "Bo to play")
    assertContains(page, "You are watching")
    assertNotContains(page, "red 4")
    assert buttons(page) == set()


def test_a_spectator_of_a_match_reads_that_it_has_begun_and_where_other_tables_are(client):
    table = three()
    page = look_at(client, table)
    assertContains(page, "The match has begun. You can watch it, or")
    assertContains(page, '<a href="/#tables">find another table</a>', html=True)
    log_in(client, player(table, "B"))
    assertNotContains(look_at(client, table), "The match has begun")


def test_a_spectator_of_a_match_that_is_over_is_not_told_that_it_has_begun(client):
    over = play_out(deal("Ana bot", "r1/r4", "r9 y1 y2 y3 y4", options={"target_score": 1}))
    assertContains(look_at(client, over), "You are watching")
    assertNotContains(look_at(client, over), "The match has begun")


def test_a_latecomer_with_the_link_reads_that_all_seats_are_taken_also_after_a_reload(client):
    table = three()
    invitations.keep_private(table)
    path, words = (
        f"/tables/{table.pk}/",
        "All seats are taken; the host can open another match. You can watch",
    )
    assertContains(client.get(f"{path}?key={invitations.key_of(table)}"), words)
    assertContains(client.get(path), words)


def test_only_what_the_rules_allow_can_be_clicked(client):
    table = three(hand_of_bo="r4 b5 w")
    log_in(client, player(table, "B"))
    page = look_at(client, table)
    wild = card("w")
    colours = {f"play w {colour}" for colour in "rygb"}
    assert buttons(page) == {"play r4", "draw", *colours}
    assertContains(page, f'popovertarget="choices-{wild}"')
    assertContains(page, 'aria-label="blue 5"')


def test_a_move_is_answered_with_the_fresh_fragment(client):
    table = three()
    log_in(client, player(table, "B"))
    answer = move(client, table, "play r4")
    assert answer.status_code == 200
    assertTemplateUsed(answer, "games/pages/_table.html")
    assertNotContains(answer, "<html")
    assertContains(answer, "Cy to play")
    assertContains(answer, f'data-version="{fresh(table).version}"')


def test_without_script_a_move_leads_back_to_the_table(client):
    table = three()
    log_in(client, player(table, "B"))
    sent = {"move": "play r4", "after": table.version}
    assertRedirects(client.post(f"/tables/{table.pk}/moves/", sent), f"/tables/{table.pk}/")
    assert see(table).sight.top == card("r4")


def test_a_refused_move_says_why_and_changes_nothing(client):
    table = three()
    log_in(client, player(table, "B"))
    answer = move(client, table, "pass")
    assertContains(answer, 'class="toast"', status_code=422)
    assertContains(answer, 'hx-swap-oob="true"', status_code=422)
    assert fresh(table).version == table.version


def test_a_card_that_does_not_fit_says_why_where_it_lies_and_costs_nothing(client):
    table = three(hand_of_bo="r4 g5 w", options={"illegal_card_penalty": 2})
    log_in(client, player(table, "B"))
    answer = client.post(f"/tables/{table.pk}/moves/", {"why": "g5", "after": table.version}, headers=HTMX)
    assert answer.status_code == 422
    sentence = "Green 5 does not match: the colour must be red, or the number 9. A Wild always matches."
    assert said_at(answer, "green 5") == f"{sentence} With real cards this costs 2 cards."
    assertNotContains(answer, 'class="toast"', status_code=422)
    assert fresh(table).version == table.version


def test_a_card_laid_against_the_rules_is_refused_at_that_card(client):
    table = three(hand_of_bo="r4 g5 w")
    log_in(client, player(table, "B"))
    assert "Green 5 does not match" in said_at(move(client, table, "play g5"), "green 5")
    move(client, table, "draw")
    assert (
        said_at(move(client, table, "play r4"), "red 4") == "You drew this turn: play the drawn card or pass."
    )


def test_without_script_the_reason_stands_at_the_top_too(client):
    table = three(hand_of_bo="r4 g5 w")
    log_in(client, player(table, "B"))
    page = client.post(f"/tables/{table.pk}/moves/", {"why": "g5", "after": table.version})
    assertContains(page, "Green 5 does not match", count=2, status_code=422)
    assertContains(page, '<p class="refused" data-code="not_playable">', status_code=422)


def test_out_of_turn_a_card_says_so(client):
    table = three()
    log_in(client, player(table, "A"))
    answer = client.post(f"/tables/{table.pk}/moves/", {"why": "r1", "after": table.version}, headers=HTMX)
    assert said_at(answer, "red 1") == "It is not your turn."


def test_out_of_turn_only_the_identical_card_may_jump_in(client):
    table = three(options={"jump_in": True})
    do(table, "B play r4")
    log_in(client, player(table, "A"))
    answer = client.post(f"/tables/{table.pk}/moves/", {"why": "r1", "after": table.version}, headers=HTMX)
    assert said_at(answer, "red 1") == "You can jump in only with a card identical to the top card."


@pytest.mark.parametrize("nonsense", ["", "r99", "\x00", "play r4"])
def test_a_card_nobody_knows_is_refused(client, nonsense):
    table = three()
    log_in(client, player(table, "B"))
    answer = client.post(
        f"/tables/{table.pk}/moves/", {"why": nonsense, "after": table.version}, headers=HTMX
    )
    assert answer.status_code == 422


def said_at(answer, name):
    """What is said at the card of a name, in the item of that card."""
    text = answer.content.decode()
    item = text.split(f'aria-label="{name}"', 1)[1].split("</li>", 1)[0]
    return re.search(r'class="refusal"[^>]*>([^<]+)<', item)[1]


@pytest.mark.parametrize(
    "nonsense",
    [
        "",
        "dance",
        "play",
        "play r99",
        "colour x",
        "play r4 g b",
        "catch Z",
        "A draw",
        "uno uno",
        "play r4 \x00",
        "ref B penalty2",
    ],
)
def test_a_move_nobody_knows_is_refused(client, nonsense):
    table = three()
    log_in(client, player(table, "B"))
    assert move(client, table, nonsense).status_code == 422
    assert fresh(table).version == table.version


def test_a_player_who_was_too_late_gets_the_fresh_table(client):
    table = three()
    log_in(client, player(table, "B"))
    do(table, "B play r5")
    answer = move(client, table, "play r4", after=table.version)
    assertContains(answer, "Look at the table again: someone was faster", status_code=409)
    assertContains(answer, "Cy to play", status_code=409)


def test_a_move_after_the_clock_ended_the_turn_is_refused_with_that_reason(client):
    table = three()
    log_in(client, player(table, "B"))
    assert move_on(table)
    answer = move(client, table, "play r4", after=table.version)
    assertContains(answer, "your time ran out before your move arrived", status_code=409)
    assertNotContains(answer, "someone was faster", status_code=409)


def test_a_spectator_cannot_move(client):
    table = three()
    log_in(client, players("Eve")[0])
    assertContains(move(client, table, "draw"), "watching", status_code=403)


def test_nothing_new_is_no_content_and_something_new_is_the_fragment(client):
    table = three()
    url = f"/tables/{table.pk}/?after={table.version}"
    assert client.get(url, headers=HTMX).status_code == 204
    do(table, "B play r5")
    answer = client.get(url, headers=HTMX)
    assertContains(answer, 'id="table"')
    assert "HX-Request" in answer["Vary"]
    assert "no-store" in answer["Cache-Control"]


def last_moves(response):
    """What the page tells of the last moves, newest first: those that are shown, those only to be said."""
    lines = re.findall(r'<li data-step="\d+"( hidden)?>([^<]+)</li>', response.content.decode())
    return [words for hides, words in lines if not hides], [words for hides, words in lines if hides]


def test_all_that_the_newest_move_did_is_shown_however_much_it_is(client):
    ten = "Ana Bo Cy Dee Eli Fay Gus Hal Ida Jo"
    hands = "/".join(["r1 r2 r3", "wc1 r5 r6", *["b1 b2 b3"] * 8])
    options = {"deck": "swap_112", "customizable_effects": ["others_draw_2"]}
    table = deal(ten, hands, "r9 " + "y1 y2 y3 y4 " * 6, options=options)
    do(table, "B play wc1 r")
    shown, hidden = last_moves(look_at(client, table))
    assert shown[-2:] == ["The colour is now red", "Bo played Wild Others Draw Two"]
    assert len(shown) == 2 + 9
    assert hidden == ["The first card is red 9", "Deal 1: Ana deals"]


def test_moves_that_are_no_longer_shown_are_there_to_be_said(client):
    table = three()
    for seat in "BCABCA":
        do(table, f"{seat} draw")
        do(table, f"{seat} pass")
    shown, hidden = last_moves(look_at(client, table))
    assert (len(shown), shown[0], hidden) == (10, "Ana passed", ["Bo passed", "Bo drew a card"])


def test_two_of_one_name_are_told_apart_by_their_letters(client):
    options = {"deck": "swap_112"}
    table = deal("Ana Bo Ana", "r1 r2 g3/ws r5 r6/b1 r7 b9", "r9 y1 y2 y3 y4", options=options)
    log_in(client, player(table, "B"))
    page = look_at(client, table)
    for name in ("Ana (A)", "Ana (C)"):
        assertContains(page, f'<p class="choices__heading">Swap hands with {name} (3 cards)</p>')
    assertContains(page, "Deal 1: Ana (A) deals")
    assertNotContains(page, "Bo (B)")


def test_a_name_that_runs_from_right_to_left_is_cut_at_its_end(client):
    table = deal("Ana שלמה Cy", "r1 r2 g3/r4 r5 r6/b1 r7 b9", "r9 y1 y2 y3")
    page = look_at(client, table).content.decode()
    assert re.search(r'<span class="seat__name" dir="auto" title="[^"]+">שלמה</span>', page)


def test_the_call_goes_with_the_card(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8")
    log_in(client, player(table, "B"))
    assertContains(look_at(client, table), "Play and say UNO!")
    move(client, table, "play r4 uno")
    assertContains(look_at(client, table), "Bo said UNO")


def test_a_forgotten_call_can_be_made_late_or_caught(client):
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", "r9 y1 y2 y3 y4 y5 y6 y7 y8")
    do(table, "B play r4")
    log_in(client, player(table, "B"))
    assert "uno" in buttons(look_at(client, table))
    log_in(client, player(table, "A"))
    page = look_at(client, table)
    assertContains(page, "Catch Bo!")
    assert buttons(page) == {"catch B"}
    answer = move(client, table, "catch B")
    assertContains(answer, "Ana caught Bo not saying UNO")
    assert buttons(answer) == set()


def test_the_victim_of_a_wild_draw_four_takes_the_cards_or_challenges(client):
    table = three(hand_of_bo="w4 b5 b6")
    do(table, "B play w4 b")
    log_in(client, player(table, "C"))
    page = look_at(client, table)
    assertContains(page, "4 cards for you: take them or challenge. The colour was red")
    assertContains(page, "Challenge Bo")
    assert buttons(page) == {"accept", "challenge"}


def test_after_drawing_only_the_new_card_or_a_pass(client):
    table = deal("Ana Bo", "r1 r2/r4 b5", "r9 r4 y2 y3 y4 y5 y6 y7 y8")
    log_in(client, player(table, "B"))
    page = move(client, table, "draw")
    assertContains(page, "Play the card you drew, or pass")
    assert buttons(page) == {"pass", "play r4"}
    assert page.content.decode().count('aria-label="Play red 4"') == 1


def test_after_drawing_a_card_that_does_not_match_only_a_pass(client):
    table = deal("Ana Bo", "r1 r2/r4 b5", "r9 y3 y2 y4 y5 y6 y7 y8 g1")
    log_in(client, player(table, "B"))
    page = move(client, table, "draw")
    assertContains(page, "The card you drew does not match: pass")


@pytest.mark.parametrize(("rule", "is_shown"), [("optional", True), ("never", False)])
def test_the_place_of_a_pass_is_kept_beside_the_button_to_draw(client, rule, is_shown):
    table = deal("Ana Bo", "r1 r2/r4 b5", "r9 y3", options={"play_after_draw": rule})
    log_in(client, player(table, "B"))
    page = look_at(client, table)
    assert ("actions__later" in page.content.decode()) == is_shown
    assert "pass" not in buttons(page)


def test_the_first_colour_of_a_wild_starter_is_chosen_by_button(client):
    table = three_on_a_wild()
    log_in(client, player(table, "B"))
    page = look_at(client, table)
    assert buttons(page) == {f"colour {colour}" for colour in "rygb"}
    assertContains(move(client, table, "colour g"), "Bo chose green")


def three_on_a_wild():
    return deal("Ana Bo Cy", "r1 r2 g3/r4 b5 b6/b1 r7 b9", "w y1 y2 y3 y4 y5 y6 y7 y8")


def test_the_end_of_a_deal_shows_points_and_the_next_deal(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8")
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    log_in(client, player(table, "A"))
    page = look_at(client, table)
    assertContains(page, "Deal 1: Bo went out")
    assertContains(page, '<td class="number">+2</td>', html=True)
    assert buttons(page) == {"deal"}
    assertContains(move(client, table, "deal"), "deal 2")


def test_the_end_of_the_match_names_the_winner_and_links_the_replay(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"target_score": 2})
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    page = look_at(client, table)
    assertContains(page, "Bo wins the match")
    assertContains(page, f"/tables/{table.pk}/replay/")
    assertNotContains(page, 'name="move"')


def test_a_player_who_left_sees_that_a_bot_plays_and_comes_back(client):
    table = three()
    log_in(client, player(table, "B"))
    client.post(f"/tables/{table.pk}/leave/")
    page = look_at(client, table)
    assertContains(page, "a bot is playing your cards")
    assert buttons(page) == set()
    client.post(f"/tables/{table.pk}/come-back/")
    assertContains(look_at(client, table), "Your turn")


def test_an_open_table_offers_its_free_seats(client):
    host = players("Ana")[0]
    table = open_table(seats=3, host=host)
    tables.sit(table.pk, seat=0, player=host, at=START)
    page = look_at(client, table)
    assertContains(page, "Sit here", count=2)
    assertNotContains(page, "Start the match")


def test_the_host_adds_a_bot_and_starts(client):
    host = players("Ana")[0]
    table = open_table(seats=3, host=host)
    tables.sit(table.pk, seat=0, player=host, at=START)
    log_in(client, host)
    client.post(f"/tables/{table.pk}/bot/", {"seat": 2})
    assertContains(look_at(client, table), "Fill with bots and start")
    client.post(f"/tables/{table.pk}/start/")
    assert fresh(table).status == Table.Status.RUNNING


def test_somebody_else_cannot_start(client):
    host, eve = players("Ana Eve")
    table = open_table(seats=3, host=host)
    tables.sit(table.pk, seat=0, player=host, at=START)
    log_in(client, eve)
    assert client.post(f"/tables/{table.pk}/start/").status_code == 403
    assert fresh(table).status == Table.Status.OPEN


def test_a_full_table_says_so(client):
    table = open_table("Ana bot")
    log_in(client, players("Eve")[0])
    answer = client.post(f"/tables/{table.pk}/sit/")
    assertContains(answer, "All seats of this table are taken", status_code=409)


def test_a_table_that_does_not_exist_is_not_found(client):
    log_in(client, players("Eve")[0])
    for path in ("", "replay/"):
        assert client.get(f"/tables/999/{path}").status_code == 404
    for path in ("moves/", "sit/", "leave/", "come-back/", "bot/", "start/"):
        assert client.post(f"/tables/999/{path}").status_code == 404


def test_looking_never_changes_anything(client):
    table = three()
    for path in ("moves/", "sit/", "leave/", "come-back/", "bot/", "start/"):
        assert client.get(f"/tables/{table.pk}/{path}").status_code == 405


def test_a_page_costs_the_same_queries_however_long_the_match(client, django_assert_num_queries):
    table = three()
    log_in(client, player(table, "B"))
    with django_assert_num_queries(13):
        look_at(client, table)
    do(table, "B play r5")
    do(table, "C play r7")
    with django_assert_num_queries(13):
        look_at(client, table)


def test_nothing_new_costs_two_queries(client, django_assert_num_queries):
    table = three()
    with django_assert_num_queries(2):
        look_at(client, table, data={"after": table.version})


def test_a_finished_match_of_bots_has_every_page(client):
    table = play_out(open_and_start_bots())
    for path in ("", "replay/", "replay/?step=5", "replay/?step=99999"):
        assert client.get(f"/tables/{table.pk}/{path}").status_code == 200


def open_and_start_bots():
    table = open_table("bot bot", options={"target_score": 50})
    tables.start(table.pk, by="organizer:1", at=START)
    return table
