"""Situation: somebody copies from the page of the API what it shows, and looks for what they need."""

import gzip
import html
import json
import re
import shlex
from email.message import Message

import pytest
from django.test import Client
from django.utils import translation

from league.api.docs import guide
from league.api.docs.page import page
from league.api.openapi import recorded_examples
from league.api.openapi.codes import codes
from league.webhooks import signing
from tests.languages.catalogs import LANGUAGES
from tests.league.api.asking import program

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SECTIONS = ["start", "log-in", "evening", "bots", "read", "act", "refused", "matches", "live", "webhooks"]
NOW = 1_800_000_000


@pytest.fixture(scope="module")
def shown(django_db_setup, django_db_blocker) -> str:
    with django_db_blocker.unblock():
        pages = [Client().get(f"/api/v1/docs/{part}") for part in ("", "?show=shapes", "?show=codes")]
        return "\n".join(one.content.decode() for one in pages)


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
    for part in ("", "?show=shapes", "?show=codes", "?show=nonsense", "?show="):
        answer = Client().get(f"/api/v1/docs/{part}")
        assert answer.status_code == 200
        assert len(gzip.compress(answer.content)) < 58_000


def test_a_long_form_stands_with_the_shapes_and_beside_what_was_looked_for():
    said = "Play for all places"
    pages = [
        Client().get(f"/api/v1/docs/{part}").content.decode() for part in ("", "?show=shapes", "?q=placement")
    ]
    assert [said in one for one in pages] == [False, True, True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_travels_small_in_every_language(language):
    for part in ("", "?show=shapes", "?show=codes"):
        page = Client().get(f"/api/v1/docs/{part}", headers={"Accept-Language": language})
        assert len(gzip.compress(page.content)) < 63_000


def test_every_line_of_curl_makes_the_call_that_was_made():
    operations = [one for part in page().parts for one in part.operations]
    for operation in operations:
        calls = recorded_examples.of(operation.name)
        for call, example in zip(calls, operation.examples, strict=True):
            method, path, headers, body = asked(example.ask)
            assert (method, f"/api/v1/{path}") == (call["method"], call["path"])
            assert (None if body is None else json.loads(body)) == call.get("sent")
            assert headers.get("Content-Type") == (None if body is None else "application/json")
            if call["status"] < 300:
                assert ("Idempotency-Key" in headers) == any(
                    one.name == "Idempotency-Key" for one in [*operation.fields, *operation.shared]
                )


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
    assert answer.status_code == 200 or answer.json()["code"] in ("not_your_turn", "effect_pending")


def test_the_program_that_verifies_takes_what_was_signed_and_nothing_else(shown):
    own: dict = {}
    exec(block(shown, "verify-source"), own)  # as somebody would copy it
    secret, body = signing.new_secret(), b'{"type": "ping"}'

    def is_genuine(sent: dict, content: bytes = body, *, later: int = 0) -> bool:
        headers = Message()
        for name, value in sent.items():
            headers[name] = value
        return own["is_genuine"](headers, content, secret, now=NOW + later)

    good = signing.headers("ping-1", body, NOW, [signing.new_secret(), secret])
    assert is_genuine(good)
    assert not is_genuine(good, b'{"type": "pong"}')
    assert not is_genuine(good, later=301)
    assert not is_genuine(good | {"Webhook-Id": "ping-2"})
    assert not is_genuine(signing.headers("ping-1", body, NOW, [signing.new_secret()]))
    for nonsense in ({}, {"Webhook-Timestamp": "²"}, {**good, "Webhook-Signature": "v1, é"}):
        assert not is_genuine(nonsense)


def test_the_programs_on_the_page_are_those_that_come_with_it(shown):
    assert block(shown, "bot-source") == guide.source("bot.py")
    assert block(shown, "receiver-source") == guide.source("receive_webhooks.py")


def test_every_code_is_listed_with_what_is_said(shown):
    known = {one.code: one.says for one in codes()}
    assert len(known) > 340
    assert known["not_your_turn"] == "It is not your turn."
    assert sum(not says for says in known.values()) < 3
    assert all(f"<dt><code>{code}</code></dt>" in shown for code in known)
    assert all(f"<code>{code}</code>" in shown for names, _about in guide.EVERYWHERE for code in names)


def test_every_type_that_webhooks_tell_is_listed_with_its_data(shown):
    assert all(f"<dt><code>{one.name}</code></dt>" in shown for one in guide.kinds())
    assert json.loads(guide.delivery())["type"] == "match.finished"


@pytest.mark.parametrize(
    ("words", "there", "not_there"),
    [
        ("webhook replay", "deliveries/{delivery}/replay/", 'id="post_tables"'),
        ("CORRECT sure", "/correct/", 'id="post_tables_id_sit"'),
        ("not_your_turn", "It is not your turn.", 'id="post_tables_id_sit"'),
        ("EntrantResult", "deal_wins", 'id="get_players"'),
        ("uno_due caught", "it may be caught", 'id="post_tables"'),
        ("match.finished", "The result of a match counts.", 'id="get_players"'),
    ],
)
def test_who_looks_for_something_finds_it_without_scripts(words, there, not_there, django_assert_num_queries):
    Client().get("/api/v1/docs/")
    with django_assert_num_queries(0):
        found = Client().get("/api/v1/docs/", {"q": words}).content.decode()
    assert there in found
    assert not_there not in found
    assert not re.findall(r'href="#(?!main)', found.partition("<main")[2].partition("</main>")[0])


@pytest.mark.parametrize("words", ["zyzzyva", "<script>", "\0", "é" * 5000, "'\"", "{{ page }}", " "])
def test_nonsense_finds_nothing_and_breaks_nothing(words):
    answer = Client().get("/api/v1/docs/", {"q": words})
    assert answer.status_code == 200
    assert "<script>" not in answer.content.decode().partition("<main")[2]


def test_who_reads_another_language_is_told_what_is_english():
    english, welsh = (
        Client().get("/api/v1/docs/", headers={"Accept-Language": one}).content.decode()
        for one in ("en", "cy")
    )
    assert '<p class="sheet">' in welsh
    assert '<p class="sheet">' not in english
    summary = page().parts[0].operations[0].summary
    assert f'<span class="docs__about" lang="en">{summary}' in welsh
    assert f'<span class="docs__about">{summary}' in english
    assert "<h2>Pum munud at symudiad cyntaf</h2>" in welsh
    assert "<h2>Five minutes to a first move</h2>" in english


@pytest.mark.parametrize("asked", ["not_your_turn", "It is not your turn.", "Сейчас не ваш ход."])
def test_codes_are_found_by_their_sentence_in_english_or_not_and_said_in_the_visitors_language(asked):
    found = Client().get("/api/v1/docs/", {"q": asked}, headers={"Accept-Language": "ru"}).content.decode()
    assert "<dt><code>not_your_turn</code></dt><dd>409. Сейчас не ваш ход.</dd>" in found


@pytest.mark.parametrize("asked", ["", "?q=zyzzyva", "?q=seat", "?show=codes"])
def test_what_stands_around_the_guide_goes_through_the_catalogs(asked):
    with translation.override("cy"):
        find = translation.gettext("Find")
    page = Client().get(f"/api/v1/docs/{asked}", headers={"Accept-Language": "cy"}).content.decode()
    frame = page.partition("<main")[2].partition('<div class="docs"')[0]
    assert f'<button type="submit">{find}</button>' in frame
    assert page.count("<h1>") == frame.count("<h1>") == 1
    assert ("Nothing here has all of these words." in page) <= (asked == "?q=zyzzyva")
