"""Situation: people step through a match on the page of its replay."""

import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertTemplateUsed

from games import tables
from games.replay import match_at_step
from games.replay.move_list import AT_ONCE
from tests.games.playing import START, deal, do, fresh, open_table, play_out, player, see
from tests.games.visiting import HTMX, log_in, look_at

pytestmark = pytest.mark.django_db


def played(*, target=500):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"target_score": target})
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    return table


def hands(response):
    """The cards that the page shows in hands."""
    shown = re.findall(r'class="hands__cards">(.*?)</div>', response.content.decode(), re.DOTALL)
    return [re.findall(r'aria-label="([^"]+)"', mark) for mark in shown]


def test_a_finished_match_shows_all_hands(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=1")
    assert hands(page) == [["red 1", "red 2"], ["red 4", "red 5"]]
    assertContains(page, "Step <b>1</b> of 4")


def test_each_step_tells_what_happened(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=2")
    assertContains(page, "Bo played red 4. Bo said UNO")
    assert hands(page) == [["red 1", "red 2"], ["red 5"]]


def test_the_last_step_shows_the_result(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=4")
    assertContains(page, "Bo wins the match")


def final(page):
    return text_of(page, 'class="final"', "</details>").partition("Result")[2].strip()


def test_a_finished_match_begins_with_its_result_whatever_step_is_shown(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=1")
    assert final(page) == "Bo wins the match Bo 2 points Ana 0 points"
    assertNotContains(client.get(f"/tables/{played().pk}/replay/?step=1"), 'class="final"')


def test_an_elimination_tells_in_which_deal_players_had_to_stop(client):
    options = {"target_score": 2, "scoring": "elimination"}
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options=options)
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    words = "Bo wins the match Bo 0 points Ana 2 points , eliminated in deal 1"
    assert final(client.get(f"/tables/{table.pk}/replay/?step=1")) == words


def test_partners_have_one_final_place(client):
    page = client.get(f"/tables/{partners_play_to_the_end().pk}/replay/?step=1")
    assert final(page) == "Bo and Di win the match Bo and Di 6 points Ana and Cy 0 points"


def test_moves_that_the_clock_made_say_so(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"target_score": 2})
    now = fresh(table)
    assert tables.end_turn(table.pk, version=now.version, at=now.due_at)
    for command in ("A play r1 uno", "B play r4", "A play r2"):
        do(table, command, at=now.due_at)
    assert moves_listed(client.get(f"/tables/{table.pk}/replay/?step=2")).count("time ran out") == 2


def test_a_first_colour_that_the_clock_chose_says_so(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "w y1 y2 y3 y4 y5 y6 y7 y8")
    now = fresh(table)
    assert tables.end_turn(table.pk, version=now.version, at=now.due_at)
    page = client.get(f"/tables/{table.pk}/replay/?step=2")
    assertContains(page, 'Bo chose red <span class="tag">time ran out</span>', count=2)


def test_the_deal_before_is_offered_only_after_the_first_deal(client):
    table = deal("Ana Bo", "r1/r4", "r9 y1 y2 y3 y4")
    do(table, "B play r4")
    do(table, "deal")

    def is_off(step):
        page = client.get(f"/tables/{table.pk}/replay/?step={step}").content.decode()
        return "aria-disabled" in re.search(r'<a [^>]*id="step-previous-deal"[^>]*>', page)[0]

    assert [is_off(step) for step in (1, 2, 3)] == [True, True, False]


def test_a_running_match_shows_only_ones_own_hand(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8")
    do(table, "B play r4 uno")
    assert hands(client.get(f"/tables/{table.pk}/replay/?step=1")) == []
    log_in(client, player(table, "A"))
    assert hands(client.get(f"/tables/{table.pk}/replay/?step=1")) == [["red 1", "red 2"]]


def test_the_links_lead_to_the_neighbouring_steps(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=3")
    for step in (1, 2, 4):
        assertContains(page, f'href="/tables/{table.pk}/replay/?step={step}"')


@pytest.mark.parametrize(("asked", "shown"), [("0", 1), ("-5", 1), ("x", 1), ("", 1), ("999", 4)])
def test_a_step_outside_the_match_is_its_first_or_last(client, asked, shown):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/", {"step": asked})
    assertContains(page, f"Step <b>{shown}</b> of 4")


def test_htmx_gets_the_fragment_alone(client):
    table = played(target=2)
    answer = client.get(f"/tables/{table.pk}/replay/?step=2", headers=HTMX)
    assertTemplateUsed(answer, "games/replay/answer.html")
    assertNotContains(answer, "<html")
    assertContains(answer, 'data-step="2"')


def test_customizable_cards_are_called_by_what_they_do(client):
    options = {"deck": "swap_112", "customizable_effects": ["extra_turn", "others_draw_2"], "target_score": 2}
    table = deal("Ana Bo", "r1 wc1 y7/r4 r5 wc2", "r9 y1 y2 y3 y4 y5 y6", options=options)
    log_in(client, player(table, "B"))
    assertContains(look_at(client, table), 'aria-label="Play Wild Others Draw Two"')
    do(table, "B play wc2 r")
    page = client.get(f"/tables/{table.pk}/replay/?step=2")
    assertContains(page, "Bo played Wild Others Draw Two")
    assertContains(page, 'aria-label="Wild Others Draw Two"')
    told = client.get(f"/api/v1/tables/{table.pk}/events/").json()["results"]
    assert "Bo played Wild Others Draw Two" in [event["text"] for event in told]
    assert "wc2" in [event.get("card") for event in told]


def test_a_match_that_has_not_begun_says_so(client):
    table = open_table("Ana bot")
    for headers in ({}, HTMX):
        assertContains(client.get(f"/tables/{table.pk}/replay/", headers=headers), "The match has not begun")


def test_a_replay_costs_the_same_queries_at_every_step(client, django_assert_num_queries):
    table = played(target=2)
    client.get(f"/tables/{table.pk}/replay/")  # from now on this process knows the match
    for step in range(1, len(match_at_step.outline(table.pk).steps) + 1):
        with django_assert_num_queries(7):
            client.get(f"/tables/{table.pk}/replay/?step={step}")
        with django_assert_num_queries(6):
            client.get(f"/tables/{table.pk}/replay/?step={step}", headers=HTMX)


def text_of(response, start, end):
    """What stands between two marks of a page, without its tags."""
    part = response.content.decode().partition(start)[2].partition(end)[0]
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def moves_listed(response):
    return text_of(response, 'aria-label="Moves">', "</ol>")


def test_the_moves_of_the_deal_are_listed_in_words_with_the_shown_one_marked(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=3")
    assert moves_listed(page).startswith("1 Ana was chosen to deal first. Deal 1: Ana deals")
    assert "2 Bo played red 4. Bo said UNO. 3 Ana played red 1. Ana said UNO. 4 Bo played red 5." in (
        moves_listed(page)
    )
    assert re.findall(r'data-step="(\d+)" aria-current="step"', page.content.decode()) == ["3"]


@pytest.mark.parametrize(
    ("moves", "steps"),
    [
        ("A", ["3"]),
        ("B", ["2", "4"]),
        ("uno", ["2", "3"]),
        ("catches", []),
        ("nonsense", ["1", "2", "3", "4"]),
    ],
)
def test_fewer_moves_can_be_listed(client, moves, steps):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/", {"moves": moves}).content.decode()
    assert re.findall(r'href="[^"]+" hx-get="[^"]+" data-step="(\d+)"', page) == steps


def test_a_call_that_was_forgotten_and_caught_is_listed_with_those_forgotten(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8")
    for command in ("B play r4", "A catch B"):
        do(table, command)
    page = client.get(f"/tables/{table.pk}/replay/", {"moves": "uno"})
    assert moves_listed(page) == "Deal 1 · 3 Ana caught Bo not saying UNO"


def test_ones_own_moves_are_listed_for_who_plays_there(client):
    table = played(target=2)
    assertNotContains(client.get(f"/tables/{table.pk}/replay/"), "My moves")
    log_in(client, player(table, "A"))
    page = client.get(f"/tables/{table.pk}/replay/?moves=mine")
    assertContains(page, "My moves")
    assert moves_listed(page) == "3 Ana played red 1. Ana said UNO."


def test_the_list_comes_along_only_where_it_is_not_shown_already(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=1").content.decode()
    shown = re.findall(r'name="shown" value="([^"]+)"', page)[0]
    address = f"/tables/{table.pk}/replay/?step=2"
    assertNotContains(client.get(f"{address}&shown={shown}", headers=HTMX), 'id="moves"')
    assertContains(client.get(f"{address}&shown={shown}&moves=uno", headers=HTMX), 'hx-swap-oob="true"')


def test_the_address_that_htmx_shows_is_the_one_of_the_step(client):
    table = played(target=2)
    answer = client.get(f"/tables/{table.pk}/replay/?step=99&seat=B&shown=x", headers=HTMX)
    assert answer.headers["HX-Replace-Url"] == f"/tables/{table.pk}/replay/?step=4&seat=B"


def test_a_very_long_deal_has_several_pages_of_moves(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9" + " y1" * (AT_ONCE + 20))
    for letter in "BA" * (AT_ONCE // 4 + 2):
        do(table, f"{letter} draw")
        if see(table).sight.phase == "after_draw":
            do(table, f"{letter} pass")
    steps = len(match_at_step.outline(table.pk).steps)
    assert AT_ONCE < steps <= 2 * AT_ONCE
    page = client.get(f"/tables/{table.pk}/replay/?step={steps}").content.decode()
    listed = [int(step) for step in re.findall(r'hx-get="[^"]+" data-step="(\d+)"', page)]
    assert listed == list(range(AT_ONCE + 1, steps + 1))
    assert f"?step={AT_ONCE}#moves" in page
    assert f"?step={AT_ONCE + 1}#moves" in client.get(f"/tables/{table.pk}/replay/").content.decode()


def test_a_finished_match_is_looked_at_from_a_seat(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=2&seat=B")
    assert hands(page) == [["red 5"]]
    assert text_of(page, "Hands as Bo saw them", "</b>").endswith("Bo")
    assertContains(page, "?step=3&amp;seat=B")


def test_the_timeline_leads_to_deals_leads_and_calls(client):
    table = played(target=2)
    strip = client.get(f"/tables/{table.pk}/replay/").content.decode().partition('id="timeline"')[2]
    titles = re.findall(r"<title>([^<]+)</title>", strip.partition("</section>")[0])
    assert titles == [
        "Deal 1: won by Bo, 2 points",
        "Step 2: Bo said UNO",
        "Step 3: Ana said UNO",
        "Step 4: Bo leads",
    ]


def test_the_graph_says_in_words_and_numbers_what_it_draws(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/")
    assertContains(page, 'aria-label="Totals after 1 deal: Bo 2, Ana 0"')
    assert text_of(page, "<tbody>", "</tbody>").startswith("1 0 2 +2")


def test_a_match_without_a_finished_deal_has_no_graph(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4")
    page = client.get(f"/tables/{table.pk}/replay/").content.decode()
    assert 'id="timeline"' in page
    assert 'id="graph"' not in page


def test_a_player_sees_the_match_from_their_seat_first_and_may_see_all_hands(client):
    table = played(target=2)
    log_in(client, player(table, "B"))
    page = client.get(f"/tables/{table.pk}/replay/?step=2")
    assert hands(page) == [["red 5"]]
    assertContains(page, f'href="/tables/{table.pk}/replay/?step=2&amp;seat=all"')
    all_hands = client.get(f"/tables/{table.pk}/replay/?step=2&seat=all")
    assert hands(all_hands) == [["red 1", "red 2"], ["red 5"]]
    assertContains(all_hands, "?step=3&amp;seat=all")


def test_the_card_played_and_the_card_drawn_are_marked(client):
    table = deal("Ana Bo", "r1 r2/r4 g5", "r9 y4 y2 y3", options={"target_score": 2})
    for command in ("B draw", "B pass", "A play r1 uno", "B play r4", "A play r2"):
        do(table, command)
    drawn = client.get(f"/tables/{table.pk}/replay/?step=2").content.decode()
    assert re.findall(r'hands__new"><svg[^>]*aria-label="([^"]+)"', drawn) == ["yellow 4"]
    assert "board__pile--new" not in drawn
    laid = client.get(f"/tables/{table.pk}/replay/?step=4")
    assertContains(laid, 'board__pile--new" data-by="at-0"')
    assertNotContains(laid, "hands__new")


def test_cards_drawn_for_a_draw_two_are_no_penalty(client):
    table = deal("Ana Bo", "r1 r2 r3/r+ r5 r6", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"target_score": 2})
    for command in ("B play r+", "A accept"):
        do(table, command)
    assert see(table).sight.counts == [5, 2]
    assert [mark.kind for mark in match_at_step.outline(table.pk).marks] == ["deal"]


def test_the_end_of_a_match_says_how_it_was_won_and_leads_to_its_best_moments(client):
    table = played(target=2)
    page = client.get(f"/tables/{table.pk}/replay/?step=4")
    closing = text_of(page, 'id="closing-title">', "</section>")
    assert closing.startswith("How the match was won It took 1 deal. The winner has 2 points. Ana finished 2")
    assert "Deal 1, step 4 Most points in a deal: Bo wins 2 points. Bo leads" in closing
    assertContains(page, f'href="/tables/{table.pk}/replay/?step=4" hx-get=')
    assertNotContains(client.get(f"/tables/{table.pk}/replay/?step=3"), 'id="closing"')


def closing_of(client, table):
    page = client.get(f"/tables/{table.pk}/replay/?step=999")
    return text_of(page, 'id="closing-title">', "</section>")


def partners_play_to_the_end():
    hands = "r1 r2/r4 r5/b1 b2/b3 b4"
    table = deal(
        "Ana Bo Cy Di", hands, "r9 y1 y2 y3 y4 y5 y6", rulebook="partners", options={"target_score": 2}
    )
    for command in ("B play r4 uno", "C draw", "C pass", "D draw", "D pass", "A play r1 uno", "B play r5"):
        do(table, command)
    assert see(table).sight.totals == [0, 6, 0, 6]
    return table


def test_the_closing_of_partners_tells_the_points_and_the_lead_of_their_side(client):
    closing = closing_of(client, partners_play_to_the_end())
    assert "The winner has 6 points. Ana and Cy finished 6 points behind." in closing
    assert "Most points in a deal: Bo and Di win 6 points. Bo and Di lead" in closing


def test_a_deal_of_partners_is_won_by_both(client):
    page = client.get(f"/tables/{partners_play_to_the_end().pk}/replay/")
    assertContains(page, "<title>Deal 1: won by Bo and Di, ")
    assert text_of(page, 'class="deals__winner">', "</span>") == "Bo and Di"


def test_the_link_to_a_deal_names_its_winner_for_everybody(client):
    page = client.get(f"/tables/{played().pk}/replay/")
    links = text_of(page, 'class="deals"', "</nav>")
    assert links.endswith("Deal 1 , won by Bo")
    hidden = re.findall(r'class="unseen">([^<]+)<', page.content.decode().partition('class="deals"')[2])
    assert hidden[0] == ", won by"


def test_partners_have_one_row_in_the_result_and_one_line_in_the_graph(client):
    table = partners_play_to_the_end()
    for page in (look_at(client, table), client.get(f"/tables/{table.pk}/replay/?step=999")):
        assertContains(page, "Bo and Di win the match")
        assert text_of(page, "<tbody>", "</tbody>") == "1 2 Bo and Di +6 6 2 1 Ana and Cy 0 0"
    assert [series.name for series in page.context["graph"].series] == ["Ana and Cy", "Bo and Di"]


@pytest.mark.parametrize("scoring", ["own_hand_low", "elimination"])
def test_where_each_pays_for_their_own_hand_the_closing_says_of_nobody_that_they_win_points(client, scoring):
    options = {"target_score": 2, "scoring": scoring}
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options=options)
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    closing = closing_of(client, table)
    assert "The winner has 0 points. Ana finished 2 points behind." in closing
    assert "Most points" not in closing


def test_where_only_the_highest_total_loses_the_closing_tells_no_total_of_the_winners(client):
    options = {"target_score": 2, "scoring": "own_hand_low"}
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/r6 r7", "r9 y1 y2 y3 y4 y5 y6", options=options)
    for command in ("B play r4 uno", "C play r6 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    assert see(table).sight.winners == [0, 1]
    assert "The winner has" not in closing_of(client, table)


def test_moves_of_a_bot_for_an_absent_player_are_marked_as_the_bots(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4 y5 y6 y7 y8", options={"target_score": 2})
    bo = player(table, "B")
    do(table, "B play r4 uno")
    do(table, "A play r1 uno")
    tables.leave(table.pk, player=bo, at=START)
    play_out(table)
    page = client.get(f"/tables/{table.pk}/replay/?step=4")
    assertContains(page, "A bot played for Bo, who was away.")
    assert moves_listed(page).count("by a bot") == 1
    own_move = client.get(f"/tables/{table.pk}/replay/?step=2")
    assertNotContains(own_move, "A bot played for")
    share = "A bot played 1 of 2 moves for Bo, who was away."
    assert share in final(own_move)
    assert share in closing_of(client, table)
    assert "Most points in a deal: a bot for Bo wins 2 points" in closing_of(client, table)


def test_the_hands_of_partners_are_marked_by_their_sides(client):
    table = partners_play_to_the_end()
    page = client.get(f"/tables/{table.pk}/replay/?step=999").content.decode()
    hands = page[page.index('<ol class="hands') :].partition("</ol>")[0]
    assert re.findall(r'seat__side--(\d)"', hands) == ["1", "2", "1", "2"]
