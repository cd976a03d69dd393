"""Situation: a command arrives again: a double click, a request sent anew because its answer was lost."""

import datetime as dt
import re

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import tables, tasks
from games.idempotency import request_keys
from games.idempotency.request_keys import FIELD, HEADER
from games.models import ChatMessage, CustomRulebook, Player, Receipt, Table, TableEvent
from games.rules.base.refusal import Refusal
from games.rules.match.commands import DrawCard, Pass
from league.accounts import deletion
from tests.games.playing import START, deal, do, fresh, open_table, player, players, see
from tests.games.rulebooks.test_custom_rulebooks import form_of
from tests.games.sending import answer, hidden_ids, new_id, send
from tests.games.visiting import HTMX, log_in, look_at

pytestmark = pytest.mark.django_db

PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9"


@pytest.fixture
def table():
    """It is Bo's turn; Ana, Bo and Cy hold three cards each."""
    return deal("Ana Bo Cy", "r1 r2 r3/r4 r5 b1/b7 b8 b9", PILE)


@pytest.fixture
def bo(client, table):
    log_in(client, player(table, "B"))
    return client


def log_of(table):
    return list(TableEvent.objects.filter(stream=table).values_list("version", "name", "payload", "by"))


def moves(table):
    return f"/tables/{table.pk}/moves/"


def test_a_move_sent_twice_is_made_once_and_answered_twice(bo, table):
    first = send(bo, moves(table), "one", move="draw", after=table.version)
    after_first = log_of(table)
    again = send(bo, moves(table), "one", move="draw", after=table.version)
    assert first == again == (302, f"/tables/{table.pk}/", "")
    assert log_of(table) == after_first
    assert see(table, "B").sight.counts == [3, 4, 3]


def test_a_command_that_came_too_fast_is_carried_out_when_it_comes_again():
    sent = request_keys.Envelope("player:1", "one", "said")

    def too_fast():
        raise Refusal("too_fast", "Not so fast.", wait=10)

    with pytest.raises(Refusal):
        request_keys.once_for(sent, too_fast, at=START)
    assert (
        request_keys.once_for(sent, lambda: 7, at=START)
        == request_keys.once_for(sent, lambda: 8, at=START)
        == 7
    )


def test_the_fragment_of_a_second_click_is_the_table_as_it_stands_now(bo, table):
    sent = {"move": "draw", "after": table.version, "command_id": "one"}
    bo.post(moves(table), sent, headers=HTMX)
    do(table, "B pass")
    again = bo.post(moves(table), sent, headers=HTMX)
    assert again.status_code == 200
    assert f'data-version="{fresh(table).version}"' in again.content.decode()
    assert "data-code" not in again.content.decode()


def test_the_same_move_of_another_id_is_late(bo, table):
    send(bo, moves(table), "one", move="draw", after=table.version)
    status, _where, message = send(bo, moves(table), "two", move="draw", after=table.version)
    assert (status, message.split()[0]) == (409, "stale")


def test_a_refused_command_stays_refused_even_when_it_would_fit_by_now(client, table):
    log_in(client, player(table, "C"))
    first = send(client, moves(table), "catch", move="catch B", after=table.version)
    assert first[0] == 422
    do(table, "B play r4")
    do(table, "C draw")
    do(table, "C pass")
    do(table, "A draw")
    do(table, "A pass")
    do(table, "B play r5")  # and Bo forgets to call
    before = log_of(table)
    assert send(client, moves(table), "catch", move="catch B", after=table.version) == first
    assert log_of(table) == before
    assert send(client, moves(table), "catch-2", move="catch B", after=table.version)[0] == 302


def test_an_id_that_comes_with_another_command_is_refused_and_changes_nothing(bo, table):
    send(bo, moves(table), "one", move="draw", after=table.version)
    before = log_of(table)
    status, _where, message = send(bo, moves(table), "one", move="pass", after=fresh(table).version)
    assert (status, message.split()[0]) == (422, "id_reused")
    assert log_of(table) == before
    assert send(bo, f"/tables/{table.pk}/chat/", "one", text="hello")[0] == 422
    assert not ChatMessage.objects.exists()


