"""Situation: the third deal is being dealt when somebody finds that the first was written down wrongly."""

import io

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import eventstore, scoresheets
from games.models import Player, TableEvent
from games.rules.scoresheet import decide as ph
from games.rules.scoresheet.events import DealCorrected
from tests.games.playing import START, fresh, player
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.games.sending import new_id
from tests.games.visiting import log_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def hana():
    return Player.objects.create(name="Hana")


@pytest.fixture
def table(hana):
    """Ana won the first deal, Bo the second."""
    table_ = real_cards("Ana Bo Cy", host=hana)
    record(table_, deal(1, "A", "B 20, C 5"), deal(2, "B", "A 30, C 10"))
    return table_


@pytest.fixture
def keeper(hana):
    client = Client()
    log_in(client, hana)
    return client


def send(client, table, number, **fields):
    sent = {"command_id": new_id(), "after": fresh(table).version, **fields}
    return client.post(f"/tables/{table.pk}/score/deals/{number}/", sent)


def totals(table):
    return scoresheets.look(table.pk).totals


def test_the_form_shows_what_was_recorded_and_the_totals_follow(keeper, table):
    score = f"/tables/{table.pk}/score/"
    assertContains(keeper.get(score), f'href="{score}deals/1/"')
    page = keeper.get(f"{score}deals/1/")
    assertContains(page, "Ana went out; Bo 20, Cy 5.")
    assertContains(page, 'value="0" required checked')
    assertContains(page, 'value="20"')
    answer = send(keeper, table, 1, out="2", **{"left-0": 7, "left-1": 20})
    assertRedirects(answer, score)
    assert totals(table) == [0, 40, 27]
    sheet = scoresheets.look(table.pk)
    assert [(deal.number, deal.is_corrected) for deal in sheet.deals] == [(1, True), (1, False), (2, False)]
    assert sheet.deals[-1].by == "organizer:1"  # who recorded it
    assert sheet.deals[-1].at == START
    call_command("verify", stdout=io.StringIO())


def test_the_replay_and_the_log_beside_a_dispute_show_what_was_corrected(keeper, table):
    send(keeper, table, 1, out="2", **{"left-0": 7, "left-1": 20})
    page = keeper.get(f"/tables/{table.pk}/replay/")
    assertContains(page, "Deal 1, corrected: Cy went out; Ana 7, Bo 20")
    assertContains(page, "Deal 1: Ana went out; Bo 20, Cy 5")
    assertContains(page, "Deal 2: Bo went out; Ana 30, Cy 10", count=1)
    for step in range(1, 8):
        assert keeper.get(f"/tables/{table.pk}/replay/?step={step}").status_code == 200
    record(table, ph.EndMatch(), ph.ObjectToResult(1))
    page_ = keeper.get(f"/tables/{table.pk}/dispute/")
    assertContains(page_, "Deal 1 was corrected", count=1)
    assertNotContains(page_, "was undone")


def test_sending_it_twice_corrects_once_and_from_an_old_page_never(keeper, table):
    old = fresh(table).version
    sent = {"out": "2", "left-0": 7, "left-1": 20, "command_id": new_id(), "after": old}
    for _click in range(2):
        answer = keeper.post(f"/tables/{table.pk}/score/deals/1/", sent)
        assert answer.status_code == 302
    events = eventstore.read_events(TableEvent, table.pk)
    assert sum(isinstance(event, DealCorrected) for event in events) == 1
    late = send(keeper, table, 1, after=old, out="1", **{"left-0": 7, "left-2": 20})
    assertContains(late, "Someone changed this", status_code=409)
    assert totals(table) == [0, 40, 27]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"out": "9"},
        {"out": "\x00"},
        {"out": "0", "left-1": "x"},
        {"out": "0", "left-1": "9" * 30},
        {"out": "0", "left-1": 20},
        {"out": "0", "left-1": -5, "left-2": 5},
        {"out": "0", "left-1": 1300, "left-2": 5},
        {"out": "0", "left-0": 5, "left-1": 20, "left-2": 5},
        {"out": "none"},
        {"out": "0", "left-1": 20, "left-2": 6, "after": "x"},
    ],
)
def test_a_wrong_correction_is_explained_and_changes_nothing(keeper, table, fields):
    before = fresh(table).version
    answer = send(keeper, table, 1, **fields)
    assert 400 <= answer.status_code < 500
    assertContains(answer, 'role="alert"', status_code=answer.status_code)
    assert fresh(table).version == before


def test_a_deal_that_makes_later_ones_impossible_is_refused_with_its_reason(hana, keeper):
    table = real_cards("Ana Bo Cy", host=hana, rulebook="elimination-500", options={"target_score": 200})
    record(table, deal(1, "A", "B 20, C 5"), deal(2, "B", "A 30, C 10"))
    answer = send(keeper, table, 1, out="0", **{"left-1": 210, "left-2": 5})
    assertContains(answer, "If deal 1 is changed like this, deal 2 cannot be right.", status_code=422)
    assertContains(answer, 'value="210"', status_code=422)  # what was typed stays
    assert totals(table) == [30, 20, 15]


def test_players_and_strangers_correct_nothing(table):
    bo, eve = Client(), Client()
    log_in(bo, player(table, "B"))
    log_in(eve, Player.objects.create(name="Eve"))
    for client in (bo, eve, Client()):
        assert send(client, table, 1, out="1", **{"left-0": 1, "left-2": 1}).status_code == 403
        assert client.get(f"/tables/{table.pk}/score/deals/1/").status_code == 403
    assert totals(table) == [25, 40, 0]


@pytest.mark.parametrize("number", [0, 3, 10**9, 10**30])
def test_a_deal_that_was_not_recorded_is_not_there(keeper, table, number):
    assert keeper.get(f"/tables/{table.pk}/score/deals/{number}/").status_code == 404
    assert send(keeper, table, number, out="1", **{"left-0": 1, "left-2": 1}).status_code in (404, 422)


def test_an_order_of_going_out_is_corrected(hana, keeper):
    options = {"going_out": "to_last", "scoring": "win_loss", "match_end": "manual"}
    table = real_cards("Ana Bo Cy", host=hana, options=options)
    record(table, deal(1, "A", "", then=[1]), deal(2, "B", "", then=[2]))
    assertContains(keeper.get(f"/tables/{table.pk}/score/deals/1/"), 'name="then-0"')
    assert send(keeper, table, 1, out="0", **{"then-0": 2}).status_code == 302
    assert scoresheets.look(table.pk).losses == [1, 1, 0]


def test_how_often_a_hand_became_empty_is_corrected_also_of_a_reported_result(hana, keeper):
    options = {"scoring": "per_out", "going_out": "refill_six", "draw_pile_exhausted": "end_of_play"}
    options |= {"match_end": "rounds", "round_limit": 1}
    table = real_cards("Ana Bo Cy", host=hana, options=options)
    record(table, deal(1, "A", "B 20, C 5", emptied={0: 1}))
    assert scoresheets.look(table.pk).phase == "reported"
    assertContains(keeper.get(f"/tables/{table.pk}/score/deals/1/"), 'name="emptied-0"')
    fields = {"left-1": 20, "left-2": 5, "emptied-0": 2}
    assert send(keeper, table, 1, out="0", **fields).status_code == 302
    sheet = scoresheets.look(table.pk)
    assert (sheet.phase, sheet.totals) == ("reported", [2, 0, 0])
