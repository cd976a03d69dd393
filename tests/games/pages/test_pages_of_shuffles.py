"""Situation: people and programs look at the shuffles of a table, before, during and after its match."""

import base64
import json
import re
import sys

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import RequestFactory
from django.views.debug import technical_500_response

from games import eventstore, tables
from games.integrity.match_records import export, import_record
from games.models import ShuffleSeed, Table, TableEvent
from games.rules.base.refusal import Refusal
from games.rules.fairness.shuffle import RoundChance, secret_of
from games.rules.match.events import DrawPileRebuilt, RoundEnded, RoundStarted
from games.tables.events import SecretRevealed, ShufflesCommitted
from tests.games.playing import START, fresh, open_table, play_deal, play_out, player
from tests.games.visiting import HTMX, log_in

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def shuffles(client, table: Table, **facts) -> str:
    response = client.get(f"/tables/{table.pk}/shuffles/", **facts)
    assert response.status_code == 200
    return response.content.decode()


def give(client, table: Table, words: str, **facts):
    return client.post(f"/tables/{table.pk}/words/", {"words": words}, **facts)


def in_deal(number: int, who: str = "Ana bot bot", **options) -> Table:
    """A table whose deal of this number has just begun."""
    table = open_table(who, options={"target_score": 2000, **options})
    tables.start(table.pk, by="organizer:1", at=START)
    while fresh(table).round_number < number:
        play_deal(table.pk, 5000)
    return fresh(table)


def statuses(text: str) -> list[str]:
    return re.findall(r"data-status>([a-z ]+)<", text)


def test_every_hash_stands_on_the_page_of_an_open_table(client) -> None:
    table = open_table("Ana", seats=4)
    (committed,) = (
        event
        for event in eventstore.read_events(TableEvent, table.pk)
        if isinstance(event, ShufflesCommitted)
    )
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert re.findall(r'data-commitment="([0-9a-f]{64})"', page) == committed.commitments
    assert statuses(shuffles(client, table)) == ["committed"] * 20


def test_each_deal_is_committed_being_played_or_revealed(client) -> None:
    table = in_deal(3)
    text = shuffles(client, table, headers=HTMX)
    assert statuses(text)[:4] == ["revealed", "revealed", "being played", "committed"]
    secrets = [
        event.secret
        for event in eventstore.read_events(TableEvent, table.pk)
        if isinstance(event, SecretRevealed)
    ]
    assert re.findall(r"secret ([0-9a-f]{64})", text) == secrets
    assert "<html" not in text


def test_words_are_added_on_the_page_and_shown_to_everybody(client) -> None:
    table = open_table("Ana bot")
    log_in(client, player(table, "A"))
    response = give(client, table, "blue horse")
    assert (response.status_code, response["Location"]) == (302, f"/tables/{table.pk}/shuffles/")
    assert "Ana “red cow”" in give(client, table, "red  cow", headers=HTMX).content.decode()
    client.logout()
    assert "Ana “red cow”" in shuffles(client, table)
    tables.start(table.pk, by="organizer:1", at=START)
    assert "words: Ana “red cow”" in shuffles(client, table)


@pytest.mark.parametrize(
    ("words", "status"), [("a@b", 422), ("", 422), ("x" * 41, 422), ("x" * 500, 422), ("a\0b", 422)]
)
def test_words_that_are_not_plain_are_refused_with_a_sentence(client, words: str, status: int) -> None:
    table = open_table("Ana bot")
    log_in(client, player(table, "A"))
    version = fresh(table).version
    for headers in ({}, HTMX):
        response = give(client, table, words, headers=headers)
        assert response.status_code == status
        assert "letters, digits, spaces and hyphens" in response.content.decode()
    assert fresh(table).version == version


def test_someone_who_does_not_sit_here_gives_no_words(client) -> None:
    table = open_table("Ana bot")
    assert give(client, table, "blue horse").status_code == 403
    assert give(client, Table(pk=404), "blue horse").status_code == 404
    log_in(client, player(open_table("Zoe bot"), "A"))
    assert give(client, table, "blue horse").status_code == 403
    assert 'name="words"' not in shuffles(client, table)
    assert client.get(f"/tables/{table.pk}/words/").status_code == 405
    assert client.get("/tables/404/shuffles/").status_code == 404
    assert client.get("/tables/404/shuffles.json").status_code == 404


def test_programs_get_the_orders_of_the_deals_that_are_over_as_the_record_has_them(client) -> None:
    table = play_out(in_deal(1, "bot bot bot bot", target_score=100, deck="shuffle_112"), moves=20_000)
    told = client.get(f"/tables/{table.pk}/shuffles.json").json()
    record = json.loads(export(table.pk))
    assert len(told["rounds"]) == table.round_number
    for mine, theirs in zip(told["rounds"], record["rounds"], strict=True):
        assert (mine["chance"], mine["proof"], mine["dealer"]) == (
            theirs["chance"],
            theirs["proof"],
            theirs["dealer"],
        )
        assert mine["actions"] == [action for action in theirs["actions"] if action == "dealer_draw"]
    assert len(told["seats"]) == 4


def test_of_a_running_deal_programs_get_nothing(client) -> None:
    table = in_deal(2)
    told = client.get(f"/tables/{table.pk}/shuffles.json").json()
    assert [deal["number"] for deal in told["rounds"]] == [1]


