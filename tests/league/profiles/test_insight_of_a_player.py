"""Situation: a player wants to know over many matches what the cards gave, and where deals are lost."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games.bots.playouts import layout as at
from games.models import MatchAnalysis, Player, Seat
from league.accounts import deletion
from league.models import Club, Competition, Match
from league.profiles.insight import Insight
from league.roster import merging
from tests.games.playing import START, after
from tests.games.visiting import log_in
from tests.league.club_nights import BY, club, matches, started
from tests.league.profiles.analysed_matches import LOST, WON, analysed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.written_by_hand]


def ana() -> Player:
    return Player.objects.create(name="Ana")


def insight(player: Player) -> Insight:
    cache.clear()
    return Insight(player, Competition.objects.none())


def test_a_player_has_no_figures_before_two_hundred_decisions_and_is_told_how_many_there_are(client):
    player = ana()
    analysed(player)
    known = insight(player)
    assert (known.decisions, known.is_ready) == (100, False)
    assert (known.kinds, known.total, known.luck, known.stretches) == ([], None, None, [])
    log_in(client, player)
    page = client.get(f"/players/{player.pk}/insight/")
    assertContains(page, "100 decisions have been analysed. Figures appear from 200 on.")
    assertNotContains(page, "Where deals were lost")


def test_costs_are_told_by_kind_in_deals_and_drawn_towards_those_of_everyone():
    player, other = ana(), Player.objects.create(name="Bo")
    for _match in range(2):
        analysed(player)
        analysed(other, kinds={"colour": [20, 0, 0], "other": [80, 0, 0]})
    known = insight(player)
    assert [losses.kind for losses in known.kinds] == ["other", "colour"]
    dearest, total = known.kinds[0], known.total
    assert (dearest.decisions, dearest.lost) == (160, pytest.approx(0.8))
    # The player loses 0.6 of 100 decisions, everyone 0.3; 200 decisions of each weigh alike.
    assert total.everyone == pytest.approx(0.3)
    assert total.figure.value == pytest.approx(0.45)
    assert total.figure.low < total.figure.value < total.figure.high


def test_players_are_compared_with_tables_of_as_many_seats():
    player, other = ana(), Player.objects.create(name="Bo")
    for _match in range(2):
        analysed(player)
        analysed(other, kinds={"other": [500, 0, 0]}, seats=2)
    assert insight(player).total.everyone == pytest.approx(0.6)


def test_the_result_without_luck_leaves_out_what_the_cards_gave():
    player = ana()
    for parts in (WON, LOST, WON, LOST):
        analysed(player, parts=parts)
    analysed(player, parts=None)
    luck = insight(player).luck
    assert luck.matches == 4
    assert luck.result == pytest.approx(luck.start + luck.dealt + luck.drawn + luck.own + luck.others)
    assert (luck.result, luck.start) == (0.5, 0.25)
    # Choices gave 0.25 a match; 20 average matches stand beside the four.
    assert luck.adjusted.value == pytest.approx(0.25 + 4 * 0.25 / 24)
    assert luck.adjusted.low < 0.25 < luck.adjusted.high


def test_the_choices_of_a_bot_for_the_absent_player_are_a_part_outside_the_result_without_luck(client):
    player = ana()
    log_in(client, player)
    for _match in range(4):
        analysed(player, parts=[250_000, 100_000, 50_000, 0, 0, 600_000, 1_000_000])
    luck = insight(player).luck
    assert luck.away == pytest.approx(0.6)
    assert luck.start + luck.dealt + luck.drawn + luck.own + luck.others + luck.away == pytest.approx(1)
    assert luck.adjusted.value == pytest.approx(luck.start)
    page = client.get(f"/players/{player.pk}/insight/")
    assertContains(page, "Bot while away")
    assertContains(page, "+60")
    assert client.get(f"/api/v1/players/{player.pk}/insight/").json()["luck"]["away"] == 0.6


def test_the_trend_joins_matches_until_each_stretch_has_a_hundred_decisions():
    player = ana()
    half = {"other": [50, 100_000, 10_000_000_000]}
    for _match in range(5):
        analysed(player, kinds=half)
    stretches = insight(player).stretches
    assert [stretch.matches for stretch in stretches] == [2, 3]
    assert stretches[0].figure.value == pytest.approx(0.2)
    for _match in range(40):
        analysed(player, kinds=half)
    assert len(insight(player).stretches) <= 12


def test_matches_of_clubs_that_switched_the_analysis_off_and_analyses_of_older_logs_do_not_count():
    player = ana()
    evening = started(4)
    table = matches(evening)[0].table
    analysed(player, table=table)
    assert insight(player).matches == 1
    Club.objects.update(analyses_matches=False)
    assert insight(player).matches == 0
    Club.objects.update(analyses_matches=True)
    MatchAnalysis.objects.update(head=b"x" * 32)
    assert insight(player).matches == 0


def test_matches_of_merged_players_count_for_the_player_who_remains():
    player = ana()
    analysed(Player.objects.create(name="Ana too", merged_into=player))
    assert insight(player).matches == 1


def test_strangers_get_nothing_until_the_player_shows_the_page(client):
    player = ana()
    address = f"/players/{player.pk}/insight/"
    stranger = Client()
    log_in(client, player)
    for path in (address, f"/api/v1{address}"):
        assert client.get(path).status_code == 200
        assert stranger.get(path).status_code == 404
    assertNotContains(stranger.get(f"/players/{player.pk}/"), address)
    assertContains(client.get(f"/players/{player.pk}/"), address)
    shown = client.post("/me/insight/", {"show": "1"}, follow=True)
    assertContains(shown, "Everyone can now see this page.")
    assertContains(stranger.get(f"/players/{player.pk}/"), address)
    assertNotContains(stranger.get(address), "/me/insight/")
    assert stranger.get(f"/api/v1{address}").json()["decisions"] == 0
    client.post("/me/insight/", {"show": "0"})
    assert stranger.get(address).status_code == 404


def test_strangers_do_not_see_matches_of_competitions_that_are_hidden_from_them(client):
    evening = started(4)
    match = Match.objects.filter(competition=evening, table__isnull=False).first()
    player = match.table.seats.filter(player__isnull=False).first().player
    analysed(player, table=match.table)
    log_in(client, player)
    Player.objects.filter(pk=player.pk).update(shows_insight=True)
    Club.objects.update(is_public=False)
    address = f"/api/v1/players/{player.pk}/insight/"
    assert client.get(address).json()["matches"] == 1
    assert Client().get(address).json()["matches"] == 0


def test_the_page_shows_figures_graph_and_tables(client):
    player = ana()
    for parts in (WON, LOST, WON):
        analysed(player, parts=parts)
    log_in(client, player)
    cache.clear()
    page = client.get(f"/players/{player.pk}/insight/")
    for words in ("Result without luck", "Naming a colour", "Where deals were lost", "trend__interval"):
        assertContains(page, words)
    program = client.get(f"/api/v1/players/{player.pk}/insight/").json()
    assert [kind["kind"] for kind in program["kinds"]] == ["other", "colour"]
    assert program["luck"]["matches"] == 3
    assert len(program["trend"]) == 3


RED_FIVE, GREEN_FIVE = [at.PLAY, 0, 5, -1, -1, 0], [at.PLAY, 0, 31, -1, -1, 0]


def dear(step: int, cost: int, kind: str = "other") -> list[Any]:
    """A decision that cost so much, as an analysis keeps it."""
    return [step, kind, cost, [RED_FIVE, 500_000 - cost], [GREEN_FIVE, 500_000]]


def test_the_owner_finds_the_dearest_decisions_with_links_to_their_steps_and_nobody_else_does(client):
    player = ana()
    first = analysed(player, dearest=[dear(9, 60_000)])
    second = analysed(player, dearest=[dear(30, 150_000), dear(41, 20_000, "colour")])
    for table in (first, second):
        Seat.objects.create(table=table, index=0, player=player)
    costs = [each.decision.cost for each in insight(player).dearest]
    assert costs == [150_000, 60_000, 20_000]
    Player.objects.filter(pk=player.pk).update(shows_insight=True)
    address = f"/players/{player.pk}/insight/"
    assertNotContains(Client().get(address), "Decisions that cost most")
    log_in(client, player)
    page = client.get(address)
    assertContains(page, f'<a href="/tables/{second.pk}/replay/?step=30&amp;seat=A">')
    assertContains(page, "“Red 5” left a chance of 35% to win the deal, “Green 5” would have left 50%.")


def test_the_summary_names_where_most_was_lost_and_what_helps_there(client):
    player = ana()
    for _match in range(2):
        analysed(player, kinds={"wild": [60, 900_000, 10**10], "other": [80, 400_000, 10**10]})
    log_in(client, player)
    cache.clear()
    page = client.get(f"/players/{player.pk}/insight/")
    assertContains(page, "Most was lost here: Playing a black card or holding it (1.8 of 2.6 deals).")
    assertContains(page, "A black card always fits")


def test_a_kind_with_few_decisions_has_no_figure_for_each_hundred(client):
    player = ana()
    analysed(player, kinds={"catch": [5, 400_000, 10**10], "other": [300, 200_000, 10**10]})
    log_in(client, player)
    cache.clear()
    page = client.get(f"/players/{player.pk}/insight/")
    assertContains(page, "too few", count=1)
    assertContains(page, "Most was lost here: All other choices (0.2 of 0.6 deals).")


def test_a_program_chooses_too_and_nobody_chooses_for_others(client):
    player = ana()
    log_in(client, player)
    seen = client.get("/api/v1/me/").json()
    body = {"shows_insight": True, "after": seen["version"]}
    answer = client.post(
        "/api/v1/me/insight/", body, content_type="application/json", headers={"Idempotency-Key": "show"}
    )
    assert answer.json()["shows_insight"]
    assert Client().post("/me/insight/", {"show": "1"}).status_code == 302
    assert Player.objects.filter(shows_insight=True).count() == 1


def test_a_deleted_account_shows_nothing(client):
    player = ana()
    log_in(client, player)
    Player.objects.filter(pk=player.pk).update(shows_insight=True)
    deletion.delete(Player.objects.get(pk=player.pk), at=after(9))
    assert client.get(f"/players/{player.pk}/insight/").status_code == 404


def test_many_matches_cost_few_queries(client, django_assert_max_num_queries):
    player = ana()
    for _match in range(20):
        Seat.objects.create(table=analysed(player, dearest=[dear(9, 60_000)]), index=0, player=player)
    log_in(client, player)
    cache.clear()
    with django_assert_max_num_queries(15):
        client.get(f"/players/{player.pk}/insight/")


def test_the_choice_moves_with_the_account_when_players_are_merged_and_separated():
    home, guest, member = club(), ana(), Player.objects.create(name="Ana of the club")
    log_in(Client(), guest)
    Player.objects.filter(pk=guest.pk).update(shows_insight=True)
    merging.merge(home.pk, member.pk, guest.pk, by=BY, at=START)
    assert list(Player.objects.filter(shows_insight=True)) == [member]
    merging.unmerge(home.pk, guest.pk, by=BY, at=START)
    assert list(Player.objects.filter(shows_insight=True)) == [guest]
