"""Situation: a scorekeeper has the score page of a table with real cards on a phone."""

import json
import re

import pytest
from django.test import Client

from games import scoresheets
from games.models import Player, TableEvent
from tests.games.playing import fresh, player
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.games.visiting import HTMX, log_in

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
OUTBOX = {"Accept": "application/json"}


@pytest.fixture
def hana(client):
    """The host of the table, who keeps its score with the client."""
    host = Player.objects.create(name="Hana")
    host.account = log_in(client, host)
    return host


@pytest.fixture
def table(hana):
    return real_cards("Ana Bo Cy Dora", host=hana)


def enter(client, table, number, out, *, headers=OUTBOX, **fields):
    """Send a deal as the page does: `left_0=12` points or `cards_0="r5 w4"` of a seat."""
    sent = {name.replace("_", "-", 1) if name[0] in "lcte" else name: value for name, value in fields.items()}
    sent = {"deal": number, "out": out, **sent}
    return client.post(f"/tables/{table.pk}/score/deal/", sent, headers=headers)


def left_of(client, table):
    return scoresheets.look(table.pk).deals[-1].left


# --- who


def test_a_visitor_without_log_in_sees_the_table_and_is_led_to_the_log_in_and_back(table):
    answer = Client().get(f"/tables/{table.pk}/score/")
    assert answer.status_code == 302
    assert answer["Location"] == f"/tables/{table.pk}/#who-enters"
    text = Client().get(answer["Location"]).content.decode()
    assert "<b>Hana</b> opened this table and keeps the score." in text
    assert f'href="/log-in/?next=/tables/{table.pk}/score/"' in text
    live = Client().get(f"/tables/{table.pk}/score/", headers=HTMX)
    assert live["Location"] == f"/log-in/?next=/tables/{table.pk}/score/"


def test_players_and_strangers_keep_no_score_unless_the_table_says_so(client, hana):
    stranger, seated = Client(), Client()
    table = real_cards("Ana Bo", host=hana)
    log_in(seated, player(table, "A"))
    log_in(stranger, Player.objects.create(name="Eve"))
    for visitor in (stranger, seated):
        assert visitor.get(f"/tables/{table.pk}/score/")["Location"] == f"/tables/{table.pk}/#who-enters"
        assert visitor.get(f"/tables/{table.pk}/score/", headers=HTMX).status_code == 403
        answer = enter(visitor, table, 1, "0", left_1=20)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")

    own = real_cards("Fay Gus", host=hana, self_report=True)
    log_in(seated, player(own, "A"))
    log_in(stranger, Player.objects.create(name="Eva"))
    assert enter(stranger, own, 1, "0", left_1=20).status_code == 403
    assert enter(seated, own, 1, "0", left_1=20).status_code == 200
    assert scoresheets.look(own.pk).deals[0].by == f"player:{player(own, 'A').pk}"


def test_a_session_that_has_expired_changes_nothing_and_says_so_to_the_outbox(client, table):
    before = TableEvent.objects.count()
    answer = enter(Client(), table, 1, "0", left_1=20, left_2=5, left_3=1)
    assert (answer.status_code, answer.json()["code"]) == (403, "not_logged_in")
    assert TableEvent.objects.count() == before


def test_deals_typed_by_an_account_are_never_recorded_by_another(client, hana, table):
    other = {"keeper": hana.account.pk + 1}
    answer = enter(client, table, 1, "0", left_1=20, left_2=5, left_3=1, **other)
    assert (answer.status_code, answer.json()["code"]) == (403, "other_account")
    own = {"keeper": hana.account.pk}
    assert enter(client, table, 1, "0", left_1=20, left_2=5, left_3=1, **own).status_code == 200


def test_a_table_that_is_played_online_has_no_score_page(client, hana):
    from tests.games.playing import dealt

    online = dealt(host=hana)
    assert client.get(f"/tables/{online.pk}/score/").status_code == 404
    assert enter(client, online, 1, "0", left_1=20).status_code == 404


