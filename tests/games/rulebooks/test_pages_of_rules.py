"""Situation: somebody wants to know what is played, and how two rulebooks differ."""

import html
import re

import pytest
from django.urls import reverse

from games.rulebooks.explanations import meaning
from games.rules.cards.cards import CUSTOMIZABLE, SUPER_STAR
from games.rules.options import combinations, rulebooks
from games.rules.options.card_meanings import what_it_does
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import NAMES, build, explain
from tests.games.playing import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def text_of(client, url):
    answer = client.get(url)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def test_the_list_leads_to_every_rulebook_and_every_option(client):
    page = client.get(reverse("rules")).content.decode()
    for name in rulebooks.names():
        assert f'href="{reverse("rulebook", args=[name])}"' in page
    for name in NAMES:
        assert f'href="{reverse("rule_option", args=[name])}"' in page


@pytest.mark.parametrize("name", rulebooks.names())
def test_a_rulebook_says_everything_it_plays(client, name):
    page = text_of(client, reverse("rulebook", args=[name]))
    assert rulebooks.title(name) in page
    assert rulebooks.summary(name) in page.replace("&#x27;", "'")
    for about in OPTION_TEXTS:
        assert about.title in page


def test_a_rulebook_says_what_differs_from_classic(client):
    page = text_of(client, reverse("rulebook", args=["elimination-500"]))
    scoring = explain("scoring")
    assert f"{scoring.title} elimination {meaning(scoring, 'elimination')}" in page
    assert f"In Classic: {meaning(scoring, 'winner_takes_all')}" in page
    assert "These are the usual rules in every point." in text_of(
        client, reverse("rulebook", args=["classic"])
    )


def test_the_cards_of_the_deck_are_listed_with_what_they_do_and_their_points(client):
    options = build("super-mario")
    page = html.unescape(text_of(client, reverse("rulebook", args=["super-mario"])))
    assert f"Number cards {what_it_does(1, options)} 76 their number" in page
    assert f"Super Star {what_it_does(SUPER_STAR, options)} 2 50" in page
    assert f"Customizable 1 {what_it_does(CUSTOMIZABLE, options)} 1 50" in page


def test_numbers_that_do_more_than_others_are_listed_apart(client):
    options = build("russian-seven-zero")
    page = html.unescape(text_of(client, reverse("rulebook", args=["russian-seven-zero"])))
    assert f"Number cards {what_it_does(1, options)} 64 their number" in page
    assert f" 0 {what_it_does(0, options)} 4 0" in page
    assert f" 7 {what_it_does(7, options)} 8 7" in page


@pytest.mark.parametrize("name", NAMES)
def test_an_option_explains_its_values_with_drawn_examples(client, name):
    answer = client.get(reverse("rule_option", args=[name]))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'class="example__story"' in page
    assert "Who plays it how" in page


def test_an_example_is_drawn_and_told_as_it_was_played(client):
    page = client.get(reverse("rule_option", args=["stack_draw_two"])).content.decode()
    assert 'aria-label="red Draw Two"' in page
    assert "C drew 4 cards." in page
    assert "B: to play blue Draw Two: not allowed." in page


def test_an_option_says_what_it_does_not_go_with(client):
    page = text_of(client, reverse("rule_option", args=["jump_in_self"]))
    found = next(one for one in combinations.COMBINATIONS if one.code == "refused_jump_in_self")
    assert "What it does not go with" in page
    assert found.sentence in html.unescape(page)


def test_two_rulebooks_side_by_side_show_what_differs_and_if_asked_everything(client):
    url = reverse("rules_compare")
    page = text_of(client, f"{url}?a=russian&b=russian-stacked")
    assert meaning(explain("stack_draw_two"), "sum") in page
    dealt = explain("hand_size").title
    assert dealt not in page
    assert dealt in text_of(client, f"{url}?a=russian&b=russian-stacked&all=on")
    assert "They are the same in every point." in text_of(client, f"{url}?a=welsh&b=welsh")


@pytest.mark.parametrize(
    "path",
    [
        "/rules/bridge/",
        "/rules/defaults/",
        "/rules/options/trumps/",
        "/rules/compare/?a=bridge",
        "/rules/compare/?b=%00",
    ],
)
def test_what_does_not_exist_is_not_found(client, path):
    assert client.get(f"/rules/{path}").status_code == 404


def test_the_pages_ask_the_database_nothing(client, django_assert_num_queries):
    urls = [reverse("rules"), reverse("rulebook", args=["russian"]), reverse("rule_option", args=["deck"])]
    for url in (*urls, reverse("rules_compare")):
        with django_assert_num_queries(0):
            client.get(url)


def test_a_table_says_what_is_played_and_what_is_changed(client):
    table = open_table("Ana Bo", rulebook="russian", options={"hand_size": 6})
    page = client.get(table.get_absolute_url()).content.decode()
    assert f'href="{reverse("table_rules", args=[table.pk])}"' in page
    assert f'href="{reverse("rule_option", args=["hand_size"])}"' in page
    assert "Cards in hand</a>: 6" in page
    rules = text_of(client, reverse("table_rules", args=[table.pk]))
    assert "What differs from Russian Table and deal Cards in hand 6 In Russian: 7" in rules


def test_a_table_that_plays_a_preset_as_it_is_leads_to_the_preset(client):
    table = open_table("Ana Bo", rulebook="russian")
    assert (
        f'href="{reverse("rulebook", args=["russian"])}"'
        in client.get(table.get_absolute_url()).content.decode()
    )


def test_a_table_can_be_opened_from_the_page_of_its_rulebook(client):
    client.post(reverse("guest"), {"name": "Ana"})
    page = client.get(f"{reverse('table_new')}?rulebook=welsh").content.decode()
    assert re.search(r'value="welsh"[^>]*checked', page)
    assert client.get(f"{reverse('table_new')}?rulebook=bridge").status_code == 200
