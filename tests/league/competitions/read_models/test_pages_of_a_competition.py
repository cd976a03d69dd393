"""Situation: everybody reads a competition's pages; organizers announce, enter, seed and start."""

import datetime as dt

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player, Table
from league.calendar import matchdays
from league.models import Club, Competition, Membership
from tests.games.playing import START, players
from tests.games.visiting import HTMX, log_in
from tests.league.club_nights import announced, club, fresh, knock_out, later, play_on, play_round, started
from tests.league.organizing import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(client):
    """A club whose organizer is logged in."""
    place = club()
    olga = players("Olga")[0]
    Membership.objects.create(club=place, player=olga, is_organizer=True)
    log_in(client, olga)
    return place


def members(place, names):
    players_ = players(names)
    for player in players_:
        Membership.objects.create(club=place, player=player)
    return players_


WISH = {
    "name": "Autumn Cup",
    "format": "elimination_500",
    "rulebook": "classic",
    "table_size": 4,
    "advance": 2,
    "rounds": 1,
    "target": 500,
    "venue": "online",
}


def test_an_organizer_announces_a_knock_out(client, organizer):
    answer = client.post(f"/clubs/{organizer.slug}/competitions/new/", WISH)
    made = Competition.objects.get()
    assertRedirects(answer, f"/competitions/{made.pk}/")
    assert (made.rulebook, made.format, made.options) == ("elimination-500", "elimination_500", {})


def test_a_refused_announcement_says_why(client, organizer):
    answer = client.post(f"/clubs/{organizer.slug}/competitions/new/", {**WISH, "advance": 4})
    assertContains(answer, '<ul class="errorlist" id="id_advance_error">', status_code=422)
    assert not Competition.objects.exists()


def test_the_organizer_enters_members_and_somebody_new_seeds_and_starts(client, organizer):
    ana, bo, cy = members(organizer, "Ana Bo Cy")
    client.post(f"/clubs/{organizer.slug}/competitions/new/", {**WISH, "bots": "on"})
    made = Competition.objects.get()
    url = f"/competitions/{made.pk}/"
    client.post(f"{url}enter/", {"players": [ana.pk, bo.pk, cy.pk], "new_name": "Dora"})
    assert [entrant.player.name for entrant in made.entrants.all()] == ["Ana", "Bo", "Cy", "Dora"]
    assert not organizer.members.filter(name="Dora").exists()
    client.post(f"{url}seed/", {"seed_1": 4, "seed_2": 3, "seed_3": 2, "seed_4": 1})
    assert [entrant.seed for entrant in made.entrants.all()] == [4, 3, 2, 1]
    assertRedirects(client.post(f"{url}start/"), url)
    assertContains(client.get(url), "Next")
    assert fresh(made).status == Competition.Status.RUNNING


def test_the_seeding_can_be_drawn_by_lot(client, organizer):
    made = of_the_club(organizer, 6)
    client.post(f"/competitions/{made.pk}/seed/", {"lot": "1"})
    assert sorted(entrant.seed for entrant in made.entrants.all()) == [1, 2, 3, 4, 5, 6]


def test_a_seed_given_twice_is_refused(client, organizer):
    made = of_the_club(organizer, 3)
    sent = {"seed_1": 1, "seed_2": 1, "seed_3": 2}
    answer = client.post(f"/competitions/{made.pk}/seed/", sent)
    assertContains(answer, "Use every number from 1 to 3 once", status_code=422)
    assert fresh(made).version == made.version


def of_the_club(place, entrants):
    made = announced(entrants)
    Competition.objects.filter(pk=made.pk).update(club=place)
    return fresh(made)


@pytest.mark.parametrize("path", ["enter/", "seed/", "start/"])
def test_only_organizers_do_these_things(client, path):
    made = announced(4)
    log_in(client, players("Eve")[0])
    assert client.post(f"/competitions/{made.pk}/{path}", {"new_name": "Zed"}).status_code == 403
    assert fresh(made).version == made.version
    assertNotContains(client.get(f"/competitions/{made.pk}/"), "Enter players")


def test_a_start_that_is_too_early_is_refused_in_words(client, organizer):
    made = of_the_club(organizer, 0)
    page = client.post(f"/competitions/{made.pk}/start/")
    assertContains(page, "At least 2 entrants are needed", status_code=409)


