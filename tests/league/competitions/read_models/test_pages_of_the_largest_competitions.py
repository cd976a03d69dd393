"""Situation: two thousand take part, and each page is still quick to fetch, and leafed through."""

import gzip
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains, assertNotContains

from games.models import Player
from league import competitions, tasks
from league.models import Competition, Membership
from league.rules.competition.commands import Start
from league.rules.settings.stages import SEASON, SWISS, StageSettings
from tests.games.visiting import log_in
from tests.league.by_hand import do, played_elsewhere
from tests.league.club_nights import BY, START, club

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

MANY = 2000
STYLES_AND_SCRIPTS = 40_000
"""Bytes that come along with a page: more than ever do (the walk of all pages weighs them)."""
FULLEST_PAGE = 100_000
MOST_QUERIES = 15
FIRST = ("Ana", "Bo", "Chiara", "Dmitri", "Emeka", "Freya", "Goran", "Hana", "Ines", "Jamal", "Kaja", "Liam")
LETTERS = str.maketrans("0123456789", "ghijklmnop")


@pytest.fixture
def place():
    made = club()
    names = [f"{FIRST[n % 12]} {f'{n * 7919**2 % 16**6:x}'.translate(LETTERS)}" for n in range(MANY)]
    people = Player.objects.bulk_create([Player(name=name) for name in names])
    Membership.objects.bulk_create(Membership(club=made, player=person) for person in people)
    return made


@pytest.fixture
def olga(place):
    olga = Player.objects.create(name="Olga")
    Membership.objects.create(club=place, player=olga, is_owner=True)
    return olga


def announced(place, stage):
    return competitions.create(
        with_bots=True,
        club=place,
        name="Open",
        stages=[stage],
        rulebook="classic",
        options={},
        venue="elsewhere",
        by=BY,
        at=START,
    )


def entered(place, stage):
    made = announced(place, stage)
    people = Player.objects.filter(membership__club=place, name__contains=" ").order_by("pk")
    competitions.enter(made.pk, players=list(people), by=BY, at=START)
    return Competition.objects.get(pk=made.pk)


def client_of(player):
    client = Client()
    if player:
        log_in(client, player)
    return client


def require_light(made, *pages, player=None):
    client = client_of(player)
    for page in pages:
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(f"/competitions/{made.pk}/{page}")
        weight = len(gzip.compress(answer.content))
        assert weight < FULLEST_PAGE - STYLES_AND_SCRIPTS, (page, weight)
        assert len(asked) <= MOST_QUERIES, page


def rounds_of(made, query):
    return Client().get(f"/competitions/{made.pk}/bracket/{query}").content.decode()


@pytest.mark.slow(
    "builds a season of 2,000 and leafs through it; a desk and a club as large are opened",
    about=["league/competitions/", "league/rules/", "templates/league/competitions/"],
)
def test_a_season_of_two_thousand_is_light_for_everybody_and_its_matches_are_leafed_through(place, olga):
    made = entered(place, StageSettings(SEASON, table_size=4, rounds=2, groups=5))
    do(made, Start())
    tasks.draw_waiting()
    assert tasks.draw(made.pk)
    player = made.entrants.get(number=1999).player
    require_light(made, "?page=1", "?page=7", "?find=a", "bracket/", "bracket/?page=3", "print/standings/")
    require_light(made, "", player=player)
    require_light(made, "", "desk/", player=olga)
    page = client_of(player).get(f"/competitions/{made.pk}/")
    assertContains(page, "standings__me", count=1)
    matches = re.findall(r"<article.*?</article>", page.content.decode(), re.DOTALL)
    assert len(matches) == 100  # twenty of each division
    assert sum(player.name in match for match in matches) == 1
    assertContains(page, "20 of 100 matches.", count=5)
    seen = [
        key
        for number in "1234"
        for key in re.findall(r'data-match="(.*?)"', rounds_of(made, f"?page={number}"))
    ]
    assert len(seen) == len(set(seen)) == 500
    assert "Page 4 of 4" in rounds_of(made, "?page=99")


def test_a_page_beyond_the_last_or_none_at_all_is_the_nearest_one():
    made = played_elsewhere(302, StageSettings(SWISS, table_size=10, rounds=1))
    for asked, words in (("2", "2 of 2"), ("99", "2 of 2"), ("1", "1 of 2")):
        assertContains(Client().get(f"/competitions/{made.pk}/?page={asked}"), f"Page {words}")
    for asked in ("x", "-1", "²", "9" * 40, "", "0"):
        assertContains(Client().get(f"/competitions/{made.pk}/?page={asked}"), "50 of 302 rows.")


def test_the_next_matches_of_every_division_are_shown():
    made = played_elsewhere(24, StageSettings(SEASON, table_size=4, rounds=2, groups=3))
    page = Client().get(f"/competitions/{made.pk}/").content.decode()
    assert page.count("<article") == 6


def test_a_desk_with_two_thousand_entrants_finds_them_by_name_and_seeds_the_first(place, olga):
    made = entered(place, StageSettings(SWISS, table_size=4, rounds=5))
    last = made.entrants.select_related("player").get(number=MANY)
    require_light(made, "", player=last.player)
    require_light(made, "", "desk/", "desk/?people=9", "door/", player=olga)
    client, page = client_of(olga), f"/competitions/{made.pk}/desk/"
    change = f"/competitions/{made.pk}/entrants/{MANY}/"
    assertNotContains(client.get(page), change)
    assertContains(client.get(page, {"who": last.player.name.upper()}), change)
    assertContains(client.get(page, {"people": "17"}), change)
    assertContains(client.get(page, {"who": "nobody at all"}), "No entrant has this name.")
    assertContains(client.get(page), "Only the first 200 are listed")
    sent = {f"seed_{number}": 201 - number for number in range(1, 201)}
    assert client.post(f"/competitions/{made.pk}/seed/", sent).status_code == 302
    seeded = list(made.entrants.order_by("seed").values_list("number", flat=True))
    assert seeded == [*range(200, 0, -1), *range(201, MANY + 1)]


def test_of_a_very_large_club_the_first_can_be_ticked_and_everybody_written_down(place, olga):
    made = announced(place, StageSettings(SWISS, table_size=4, rounds=5))
    client = client_of(olga)
    page = client.get(f"/competitions/{made.pk}/desk/")
    assertContains(page, "Showing 300 of 2,001 members")
    assertContains(page, 'name="players"', count=300)
    last = list(place.players)[-1]
    path, written = f"/competitions/{made.pk}/enter/", {"new_name": last.name}
    assertContains(client.post(path, written), "someone else, not the member", status_code=422)
    assert client.post(path, {**written, "is_sure": "1"}).status_code == 302
    assert made.entrants.get().player == last
