"""In which language the pages are read."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.access.players import player_of
from games.models import Player

pytestmark = pytest.mark.django_db


def _language(client: Client, **headers: str) -> str:
    return client.get(reverse("rules"), headers=headers).headers["Content-Language"]


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("", "en"),
        ("vi-VN,vi;q=0.9,en;q=0.5", "vi"),
        ("fil", "fil"),
        ("fil-PH,en;q=0.5", "fil"),
        ("tl", "fil"),
        ("tl-PH,tl;q=0.9,en;q=0.8", "fil"),
        ("cy-GB", "cy"),
        ("de,ru;q=0.7", "ru"),
        ("de", "en"),
        ("\x00;q=x", "en"),
    ],
)
def test_a_browser_says_what_is_read(client: Client, asked: str, answered: str) -> None:
    assert _language(client, accept_language=asked) == answered


def test_a_chosen_language_counts_more_than_that_of_the_browser(client: Client) -> None:
    answer = client.post(reverse("language"), {"language": "cy", "next": "/rules/"})
    assert answer.headers["Location"] == "/rules/"
    assert _language(client, accept_language="vi") == "cy"
    assert '<html lang="cy">' in client.get("/rules/").content.decode()


def test_a_language_that_nobody_speaks_changes_nothing(client: Client) -> None:
    for nonsense in ("tlh", "", "\x00", "x" * 10_000):
        assert client.post(reverse("language"), {"language": nonsense, "next": "/"}).status_code == 302
    assert _language(client) == "en"


def test_nobody_is_sent_to_another_site(client: Client) -> None:
    answer = client.post(reverse("language"), {"language": "vi", "next": "https://example.org/"})
    assert answer.headers["Location"] == "/"


def test_an_account_brings_its_language_along(client: Client) -> None:
    user = User.objects.create_user("ana", password="long enough words")
    client.force_login(user)
    client.post(reverse("language"), {"language": "ru", "next": "/"})
    player = player_of(user)
    assert player is not None
    assert Player.objects.get(pk=player.pk).language == "ru"
    elsewhere = Client()
    elsewhere.force_login(user)
    assert _language(elsewhere, accept_language="vi") == "ru"


def test_caches_keep_languages_apart(client: Client) -> None:
    assert {"Accept-Language", "Cookie"} <= set(client.get("/rules/").headers["Vary"].split(", "))