def test_the_bracket_shows_who_goes_on_and_who_is_out(client):
    cup = knock_out(8)
    page = client.get(f"/competitions/{cup.pk}/bracket/")
    assertContains(page, "Semi-finals")
    assertContains(page, "no deal yet", count=2)
    play_round(cup)
    page = client.get(f"/competitions/{cup.pk}/bracket/")
    assertContains(page, "match__line--on", count=4)
    assertContains(page, '<span class="unseen">advances</span>', count=4)
    assertContains(page, "Final")


def test_a_finished_cup_names_its_champion(client):
    cup = play_on(knock_out(8))
    champion = cup.entrants.get(rank=1).player.name
    for path in ("", "bracket/"):
        page = client.get(f"/competitions/{cup.pk}/{path}")
        assertContains(page, f"<strong>{champion}</strong> wins", html=False)
    assertContains(page, "match__line--won", count=1)


def test_a_league_evening_shows_its_standings(client):
    evening = play_on(started(8))
    page = client.get(f"/competitions/{evening.pk}/")
    for entrant in evening.entrants.select_related("player"):
        assertContains(page, f">{entrant.player.name}</a>")
    assertContains(page, "Replay")
    assertNotContains(page, "match__line--out")


def test_nothing_new_is_no_content(client):
    cup = knock_out(8)
    for path in ("", "bracket/"):
        page = client.get(f"/competitions/{cup.pk}/{path}", headers=HTMX).content.decode()
        after = page.split("?after=")[1].split('"')[0]
        url = f"/competitions/{cup.pk}/{path}?after={after}"
        assert client.get(url, headers=HTMX).status_code == 204
        stale = f"/competitions/{cup.pk}/{path}?after=1.0.0"
        assert client.get(stale, headers=HTMX).status_code == 200


@pytest.mark.parametrize("entrants", [4, 12])
def test_the_pages_cost_the_same_queries_at_every_size(client, django_assert_max_num_queries, entrants):
    cup = knock_out(entrants)
    place = cup.club
    Membership.objects.bulk_create(
        Membership(club=place, player=player) for player in Player.objects.filter(entries__competition=cup)
    )
    player_ = cup.entrants.first().player
    for number in range(entrants):
        other = Club.objects.create(name=f"C{number}", slug=f"c{number}")
        Membership.objects.create(club=other, player=player_)
    for url in (f"/competitions/{cup.pk}/", f"/competitions/{cup.pk}/bracket/", f"/clubs/{place.slug}/"):
        with django_assert_max_num_queries(12):
            assert client.get(url).status_code == 200
    with django_assert_max_num_queries(9):
        assert client.get(f"/players/{player_.pk}/").status_code == 200


def test_a_players_page_lists_matches_and_results(client):
    evening = play_on(started(4))
    winner = evening.entrants.get(rank=1).player
    page = client.get(f"/players/{winner.pk}/")
    assertContains(page, "<dt>Matches finished</dt><dd>1</dd>")
    assertContains(page, "<dt>Matches won</dt><dd>1</dd>")
    assertContains(page, "rank 1")
    assertContains(page, evening.name)


def test_a_players_page_begins_with_the_newest(client):
    first = started(4)
    second = started(4)
    player_, same = (cup.entrants.first().player for cup in (first, second))
    Player.objects.filter(pk=same.pk).update(merged_into=player_)
    old, new = (Table.objects.filter(seats__player=player).get() for player in (player_, same))
    page = client.get(f"/players/{player_.pk}/").content.decode()
    for newer, older in ((new, old), (second, first)):
        assert 0 < page.index(f'"{newer.get_absolute_url()}') < page.index(f'"{older.get_absolute_url()}')


def test_the_next_date_is_on_the_page_and_its_place_for_entrants_and_members(client):
    cup = announced(4)
    facts = {"place": "Back room", "competition": cup}
    matchdays.announce(cup.club, matchdays.Facts("Past", later(0), later(60), **facts), at=START)
    coming = dt.datetime(2099, 12, 4, 19, 30, tzinfo=dt.UTC)
    end = coming + dt.timedelta(hours=3)
    matchdays.announce(cup.club, matchdays.Facts("Friday", coming, end, **facts), at=START)
    entrant = Client()
    log_in(entrant, cup.entrants.first().player)
    for who, is_told in ((client, False), (entrant, True), (member(cup), True)):
        page = who.get(f"/competitions/{cup.pk}/").content.decode()
        assert "Friday 4 December 2099, 19:30–22:30" in page
        assert ("Back room" in page) == is_told
