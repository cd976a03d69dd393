"""The search for hidden cards finds none, and would find one."""

import random
import threading

import pytest

from games.rules.cards.card_names import called
from games.rules.cards.cards import TOKENS
from tests.leaks import search
from tests.leaks.match import Play
from tests.leaks.requests import Look


@pytest.fixture(autouse=True)
def threads_end_with_the_last_listener():
    before = set(threading.enumerate())  # those of other tests have nothing to do with this one
    yield
    for thread in set(threading.enumerate()) - before:
        if thread.name.startswith(("table-stream", "player-stream", "spectators", "subscriber")):
            thread.join(10)


MORE_THAN_HANDS = "russian-seven-zero"
"""A rulebook by which cards are seen and then change hands: of all players, and of two."""
OTHERS = [rulebook for rulebook in search.rulebooks(search.PRESETS) if rulebook != MORE_THAN_HANDS]
_slow = pytest.mark.slow(
    "plays a match by each of eleven further rulebooks; test_two_worlds.py asks in the states they lead to",
    about=["games/", "league/"],
)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "rulebook", [MORE_THAN_HANDS, *(pytest.param(address, marks=_slow) for address in OTHERS)]
)
def test_nothing_that_is_answered_or_logged_in_a_random_match_tells_a_hidden_card(
    rulebook: str, settings
) -> None:
    settings.API_PER_MINUTE = 1_000_000
    search_ = search.Found()
    search.search(rulebook, random.Random(rulebook), search_)
    assert search_.answers > 50
    assert search_.messages > 20
    assert search_.bodies >= 3
    assert search_.errors == []


@pytest.mark.django_db(transaction=True)
def test_every_kind_of_refusal_is_looked_at(settings) -> None:
    settings.API_PER_MINUTE = 1_000_000
    play = Play("classic", random.Random(3))
    assert play.go_on(first_deal=True)
    look = Look(play)
    try:
        statuses = {answer.status for _where, answer in look.answers("Ana")}
    finally:
        look.close()
    assert {200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 422} <= statuses
    assert not [status for status in statuses if status >= 500]


@pytest.mark.django_db(transaction=True)
def test_streams_are_read_up_to_their_messages_and_when_somebody_has_moved(settings) -> None:
    settings.API_PER_MINUTE = 1_000_000
    play = Play("classic", random.Random(5))
    assert play.go_on(first_deal=True)
    look = Look(play)
    try:
        heard = [
            (path.partition("?")[0].rpartition("/tables/")[2], message)
            for path, message in look.messages("Ana")
        ]
    finally:
        look.close()
    stream = [message for path, message in heard if path == f"{play.table.pk}/stream/"]
    assert any("event: version" in told and f"data: {play.table.version}" in told for told in stream)
    assert any(f"event: fragment\nid: {play.table.version}" in told for told in stream)
    assert any("version" in message for path, message in heard if path.endswith("wait/"))
    assert any("<" in message for path, message in heard if path.endswith("watch/"))


@pytest.mark.django_db(transaction=True)
def test_a_card_of_another_hand_and_a_secret_would_be_found() -> None:
    play = Play("classic", random.Random(2))
    assert play.go_on(first_deal=True)
    known = play._known("Ana")
    hidden = next(card for card in range(52) if card not in known)
    seen = next(card for card in known if card < 52)
    assert play.told("Ana", "a page", f"<p>Bo holds a {called(hidden)}</p>")
    assert play.told("Ana", "an answer", f'{{"cards": ["{TOKENS[hidden]}"]}}')
    assert play.told("Ana", "a button", f'<button value="play {TOKENS[hidden]} uno">')
    assert play.told("Ana", "a page", next(play._secrets()))
    assert not play.told("Ana", "a page", f"You hold a {called(seen)}")
