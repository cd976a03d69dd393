"""Situation: somebody wants to know what is played, and how two rulebooks differ."""

import html
import re

import pytest
from django.urls import reverse

from games.rulebooks.explanations import families, meaning, refusals_about
from games.rules.cards.cards import CUSTOMIZABLE, SUPER_STAR
from games.rules.options import rulebooks
from games.rules.options.card_meanings import effects_of
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import NAMES, build, explain
from tests.games.playing import open_table
from tests.games.scoresheets.writing_down import real_cards

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
def test_a_rulebook_says_all_that_matters_by_it_and_nothing_else(client, name):
    page = html.unescape(client.get(reverse("rulebook", args=[name])).content.decode())
    assert rulebooks.title(name) in page
    assert rulebooks.summary(name) in page
    shown = {option for option in NAMES if f'href="{reverse("rule_option", args=[option])}"' in page}
    assert shown == {about.name for about in OPTION_TEXTS if about.matters(build(name))}


def test_an_option_that_matters_only_here_differs_from_classic(client):
    page = text_of(client, reverse("rulebook", args=["welsh-draw-ten"])).partition("All options")[0]
    assert "Drawing limit 10" in page
    assert "In Classic: does not apply" in page


def test_a_comparison_says_where_an_option_does_not_apply(client):
    page = text_of(client, f"{reverse('rules_compare')}?a=russian-lazy&b=classic")
    assert "Target does not apply 500" in page
    assert "Survivors" not in page
    assert "Survivors" not in text_of(client, f"{reverse('rules_compare')}?a=russian-lazy&b=classic&all=on")


def test_a_rulebook_says_what_differs_from_classic(client):
    page = text_of(client, reverse("rulebook", args=["elimination-500"]))
    scoring = explain("scoring")
    assert f"{scoring.title} elimination {meaning(scoring, 'elimination')}" in page
    assert f"In Classic: {meaning(scoring, 'winner_takes_all')}" in page
    assert "None: these are the usual rules." in text_of(client, reverse("rulebook", args=["classic"]))


def test_a_rulebook_begins_with_how_it_is_played_and_ends_with_its_options(client):
    page = html.unescape(text_of(client, reverse("rulebook", args=["elimination-500"])))
    parts = [
        "Rules of play",
        "is out, and the last player left wins",
        "Differences from Classic",
        "All options",
    ]
    assert sorted(parts, key=page.index) == parts


def test_classic_for_two_says_what_two_players_change(client):
    page = text_of(client, reverse("rulebook", args=["two-player"]))
    assert "There are only two of you" in page
    assert "It is Classic for exactly two players" in page
    assert "There are only two of you" not in text_of(client, reverse("rulebook", args=["classic"]))


def test_cards_without_rules_lead_to_where_rules_are_chosen(client):
    page = client.get(reverse("rulebook", args=["classic-112-swap"])).content.decode()
    assert f'href="{reverse("rulebook_new")}?from=classic-112-swap#customizable_effects"' in page


def test_the_cards_of_the_deck_are_listed_with_what_they_do_and_their_points(client):
    options = build("super-mario")
    page = html.unescape(text_of(client, reverse("rulebook", args=["super-mario"])))
    assert f"Number card {effects_of(1, options)} 76 their number" in page
    assert f"Super Star {effects_of(SUPER_STAR, options)} 2 50" in page
    assert f"Blank Wild {effects_of(CUSTOMIZABLE, options)} 2 50" in page


def test_a_card_has_its_name_of_the_original_rules_where_that_is_another(client):
    def page(language: str) -> str:
        return client.get("/rules/classic/", headers={"Accept-Language": language}).content.decode()

    assert "<b>Hepgor</b>" in page("cy")
    assert "“Neidio”" in page("cy")
    assert "“Tynnu Dau”" not in page("cy")
    assert "original rules" not in page("en")


def test_numbers_that_do_more_than_others_are_listed_apart(client):
    options = build("russian-seven-zero")
    page = html.unescape(text_of(client, reverse("rulebook", args=["russian-seven-zero"])))
    assert f"Number card {effects_of(1, options)} 64 their number" in page
    assert f" 0 {effects_of(0, options)} 4 0" in page
    assert f" 7 {effects_of(7, options)} 8 7" in page


@pytest.mark.parametrize("name", NAMES)
def test_an_option_explains_its_values_with_drawn_examples(client, name):
    answer = client.get(reverse("rule_option", args=[name]))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert 'class="example__story"' in page
    assert "Used in" in page


def test_an_example_is_drawn_and_told_as_it_was_played(client):
    page = client.get(reverse("rule_option", args=["stack_draw_two"])).content.decode()
    assert 'aria-label="red Draw Two"' in page
    assert "C drew 4 cards." in page
    assert "B may not play blue Draw Two." in page


def test_an_option_says_what_it_does_not_go_with(client):
    page = text_of(client, reverse("rule_option", args=["jump_in_self"]))
    assert "Combinations with other options" in page
    assert "“Jump in on your own card” works only if “Jump-in” is on." in html.unescape(page)


@pytest.mark.parametrize("option", NAMES)
def test_no_sentence_about_combinations_has_the_code_of_an_option(option):
    assert not [sentence for sentence in refusals_about(option) if "_" in sentence or "(" in sentence]


def test_all_russian_rulebooks_are_in_the_russian_family():
    keys = [{row.key for row in family.rows} for family in families()]
    assert {name for name in rulebooks.names() if name.startswith("russian")} in keys


def test_two_rulebooks_side_by_side_show_what_differs_and_if_asked_everything(client):
    url = reverse("rules_compare")
    page = text_of(client, f"{url}?a=russian&b=russian-stacked")
    assert meaning(explain("stack_draw_two"), "sum") in page
    dealt = explain("hand_size").title
    assert dealt not in page
    assert dealt in text_of(client, f"{url}?a=russian&b=russian-stacked&all=on")
    assert "All options are the same." in text_of(client, f"{url}?a=welsh&b=welsh")


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
def test_an_unknown_page_of_rules_is_not_found(client, path):
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
    assert "Differences from Russian Table and deal Cards in hand 6 In Russian: 7" in rules


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


@pytest.mark.parametrize("physical", [False, True])
def test_a_table_with_another_target_does_not_tell_the_usual_one(client, physical):
    facts = {"options": {"target_score": 50}}
    table = real_cards(start=False, **facts) if physical else open_table("Ana", seats=3, **facts)
    page = text_of(client, table.get_absolute_url())
    assert "Classic (changed: Target : 50)" in page
    assert not re.search(r"\b500\b", page)
