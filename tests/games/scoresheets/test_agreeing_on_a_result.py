"""Situation: a match with real cards is over, and those who played it say what they think of the result."""

import pytest
from django.test import Client

from games import scoresheets
from games.models import Player
from games.rules.scoresheet import decide as ph
from tests.games.playing import fresh, player
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.games.visiting import HTMX, log_in

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def hana(client):
    host = Player.objects.create(name="Hana")
    log_in(client, host)
    return host


@pytest.fixture
def table(hana):
    """A reported match that Ana has won."""
    table_ = real_cards("Ana Bo Cy", host=hana, options={"target_score": 50})
    record(table_, deal(1, "A", "B 20, C 5"), deal(2, "A", "B 20, C 8"))
    return table_


def phone_of(table, letter):
    phone = Client()
    log_in(phone, player(table, letter))
    return phone


def send(phone, table, what, **facts):
    return phone.post(f"/tables/{table.pk}/result/{what}/", facts)


def test_only_players_of_a_table_are_asked_on_its_page(client, table):
    for letter in "ABC":
        text = phone_of(table, letter).get(f"/tables/{table.pk}/").content.decode()
        assert "Result: Ana wins the match" in text
        assert f"/tables/{table.pk}/result/confirm/" in text
    for other in (client, Client()):
        text = other.get(f"/tables/{table.pk}/").content.decode()
        assert "It becomes final when Ana, Bo and Cy confirm it." in text
        assert "/result/confirm/" not in text


def test_the_result_is_final_when_all_have_confirmed_it(table):
    for letter in "AB":
        assert send(phone_of(table, letter), table, "confirm").status_code == 302
    assert "It becomes final when Cy confirms it." in Client().get(f"/tables/{table.pk}/").content.decode()
    answer = phone_of(table, "C").post(f"/tables/{table.pk}/result/confirm/", headers=HTMX)
    assert "The result is final." in answer.content.decode()
    assert fresh(table).status == "finished"
    text = phone_of(table, "C").get(f"/tables/{table.pk}/").content.decode()
    assert "/result/confirm/" not in text


def test_only_who_sits_there_may_confirm_or_object(client, table):
    stranger = Client()
    log_in(stranger, Player.objects.create(name="Eve"))
    for visitor in (client, stranger, Client()):
        for what in ("confirm", "object"):
            answer = send(visitor, table, what)
            assert answer.status_code == 403
            assert 'data-code="not_seated"' in answer.content.decode()
    assert scoresheets.look(table.pk).phase == "reported"


def test_an_objection_opens_a_dispute_that_everybody_sees_and_the_referee_reads(client, table):
    send(phone_of(table, "B"), table, "object", reason="Deal 2 was <b>mine</b>")
    text = Client().get(f"/tables/{table.pk}/").content.decode()
    assert "Bo objected: the referee decides." in text
    assert "mine" not in text
    text = client.get(f"/tables/{table.pk}/").content.decode()
    assert f'href="/tables/{table.pk}/dispute/"' in text
    text = client.get(f"/tables/{table.pk}/dispute/").content.decode()
    assert "Bo objects to the result" in text
    assert "Deal 2 was &lt;b&gt;mine&lt;/b&gt;" in text
    answer = send(phone_of(table, "C"), table, "confirm")
    assert (answer.status_code, "the referee must decide first" in answer.content.decode()) == (409, True)


def test_the_log_beside_the_dispute_holds_what_was_undone_too(client, hana):
    table = real_cards("Ana Bo Cy", host=hana, options={"target_score": 50})
    record(table, deal(1, "B", "A 20, C 5"), by="organizer:999")
    record(table, ph.UndoDeal(1), deal(1, "A", "B 20, C 5"), by=f"player:{hana.pk}")
    record(table, ph.Penalise(2, "uno"), deal(2, "A", "B 20, C 8"), by=f"player:{hana.pk}")
    text = client.get(f"/tables/{table.pk}/dispute/").content.decode()
    log = text.split("Full log")[1]
    assert log.count("Deal 1</b>") == 2
    assert log.count('class="undone"') == 1
    assert "Deal 1 was undone" in log
    assert "Cy drew 2 cards (referee’s ruling: forgotten UNO)" in log
    assert log.count("an organizer,") == 1
    assert log.count("Hana,") == 5  # undone, again, a penalty, the last deal, reported


