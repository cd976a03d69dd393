"""Situation: a feed reader follows the results of a competition, or of all a club plays."""

from xml.etree import ElementTree as ET

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games.models import Player
from league.models import Club, Competition
from tests.league.club_nights import announced, started
from tests.league.organizing import member, report

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def cup():
    made = started(4, format="single_elimination", table_size=2)
    report(made, "R1.1", 1, 4)
    report(made, "R1.2", 2, 3, at=20)
    return made


def paths(cup, form: str) -> list[str]:
    return [f"/competitions/{cup.pk}/results.{form}", f"/clubs/{cup.club.slug}/results.{form}"]


def test_the_last_results_come_first_with_places_and_totals(client, cup):
    for path in paths(cup, "rss"):
        answer = client.get(path)
        assert answer["Content-Type"] == "application/rss+xml; charset=utf-8"
        items = ET.fromstring(answer.content).findall("channel/item")
        assert [item.findtext("title") for item in items] == [
            "Friday, Semi-finals, match 2",
            "Friday, Semi-finals, match 1",
        ]
        assert items[1].findtext("description") == "1. Player 1 100; 2. Player 4 200"
        assert items[1].findtext("link") == f"http://testserver/competitions/{cup.pk}/matches/1/R1.1/"
        assert items[1].findtext("guid") == items[1].findtext("link")
        assert client.get(items[1].findtext("link")).status_code == 200


def test_atom_says_the_same(client, cup):
    for path in paths(cup, "atom"):
        answer = client.get(path)
        assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
        entries = ET.fromstring(answer.content).findall(f"{ATOM}entry")
        assert len(entries) == 2
        assert entries[0].findtext(f"{ATOM}published") > entries[1].findtext(f"{ATOM}published")


def test_someone_who_has_it_already_is_told_only_that(client, cup):
    for path in paths(cup, "atom"):
        etag = client.get(path)["ETag"]
        assert client.get(path, headers={"If-None-Match": etag}).status_code == 304
    report(cup, "R2.1", 1, 2, at=30)
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 200


def test_a_competition_without_results_has_an_empty_feed(client):
    planned = announced(4)
    for form in ("rss", "atom"):
        for path in paths(planned, form):
            answer = client.get(path)
            assert "2000" in answer.content.decode()  # and not the time at which it is asked for
            ET.fromstring(answer.content)


def test_hidden_names_are_numbers_whoever_reads_and_odd_names_are_still_xml(cup):
    first, other = (cup.entrants.get(number=number).player_id for number in (1, 4))
    Player.objects.filter(pk=first).update(name="Halcyone", is_hidden=True)
    Player.objects.filter(pk=other).update(name="B\x0bo \x1b]]><&\u202e")
    Competition.objects.filter(pk=cup.pk).update(name="Fri\x08day & <b>")
    for path in [*paths(cup, "rss"), *paths(cup, "atom")]:
        content = member(cup, name=f"Mo {path}").get(path).content
        ET.fromstring(content)
        assert b"Halcyone" not in content
        assert f"Player {first}".encode() in content


def test_a_name_of_markup_is_a_name_in_readers_that_show_markup(client, cup):
    Player.objects.filter(name="Player 1").update(name="<img src=x onerror=alert(1)>")
    for form, place in (("rss", "channel/item/description"), ("atom", f"{ATOM}entry/{ATOM}summary")):
        for path in paths(cup, form):
            texts = [element.text for element in ET.fromstring(client.get(path).content).findall(place)]
            assert "1. &lt;img src=x onerror=alert(1)&gt; 100; 2. Player 4 200" in texts


def test_a_closed_club_has_feeds_for_its_people_and_names_none_in_its_pages(client, cup):
    assertContains(client.get(f"/competitions/{cup.pk}/"), "application/atom+xml")
    Club.objects.update(is_public=False)
    for path in paths(cup, "atom"):
        assert client.get(path).status_code == 403
        assert member(cup, name=f"Mo {path}").get(path).status_code == 200
    assertNotContains(member(cup).get(f"/competitions/{cup.pk}/"), "application/atom+xml")


def test_pages_name_their_feeds(client, cup):
    page = client.get(f"/clubs/{cup.club.slug}/")
    for form in ("rss", "atom"):
        assertContains(page, f'type="application/{form}+xml"')
        assertContains(page, f'href="/clubs/{cup.club.slug}/results.{form}"')
        assertContains(client.get(f"/competitions/{cup.pk}/bracket/"), paths(cup, form)[0])
    assertNotContains(client.get("/"), "application/rss+xml")


def test_feeds_cost_the_same_for_few_and_for_many(client, cup, django_assert_num_queries):
    path = paths(cup, "rss")[0]
    with django_assert_num_queries(4) as first:
        client.get(path)
    big = started(16, format="single_elimination", table_size=2)
    for number in range(1, 9):
        report(
            big,
            f"R1.{number}",
            *[placement.entrant.number for placement in big.matches.get(key=f"R1.{number}").placements.all()],
        )
    other = paths(big, "rss")[0]
    with django_assert_num_queries(len(first)):
        client.get(other)


def test_feeds_are_only_read(cup):
    assert Client().post(paths(cup, "rss")[0]).status_code == 405