# --- a deal


def test_the_page_says_which_deal_comes_next_who_deals_and_who_begins(client, table):
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    assert "Deal 1: Ana deals, Bo begins" in text
    enter(client, table, 1, "1", left_0=12, left_2=30, left_3=44)
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    assert "Deal 2: Bo deals, Cy begins" in text
    assert "Undo deal 1" in text


def test_points_are_typed_and_cards_are_tapped(client, table):
    answer = enter(client, table, 1, "1", left_0=25, cards_0="r5 gS", left_2=30, left_3=0)
    assert answer.json() == {"version": fresh(table).version}
    (deal,) = scoresheets.look(table.pk).deals
    assert deal.left == [25, 0, 30, 0]
    assert [len(hand) for hand in deal.hands] == [2, 0, 0, 0]


def test_nobody_went_out_of_a_blocked_deal(client, table):
    assert enter(client, table, 1, "none", left_0=1, left_1=2, left_2=3, left_3=4).status_code == 200
    assert scoresheets.look(table.pk).deals[0].out == []


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"out": ""}, "bad_deal"),
        ({"out": "x"}, "bad_deal"),
        ({"left-0": "a few"}, "bad_deal"),
        ({"cards-0": "r5 zz"}, "bad_deal"),
        ({"deal": ""}, "bad_deal"),
        ({"deal": "99999999999999999999"}, "bad_deal"),
        ({"left-0": ""}, "hand_missing"),
        ({"left-0": "-5"}, "bad_points"),
        ({"left-0": "9000"}, "impossible_points"),
        ({"cards-0": "r0 r0"}, "impossible_cards"),
        ({"left-1": "5"}, "winner_holds"),
        ({"deal": "3"}, "deal_missing"),
        ({"out": "7"}, "no_such_seat"),
        ({"then-0": "2"}, "bad_order"),
    ],
)
def test_a_wrong_deal_is_refused_with_a_sentence_and_changes_nothing(client, table, fields, code):
    before = TableEvent.objects.count()
    sent = {"deal": 1, "out": "1", "left-0": 12, "left-2": 30, "left-3": 44, **fields}
    answer = client.post(f"/tables/{table.pk}/score/deal/", sent, headers=OUTBOX)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["sentence"].endswith(".")
    page = client.post(f"/tables/{table.pk}/score/deal/", sent)
    assert page.status_code == 422
    assert f'data-code="{code}"' in page.content.decode()
    assert TableEvent.objects.count() == before


def test_without_scripts_a_deal_is_a_plain_form_that_keeps_what_was_typed(client, table):
    sent = {"deal": 1, "out": "1", "left-0": 12, "left-2": 9000, "left-3": 44}
    text = client.post(f"/tables/{table.pk}/score/deal/", sent).content.decode()
    assert 'value="9000"' in text
    assert 'value="1" required checked' in text
    answer = client.post(f"/tables/{table.pk}/score/deal/", {**sent, "left-2": 9})
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.pk}/score/")


def asks_for_points(text, seat):
    """Whether the pad shows a seat; scripts show a hidden seat that comes back to the match."""
    (hidden,) = re.findall(rf'data-seat="{seat}" data-name="[^"]*"( hidden)?>', text)
    field = re.search(rf'id="left-{seat}"[^>]*>', text)[0]
    choice = re.search(rf'name="out" value="{seat}"[^>]*>', text)[0]
    assert ("disabled" in field) == ("disabled" in choice) == bool(hidden)
    return not hidden


def test_an_eliminated_player_is_not_asked_for_cards_any_more(client, hana):
    table = real_cards("Ana Bo Cy", host=hana, rulebook="elimination-500", options={"target_score": 50})
    enter(client, table, 1, "0", left_1=60, left_2=10)
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    assert asks_for_points(text, 2)
    assert not asks_for_points(text, 1)
    assert "eliminated</span>" in text


