"""Situation: a substitute took over a seat, or time ran out, and somebody reads who did what."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from games.analysis.findings import Alternative, Curve, DealFindings, Decision, Effect, Parts
from games.analysis.queries import Analysis
from games.bots.playouts import layout as at
from games.deals.outline import CATCH, CHALLENGE, LEAD, MISS, Mark, Step
from games.models import Player, Seat, Table
from games.pages.context import TablePage
from games.replay.links import ReplayChoice
from games.replay.match_analysis.page import AnalysisPage
from games.replay.names_at_steps import NamesAtSteps
from games.rules.notation.notation import card
from games.wording.seat_names import NamesOverTime
from tests.games.playing import (
    PILE,
    START,
    assert_rebuilt_equals_live,
    deal,
    dealt,
    do,
    fresh,
    move_on,
    open_table,
    player,
    players,
    see,
)
from tests.games.visiting import give_accounts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def handed_over(django_user_model) -> Table:
    """Bo plays a card, Eve takes over the seat, and after a round of the table she plays one."""
    table = dealt("Ana Bo Cy")
    do(table, "B play r4")
    eve = Player.objects.create(name="Eve", user=django_user_model.objects.create_user("eve"))
    assert tables.hand_over(table.pk, player=player(table, "B").pk, to=eve, by="organizer:1", at=START)
    for command in ("C draw", "C pass", "A play r1", "B play r5"):
        do(table, command)
    return fresh(table)


def test_a_seat_keeps_who_handed_it_over(django_user_model):
    table = handed_over(django_user_model)
    bo = Player.objects.get(name="Bo")
    ((until, earlier),) = table.seats.get(index=1).earlier_players
    assert (earlier, until < table.version) == (bo.pk, True)
    assert_rebuilt_equals_live(table)


def test_names_over_time_are_those_of_who_sat_there_and_cost_a_query_only_after_a_change(
    django_assert_num_queries,
):
    bo, eve = players("Bo Eve")
    seats = [Seat(index=0, bot_name="Ana"), Seat(index=1, player=eve, earlier_players=[[7, bo.pk]])]
    names = NamesOverTime(seats)
    with django_assert_num_queries(1):
        assert [names.at(version)[1] for version in (1, 6, 7, 8)] == ["Bo", "Bo", "Eve", "Eve"]
    with django_assert_num_queries(0):
        assert NamesOverTime(seats[:1]).at(3) == ["Ana"]


def moments_at_me(table: Table, letter: str) -> list[str]:
    moments = TablePage(see(table, letter), START).narration.moments
    return [moment.words for moment in moments if moment.at == "me" and moment.kind != "deal-won"]


def test_a_substitute_reads_the_moments_of_the_player_before_as_those_of_another():
    table = deal("Ana Bo Cy", "r1 r2/r4 r5/b1 b2", f"r9 {PILE}", options={"target_score": 2})
    do(table, "B play r4 uno")
    (eve,) = players("Eve")
    give_accounts(eve)
    assert tables.hand_over(table.pk, player=player(table, "B").pk, to=eve, by="organizer:1", at=START)
    assert moments_at_me(table, "B") == ["Bo: UNO!"]
    for command in ("C draw", "C pass", "A play r1 uno", "B play r5"):
        do(table, command)
    assert moments_at_me(table, "B") == ["Bo: UNO!", "You win the match!"]


def test_replay_table_and_api_name_who_made_each_move(client, django_user_model):
    table = handed_over(django_user_model)
    for page in (client.get(f"/tables/{table.pk}/replay/"), client.get(f"/tables/{table.pk}/")):
        for words in ("Bo played red 4", "Eve played red 5"):
            assertContains(page, words)
        assertNotContains(page, "Eve played red 4")
    events = client.get(f"/api/v1/tables/{table.pk}/events/").json()["results"]
    told = [event["text"] for event in events]
    assert "Bo played red 4" in told
    assert "Eve played red 5" in told
    step = client.get(f"/api/v1/tables/{table.pk}/replay/2/").json()
    assert "Bo played red 4" in [event["text"] for event in step["events"]]


def test_a_step_of_the_clock_says_on_the_board_that_time_ran_out(client):
    table = dealt("Ana Bo Cy")
    assert move_on(table)
    do(table, "C draw", at=fresh(table).due_at)
    replay = f"/tables/{table.pk}/replay/"
    ran_out = '<span class="tag">time ran out</span></p>'
    assertContains(client.get(f"{replay}?step=2"), ran_out)
    assertNotContains(client.get(f"{replay}?step=4"), ran_out)


def judged(step: int) -> Decision:
    choices = [
        Alternative((at.PLAY, 0, card(token), -1, -1, 0), 500_000 + gain, 1000)
        for token, gain in (("r5", 0), ("b5", 80_000))
    ]
    return Decision(step, 0, choices, cost=80_000, low=40_000, high=120_000)


def test_in_an_analysis_the_choices_of_whom_a_substitute_replaced_bear_their_name():
    bo, eve = players("Bo Eve")
    seats = [Seat(index=0, player=eve, earlier_players=[[40, bo.pk]]), Seat(index=1, bot_name="Ana")]
    steps = [Step(10 * number, 10 * number + 9, "") for number in range(1, 7)]
    table, half = open_table("Cy Dee"), [500_000, 500_000]
    deal = DealFindings(
        *(1, 1, 10, Curve(open=[half], seen=[half])),
        deal_parts=Parts(
            *(half, [0, 0], [0, 0], [-500_000, 0], [0, 500_000], [0, 1_000_000]),
            errors=[[0, 0]] * 6,
            timeouts=[0, 0],
            away=[0, 0],
        ),
        decisions=[judged(2), judged(5)],
        effects=[Effect(2, 0, -400_000), Effect(5, 0, -100_000)],
    )
    names = NamesAtSteps(table, seats, lambda: steps)
    page = AnalysisPage(table, Analysis(None, [deal]), ReplayChoice(table.pk, curve="deal"), names, 1, seat=0)
    assert [(row.step, row.name) for row in page.choices] == [(5, "Eve")]
    assert [(row.step, row.name) for row in page.choices_of_others] == [(2, "Bo")]
    assert [(loss.step, loss.words) for loss in page.own_part.losses] == [(2, "Bo: Red 5"), (5, "Red 5")]
    assert page.as_seen[0].startswith("By what Eve could know, 1 choice")
    assert not any("hindsight" in sentence for sentence in page.as_seen)
    assert page.handed_over == ["Until step 3 Bo played here: the parts of the result are those of the seat."]


@pytest.mark.parametrize(
    ("mark", "named"),
    [
        (Mark(3, MISS, (0,), ()), ["a bot for Ana", "Bo"]),  # Bo’s move ended the time for the bot's call
        (Mark(3, CATCH, (0, 1), ()), ["a bot for Ana", "Bo"]),
        (Mark(4, CATCH, (1, 0), ()), ["a bot for Ana", "Bo"]),
        (Mark(1, CHALLENGE, (0, 1), ()), ["Ana", "Bo"]),
        (Mark(4, LEAD, (0,), ()), ["Ana", "Bo"]),
    ],
    ids=["not said", "caught", "catching", "before they left", "lead"],
)
def test_the_deeds_of_a_bot_for_a_player_who_was_away_are_told_as_the_bots(mark, named):
    table = open_table("Ana Bo")
    steps = [Step(1, 1, "player:1", 0), Step(2, 2, "bot", 0), Step(3, 3, "player:2", 1), Step(4, 4, "bot", 0)]
    names = NamesAtSteps(table, list(table.seats.select_related("player")), lambda: steps)
    assert list(names.of_mark(mark)) == named


def test_a_bot_at_a_seat_of_its_own_is_called_by_its_name():
    table = open_table("Ana bot")
    bot = table.seats.get(index=1)
    names = NamesAtSteps(table, list(table.seats.select_related("player")), lambda: [Step(1, 1, "bot", 1)])
    assert names.of_mark(Mark(1, CATCH, (1,), ()))[1] == bot.name