def test_ids_of_different_senders_have_nothing_to_do_with_each_other(table):
    for letter in "ABC":
        client = Client()
        log_in(client, player(table, letter))
        assert send(client, f"/tables/{table.pk}/chat/", "one", text="hello")[0] == 302
    assert ChatMessage.objects.count() == 3


@pytest.mark.parametrize("wrong", ["", " ", "a b", "é", "x" * 65, "x\n", "<b>", "\x00", "one\r\ntwo"])
def test_an_id_of_a_wrong_shape_is_refused(bo, table, wrong):
    before = log_of(table)
    status, _where, message = send(bo, moves(table), wrong, move="draw", after=table.version)
    assert (status, message.split()[0]) == (400, "bad_id")
    assert log_of(table) == before
    assert not Receipt.objects.exists()


@pytest.mark.parametrize("good", ["1", "x" * 64, "0f8b2c1e-6f1d-4c39-9e0a-5b7d3a2c1e4f", "a.b_c"])
def test_whatever_programs_use_as_an_id_will_do(bo, table, good):
    assert send(bo, moves(table), good, move="draw", after=table.version)[0] == 302


def test_a_program_may_send_the_id_as_a_header(bo, table):
    for _again in range(2):
        sent = {"move": "draw", "after": table.version}
        assert bo.post(moves(table), sent, headers={HEADER: "one"}).status_code == 302
    assert see(table, "B").sight.counts == [3, 4, 3]


def test_nothing_is_kept_of_a_command_that_broke_down(table):
    def breaks():
        tables.act(table.pk, DrawCard(1), after=table.version, by=by, at=START)
        raise OperationalError("disk full")

    by = f"player:{player(table, 'B').pk}"
    before = log_of(table)
    envelope = request_keys.Envelope("user:1", "one", "draw")
    with pytest.raises(OperationalError):
        request_keys.once_for(envelope, breaks, at=START)
    assert log_of(table) == before
    assert not Receipt.objects.exists()
    # So that sending it again carries it out.
    request_keys.once_for(envelope, lambda: do(table, "B draw").version, at=START)
    assert see(table, "B").sight.counts == [3, 4, 3]


def test_a_second_one_that_could_be_carried_out_again_is_undone():
    table = open_table("Ana Bo", seats=4)
    envelope = request_keys.Envelope("user:1", "one", "bot")
    seats = [
        request_keys.once_for(
            envelope, lambda: tables.seat_bot(table.pk, by="organizer:1", at=START), at=START
        )
        for _again in range(3)
    ]
    assert seats == [2, 2, 2]
    assert [seat.is_free for seat in table.seats.all()] == [False, False, False, True]


def test_the_answer_of_the_first_one_is_given_after_what_it_was_about_is_gone():
    (cy,) = players("Cy")
    row = CustomRulebook.objects.create(name="Ours", preset="classic", keeper=cy, changed_at=START)

    def discard():
        custom_rulebook = CustomRulebook.objects.get(pk=row.pk)
        custom_rulebook.delete()
        return custom_rulebook.name

    envelope = request_keys.Envelope("user:1", "one", "delete")
    assert [request_keys.once_for(envelope, discard, at=START) for _again in range(2)] == ["Ours", "Ours"]
    with pytest.raises(CustomRulebook.DoesNotExist):
        request_keys.once_for(envelope._replace(command_id="two"), discard, at=START)


def test_a_refusal_keeps_all_it_said():
    def refuse():
        raise Refusal("together", "These do not go together.", ("jump_in", "deck"))

    envelope = request_keys.Envelope("user:1", "one", "open")
    for command in (refuse, lambda: None):
        with pytest.raises(Refusal) as refusal:
            request_keys.once_for(envelope, command, at=START)
        assert refusal.value.code == "together"
        assert refusal.value.sentence == "These do not go together."
        assert refusal.value.options == ("jump_in", "deck")


