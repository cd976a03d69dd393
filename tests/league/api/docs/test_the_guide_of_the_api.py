"""Situation: somebody copies from the page of the API what it shows, and looks for what they need."""

import datetime as dt
import gzip
import html
import json
import re
import shlex
from email.message import Message

import pytest
from django.test import Client

from league.api.docs import code_advice, guide
from league.api.openapi.written_schema import codes
from league.webhooks import signing
from tests.languages.catalogs import LANGUAGES
from tests.league.api.asking import program

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SECTIONS = ["start", "log-in", "evening", "bots", "read", "act", "refused", "matches", "live", "webhooks"]
NOW = 1_800_000_000
AT = dt.datetime.fromtimestamp(NOW, dt.UTC)


@pytest.fixture(scope="module")
def shown(django_db_setup, django_db_blocker) -> str:
    with django_db_blocker.unblock():
        pages = [Client().get(f"/api/v1/docs/{part}") for part in ("", "?show=events", "?show=codes")]
        return "\n".join(page.content.decode() for page in pages)


def block(shown: str, name: str) -> str:
    """What stands in a block of code, as somebody copies it."""
    return html.unescape(re.search(rf'<pre[^>]* id="{name}"[^>]*>(.*?)</pre>', shown, re.DOTALL)[1])


def asked(line: str) -> tuple[str, str, dict[str, str], str | None]:
    """What a line of curl asks: method, address, headers and body."""
    words = shlex.split(line.replace("\\\n", ""), comments=True)
    assert words.pop(0) == "curl"
    headers, method, body = {}, "POST" if "-F" in words else "", None
    while len(words) > 1:
        flag = words.pop(0)
        if flag == "-L":
            continue
        value = words.pop(0)
        if flag == "-H":
            headers |= [value.split(": ", 1)]
        method, body = (value if flag == "-X" else method), (value if flag == "-d" else body)
    return method or ("GET" if body is None else "POST"), words[0].removeprefix("$API/"), headers, body


def test_the_guide_has_a_part_for_everything_and_travels_small(shown):
    for name in [*SECTIONS, "embeds", "often", "changes"]:
        assert f'id="{name}"' in shown
        assert f'href="#{name}"' in shown
    for part in ("", "?show=events", "?show=codes", "?show=nonsense", "?show="):
        answer = Client().get(f"/api/v1/docs/{part}")
        assert answer.status_code == 200
        assert len(gzip.compress(answer.content)) < 58_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_travels_small_in_every_language(language):
    for part in ("", "?show=events", "?show=codes"):
        page = Client().get(f"/api/v1/docs/{part}", headers={"Accept-Language": language})
        assert len(gzip.compress(page.content)) < 63_000


def test_the_first_five_minutes_play(shown):
    mine = program()
    calls = re.split(r"\n(?=curl)", re.sub(r"^#.*\n", "", block(shown, "first-calls"), flags=re.MULTILINE))
    reading, opening, starting, moving, _waiting = map(asked, calls)
    assert mine.get(reading[1]).status_code == 200
    assert {"Authorization", "Idempotency-Key", "Content-Type"} == set(opening[2])
    table = mine.post(opening[1], json.loads(opening[3])).json()
    assert set(json.loads(starting[3])) == {"after"}
    answer = mine.post(starting[1].replace("7", str(table["id"])), {"after": table["version"]})
    assert answer.status_code == 200
    body = json.loads(moving[3]) | {"after": answer.json()["version"]}
    answer = mine.post(moving[1].replace("7", str(table["id"])), body)
    assert answer.status_code in (200, 409, 422)
    # The first card may be a skip, a reverse, a draw two or a wild card.
    by_the_rules = ("not_your_turn", "effect_pending", "choose_colour_first")
    assert answer.status_code == 200 or answer.json()["code"] in by_the_rules


def test_the_program_that_verifies_takes_what_was_signed_and_nothing_else(shown):
    own: dict = {}
    exec(block(shown, "verify-source"), own)  # as somebody would copy it
    secret, body = signing.new_secret(), b'{"type": "ping"}'

    def is_genuine(sent: dict, content: bytes = body, *, later: int = 0) -> bool:
        headers = Message()
        for name, value in sent.items():
            headers[name] = value
        return own["is_genuine"](headers, content, secret, now=NOW + later)

    good = signing.headers("ping-1", body.decode(), AT, [signing.new_secret(), secret])
    assert is_genuine(good)
    assert not is_genuine(good, b'{"type": "pong"}')
    assert not is_genuine(good, later=301)
    assert not is_genuine(good | {"Webhook-Id": "ping-2"})
    assert not is_genuine(signing.headers("ping-1", body.decode(), AT, [signing.new_secret()]))
    for nonsense in ({}, {"Webhook-Timestamp": "²"}, {**good, "Webhook-Signature": "v1, é"}):
        assert not is_genuine(nonsense)


