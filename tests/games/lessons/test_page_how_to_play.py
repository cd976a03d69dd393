"""Situation: somebody opens the page "How to play", with an account or without."""

import re

import pytest
from django.urls import reverse

from games.lessons.lessons import LESSONS
from games.lessons.trials import Trial
from games.pages.newcomers import COOKIE
from games.rules.options import rulebooks

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PAGE = "/how-to-play/"
A_MINUTE = 265  # words: of a text as easy as this, adults read some 260 a minute
HTMX = {"HTTP_HX_REQUEST": "true"}


def words(markup: str) -> list[str]:
    return re.sub(r"<[^>]+>", " ", markup).split()


def test_the_words_beside_the_positions_are_read_in_a_minute(client):
    page = client.get(PAGE).content.decode()
    taught = re.findall(r'class="lesson__words">(.*?)<details', page, re.DOTALL)
    assert len(taught) == 6
    assert 200 < sum(len(words(part)) for part in taught) <= A_MINUTE


def test_the_position_that_was_tried_is_open_without_scripts_and_no_other(client):
    page = client.get(f"{PAGE}?try=no-bluff&move=challenge").content.decode()
    opened = re.search(r'<details class="lesson__try" open>(.*?)</details>', page, re.DOTALL)
    assert page.count('<details class="lesson__try" open>') == 1
    assert 'id="try-no-bluff"' in opened.group(1)


def test_a_first_card_that_acts_is_explained(client):
    page = client.get(PAGE).content.decode()
    assert "If a deal opens with an action card" in page
    assert "after a Reverse, the dealer begins" in page


def test_every_lesson_is_on_the_page_in_order(client):
    page = client.get(PAGE).content.decode()
    assert re.findall(r'id="try-([a-z-]+)"', page) == [taught.key for taught in LESSONS]
    ids = re.findall(r' id="([^"]+)"', page)
    assert {Trial(taught).following for taught in LESSONS} - {""} <= set(ids)
    assert len(ids) == len(set(ids))


def test_it_asks_the_database_nothing_and_needs_no_account(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get(f"{PAGE}?rulebook=russian").status_code == 200
        assert client.get(f"{PAGE}?try=match&move=draw", **HTMX).status_code == 200


def test_a_move_is_answered_with_the_lesson_alone_or_without_scripts_with_the_page(client):
    part = client.get(f"{PAGE}?try=match&move=play+r4", **HTMX).content.decode()
    assert "You played red 4" in part
    assert "<html" not in part
    whole = client.get(f"{PAGE}?try=match&move=play+r4").content.decode()
    assert "You played red 4" in whole
    assert whole.count("You played") == 1


def test_moves_go_on_from_those_before(client):
    part = client.get(f"{PAGE}?try=match&moves=draw&move=play+r7", **HTMX).content.decode()
    assert "You played red 7" in part
    assert 'name="moves" value="draw;play r7"' in part


@pytest.mark.parametrize("name", rulebooks.names())
def test_it_says_what_is_different_in_any_rulebook(client, name):
    page = client.get(f"{PAGE}?rulebook={name}").content.decode()
    assert f'href="{reverse("rulebook", args=[name])}"' in page
    assert "In Classic" not in page


def test_somebody_who_asks_from_a_table_reads_first_what_its_rulebook_changes_and_its_cards(client):
    page = client.get(f"{PAGE}?rulebook=super-mario").content.decode()
    begins = [
        page.index(f'id="{part}"') for part in ("different", "cards", "learn-match", "learn-elimination")
    ]
    assert begins == sorted(begins)
    assert page.count("Blank Wild") == 1
    classic = client.get(f"{PAGE}?rulebook=classic").content.decode()
    assert classic.index('id="learn-match"') < classic.index('id="different"')


@pytest.mark.parametrize("query", ["try=nothing", "try=%00", "rulebook=bridge", "rulebook=%00"])
def test_an_unknown_position_or_rulebook_is_not_found(client, query):
    assert client.get(f"{PAGE}?{query}").status_code == 404


def test_the_browser_remembers_that_it_was_opened(client):
    assert client.get(PAGE).cookies[COOKIE].value == "seen"
    assert COOKIE not in client.get(f"{PAGE}?try=match&move=draw", **HTMX).cookies


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/classic/", "/rules/russian/"])
def test_lobby_and_rule_pages_lead_to_it(client, path):
    assert f'href="{PAGE}"' in client.get(path).content.decode()