def test_an_id_costs_a_receipt_and_a_savepoint(bo, table):
    by = f"player:{player(table, 'B').pk}"

    def move(command):
        after = fresh(table).version
        return lambda: tables.act(table.pk, command, after=after, by=by, at=START).version

    draw = move(DrawCard(1))
    with CaptureQueriesContext(connection) as plain:
        draw()
    pass_on = move(Pass(1))
    with CaptureQueriesContext(connection) as counted:
        request_keys.once_for(request_keys.Envelope("user:1", "one", "pass"), pass_on, at=START)
    assert len(counted) == len(plain) + 3


def test_receipts_are_forgotten_after_a_week_and_the_log_stays(bo, table):
    send(bo, moves(table), "one", move="draw", after=table.version)
    before = log_of(table)
    assert tasks.forget_receipts() == 0
    Receipt.objects.update(at=timezone.now() - request_keys.KEPT - dt.timedelta(minutes=1))
    assert tasks.forget_receipts() == 1
    assert log_of(table) == before
    # The version they saw still guards the log.
    assert send(bo, moves(table), "one", move="draw", after=table.version)[0] == 409


# --- every form of a page


def test_every_form_that_sends_a_command_carries_an_id_of_its_own(bo, table):
    opened = open_table("Ana", seats=3)
    for path in ("/", f"/tables/{table.pk}/", f"/tables/{opened.pk}/", "/tables/new/", "/rules/new/"):
        page = bo.get(path)
        forms = re.findall(r'<form[^>]*method="post".*?</form>', page.content.decode(), re.DOTALL)
        commands = [form for form in forms if "/log-out/" not in form and "languages" not in form]
        assert commands, path
        assert all(command.count(f'name="{FIELD}"') == 1 for command in commands), path
        ids = hidden_ids(page)
        assert len(set(ids)) == len(ids) == len(commands)
        assert not set(ids) & set(hidden_ids(bo.get(path)))


OF_THE_LIBRARY = {"account", "mfa", "totp", "recovery_codes", "webauthn"}
SAME_HOWEVER_OFTEN = {
    *("notices.html", "_bell.html", "stop.html", "answer_saved.html", "import.html", "_languages.html"),
    "my_devices.html",
}
"""They set something to what they say, or only look at what is written there."""


def test_no_form_of_any_template_is_without_one():
    """Logging in and out and what the library does with accounts leave nothing to double."""
    without = {
        path.name
        for path in settings.TEMPLATES[0]["DIRS"][0].rglob("*.html")
        for form in re.findall(r'<form[^>]*method="post".*?</form>', path.read_text(), re.DOTALL)
        if "{% command_id" not in form and path.parent.name not in OF_THE_LIBRARY
    }
    assert without == {"base.html", "delete_account.html"} | SAME_HOWEVER_OFTEN


def test_a_table_opened_by_a_double_click_is_opened_once(client):
    (ana,) = players("Ana")
    log_in(client, ana)
    form = {"rulebook": "classic", "seats": 3, "bots": 1, "turn_seconds": 60}
    answers = {send(client, "/tables/new/", "one", **form) for _click in range(3)}
    (table,) = Table.objects.all()
    assert answers == {(302, f"/tables/{table.pk}/", "")}


def test_seats_taken_left_and_filled_by_double_clicks(client):
    (ana,) = players("Ana")
    table = open_table(seats=4, host=ana)
    log_in(client, ana)
    where = (302, f"/tables/{table.pk}/", "")
    for part in ("sit", "bot", "start", "leave", "come-back"):
        command = new_id()
        before = fresh(table).version
        assert send(client, f"/tables/{table.pk}/{part}/", command) == where
        done = fresh(table).version
        assert done > before, part
        assert send(client, f"/tables/{table.pk}/{part}/", command) == where
        assert fresh(table).version == done, part
    seated = [event for event in TableEvent.objects.filter(stream=table) if event.name == "bot_seated"]
    assert len(seated) == 3  # one by the button, two at the start


def test_sitting_down_once_is_not_sitting_down_again_after_getting_up(client):
    (ana,) = players("Ana")
    table = open_table("Bo", seats=3)
    log_in(client, ana)
    send(client, f"/tables/{table.pk}/sit/", "sit")
    send(client, f"/tables/{table.pk}/leave/", "leave")
    assert send(client, f"/tables/{table.pk}/sit/", "sit")[0] == 302
    assert not table.seats.filter(player=ana).exists()