def test_a_round_to_the_last_is_entered_in_the_order_in_which_they_went_out(client, hana):
    table = real_cards("Ana Bo Cy Dora", host=hana, rulebook="russian-to-last")
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    assert 'name="then-0"' in text
    assert 'name="then-1"' in text
    answer = enter(client, table, 1, "1", then_0=3, then_1=0, left_2=7)
    assert answer.status_code == 200
    assert scoresheets.look(table.pk).deals[0].out == [1, 3, 0]


# --- sent twice, and recorded by two


def test_a_deal_that_is_sent_twice_is_recorded_once(client, table):
    for _time in range(2):
        answer = enter(client, table, 1, "1", left_0=12, left_2=30, left_3=44, command_id="phone-1")
        assert answer.status_code == 200
    enter(client, table, 1, "1", left_0=12, left_2=30, left_3=44, command_id="phone-2")
    assert len(scoresheets.look(table.pk).deals) == 1


def test_another_content_for_a_recorded_deal_is_a_conflict_that_says_what_stands(client, hana, table):
    enter(client, table, 1, "1", left_0=12, left_2=30, left_3=44)
    for _time in range(2):  # the answer of the first one was lost
        answer = enter(client, table, 1, "2", left_0=12, left_1=30, left_3=44, command_id="mine")
        assert answer.status_code == 409
        body = answer.json()
        assert body["code"] == "deal_recorded"
        assert body["version"] == fresh(table).version
        assert body["stands"]["words"] == "Bo went out; Ana 12, Cy 30, Dora 44"
        assert body["stands"]["note"].startswith("recorded by Hana at ")
        assert body["stands"]["is_last"] is True


def test_mine_stands_takes_the_place_of_the_last_deal_only(client, table):
    enter(client, table, 1, "1", left_0=12, left_2=30, left_3=44)
    seen = fresh(table).version
    assert enter(client, table, 1, "2", left_0=12, left_1=30, left_3=44, instead=seen).status_code == 200
    first, second = scoresheets.look(table.pk).deals
    assert first.undone_at is not None
    assert second.out == [2]
    # An older version: somebody has entered something since.
    answer = enter(client, table, 1, "3", left_0=1, left_1=2, left_2=3, instead=seen)
    assert (answer.status_code, answer.json()["code"]) == (409, "deal_recorded")
    enter(client, table, 2, "0", left_1=5, left_2=5, left_3=5)
    now = fresh(table).version
    answer = enter(client, table, 1, "3", left_0=1, left_1=2, left_2=3, instead=now)
    assert (answer.status_code, answer.json()["code"]) == (409, "not_the_last")
    assert [deal.out for deal in scoresheets.look(table.pk).standing] == [[2], [0]]


def test_when_the_new_content_is_refused_the_old_deal_stands(client, table):
    enter(client, table, 1, "1", left_0=12, left_2=30, left_3=44)
    seen = fresh(table).version
    answer = enter(client, table, 1, "2", left_0=9000, left_1=30, left_3=44, instead=seen)
    assert (answer.status_code, answer.json()["code"]) == (422, "impossible_points")
    assert [deal.out for deal in scoresheets.look(table.pk).standing] == [[1]]


# --- undo, penalties, the end


def test_undo_says_what_will_be_gone_and_takes_the_last_deal_back(client, table):
    enter(client, table, 1, "1", left_0=12, left_2=30, left_3=44)
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    assert "This will be removed: Bo went out; Ana 12, Cy 30, Dora 44." in text
    answer = client.post(f"/tables/{table.pk}/score/undo/", {"deal": 1}, headers=HTMX)
    assert 'id="score_sheet"' in answer.content.decode()
    assert scoresheets.look(table.pk).standing == []
    assert client.post(f"/tables/{table.pk}/score/undo/", {"deal": 1}).status_code == 409


