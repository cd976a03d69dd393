"""The search for hidden cards finds none, and would find one."""

import random

import pytest

from games.rules.card_names import called
from games.rules.cards import TOKENS
from tests import leaks


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rulebook", leaks.rulebooks(leaks.PRESETS))
def test_nothing_that_is_answered_or_logged_in_a_random_match_tells_a_hidden_card(
    rulebook: str, settings
) -> None:
    settings.API_PER_MINUTE = 1_000_000
    found = leaks.Found()
    leaks.search(rulebook, random.Random(rulebook), found)
    assert found.answers > 30
    assert found.errors == []


@pytest.mark.django_db(transaction=True)
def test_a_card_of_another_hand_and_a_secret_would_be_found() -> None:
    play = leaks.Play("classic", random.Random(2))
    assert play.go_on(first_deal=True)
    known = play._known("Ana")
    hidden = next(card for card in range(52) if card not in known)
    seen = next(card for card in known if card < 52)
    assert play.told("Ana", "a page", f"<p>Bo holds a {called(hidden)}</p>")
    assert play.told("Ana", "an answer", f'{{"cards": ["{TOKENS[hidden]}"]}}')
    assert play.told("Ana", "a button", f'<button value="play {TOKENS[hidden]} uno">')
    assert play.told("Ana", "a page", next(play._secrets()))
    assert not play.told("Ana", "a page", f"You hold a {called(seen)}")