def test_a_match_that_was_brought_in_says_that_nothing_was_committed_to(client) -> None:
    written = export(play_out(in_deal(1, "bot bot", target_score=50)).pk)
    table, _said = import_record(written.encode(), at=START)
    text = shuffles(client, table)
    assert "The server committed to nothing here" in text
    assert "data-commitment" not in text
    assert client.get(f"/tables/{table.pk}/shuffles.json").json()["rounds"] == []


def test_the_pages_cost_the_same_queries_in_every_deal(client, django_assert_num_queries) -> None:
    early, late = in_deal(2), in_deal(4)  # in the first deal nothing has been revealed yet
    for table in (early, late):
        with django_assert_num_queries(4):
            shuffles(client, table)
        with django_assert_num_queries(6):
            client.get(f"/tables/{table.pk}/shuffles.json")


# --- two worlds that differ in nothing but the secrets still kept


def everything(client, table: Table, capsys) -> dict[str, str]:
    """All that leaves the server about a table, to its player, to a spectator, to an administrator."""
    addresses = ["", "shuffles/", "shuffles.json", "replay/", "record.json", "rules/", "moves/", "words/"]
    steps = [f"replay/?step={step}" for step in range(1, fresh(table).step, 7)]
    forms = {}
    for name in ("", "A"):
        client.logout()
        if name:
            log_in(client, player(table, name))
        for address in addresses + steps:
            for headers in ({}, HTMX):
                answer = client.get(f"/tables/{table.pk}/{address}", headers=headers)
                forms[f"{name} {address} {headers}"] = f"{answer.status_code} {answer.content.decode()}"
    client.force_login(User.objects.get_or_create(username="root", is_staff=True, is_superuser=True)[0])
    event = TableEvent.objects.filter(stream=table, name="cards_dealt").last()
    for address in ("", f"games/table/{table.pk}/change/", f"games/tableevent/{event.pk}/change/", "games/"):
        forms[f"admin {address}"] = client.get(f"/admin/{address}").content.decode()
    call_command("record", "export", str(table.pk))
    return {**forms, "export": capsys.readouterr().out}


def without_tokens(values: dict[str, str]) -> dict[str, str]:
    """Without what is random on every page: its own guard against forged posts, the ids of its commands."""
    random = r'(csrfmiddlewaretoken" value=|X-CSRFToken": |command_id" type="hidden" value=)"[\w-]+"'
    return {name: re.sub(random, "", text) for name, text in values.items()}


@pytest.mark.written_by_hand
def test_nothing_that_leaves_the_server_depends_on_a_secret_that_is_kept(client, capsys) -> None:
    table = in_deal(2)
    here = without_tokens(everything(client, table, capsys))
    ShuffleSeed.objects.filter(table=table).update(seed=b"another world".ljust(32))
    there = without_tokens(everything(client, table, capsys))
    assert [name for name in here if here[name] != there[name]] == []


def test_no_secret_leaves_the_server_before_its_deal_is_over(client, capsys) -> None:
    table = in_deal(2)
    seed = bytes(ShuffleSeed.objects.get(table=table).seed)
    kept = [seed, *(bytes(secret_of(seed, number)) for number in range(2, 12))]
    sent = " ".join(everything(client, table, capsys).values())
    assert secret_of(seed, 1).hex() in sent
    for secret in kept:
        for form in (secret.hex(), base64.b64encode(secret).decode(), repr(secret)[2:-1]):
            assert form not in sent


def test_the_log_holds_no_secret_of_a_running_deal() -> None:
    table = in_deal(2, "bot " * 10, draw_rule="until_playable", hand_size=10)
    while not any(isinstance(row.event, DrawPileRebuilt) for row in deal_rows(table)):
        assert play_deal(table.pk, 5)
    seed = bytes(ShuffleSeed.objects.get(table=table).seed)
    written = " ".join(TableEvent.objects.filter(stream=table).values_list("payload", flat=True))
    running = fresh(table).round_number
    assert not any(isinstance(row.event, RoundEnded) for row in deal_rows(table))
    assert [secret_of(seed, number).hex() in written for number in range(1, running + 2)] == [
        *[True] * (running - 1),
        False,
        False,
    ]


def deal_rows(table: Table) -> list:
    rows = eventstore.read(TableEvent, table.pk, after=fresh(table).round_version - 1)
    assert isinstance(rows[0].event, RoundStarted)
    return rows


def test_the_admin_does_not_know_the_seeds() -> None:
    assert not admin.site.is_registered(ShuffleSeed)
    seed = ShuffleSeed(table=open_table(seats=2), seed=b"hush")
    assert "hush" not in f"{seed} {seed!r}"


def test_an_error_page_with_all_variables_shows_no_secret() -> None:
    seed = b"\x01\x02 the seed of a table \x03\x04"
    secret = secret_of(seed, 1)
    try:
        RoundChance(secret, [None], 1)
    except TypeError:
        page = technical_500_response(RequestFactory().get("/"), *sys.exc_info()).content.decode()
    assert "RoundChance" in page
    assert "Secret()" in page
    assert repr(bytes(secret)) not in page.replace("&#x27;", "'")


def test_a_refusal_of_a_shuffle_names_no_secret() -> None:
    table = open_table("Ana bot")
    with pytest.raises(Refusal) as refused:
        tables.give_words(table.pk, words="a@b", player=player(table, "A"), at=START)
    assert "Secret" not in str(refused.value)
