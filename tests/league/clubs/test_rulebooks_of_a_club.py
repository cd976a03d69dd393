"""Situation: a club keeps rulebooks of its own and plays its competitions and tables with them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import CustomRulebook, Player, Table
from games.rulebooks import commands
from league import competitions
from league.models import Club, Competition, Membership
from league.rules.competition.commands import Start
from league.rules.settings.stages import StageSettings
from tests.games.playing import START
from tests.games.visiting import log_in
from tests.league.club_nights import fresh, players

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Riverside", slug="riverside")


def member(club: Club, role: str = "member", name: str = "Bo") -> Client:
    """A browser in which a member of the club is logged in."""
    player = Player.objects.create(name=name)
    Membership.objects.create(club=club, player=player, **{f"is_{role}": True})
    client = Client()
    log_in(client, player)
    return client


def house_rules(club: Club, **facts: object) -> CustomRulebook:
    facts = {"name": "Riverside rules", "preset": "russian", "options": {"hand_size": 5}, **facts}
    return commands.keep(keeper=club, at=START, **facts)


def test_an_organizer_keeps_a_rulebook_for_the_club_and_members_use_it(club):
    organizer = member(club, "organizer", "Ana")
    page = organizer.get(f"{reverse('rulebook_new')}?from=welsh").content.decode()
    sent = dict(re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)"[^>]*checked', page))
    sent |= {"name": "Riverside rules", "keeper": f"club-{club.pk}", "hand_size": "5"}
    assert organizer.post(f"{reverse('rulebook_new')}?from=welsh", sent).status_code == 302
    made = CustomRulebook.objects.get()
    assert (made.keeper, made.options) == (club, {"hand_size": 5})
    assert f'value="{made.key}"' in member(club).get(reverse("table_new")).content.decode()
    stranger = Client()
    log_in(stranger, Player.objects.create(name="Cy"))
    assert f'value="{made.key}"' not in stranger.get(reverse("table_new")).content.decode()


def test_a_member_cannot_keep_change_or_delete_for_the_club(club):
    made, bo = house_rules(club), member(club)
    assert f"club-{club.pk}" not in bo.get(reverse("rulebook_new")).content.decode()
    for name in ("rulebook_edit", "rulebook_delete"):
        assert bo.post(reverse(name, args=[made.pk]), {"sure": "1"}).status_code == 403
    ana = member(club, "owner", "Ana")
    assert "Change it" in ana.get(made.get_absolute_url()).content.decode()
    assert ana.post(reverse("rulebook_delete", args=[made.pk]), {"sure": "1"}).status_code == 302


def test_the_page_of_the_club_shows_its_rulebooks(club, client):
    made = house_rules(club)
    page = client.get(club.get_absolute_url()).content.decode()
    assert f'href="{made.get_absolute_url()}"' in page
    assert "Russian with Cards in hand: 5." in page


def announce(client: Client, club: Club, **facts: object):
    usual = {"name": "Cup", "format": "season", "table_size": 4, "advance": 2, "rounds": 1, "target": ""}
    return client.post(reverse("competition_new", args=[club.slug]), {**usual, "venue": "online", **facts})


def test_a_competition_is_played_with_it_at_every_table_and_says_so(club):
    made, ana = house_rules(club), member(club, "organizer", "Ana")
    assert f'value="{made.key}"' in ana.get(reverse("competition_new", args=[club.slug])).content.decode()
    assert announce(ana, club, rulebook=made.key, bots="on").status_code == 302
    competition = Competition.objects.get()
    assert (competition.rulebook, competition.rulebook_title) == ("russian", "Riverside rules")
    assert competition.options == {"hand_size": 5}
    competitions.enter(competition.pk, players=players(4), by="organizer:1", at=START)
    commands.change(made, name="Other", options={"hand_size": 9}, at=START)
    competitions.act(competition.pk, Start(), by="organizer:1", at=START)
    table = Table.objects.get()
    assert (table.rulebook_title, table.options["hand_size"]) == ("Riverside rules", 5)
    page = ana.get(competition.get_absolute_url()).content.decode()
    assert f'href="{reverse("competition_rules", args=[competition.pk])}">Riverside rules</a>' in page
    rules = ana.get(reverse("competition_rules", args=[competition.pk])).content.decode()
    assert "Differences from Russian" in rules
    assert competition.name in rules


def test_a_rebuilt_competition_has_the_name_of_its_rulebook(club):
    from league.competitions import projection

    facts = {"rulebook": "russian", "options": {"hand_size": 5}, "rulebook_title": "Riverside rules"}
    made = competitions.create(
        with_bots=True,
        club=club,
        name="Cup",
        stages=[StageSettings("season")],
        by="organizer:1",
        at=START,
        **facts,
    )
    Competition.objects.update(rulebook_title="?")
    projection.rebuild(made.pk)
    assert fresh(made).rulebook_title == "Riverside rules"


def test_a_knock_out_takes_a_rulebook_with_elimination_and_refuses_another(club):
    ana = member(club, "organizer", "Ana")
    quick = house_rules(club, preset="elimination-500", options={"target_score": 200}, name="Quick")
    assert announce(ana, club, format="elimination_500", rulebook=quick.key).status_code == 302
    competition = Competition.objects.get()
    assert (competition.rulebook, competition.options) == ("elimination-500", {"target_score": 200})
    answer = announce(ana, club, format="elimination_500", rulebook=house_rules(club).key)
    assert answer.status_code == 422
    assert "in which players are eliminated" in answer.content.decode()
    assert announce(ana, club, format="elimination_500", rulebook="welsh", name="B").status_code == 302
    assert Competition.objects.get(name="B").rulebook == "elimination-500"


def test_seats_that_do_not_fit_are_refused_at_their_field(club):
    ana = member(club, "organizer", "Ana")
    two = house_rules(club, preset="partners", options={"hand_size": 5}, name="Pairs")
    answer = announce(ana, club, rulebook=two.key, table_size=3)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "exactly four seats" in page[page.index('name="table_size"') :].split("</div>")[0]


def test_a_club_that_goes_takes_its_rulebooks_along(club):
    house_rules(club)
    club.delete()
    assert not CustomRulebook.objects.exists()
