"""Everybody in a competition has a name of sixty letters without a gap, and it is read on a small phone."""

import pytest
from django.conf import settings
from django.utils import timezone

from games.models import Player
from league.models import Competition, Membership
from league.rules.settings.stages import ROUND_ROBIN, SINGLE_ELIMINATION, StageSettings
from league.tasks import rate_clubs
from tests.games.playing import deal
from tests.games.playing import player as seated
from tests.journeys.people import visitor
from tests.league.by_hand import play, played_elsewhere

NARROW = {"width": 360, "height": 740}

BEYOND = """() => [...document.querySelectorAll("main :is(a, th, td, span, label, legend)")]
  .filter((one) => one.textContent.includes("WWWW") && !one.closest(".scroll, .unseen"))
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 90))"""


@pytest.fixture
def cup(transactional_db) -> Competition:
    groups = StageSettings(ROUND_ROBIN, table_size=2, groups=2, qualify=2)
    made = played_elsewhere(8, groups, StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1))
    for player in Player.objects.all():
        Player.objects.filter(pk=player.pk).update(name=f"{'W' * 58}{player.pk:02}"[-60:])
    play(made, 4)
    rate_clubs()
    return made


def test_no_name_leaves_the_page(browser, asgi_server, cup):
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=cup.club, player=olga, is_owner=True)
    Membership.objects.bulk_create(
        Membership(club=cup.club, player=player) for player in Player.objects.exclude(pk=olga.pk)
    )
    page = visitor(browser, asgi_server, olga)
    page.set_viewport_size(NARROW)
    match = cup.matches.order_by("pk").first()
    here = f"/competitions/{cup.pk}/"
    places = [
        "",
        "?stage=1",
        "bracket/",
        "bracket/?stage=1",
        f"matches/1/{match.key}/",
        "closing/",
        "history/",
    ]
    for place in [*(here + place for place in places), f"/clubs/{cup.club.slug}/ladder/"]:
        page.goto(place)
        assert (place, page.evaluate(BEYOND)) == (place, [])
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    assert page.complaints == []


def test_the_head_of_the_site_is_one_line_on_a_laptop(browser, asgi_server, transactional_db):
    bo = seated(deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4", at=timezone.now()), "B")
    bo.name = "Konstantinopolskaya-Featherstone, Aleksandrina Wilhelmina"
    bo.save()
    page = visitor(browser, asgi_server, bo)
    page.set_viewport_size({"width": 1280, "height": 720})
    for language in (code for code, _name in settings.LANGUAGES):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": asgi_server}])
        page.goto("/rules/")
        height = page.locator(".top form").bounding_box()["height"]
        assert page.locator(".top__in").bounding_box()["height"] < 1.9 * height, language
