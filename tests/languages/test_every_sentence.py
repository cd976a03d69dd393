"""Nothing on the main pages is said in English alone: all goes through the catalogs but what people wrote."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

import pytest
from babel import Locale
from babel.units import get_unit_name
from django.apps import apps
from django.conf import settings as site
from django.test import Client

from games.models import Table
from league.http.time_zones import zones
from tests.games.visiting import log_in
from tests.languages import pseudo
from tests.languages.whole_pages import faults
from tests.screenshots.scenes import Scene

WRITTEN: Final = (
    "games.Player.name",
    "games.Player.name_before",
    "games.Seat.bot_name",
    "games.Seat.words",
    "games.CustomRulebook.name",
    "games.ChatMessage.text",
    "games.ReplayComment.text",
    "games.Objection.reason",
    "league.Club.name",
    "league.Club.slug",
    "league.Club.description",
    "league.Team.name",
    "league.Competition.name",
    "league.Entrant.team",
    "league.Matchday.name",
    "league.Matchday.place",
    "league.Matchday.note",
    "league.Invitation.note",
    "league.JoinRequest.message",
    "league.ApiToken.name",
    "league.Webhook.note",
    "auth.User.username",
)
"""What people have written, or what was written for them once."""
NO_SENTENCE: Final = (
    "Wildleague", "UNO", "API", "PNG", "SVG", "CSV", "JSON", "UTC", "ms", "ping", "oEmbed",
    "<h1>Back in a minute</h1>", "Webhook-Id",  # of an answer, and of what was sent
    "Came late twice", "The score sheet was read upside down", "KQ7W",  # written in the scenes
    "testserver/t", "Vera Lind", "No one", "Llanfairpwllg…",  # the last as a graph has room for it
)  # fmt: skip


@pytest.fixture
def in_brackets(catalogs, settings):
    settings.LANGUAGES = [*settings.LANGUAGES, (pseudo.LANGUAGE, "Brackets")]
    settings.LOCALE_PATHS = [catalogs]


@pytest.mark.parametrize(
    ("page", "left"),
    [
        ("<p>⟦You are in, <b>Ana</b>⟧</p>", []),
        ("<p>⟦Round ⟦Final⟧ of the⟧ evening</p>", ["evening"]),
        ("<p>You are in, Ana</p><p>r7, Ana: 12</p>", ["You are in, Ana"]),
        ('<input placeholder="your name" value="x y"><input type="submit" value="Go">', ["your name", "Go"]),
        ('<button value="go on" aria-label="Go">⟦Go⟧</button><script>say</script>', ["Go"]),
        ('<p>⟦cut … </p><p>never seen</p><b lang="ru">Русский</b>', ["never seen"]),
    ],
)
def test_text_outside_brackets_is_found(page, left):
    assert pseudo.outside(page, ["Ana"]) == left


@pytest.mark.usefixtures("in_brackets")
@pytest.mark.one_database
@pytest.mark.django_db
def test_every_sentence_of_a_page_goes_through_the_catalogs_and_is_filled_in(scenes):
    pages = {scene.name: _read(scene) for scene in scenes}
    known = [*_written(), *_dates(), *_zones(), *_units(), *NO_SENTENCE]
    left_ = {name: left for name, page in pages.items() if (left := pseudo.outside(page, known))}
    assert len(pages) > 100
    assert left_ == {}
    # The language of the brackets writes 0,5, as the Vietnamese and Russian do.
    assert {name: wrong for name, page in pages.items() if (wrong := list(faults(page)))} == {}


@pytest.mark.usefixtures("in_brackets")
@pytest.mark.one_database
@pytest.mark.django_db
@pytest.mark.parametrize("part", ["", "?show=events", "?show=codes"])
def test_the_page_of_the_api_marks_as_english_what_is_not_its_own(part):
    client = Client(headers={"accept-language": pseudo.LANGUAGE})
    assert pseudo.outside(client.get(f"/api/v1/docs/{part}").content.decode(), NO_SENTENCE) == []


def _read(scene: Scene) -> str:
    client = Client(headers={"accept-language": pseudo.LANGUAGE})
    if scene.viewer is not None:
        log_in(client, scene.viewer, by_password=True)
    client.cookies[site.LANGUAGE_COOKIE_NAME] = pseudo.LANGUAGE
    answer = client.get(scene.path)
    assert answer.status_code == (200 if scene.fields else scene.status), scene.name
    page = answer.content.decode()
    return _sent(client, scene.path, page, scene.fields) if scene.fields else page


def _sent(client: Client, path: str, page: str, fields: Mapping[str, str]) -> str:
    """Send the form of a page that has these fields, and return the page that answers."""
    forms = re.findall(r"<form\b.*?</form>", page, re.DOTALL)
    form = next(form for form in forms if f'name="{next(iter(fields))}"' in form)
    inputs = [
        dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in re.findall(r"<(?:input|button)\b[^>]*>", form)
    ]
    usual = {
        field["name"]: field.get("value", "")
        for field in inputs
        if "name" in field and field.get("type") != "radio"
    }
    action = re.search(r'\baction="([^"]+)"', form)
    answer = client.post(action.group(1) if action else path, usual | fields, follow=True)
    assert answer.status_code in (200, 409, 422), path
    return answer.content.decode()


def _written() -> Iterator[str]:
    yield from Table.objects.filter(match=None).values_list("name", flat=True)
    for line in WRITTEN:
        model, _dot, field = line.rpartition(".")
        yield from map(str, apps.get_model(model).objects.values_list(field, flat=True).distinct())


def _zones() -> Iterator[str]:
    """Yield the cities of time zones: they are the standard's."""
    for _part, cities in zones()[1:]:
        yield from (title for _name, title in cities)


def _units() -> Iterator[str]:
    """Yield the units of sizes: they are CLDR's."""
    for unit in ("byte", "kilobyte", "megabyte", "gigabyte", "terabyte"):
        yield get_unit_name(f"digital-{unit}", "short", locale=pseudo.LANGUAGE) or ""


def _dates() -> Iterator[str]:
    """Yield the words of dates and of lists: they are CLDR's."""
    locale = Locale.parse(pseudo.LANGUAGE)
    for words in (locale.months, locale.days):
        for width in ("wide", "abbreviated"):
            yield from words["format"][width].values()
    yield from ("la", "de", "kaj", "aŭ")