def test_only_the_referee_sees_and_decides_a_dispute(client, table):
    send(phone_of(table, "B"), table, "object")
    for visitor in (phone_of(table, "A"), phone_of(table, "B")):
        assert visitor.get(f"/tables/{table.pk}/dispute/").status_code == 403
        assert send(visitor, table, "settle", decision="stands", reason="Counted", sure=1).status_code == 403
    assert Client().get(f"/tables/{table.pk}/dispute/").status_code == 302
    assert Client().post(f"/tables/{table.pk}/result/settle/", {}).status_code == 403
    assert scoresheets.look(table.pk).phase == "disputed"


def test_a_player_who_keeps_the_score_cannot_undo_a_dispute_away(client, table):
    send(phone_of(table, "B"), table, "object")
    changed = {"deal": 2, "out": 1, "left-0": 20, "left-2": 8, "instead": fresh(table).version}
    for path, facts in (("undo", {"deal": 2}), ("deal", changed)):
        answer = client.post(f"/tables/{table.pk}/score/{path}/", facts)
        assert 'data-code="disputed"' in answer.content.decode()
        assert answer.status_code == 409
    assert scoresheets.look(table.pk).phase == "disputed"
    send(client, table, "settle", decision="open", undo=1, reason="No", sure=1)
    assert client.post(f"/tables/{table.pk}/score/undo/", {"deal": 1}).status_code == 302


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"decision": "stands"},
        {"decision": "maybe", "reason": "So", "sure": 1},
        {"decision": "open", "undo": "x", "reason": "So", "sure": 1},
        {"decision": "open", "undo": 7, "reason": "So", "sure": 1},
    ],
)
def test_a_decision_has_to_be_clear(client, table, facts):
    send(phone_of(table, "B"), table, "object")
    answer = send(client, table, "settle", **facts)
    assert answer.status_code == 422
    assert 'role="alert" data-code="bad_value"' in answer.content.decode()
    assert scoresheets.look(table.pk).phase == "disputed"


def test_the_referee_lets_the_result_stand(client, table):
    send(phone_of(table, "B"), table, "object")
    assert send(client, table, "settle", decision="stands", reason="Counted", sure=1).status_code == 302
    assert scoresheets.look(table.pk).phase == "final"
    assert send(client, table, "settle", decision="stands", reason="Counted", sure=1).status_code == 409


def test_the_referee_opens_the_sheet_again_and_the_match_goes_on(client, table):
    send(phone_of(table, "B"), table, "object")
    assert send(client, table, "settle", decision="open", undo=1, reason="No", sure=1).status_code == 302
    sheet = scoresheets.look(table.pk)
    assert (sheet.phase, len(sheet.standing)) == ("running", 1)
    assert "Deal 2: Bo deals, Cy begins" in client.get(f"/tables/{table.pk}/score/").content.decode()


def test_the_page_of_a_table_says_how_the_match_stands_to_everybody(hana):
    table = real_cards("Ana Bo Cy", host=hana)
    record(table, deal(1, "A", "B 20, C 5"))
    text = Client().get(f"/tables/{table.pk}/").content.decode()
    assert "Deal 2: Bo deals, Cy begins" in text
    assert "Totals after deal 1" in text
    assert "+25" in text
    assert "Keep the score" not in text
    newest = fresh(table).version
    assert Client().get(f"/tables/{table.pk}/?after={newest}", headers=HTMX).status_code == 204
