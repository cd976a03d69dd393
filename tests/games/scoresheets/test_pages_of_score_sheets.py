"""Situation: people look at a table with real cards, and try there what is only done online."""

import pytest

from games.integrity import match_records
from games.models import Player, Table
from games.rules.base.refusal import Refusal
from games.rules.scoresheet import decide as ph
from tests.games.playing import fresh
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.games.visiting import HTMX, log_in, look_at, move

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def table():
    """Ana won deal 1, deal 2 was undone and is recorded anew; Cy got two cards."""
    table = real_cards(options={"target_score": 100})
    record(table, deal(1, "A", "B 20, C r5 w4"), ph.Penalise(2, "penalty", 2))
    record(table, deal(2, "B", "A 40, C 5"), ph.UndoDeal(2), deal(2, "C", "A 3, B g9"))
    return fresh(table)


def test_everybody_sees_the_score_sheet(client, table):
    page = look_at(client, table).content.decode()
    assert "Deal 3: Cy deals, Ana begins" in page
    assert "+75" in page
    assert "Sit here" not in page
    assert client.get(f"/tables/{table.pk}/?after={table.version}").status_code == 204
    assert client.get(f"/tables/{table.pk}/watch/").status_code == 404  # nobody watches moves here


def test_a_step_of_the_replay_is_fetched_alone(client, table):
    shown = client.get(f"/tables/{table.pk}/replay/?step=1", headers=HTMX).content.decode()
    assert shown.lstrip().startswith("<div")
    assert "Ana was chosen to deal first" in shown


def test_the_replay_goes_deal_by_deal_and_marks_what_was_undone(client, table):
    pages = [client.get(f"/tables/{table.pk}/replay/?step={step}").content.decode() for step in range(1, 8)]
    assert "Ana went out" in pages[1]
    assert "eliminated" not in pages[1]
    assert 'class="card' in pages[1]  # what Cy still held
    assert "Deal 2 was undone" in pages[4]
    assert pages[5].count('class="score__undone"') == 2  # its row, and the link to it
    assert "Deal 2: Cy went out; Ana 3, Bo 9" in pages[0]
    assert "Cy got a penalty of 2 cards" in pages[2]


def test_an_online_command_is_refused_plainly(client, table):
    ana = table.seats.get(index=0).player
    log_in(client, ana)
    answer = move(client, table, "draw")
    assert answer.status_code == 409
    assert client.get(f"/tables/{table.pk}/record.json").status_code == 409
    with pytest.raises(Refusal) as refused:
        match_records.export(table.pk)
    assert refused.value.code == "no_moves"
    for action in ("sit", "leave", "bot", "come-back"):
        client.post(f"/tables/{table.pk}/{action}/")
        assert fresh(table).version == table.version, action


def test_the_lobby_offers_no_seats_of_real_cards(client):
    open_one = real_cards(start=False)
    assert f"/tables/{open_one.pk}/" not in client.get("/").content.decode()
    page = look_at(client, open_one).content.decode()
    assert "Waiting for players" in page
    assert "Sit here" not in page


def test_a_host_opens_a_table_for_friends_and_new_guests(client):
    ana = Player.objects.create(name="Ana")
    log_in(client, ana)
    facts = {
        "rulebook": "classic",
        "target": 200,
        "confirm": "on",
        "silence_seconds": 120,
        "self_report": "on",
    }
    client.post("/tables/new/real-cards/", {**facts, "players": "Ana\nBo\n\n  Cy  Dee \n"})
    table = Table.objects.get()
    assert (table.is_physical, table.status, table.host, table.confirm) == (True, "running", ana, "others")
    assert [seat.name for seat in table.seats.select_related("player")] == ["Ana", "Bo", "Cy Dee"]
    assert table.dealer_seat in (0, 1, 2)

    client.post("/tables/new/real-cards/", {**facts, "players": "bo\nAna\nDi", "confirm": ""})
    again = Table.objects.first()
    assert again.seats.get(index=0).player == table.seats.get(index=1).player
    assert (again.confirm, again.silence_seconds) == ("none", 0)


@pytest.mark.parametrize("names", ["Ana", "", "Ana\nana", "\n".join(map(str, range(11))), "Ana\n" + "x" * 61])
def test_a_table_needs_two_to_ten_different_names(client, names):
    log_in(client, Player.objects.create(name="Ana"))
    facts = {"rulebook": "classic", "silence_seconds": 0, "players": names}
    assert client.post("/tables/new/real-cards/", facts).status_code == 422
    assert not Table.objects.exists()


def test_a_rulebook_that_does_not_fit_the_players_is_refused_at_the_names(client):
    log_in(client, Player.objects.create(name="Ana"))
    facts = {"rulebook": "partners", "silence_seconds": 0, "players": "Ana\nBo"}
    answer = client.post("/tables/new/real-cards/", facts)
    assert answer.status_code == 422
    assert b"errorlist" in answer.content