def test_undo_is_meant_for_the_deal_that_was_seen(client, table):
    record(table, deal(1, "A", "B 1, C 1, D 1"), deal(2, "A", "B 1, C 1, D 1"))
    assert client.post(f"/tables/{table.pk}/score/undo/", {"deal": 1}, headers=OUTBOX).status_code == 409
    assert client.post(f"/tables/{table.pk}/score/undo/", {"deal": "x"}, headers=OUTBOX).status_code == 409
    assert len(scoresheets.look(table.pk).standing) == 2


def test_the_referee_gives_what_the_rulebook_knows(client, hana):
    table = real_cards("Ana Bo", host=hana, rulebook="filipino")
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    assert "forgotten UNO: 1 card" in text
    assert "giving advice: 2 cards" in text
    address = f"/tables/{table.pk}/score/penalty/"
    assert client.post(address, {"seat": 1, "kind": "advice", "cards": 2}, headers=OUTBOX).status_code == 200
    assert client.post(address, {"seat": 1, "kind": "silence"}, headers=OUTBOX).status_code == 422
    assert client.post(address, {"seat": "x"}, headers=OUTBOX).json()["code"] == "bad_penalty"
    (mark,) = scoresheets.look(table.pk).marks
    assert (mark.kind, mark.seat, mark.cards) == ("advice", 1, 2)
    own = real_cards("Fay Gus", host=hana, self_report=True)
    seated = Client()
    log_in(seated, player(own, "A"))
    assert seated.post(f"/tables/{own.pk}/score/penalty/", {"seat": 1, "kind": "uno"}).status_code == 403


def test_the_number_on_the_page_is_the_number_of_penalty_cards(client, table):
    address = f"/tables/{table.pk}/score/penalty/"
    page = client.get(f"/tables/{table.pk}/score/").content.decode()
    form = page.partition(f'action="{address}"')[2].partition("</form>")[0]
    (number,) = re.findall(r'type="number" name="([^"]+)"', form)
    sent = {"seat": 1, "kind": "penalty", number: 5}
    assert client.post(address, sent, headers=OUTBOX).json()["code"] == "reason_needed"
    assert client.post(address, sent | {"words": "came late"}, headers=OUTBOX).status_code == 200
    assert [(mark.cards, mark.words) for mark in scoresheets.look(table.pk).marks] == [(5, "came late")]
    entry = "drew 5 cards (referee’s ruling: came late)"
    for page in ("score", "dispute"):
        assert entry in client.get(f"/tables/{table.pk}/{page}/").content.decode()


def test_the_referee_ends_a_match_after_the_deals_that_were_seen(client, table):
    address = f"/tables/{table.pk}/score/end/"
    enter(client, table, 1, "1", left_0=12, left_2=30, left_3=44)
    answer = client.post(address, {"deals": 0}, headers=OUTBOX)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert client.post(address, {"deals": 1}).status_code == 302
    assert scoresheets.look(table.pk).phase == "reported"


def note(client, table, kind, seat, **facts):
    sent = {"kind": kind, "seat": seat, **facts}
    return client.post(f"/tables/{table.pk}/score/note/", sent, headers=OUTBOX)


def test_before_the_first_deal_it_is_said_who_deals(client, table):
    assert "Someone else deals first" in client.get(f"/tables/{table.pk}/score/").content.decode()
    assert note(client, table, "dealer", 2).status_code == 200
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    assert "Deal 1: Cy deals, Dora begins" in text
    enter(client, table, 1, "1", left_0=12, left_2=30, left_3=44)
    assert "Someone else deals first" not in client.get(f"/tables/{table.pk}/score/").content.decode()
    answer = note(client, table, "dealer", 1)
    assert (answer.status_code, answer.json()["code"]) == (409, "dealer_known")


def test_challenges_are_noted_by_the_scorekeeper(client, table):
    assert note(client, table, "right", 1, target=0).status_code == 200
    assert note(client, table, "wrong", 2, target=1).status_code == 200
    assert note(client, table, "right", 1).status_code == 422  # whose card?
    assert [(mark.seat, mark.target, mark.was_right) for mark in scoresheets.look(table.pk).marks] == [
        (1, 0, True),
        (2, 1, False),
    ]


