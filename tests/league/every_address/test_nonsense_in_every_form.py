"""Situation: every form of the site comes back with nonsense in it; each answers with a page or a refusal."""

import copy
import itertools
import os
from collections.abc import Iterator

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Player
from tests.games.visiting import HTMX, log_in
from tests.league.every_address.forms_of_pages import Form, forms
from tests.league.every_address.two_worlds import taken_back
from tests.screenshots.scenes import build
from tests.suite import extent

SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
EXAMPLES = 100 if SOAK else 10 if extent.is_thorough() else 2
EVERY = 1 if SOAK or extent.is_thorough() else 2
_NASTY = (
    "", "\x00", "-1", "0", "99999999999999999999", "1e999", "NaN", "½", "x" * 10_000, "é" * 300, "=1+1",
    "<script>", "\u202eabc", "\u200b", "\ufeff", "2026-02-30", "31:99", "../../etc", "None", "true", "[]",
    "{}", "%00", "'; --", "\r\nX: y", "🂡" * 70, "a,b;c\td", "١٢٣",
)  # fmt: skip
_FILES = (b"", b"\x00" * 100, b"PK\x03\x04nothing", b"\xff\xfe\xfa", b"a;b\n" * 50, b"GIF89a", b"[" * 5000)


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.sampled(
    "every second form comes back empty and once with nonsense, not all of them ten times",
    about=["league/", "games/"],
)
def test_no_form_answers_nonsense_with_an_error_of_ours() -> None:
    tried = 0
    for visitor, form in itertools.islice(_all_forms(), 0, None, EVERY):
        _send_nonsense(visitor, form)
        tried += 1
    assert tried > 100 / EVERY


def _all_forms() -> Iterator[tuple[Client, Form]]:
    """Every form that stands on some page, once, with somebody who is shown it."""
    seen, clients = set(), {}
    for scene in build():
        if scene.fields:
            continue  # the answer to a form; its page is among the others
        if scene.viewer not in clients:
            clients[scene.viewer] = _visitor(scene.viewer)
        client = clients[scene.viewer]
        for form in forms(scene.path, client.get(scene.path).content.decode()):
            key = (_numberless(form.action), *sorted(form.fields))
            if key not in seen:
                seen.add(key)
                yield client, form


def _visitor(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        log_in(client, player)
    return client


def _numberless(path: str) -> str:
    return "/".join("0" if part.isdecimal() else part for part in path.partition("?")[0].split("/"))


def _send_nonsense(client: Client, form: Form) -> None:
    @settings(
        max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=not SOAK
    )
    @given(_filled_in(form), st.booleans())
    def send(fields: dict[str, object], by_htmx: bool) -> None:
        cookies = copy.deepcopy(client.cookies)
        with taken_back():
            status = client.post(form.action, fields, headers=HTMX if by_htmx else {}).status_code
        client.cookies = cookies
        assert status < 500, (form.action, fields)

    send()


def _filled_in(form: Form) -> st.SearchStrategy[dict[str, object]]:
    text = st.text(st.characters(codec="utf-8"), max_size=40)
    files = st.builds(
        SimpleUploadedFile, st.sampled_from(["a.csv", "b.png", "c.json"]), st.sampled_from(_FILES)
    )

    def of(name: str) -> st.SearchStrategy[object]:
        if name in form.files:
            return st.one_of(files, text)
        offered = st.sampled_from(form.fields[name] or [""])
        return st.one_of(offered, offered, st.sampled_from(_NASTY), text, st.lists(text, max_size=3))

    return st.fixed_dictionaries({}, optional={name: of(name) for name in {*form.fields, *form.files}})
