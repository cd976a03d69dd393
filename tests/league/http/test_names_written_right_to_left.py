"""Situation: people whose names are written right to left stand beside numbers and other names."""

import pytest
from django.test import Client

from games.models import Player
from league.http.bidi import set_apart
from tests.games.playing import open_table
from tests.league.club_nights import announced

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

NOA, ALI = "נועה", "علي حسن"
APART = f"\u2068{NOA}\u2069"


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        (f"<td>3. {NOA} 41</td>", f"<td>3. <bdi>{NOA}</bdi> 41</td>"),
        (f"<p>{NOA}, {ALI} and Bo</p>", f"<p><bdi>{NOA}</bdi>, <bdi>{ALI}</bdi> and Bo</p>"),
        ("<b>א&#x27; לוי (2)</b>", "<b><bdi>א&#x27; לוי</bdi> (2)</b>"),
        ("<p>Ana – Łukasz – Юра – Nguyễn 🎉</p>", "<p>Ana – Łukasz – Юра – Nguyễn 🎉</p>"),
    ],
)
def test_each_is_set_apart_from_what_is_around_it(page: str, shown: str) -> None:
    assert set_apart(page) == shown


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        (f"<title>{NOA} 3 – Cup</title>", f"<title>{APART} 3 – Cup</title>"),
        (f'<input value="{NOA}" aria-label="{NOA} 3">', f'<input value="{NOA}" aria-label="{APART} 3">'),
        (f'<a title="3. {NOA}, {ALI}">x</a>', f'<a title="3. {APART}, \u2068{ALI}\u2069">x</a>'),
        (
            f'<select><option value="{NOA}">{NOA} 3</option></select><b>{NOA}</b>',
            f'<select><option value="{NOA}">{APART} 3</option></select><b><bdi>{NOA}</bdi></b>',
        ),
        (
            f"<svg><title>{NOA}</title><svg/><svg><text>3 {NOA}</text></svg><text>{NOA}</text></svg>",
            f"<svg><title>{APART}</title><svg/><svg><text>3 {APART}</text></svg><text>{APART}</text></svg>",
        ),
    ],
)
def test_where_no_element_may_stand_characters_set_it_apart(page: str, shown: str) -> None:
    assert set_apart(page) == shown


@pytest.mark.parametrize(
    "page",
    [
        f'<input name="player" value="{NOA} 3" placeholder="{NOA}" data-name="{NOA} 3">',
        f'<textarea name="list">\n{NOA} 3</textarea>',
        f"<p>Bo: <bdi>{NOA}, 3 – {ALI}</bdi></p>",
        f'<div class="words" dir="auto"><p>{NOA}, 3 – {ALI}</p></div>',
        '<svg aria-label="Łukasz 3"><title>Юра 3</title></svg>',
    ],
)
def test_a_name_in_a_field_or_already_set_apart_stays_as_it_is(page: str) -> None:
    assert set_apart(page) == page


def test_pages_set_names_apart_and_programs_are_told_the_name_as_it_is(client: Client) -> None:
    cup = announced(2)
    Player.objects.filter(entries__number=1).update(name=NOA)
    assert f"<bdi>{NOA}</bdi>" in client.get(cup.get_absolute_url()).content.decode()
    told = client.get(f"/api/v1/competitions/{cup.pk}/entrants/").json()
    assert NOA in [row["name"] for row in told["results"]]


def test_the_answer_to_a_visitor_is_as_long_as_it_says(client: Client) -> None:
    table = open_table(f"{NOA} Bo", name=NOA)
    page = client.get(f"/tables/{table.pk}/")
    assert f"<bdi>{NOA}</bdi>" in page.content.decode()
    assert f"<title>{APART}" in page.content.decode()
    assert int(page["Content-Length"]) == len(page.content)
