"""Situation: organizers click twice, in two windows, and two of them at once."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from games.models import Player
from league.models import Competition, CompetitionEvent, Membership
from tests.games.sending import hidden_ids, new_id, send
from tests.games.visiting import log_in
from tests.league import club_nights

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return club_nights.club()


def organizer(club, name="Ana"):
    """The browser of an organizer of the club."""
    player = Player.objects.create(name=name)
    Membership.objects.create(club=club, player=player, is_organizer=True)
    client = Client()
    log_in(client, player)
    return client


def announced(client, club):
    form = {"name": "Friday", "format": "season", "rulebook": "classic", "table_size": 3, "advance": 2}
    form |= {"rounds": 1, "venue": "physical"}
    for _click in range(2):
        assert send(client, f"/clubs/{club.slug}/competitions/new/", "announce", **form)[0] == 302
    (made,) = Competition.objects.all()
    return made


def names(competition):
    return [entrant.player.name for entrant in competition.entrants.order_by("number")]


def version(competition):
    return club_nights.fresh(competition).version


def test_a_competition_from_its_announcement_to_its_start_by_double_clicks(club):
    client = organizer(club)
    made = announced(client, club)
    path = f"/competitions/{made.pk}"
    for name in ("Bo", "Cy", "Di"):
        command = new_id()
        for _click in range(2):
            assert send(client, f"{path}/enter/", command, new_name=name) == (302, f"{path}/", "")
    assert names(made) == ["Bo", "Cy", "Di"]
    for _click in range(2):
        assert send(client, f"{path}/seed/", "lot", lot=1, after=4)[0] == 302
    drawn = [entrant.seed for entrant in made.entrants.order_by("number")]
    assert sorted(drawn) == [1, 2, 3]
    for _click in range(3):
        assert send(client, f"{path}/start/", "start", after=version(made) if not _click else 5)[0] == 302
    assert club_nights.fresh(made).status == Competition.Status.RUNNING
    assert made.matches.count() == 1
    events = [row.name for row in CompetitionEvent.objects.filter(stream=made)]
    assert [events.count(name) for name in ("entrant_entered", "entrants_seeded", "stage_round_drawn")] == [
        3,
        1,
        1,
    ]


def test_members_entered_by_a_double_click_are_not_refused_the_second_time(club):
    client = organizer(club)
    made = announced(client, club)
    member = Player.objects.create(name="Bo")
    Membership.objects.create(club=club, player=member)
    for _click in range(2):
        page = client.post(
            f"/competitions/{made.pk}/enter/", {"players": [member.pk], "command_id": "one"}, follow=True
        )
        assert list(get_messages(page.wsgi_request)) == []
    assert names(made) == ["Bo"]


def test_two_organizers_who_enter_different_people_lose_nobody(club):
    first, second = organizer(club), organizer(club, "Bea")
    made = announced(first, club)
    send(first, f"/competitions/{made.pk}/enter/", "one", new_name="Bo")
    send(second, f"/competitions/{made.pk}/enter/", "one", new_name="Cy")
    assert names(made) == ["Bo", "Cy"]


def test_a_seeding_that_another_organizer_has_made_meanwhile_is_not_overwritten(club):
    first, second = organizer(club), organizer(club, "Bea")
    made = announced(first, club)
    for name in ("Bo", "Cy"):
        send(first, f"/competitions/{made.pk}/enter/", new_id(), new_name=name)
    seen = version(made)
    assert send(first, f"/competitions/{made.pk}/seed/", "a", seed_1=2, seed_2=1, after=seen)[0] == 302
    status, _where, message = send(
        second, f"/competitions/{made.pk}/seed/", "b", seed_1=1, seed_2=2, after=seen
    )
    assert status == 409
    assert "faster" in message
    assert [entrant.seed for entrant in made.entrants.order_by("number")] == [2, 1]


def test_two_organizers_start_a_competition_once(club):
    first, second = organizer(club), organizer(club, "Bea")
    made = announced(first, club)
    for name in ("Bo", "Cy"):
        send(first, f"/competitions/{made.pk}/enter/", new_id(), new_name=name)
    seen = version(made)
    assert send(first, f"/competitions/{made.pk}/start/", "a", after=seen)[0] == 302
    status, _where, message = send(second, f"/competitions/{made.pk}/start/", "b", after=seen)
    assert status == 409
    assert "begun" in message or "started" in message
    assert made.matches.count() == 1


def test_someone_who_starts_what_has_changed_meanwhile_looks_at_it_first(club):
    first, second = organizer(club), organizer(club, "Bea")
    made = announced(first, club)
    for name in ("Bo", "Cy"):
        send(first, f"/competitions/{made.pk}/enter/", new_id(), new_name=name)
    seen = version(made)
    send(second, f"/competitions/{made.pk}/enter/", new_id(), new_name="Di")
    assert send(first, f"/competitions/{made.pk}/start/", "a", after=seen)[0] == 409
    assert send(first, f"/competitions/{made.pk}/start/", "b", after=seen + 1)[0] == 302


def test_every_form_of_an_organizer_carries_an_id_of_its_own(club):
    client = organizer(club)
    made = announced(client, club)
    send(client, f"/competitions/{made.pk}/enter/", new_id(), new_name="Bo")
    page = client.get(f"/competitions/{made.pk}/")
    assert page.content.decode().count('method="post"') == 2 + 6  # log out, languages, and six of the desk
    assert len(set(hidden_ids(page))) == 6
    assert page.content.decode().count(f'name="after" value="{version(made)}"') == 2
    assert len(hidden_ids(client.get(f"/clubs/{club.slug}/competitions/new/"))) == 1
