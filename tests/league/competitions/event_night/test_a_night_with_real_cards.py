"""Situation: a club plays with real cards; tables of the site stand beside those of the room."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import scoresheets
from games.models import Player, Table
from games.rules.scoresheet.decide import RecordDeal
from league import competitions
from league.competition_verification import check_competition
from league.competitions import results
from league.models import Match
from league.rules.competition.commands import MoveMatch, Pause, Resume, StartTimer
from tests.games.visiting import log_in
from tests.league.club_nights import BY, announced, fresh, later, matches, started
from tests.league.organizing import act, member, organizer, post

pytestmark = pytest.mark.django_db


def room(entrants=8, **facts):
    return started(entrants, venue="physical", **facts)


def finish(match):
    """Seat A wins the match with one deal."""
    others = dict.fromkeys(range(1, match.table.seat_count), 30)
    scoresheets.act(match.table_id, RecordDeal(1, 0, others), by="scorekeeper:1", at=later(20))


def tables(competition):
    return [match.table for match in matches(competition)]


def test_a_draw_opens_tables_with_real_cards_numbered_in_the_room():
    evening = room(confirmation="silence", silence_minutes=5)
    assert [match.table_number for match in matches(evening)] == [1, 2]
    for table in tables(evening):
        assert (table.is_physical, table.status, table.confirm) == (True, "running", "others")
        assert table.silence_seconds == 300
        assert table.dealer_seat is not None
        assert all(seat.player_id and not seat.is_bot for seat in table.seats.all())


def test_a_table_of_the_second_division_has_the_number_of_the_room_wherever_it_is_named(client):
    league = room(16, groups=2)
    match = league.matches.get(table_number=3)
    assert (match.round_name, match.number) == ("Division 2, Round 1", 1)
    assert match.table.name == "Friday: Division 2, Round 1, Table 3"
    page = league.get_absolute_url()
    for number in (1, 2, 3, 4):
        assertContains(client.get(page), f"<b>Table {number}</b>", count=1)
    assertContains(client.get(f"{page}matches/1/{match.key}/"), "<h1>Division 2, Round 1, Table 3</h1>")
    finish(match)
    results.collect(match.table_id, at=later(30))
    assertContains(client.get(page), "<b>Table 3</b>", count=1)
    assertContains(client.get(f"{page}history/"), "Division 2, Round 1, table 3:")


@pytest.mark.parametrize(("confirmation", "asks", "silence"), [("none", "none", 0), ("others", "others", 0)])
def test_when_a_result_is_final_was_announced(confirmation, asks, silence):
    table = tables(room(confirmation=confirmation))[0]
    assert (table.confirm, table.silence_seconds) == (asks, silence)


def test_results_come_in_from_the_score_sheets_and_the_next_round_is_drawn():
    evening = room(8, rounds=2)
    for match in matches(evening, 1):
        finish(match)
        assert results.collect(match.table_id, at=later(30))
    assert fresh(evening).round_number == 2
    assert [match.table_number for match in matches(evening)] == [1, 2]
    assert all(table.is_physical for table in tables(evening))
    assert check_competition(evening.pk, {}) is None


def test_one_match_is_played_online_beside_the_others():
    evening = room(8)
    first, second = matches(evening)
    competitions.act(evening.pk, MoveMatch(1, second.key, "online"), by=BY, at=later(1))
    assert Table.objects.get(pk=second.table_id).status == "closed"
    moved = Match.objects.get(pk=second.pk)
    assert (moved.venue, moved.table_number, moved.table.is_physical) == ("online", 2, False)
    assert Match.objects.get(pk=first.pk).table_id == first.table_id
    competitions.act(evening.pk, MoveMatch(1, second.key, "physical"), by=BY, at=later(1))
    assert Match.objects.get(pk=second.pk).table.is_physical


def test_a_match_that_has_begun_stays_in_its_place():
    evening = room(4)
    (match,) = matches(evening)
    scoresheets.act(match.table_id, RecordDeal(1, 0, {1: 5, 2: 5, 3: 5}), by="scorekeeper:1", at=later(2))
    olga = organizer(evening)
    page = olga.get(f"/competitions/{evening.pk}/matches/1/{match.key}/")
    assertNotContains(page, "Play online")
    answer = post(olga, f"/competitions/{evening.pk}/matches/1/{match.key}/move/", venue="online")
    assertContains(answer, "The first deal has already been played", status_code=409)
    assert matches(evening)[0].table_id == match.table_id


def test_organizers_move_a_match_on_its_page_and_others_do_not():
    evening = room(8)
    match = matches(evening)[1]
    url = f"/competitions/{evening.pk}/matches/1/{match.key}/"
    olga = organizer(evening)
    assertContains(olga.get(url), "Play online")
    assertRedirects(post(olga, f"{url}move/", venue="online"), url)
    assertContains(olga.get(url), "Play with real cards")
    assertNotContains(Client().get(url), "Play with real cards")
    assert post(member(evening), f"{url}move/", venue="physical").status_code == 403
    assert post(olga, f"{url}move/", venue="moon").status_code == 422
    assert Match.objects.get(pk=match.pk).venue == "online"


def test_a_pause_stops_online_tables_and_the_timer_and_both_go_on():
    evening = room(8)
    act(evening, MoveMatch(1, matches(evening)[1].key, "online"), at=1)
    act(evening, StartTimer(600, int(later(2).timestamp())), at=2)
    act(evening, Pause(), at=4)
    physical, online = tables(evening)
    assert (physical.paused_at, online.paused_at) == (None, later(4))
    assert (fresh(evening).timer_ends_at, fresh(evening).timer_left) == (None, 480)
    act(evening, Resume(), at=14)
    assert tables(evening)[1].paused_at is None
    assert fresh(evening).timer_ends_at == later(22)


def test_before_the_first_deal_everybody_reads_where_they_sit():
    evening = room(8)
    match = matches(evening)[1]
    seat = match.table.seats.get(index=2)
    client = Client()
    log_in(client, seat.player)
    dealer = match.table.seats.get(index=match.table.dealer_seat)
    for url in (f"/competitions/{evening.pk}/", f"/competitions/{evening.pk}/place/", "/", "/me/places/"):
        page = client.get(url)
        assertContains(page, "You are at <b>table 2</b>, seat <b>C</b>.")
        sentence = (
            "<b>You</b> deal first." if dealer == seat else f"First dealer: <b>{dealer.player.name}</b>."
        )
        assertContains(page, sentence)
        assertContains(page, f"/tables/{match.table_id}/")


def test_someone_who_does_not_play_is_told_nothing():
    evening = room(4)
    client = Client()
    log_in(client, Player.objects.create(name="Eve"))
    for url in (f"/competitions/{evening.pk}/place/", "/me/places/"):
        for browser in (client, Client()):
            assertNotContains(browser.get(url), "You are at")


def test_the_place_is_fetched_again_only_when_something_has_happened():
    evening = room(4)
    url = f"/competitions/{evening.pk}/place/?after={evening.version}"
    assert Client().get(url).status_code == 204
    act(evening, Pause())
    assert Client().get(url).status_code == 200


def test_the_announcement_offers_a_room():
    evening = announced(0)
    olga = organizer(evening)
    url = f"/clubs/{evening.club.slug}/competitions/new/"
    assertContains(olga.get(url), "At our tables with real cards")
    sent = {
        "name": "Night",
        "format": "swiss",
        "rulebook": "classic",
        "venue": "physical",
        "turn_seconds": 60,
    }
    sent |= {"bank_seconds": 0, "away_after": 3, "confirmation": "others", "round_minutes": 45}
    post(olga, url, **sent)
    settings = competitions.look(evening.club.competitions.order_by("-pk")[0].pk).settings
    assert (settings.venue, settings.confirmation, settings.round_minutes) == ("physical", "others", 45)
    assert settings.self_report is False