def test_the_referee_takes_a_penalty_back_and_notes_who_leaves(client, hana):
    table = real_cards("Ana Bo Cy", host=hana, self_report=True)
    client.post(f"/tables/{table.pk}/score/penalty/", {"seat": 1, "kind": "uno"})
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    assert "Bo drew 2 cards (referee’s ruling: forgotten UNO)" in text
    seated = Client()
    log_in(seated, player(table, "A"))
    for kind in ("take_back", "left", "disqualified", "rejoin"):
        assert note(seated, table, kind, 1).status_code == 403
    assert note(client, table, "take_back", 1).status_code == 200
    assert note(client, table, "take_back", 1).json()["code"] == "no_penalty"
    assert note(client, table, "left", 2).status_code == 200
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    assert not asks_for_points(text, 2)
    assert note(client, table, "rejoin", 2).status_code == 200
    assert asks_for_points(client.get(f"/tables/{table.pk}/score/").content.decode(), 2)


@pytest.mark.parametrize("sent", [{}, {"kind": "x", "seat": 0}, {"kind": "right", "seat": "x"}])
def test_a_note_has_to_be_clear(client, table, sent):
    answer = client.post(f"/tables/{table.pk}/score/note/", sent, headers=OUTBOX)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_note")


# --- what the page fetches


def test_a_page_that_knows_the_newest_is_sent_nothing(client, table):
    newest = fresh(table).version
    assert client.get(f"/tables/{table.pk}/score/?after={newest}", headers=HTMX).status_code == 204
    answer = client.get(f"/tables/{table.pk}/score/?after={newest - 1}", headers=HTMX)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert text.lstrip().startswith("<section")
    assert 'id="deal"' not in text


def test_the_script_knows_the_cards_of_the_deck(client, hana):
    table = real_cards("Ana Bo", host=hana, rulebook="russian-plus-ten")
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    known = json.loads(
        text.split('<script id="score-rules" type="application/json">')[1].split("</script>")[0]
    )
    assert (known["points"]["r7"], known["points"]["gS"], known["points"]["+10"]) == (7, 20, 50)
    assert (known["copies"]["r0"], known["copies"]["r7"], known["copies"]["+10"]) == (1, 2, 4)
    assert 'data-card="+10"' in text
    assert 'data-card="ws"' not in text


def test_the_rules_of_the_table_are_at_hand(client, hana):
    table = real_cards("Ana Bo", host=hana, rulebook="russian-low-200")
    text = client.get(f"/tables/{table.pk}/score/").content.decode()
    assert "Rules of this table" in text
    assert f'href="/tables/{table.pk}/rules/"' in text
    assert "200" in text.split("Rules of this table")[1]


def test_a_look_costs_the_same_however_many_deals_there_are(client, table, django_assert_max_num_queries):
    for number in range(1, 8):
        enter(client, table, number, "1", left_0=1, left_2=2, left_3=3)
    with django_assert_max_num_queries(10):
        client.get(f"/tables/{table.pk}/score/")


def test_the_worker_is_another_one_with_every_release(client):
    answer = client.get("/tables/score-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    text = answer.content.decode()
    name = text.split('KEPT = "')[1].split('"')[0]
    assert name.startswith("score-")
    assert len(name) > 12


def test_that_a_result_is_final_at_once_is_told_at_first_and_near_the_end(client, hana):
    table = real_cards("Ana Bo", host=hana, confirm="none")
    hidden = 'id="final-at-once" hidden'

    def shown() -> str:
        return client.get(f"/tables/{table.pk}/score/").content.decode()

    assert "<b>Final at once:</b>" in shown()
    assert hidden not in shown()
    enter(client, table, 1, "0", left_1=100)
    assert hidden in shown()
    assert '"warns": false' in shown()
    enter(client, table, 2, "0", left_1=220)
    assert hidden not in shown()
    assert '"warns": true' in shown()
