"""Situation: an organizer looks through the pages for a way to pair, seat or seed that other clubs use."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django.asserts import assertContains

from league import competitions
from tests.league.club_nights import announced, started
from tests.league.organizing import organizer, post, version

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KNOCK_OUTS = "single_elimination groups_knock_out swiss_cut season_finals"
CHOICES = {
    "fold": ("Pairing on equal points", "swiss swiss_cut"),
    "pull_up": ("Player left over on equal points", "swiss swiss_cut"),
    "reseed": ("Seeding of later rounds", KNOCK_OUTS),
    "best_of_matches": ("Length of a match", f"{KNOCK_OUTS} double_elimination"),
    "consolation": ("Consolation", KNOCK_OUTS),
    "byes": ("Number of byes", KNOCK_OUTS),
}
"""Fields of an announcement: their labels, and the cards beside which they are shown."""


@pytest.mark.parametrize("name", CHOICES)
def test_an_announcement_has_a_labelled_field_for_it_beside_every_card_it_goes_with(name: str) -> None:
    label, cards = CHOICES[name]
    evening = announced(2)
    page = organizer(evening).get(f"/clubs/{evening.club.slug}/competitions/new/").content.decode()
    [(shown_for, field)] = [
        (shown_for, field)
        for shown_for, field in re.findall(
            r'<div data-for="([^"]*)">(.*?)(?=<div data-for|</details>)', page, re.DOTALL
        )
        if f'name="{name}"' in field
    ]
    assert set(cards.split()) <= set(shown_for.split())
    assert label in field


def test_the_form_asks_in_view_who_enters_the_scores_of_real_cards() -> None:
    evening = announced(2, venue="physical")
    olga = organizer(evening)
    for address in (f"/clubs/{evening.club.slug}/competitions/new/", f"/competitions/{evening.pk}/edit/"):
        page = olga.get(address).content.decode()
        in_view, _more = page.split("<h2>More options</h2>")
        assert "Players may enter the scores of their table" in in_view.partition('data-venue="physical"')[2]


def test_pairs_that_must_not_meet_are_named_on_the_pages_of_the_entrants() -> None:
    evening = announced(4)
    olga = organizer(evening)
    assertContains(olga.get(f"/competitions/{evening.pk}/desk/"), f"/competitions/{evening.pk}/entrants/1/")
    page = olga.get(f"/competitions/{evening.pk}/entrants/1/")
    assertContains(page, "<h2>Keep apart</h2>", html=True)
    assertContains(page, "Family or car share")
    assertContains(page, "never meet in a Swiss with two at a table")


def test_entrants_named_in_a_file_sit_where_it_says_and_everybody_sees_them_there() -> None:
    facts = {"format": "swiss", "table_size": 2, "rounds": 3, "venue": "elsewhere"}
    evening = started(5, by_hand=True, **facts)
    olga, address = organizer(evening), f"/competitions/{evening.pk}/draft/"
    assertContains(olga.get(address), f'href="{address}seating/"')
    assertContains(olga.get(f"{address}seating/"), "Download a seating to start from")
    named = "table,name\n1,Player 5\n1,Player 2\n2,Player 1\n2,Player 4\nbye,Player 3\n"
    file = SimpleUploadedFile("seating.csv", named.encode())
    answer = post(olga, f"{address}seating/", file=file, after=version(evening))
    assert answer.status_code == 302
    assert competitions.look(evening.pk).stage.draft is not None
    page = olga.get(address).content.decode()
    names = re.findall(r'class="seat__name"[^>]*>\s*([^<]*?)\s*<', page)
    assert names[:4] == ["Player 5", "Player 2", "Player 1", "Player 4"]
    assert post(olga, f"{address}publish/", after=version(evening)).status_code == 302
    match = Client().get(f"/competitions/{evening.pk}/matches/1/R1.1/")
    for name in ("Player 5", "Player 2"):
        assertContains(match, name)
