"""Situation: a club would rather not have its matches analysed."""

from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games.models import MatchAnalysis, Player, Table
from games.puzzles import queries
from league.models import AuditEntry, Club, Competition, Match, Membership
from league.tasks import collect
from tests.games.puzzles.made_puzzles import puzzle
from tests.games.visiting import HTMX, log_in
from tests.league.club_nights import club, matches, play, started

OFF = "This club does not analyse its matches."

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def switch(competition: Competition, *, on: bool) -> None:
    Club.objects.filter(pk=competition.club_id).update(analyses_matches=on)


def test_its_matches_are_not_analysed_and_asking_is_refused(client) -> None:
    evening = started(4)
    switch(evening, on=False)
    table = play(matches(evening)[0])
    assert collect(table.pk)
    assert not MatchAnalysis.objects.exists()
    log_in(client, table.seats.first().player)
    answer = client.post(f"/tables/{table.pk}/replay/analysis/")
    assertContains(answer, "This club does not analyse its matches.", status_code=409)
    program = client.get(f"/api/v1/tables/{table.pk}/replay/analysis/")
    assert (program.status_code, program.json()["code"]) == (409, "analysis_off")


def test_an_earlier_analysis_is_hidden_and_comes_back_when_it_is_switched_on(client) -> None:
    evening = started(4)
    table = play(matches(evening)[0])
    assert collect(table.pk)
    replay = f"/tables/{table.pk}/replay/"
    assertContains(client.get(replay), 'id="analysis"')
    switch(evening, on=False)
    assertNotContains(client.get(replay), 'id="analysis"')
    switch(evening, on=True)
    assertContains(client.get(replay), 'id="analysis"')


def test_replays_and_the_insight_of_its_players_say_in_a_sentence_why_there_is_none(client) -> None:
    evening = started(4)
    switch(evening, on=False)
    first = matches(evening)[0]
    replay = f"/tables/{first.table_id}/replay/"
    assertNotContains(client.get(replay), OFF)
    table = play(first)
    assertContains(client.get(replay), OFF, count=1)
    for analysis in (client.get(f"{replay}analysis/", headers=HTMX), _asked(client, table)):
        assertContains(analysis, OFF, count=1, status_code=analysis.status_code)
        assertNotContains(analysis, "Analyse this match", status_code=analysis.status_code)
    player = table.seats.first().player
    Membership.objects.get_or_create(club=evening.club, player=player)
    log_in(client, player)
    insight = f"/players/{player.pk}/insight/"
    assertContains(client.get(insight), "are left out: their matches are not analysed")
    switch(evening, on=True)
    assertNotContains(client.get(insight), "are left out: their matches are not analysed")
    assertNotContains(client.get(replay), OFF)


def _asked(client: Client, table: Table) -> Any:
    """The answer to a player who asks for the analysis on an open page."""
    log_in(client, table.seats.first().player)
    return client.post(f"/tables/{table.pk}/replay/analysis/", headers=HTMX)


@pytest.mark.parametrize("change", [{"analyses_matches": False}, {"is_public": False}])
def test_puzzles_of_a_match_are_not_shown_while_its_club_does_not_analyse_or_is_closed(
    client, change
) -> None:
    evening = started(4)
    made = puzzle(daily_on=queries.today())
    Match.objects.filter(pk=matches(evening)[0].pk).update(table=made.analysis_id)
    assert client.get(f"/puzzles/{made.pk}/").status_code == 200
    assertContains(client.get("/"), "daily-puzzle")
    Club.objects.filter(pk=evening.club_id).update(**change)
    assert client.get(f"/puzzles/{made.pk}/").status_code == 404
    for page in ("/", "/puzzles/"):
        assertNotContains(client.get(page), "daily-puzzle")
    assert client.post(f"/puzzles/{made.pk}/", {"move": "play r5"}).status_code == 404


def test_an_owner_switches_it_off_and_the_audit_log_says_so(client) -> None:
    home = club()
    ana = Player.objects.create(name="Ana")
    Membership.objects.create(club=home, player=ana, is_owner=True)
    log_in(client, ana)
    page = client.get(f"/clubs/{home.slug}/edit/")
    assertContains(page, "Analyse the matches of competitions")
    fields = {
        name: value for name, value in page.context["form"].initial.items() if name != "analyses_matches"
    }
    assert client.post(f"/clubs/{home.slug}/edit/", fields).status_code == 302
    entry = AuditEntry.objects.filter(what="club").latest("pk")
    assert (entry.before, entry.after) == ({"analyses_matches": True}, {"analyses_matches": False})
    assertContains(client.get(f"/clubs/{home.slug}/audit/"), "Analyse the matches of competitions")