def test_the_programs_on_the_page_are_those_that_come_with_it(shown):
    assert block(shown, "bot-source") == guide.source("bot.py")
    assert block(shown, "receiver-source") == guide.source("receive_webhooks.py")


def test_every_code_is_listed_with_what_is_said(shown):
    known = {code.code: [text for text, _singular in code.says] for code in codes()}
    assert len(known) > 340
    assert known["not_your_turn"] == ["It is not your turn."]
    assert [code for code, says in known.items() if not says] == []
    assert known["bad_best"] == ["Between 1 and {matchdays} matchdays can count."]
    assert all(f"<dt><code>{code}</code> <span" in shown for code in known)
    for says in known.values():
        assert all(html.escape(text).replace("&#x27;", "&#39;") in shown for text in says)


def test_a_code_lists_all_that_is_said_with_it_and_what_to_do():
    page = Client().get("/api/v1/docs/?show=codes").content.decode()
    not_json = re.search(r'<div id="code-not_json">(.*?)</div>', page)[1]
    assert ">400, 415</span></dt><dd>Send JSON with <code>Content-Type: application/json</code>:" in not_json
    assert re.findall("<samp>(.*?)</samp>", not_json) == [
        "The body is not valid JSON.",
        "Send JSON: “Content-Type: application/json”.",
    ]
    throttled = re.search(r'<div id="code-throttled">(.*?)</div>', page)[1]
    assert "<samp>Too many requests: wait {n} seconds.</samp>" in throttled


@pytest.mark.parametrize("code", ["not_playable", "quota_used_up", "effect_pending"])
def test_sentences_of_a_table_a_function_and_a_condition_are_found(code):
    assert len(next(row.says for row in codes() if row.code == code)) >= 4


def test_advice_is_given_about_codes_that_exist_and_about_each_once():
    names = [name for row, _about in (*code_advice.EVERYWHERE, *code_advice.ELSEWHERE) for name in row]
    assert set(names) <= {code.code for code in codes()}
    assert len(names) == len(set(names))


def test_no_sentence_for_people_shows_an_option_of_a_command():
    assert [
        code.code for code in codes() for text, _singular in code.says if re.search(r"(?<!\w)--[a-z]", text)
    ] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_meaning_of_each_status_is_said_in_the_language_of_the_reader(language):
    page = Client().get("/api/v1/docs/", headers={"Accept-Language": language}).content.decode()
    in_english = Client().get("/api/v1/docs/").content.decode()
    meanings = [
        dict(re.findall(r'<div id="status-(\d+)"><dt>\d+</dt><dd>(.*?)</dd>', text))
        for text in (page, in_english)
    ]
    assert meanings[0].keys() == meanings[1].keys() >= {"408", "500"}
    assert not [status for status, text in meanings[0].items() if text == meanings[1][status]]


def test_every_type_that_webhooks_tell_is_listed_with_its_data(shown):
    assert all(
        f"<dt><code>{webhook_type.name}</code></dt>" in shown for webhook_type in guide.webhook_types()
    )
    assert json.loads(guide.delivery())["type"] == "match.finished"


def test_someone_who_reads_another_language_is_told_what_is_english():
    english, welsh = (
        Client().get("/api/v1/docs/", headers={"Accept-Language": language}).content.decode()
        for language in ("en", "cy")
    )
    assert '<p class="sheet">' in welsh
    assert '<p class="sheet">' not in english
    assert re.search('<div id="reference"[^>]* lang="en">', welsh)
    assert not re.search('<div id="reference"[^>]* lang=', english)
    assert "<h2>Pum munud at symudiad cyntaf</h2>" in welsh
    assert "<h2>Five minutes to a first move</h2>" in english


@pytest.mark.parametrize("asked", ["", "?show=codes", "?show=events"])
def test_every_part_has_one_heading(asked):
    page = Client().get(f"/api/v1/docs/{asked}", headers={"Accept-Language": "cy"}).content.decode()
    assert page.count("<h1>") == 1
