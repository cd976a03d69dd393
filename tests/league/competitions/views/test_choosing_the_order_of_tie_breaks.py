"""Situation: an organizer puts the tie-breaks of a stage in another order, everybody else reads it."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from league import competitions
from league.models import Membership
from league.rules.competition.commands import ChooseTieBreaks
from league.rules.settings.stages import StageSettings
from tests.games.sending import hidden_ids
from tests.games.visiting import log_in
from tests.league.by_hand import do, play, played_elsewhere
from tests.league.club_nights import fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss():
    made = played_elsewhere(4, StageSettings("swiss", table_size=2, rounds=3))
    play(made, 1)
    return made


def visitor(competition, role):
    client = Client()
    if role != "anonymous":
        player = Player.objects.create(name="Olga")
        Membership.objects.create(club=competition.club, player=player, **{f"is_{role}": True})
        log_in(client, player)
    return client


def url(competition, stage=1):
    return f"/competitions/{competition.pk}/tiebreaks/{stage}/"


def order(page):
    """The codes that the form would keep."""
    main = page.content.decode().partition("<footer")[0]
    return re.findall(r'name="codes" value="(\w+)"', main.split("csrfmiddlewaretoken")[-1])


def chosen(competition):
    return competitions.look(competition.pk).stage.tiebreaks


@pytest.mark.parametrize("role", ["anonymous", "member"])
def test_everybody_reads_the_order_and_only_organizers_change_it(swiss, role):
    client = visitor(swiss, role)
    page = client.get(url(swiss))
    assertContains(page, "Buchholz")
    assertContains(page, "C.07")
    assertNotContains(page, 'method="post" action="/competitions')
    assert client.post(url(swiss), {"codes": ["wins"]}).status_code == 403
    assert chosen(swiss) == []


def test_an_organizer_moves_adds_and_leaves_out_before_anything_changes(swiss):
    client = visitor(swiss, "organizer")
    assert order(client.get(url(swiss))) == ["bh_cut1", "bh", "sb", "wins"]
    codes = {"codes": ["bh", "sb", "wins"]}
    for do_, expected in (
        ("up:sb", ["sb", "bh", "wins"]),
        ("up:bh", ["bh", "sb", "wins"]),
        ("down:bh", ["sb", "bh", "wins"]),
        ("down:wins", ["bh", "sb", "wins"]),
        ("remove:sb", ["bh", "wins"]),
        ("add:lot", ["bh", "sb", "wins", "lot"]),
        ("add:points", ["bh", "sb", "wins"]),
        ("add:luck", ["bh", "sb", "wins"]),
        ("dance", ["bh", "sb", "wins"]),
    ):
        assert order(client.get(url(swiss), {**codes, "do": do_})) == expected, do_
    assert chosen(swiss) == []


def test_the_order_is_kept_and_stands_in_the_history(swiss):
    client = visitor(swiss, "organizer")
    page = client.get(url(swiss))
    sent = {"codes": ["wins", "lot"], "after": fresh(swiss).version, "command_id": hidden_ids(page)[-1]}
    for _click in range(2):
        assertRedirects(client.post(url(swiss), sent), url(swiss))
    assert chosen(swiss) == ["wins", "lot"]
    history = client.get(f"/competitions/{swiss.pk}/history/")
    assertContains(history, "are now decided in this order: Points, Wins, Lot.", count=1)
    assertContains(history, ", Olga</span>")
    assertContains(client.get(f"/competitions/{swiss.pk}/"), "#lot")
    client.post(url(swiss), {"usual": "1"})
    assert chosen(swiss) == []
    assertContains(client.get(f"/competitions/{swiss.pk}/history/"), "usual order")


@pytest.mark.parametrize(
    ("codes", "status", "sentence"),
    [
        (["luck"], 422, "There is no tie-break"),
        (["wins", "wins"], 422, "is named twice"),
        (["\x00"], 422, "There is no tie-break"),
        (["wins"] * 500, 422, "is named twice"),
    ],
)
def test_wrong_tie_breaks_are_refused_on_the_page(swiss, codes, status, sentence):
    page = visitor(swiss, "organizer").post(url(swiss), {"codes": codes})
    assertContains(page, sentence, status_code=status)
    assert chosen(swiss) == []


def test_tie_breaks_chosen_by_another_organizer_are_not_overwritten(swiss):
    client = visitor(swiss, "organizer")
    seen = fresh(swiss).version
    do(swiss, ChooseTieBreaks(1, ["sb"]))
    page = client.post(url(swiss), {"codes": ["wins"], "after": seen})
    assert page.status_code == 409
    assert chosen(swiss) == ["sb"]


def test_there_is_nothing_to_choose_in_a_knock_out_or_a_stage_that_does_not_exist(client, swiss):
    cup = played_elsewhere(4, StageSettings("double_elimination", table_size=2))
    for path in (url(cup), url(swiss, 2), url(swiss, 0), "/competitions/4711/tiebreaks/1/"):
        assert client.get(path).status_code == 404
        assert client.post(path).status_code in (403, 404)