def test_a_message_sent_twice_is_said_once_and_a_new_form_has_a_new_id(bo, table):
    sent = {"text": "well played", "command_id": "one"}
    path = f"/tables/{table.pk}/chat/"
    first = bo.post(path, sent, headers=HTMX)
    again = bo.post(path, sent, headers=HTMX)
    assert ChatMessage.objects.count() == 1
    assert [first.status_code, again.status_code] == [200, 200]
    for response in (first, again):
        assert 'hx-swap-oob="true" id="chat_command_id"' in response.content.decode()
    fresh_ids = set(hidden_ids(first)) - set(hidden_ids(again))
    assert len(fresh_ids) == 2  # for the next message, and for the next reaction
    bo.post(path, {"text": "well played", "command_id": fresh_ids.pop()}, headers=HTMX)
    assert ChatMessage.objects.count() == 2


def test_a_penalty_given_by_a_double_click_costs_its_cards_once(client):
    (ana,) = players("Ana")
    table = deal("Bo Cy", "r1 r2/r4 r5", PILE, host=ana)
    log_in(client, ana)
    ruling = {"ruling": "penalty", "seat": 0, "cards": 2, "after": table.version, "sure": 1, "reason": "late"}
    for _click in range(3):
        assert send(client, f"/tables/{table.pk}/ruling/", "one", **ruling)[0] == 302
    assert see(table).sight.counts == [4, 2]


def test_a_rulebook_is_kept_and_deleted_once(client):
    (ana,) = players("Ana")
    log_in(client, ana)
    fields = form_of(client, name="Ours")
    answers = {send(client, "/rules/new/", "one", **fields) for _click in range(2)}
    (row,) = CustomRulebook.objects.all()
    assert answers == {(302, f"/rules/{row.key}/", "")}
    path = f"/rules/custom-{row.pk}/delete/"
    assert {send(client, path, "two", sure=1)[:2] for _click in range(2)} == {(302, "/rules/")}
    assert send(client, path, "three", sure=1)[0] == 404


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/guest/", {"name": "Mia"}),
        (
            "/sign-up/",
            {
                "first_name": "Mia",
                "username": "mia",
                "password1": "a long enough word",
                "password2": "a long enough word",
            },
        ),
    ],
)
def test_an_account_made_by_a_double_click_is_one_account(path, form):
    clicks = [Client() for _click in range(2)]
    clicks[0].get(path)
    clicks[1].cookies = clicks[0].cookies.copy()  # one browser that has no answer yet
    answers = {answer(click.post(path, {**form, "command_id": "one"})) for click in clicks}
    assert answers == {(302, "/", "")}
    assert Player.objects.filter(name="Mia").count() == 1
    assert len({click.session["_auth_user_id"] for click in clicks}) == 1


def test_an_account_that_was_deleted_meanwhile_is_not_made_again():
    clicks = [Client() for _click in range(2)]
    clicks[0].get("/guest/")
    clicks[1].cookies = clicks[0].cookies.copy()
    sent = {"name": "Mia", "command_id": "one"}
    clicks[0].post("/guest/", sent)
    deletion.delete(Player.objects.get(name="Mia"), at=START)
    again = clicks[1].post("/guest/", sent)
    assert again.status_code == 422
    assert "deleted" in again.content.decode()
    assert not Player.objects.filter(name="Mia").exists()


def test_another_browser_with_the_same_id_gets_an_account_of_its_own():
    for _browser in range(2):
        client = Client()
        client.get("/guest/")
        client.post("/guest/", {"name": "Mia", "command_id": "one"})
    assert Player.objects.filter(name="Mia").count() == 2


def test_a_page_after_a_second_click_shows_what_its_viewer_may_see(bo, table):
    sent = {"move": "draw", "after": table.version, "command_id": "one"}
    bo.post(moves(table), sent)
    again = bo.post(moves(table), sent, follow=True)
    assert again.content.decode().count('class="card-button"') == look_at(bo, table).content.decode().count(
        'class="card-button"'
    )
