"""Situation: a club holds an arena evening with real cards: the clock, the desk, the players' phones."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import RecordDeal
from league import tasks
from league.competition_verification import check_competition
from league.competitions import results
from league.competitions.projection import PATIENCE, rebuild
from league.models import Competition, Match
from league.rules.competition.commands import CloseSeating, OpenRegistration, Start, Withdraw
from tests.games.playing import START
from tests.games.visiting import HTMX, give_accounts, log_in
from tests.league.api.asking import Program
from tests.league.club_nights import announced, fresh, later, snapshot, started
from tests.league.organizing import act, organizer, post, report

pytestmark = pytest.mark.django_db
ARENA = {"format": "arena", "venue": "physical", "evening_minutes": 120, "streak": 2}


@pytest.fixture
def evening() -> Competition:
    """Eight players at two tables."""
    return started(8, **ARENA)


def in_play(evening: Competition) -> list[Match]:
    return list(evening.matches.filter(kind="", is_bye=False, table__isnull=False).order_by("pk"))


def end(match: Match, minutes: int) -> None:
    """Seat A goes out while the others hold cards to 500."""
    left = dict.fromkeys(range(1, match.table.seat_count), 30)
    scoresheets.act(match.table_id, RecordDeal(1, 0, left), by="scorekeeper:1", at=later(minutes))
    assert results.collect(match.table_id, at=later(minutes))


def phone_of(player: Player) -> Client:
    give_accounts(player)
    client = Client()
    log_in(client, Player.objects.get(pk=player.pk))
    return client


def page_of(client: Client, evening: Competition) -> str:
    return client.get(f"/competitions/{evening.pk}/").content.decode()


def test_all_sit_down_when_it_starts_and_its_time_is_known(evening: Competition) -> None:
    assert len(in_play(evening)) == 2
    assert fresh(evening).seating_ends_at == START + dt.timedelta(minutes=120)
    page = Client().get(f"/competitions/{evening.pk}/")
    assertContains(page, "Arena, 2 h, tables of 4, each win after 2 wins in a row counts double")
    assertContains(page, "data-timer=")


def test_a_table_waits_for_others_for_five_minutes_and_the_clock_seats_it_again(
    evening: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    end(in_play(evening)[0], 20)
    assert len(in_play(evening)) == 1
    assert fresh(evening).waits_since == later(25) - PATIENCE
    monkeypatch.setattr(timezone, "now", lambda: later(24))
    assert tasks.go_on() == 0
    monkeypatch.setattr(timezone, "now", lambda: later(25))
    assert tasks.go_on() == 1
    assert len(in_play(evening)) == 2
    assert [match.table_number for match in in_play(evening)] == [2, 1]


def test_the_desk_says_who_is_free_and_seats_them_at_once(
    evening: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: later(21))
    olga = organizer(evening)
    end(in_play(evening)[0], 20)
    desk = olga.get(f"/competitions/{evening.pk}/desk/")
    assertContains(desk, "Seat them now")
    assertContains(desk, "Free: ")
    post(olga, f"/competitions/{evening.pk}/life/", do="go_on")
    assertNotContains(olga.get(f"/competitions/{evening.pk}/desk/"), "Seat them now")
    assert len(in_play(evening)) == 2


def test_a_player_reads_whether_a_table_is_theirs(evening: Competition) -> None:
    ended, still_played = in_play(evening)
    end(ended, 20)
    free, seated = (match.placements.first().entrant.player for match in (ended, still_played))
    assert "You are free." in page_of(phone_of(free), evening)
    page = page_of(phone_of(seated), evening)
    assert "A break begins after the match you are in." in page
    assert "as soon as enough players are free" not in page


def test_the_page_of_a_free_player_hears_of_a_table(
    evening: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: later(21))
    ended = in_play(evening)[0]
    end(ended, 20)
    player = ended.table.seats.get(index=0).player
    phone, url = phone_of(player), f"/competitions/{evening.pk}/place/"
    assertContains(phone.get(url), "You are free.")
    post(phone, f"/competitions/{evening.pk}/break/")
    assertNotContains(phone.get(url), "You are free.")
    post(phone, f"/competitions/{evening.pk}/break/", do="back")
    monkeypatch.setattr(timezone, "now", lambda: later(30))
    assert tasks.go_on() == 1
    assertContains(phone.get(url), "You are at")
    assertNotContains(phone.get(url), "You are free.")


def test_the_standings_mark_players_whose_next_win_counts_double(
    evening: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    winner = in_play(evening)[0].placements.get(seat=0).entrant
    for minutes in (20, 30):
        assert "next win counts double" not in page_of(Client(), evening)
        match = next(match for match in in_play(evening) if match.placements.filter(entrant=winner).exists())
        order = sorted(match.placements.values_list("entrant__number", flat=True), key=winner.number.__ne__)
        report(evening, match.key, *order, at=minutes)
        monkeypatch.setattr(timezone, "now", lambda at=minutes: later(at + 6))
        tasks.go_on()
    assertContains(
        Client().get(f"/competitions/{evening.pk}/"),
        '<span class="tag">next win counts double</span>',
        count=1,
    )


def test_the_desk_never_lets_a_late_entrant_wait_for_a_round(evening: Competition) -> None:
    olga = organizer(evening)
    desk = olga.get(f"/competitions/{evening.pk}/desk/").content.decode()
    door = olga.get(f"/competitions/{evening.pk}/door/").content.decode()
    act(evening, Withdraw(1))
    gone = olga.get(f"/competitions/{evening.pk}/entrants/1/").content.decode()
    assert "Late entrants get a table as soon as enough players are free." in desk
    assert "Add now" in door
    assert "gets a table again as soon as enough players are free" in gone
    assert all("next round" not in page for page in (desk, door, gone))


def test_when_time_is_up_the_clock_ends_it_after_the_tables_in_play(
    evening: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = in_play(evening)
    monkeypatch.setattr(timezone, "now", lambda: later(121))
    assert tasks.go_on() == 1
    assert tasks.go_on() == 0
    assert fresh(evening).seating_ends_at is None
    end(first, 122)
    end(second, 123)
    assert fresh(evening).status == "finished"
    assert check_competition(evening.pk, {}) is None
    before = snapshot(evening)
    rebuild(evening.pk)
    assert snapshot(evening) == before


def test_an_open_page_is_told_that_the_arena_is_over(
    evening: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its head, too, and without a reload."""
    phone, url = phone_of(in_play(evening)[0].table.seats.get(index=0).player), f"/competitions/{evening.pk}/"
    status, clock = 'id="status" hx-swap-oob="true"', 'id="evening" hx-swap-oob="true"'
    news = phone.get(url, headers=HTMX)
    assertContains(news, f"{clock}>Players get tables for:")
    assertContains(news, '<span class="tag tag--live">Running</span>')
    assertContains(phone.get(f"{url}place/"), "Take a break")
    monkeypatch.setattr(timezone, "now", lambda: later(121))
    assert tasks.go_on() == 1
    for match in in_play(evening):
        end(match, 122)
    news = phone.get(url, headers=HTMX)
    assertContains(news, status)
    assertContains(news, '<span class="tag">Finished</span>')
    assertContains(news, "Champions and awards")
    assertContains(news, f"{clock} hidden></p>")
    assertNotContains(phone.get(f"{url}place/"), "Take a break")
    whole = phone.get(url)
    assertContains(whole, 'id="status"', count=1)
    assertNotContains(whole, "hx-swap-oob")


def test_news_of_a_page_with_a_desk_leave_its_head_alone(evening: Competition) -> None:
    news = organizer(evening).get(f"/competitions/{evening.pk}/?desk", headers=HTMX)
    assertNotContains(news, "hx-swap-oob")


def test_the_desk_gives_more_time_or_ends_it(evening: Competition) -> None:
    olga, url = organizer(evening), f"/competitions/{evening.pk}/life/"
    assertContains(post(olga, url, do="more_time", minutes="x"), "number of minutes", status_code=422)
    post(olga, url, do="close_seating")
    assertContains(olga.get(f"/competitions/{evening.pk}/desk/"), "the tables in play are the last")
    post(olga, url, do="more_time", minutes="15")
    ends_at = fresh(evening).seating_ends_at
    assert ends_at is not None
    assert abs(ends_at - timezone.now() - dt.timedelta(minutes=15)) < dt.timedelta(minutes=1)


def test_a_player_takes_a_break_and_comes_back_on_the_phone(evening: Competition) -> None:
    first = in_play(evening)[0]
    player = first.table.seats.get(index=0).player
    phone, url = phone_of(player), f"/competitions/{evening.pk}/break/"
    assert "Take a break" in page_of(phone, evening)
    assertRedirects(post(phone, url), f"/competitions/{evening.pk}/")
    page = page_of(phone, evening)
    assert "A break begins after the match you are in." in page
    assert "You are on a break." not in page
    assert evening.entrants.get(player=player).is_away
    assertContains(organizer(evening).get(f"/competitions/{evening.pk}/desk/"), "On a break: ")
    end(first, 20)
    assert "You are on a break." in page_of(phone, evening)
    post(phone, url, do="back")
    assert not evening.entrants.get(player=player).is_away


def test_the_page_costs_few_queries_with_a_table_and_without_one_and_in_a_break(
    evening: Competition, django_assert_max_num_queries: Any
) -> None:
    over, going_on = in_play(evening)
    free, seated = (match.table.seats.get(index=0).player for match in (over, going_on))
    end(over, 20)
    for player, most in ((free, 13), (seated, 15)):
        phone = phone_of(player)
        with django_assert_max_num_queries(most):
            assert "Take a break" in page_of(phone, evening)
        post(phone, f"/competitions/{evening.pk}/break/")
        with django_assert_max_num_queries(most):
            assert "I am back" in page_of(phone, evening)


def test_an_organizer_sends_an_entrant_into_a_break_and_back(evening: Competition) -> None:
    olga, url = organizer(evening), f"/competitions/{evening.pk}/entrants/3/"
    assertContains(olga.get(url), "Begin a break")
    post(olga, url, do="away")
    assertContains(olga.get(url), "End the break")
    post(olga, url, do="here")
    assert not evening.entrants.get(number=3).is_away


def test_players_still_enter_by_themselves_where_entries_were_open() -> None:
    evening = announced(8, **ARENA)
    zoe, url = Player.objects.create(name="Zoe"), f"/competitions/{evening.pk}/join/"
    phone = phone_of(zoe)
    act(evening, OpenRegistration(), Start(), at=0)
    assert 'name="team"' in page_of(phone, evening)
    post(phone, url)
    assert evening.entrants.get(player=zoe).number == 9
    assert 'name="team"' not in page_of(phone, evening)


def test_an_open_page_offers_an_entry_for_as_long_as_players_can_enter() -> None:
    evening = announced(8, **ARENA)
    phone, stranger, url = (
        phone_of(Player.objects.create(name="Zoe")),
        Client(),
        f"/competitions/{evening.pk}/",
    )
    act(evening, OpenRegistration(), at=0)
    assertContains(phone.get(f"{url}place/"), 'name="team"')
    assertContains(stranger.get(url, headers=HTMX), "Play as a guest")
    act(evening, Start(), at=0)
    assertContains(phone.get(f"{url}place/"), 'name="team"')
    assertContains(stranger.get(url, headers=HTMX), "Play as a guest")
    act(evening, CloseSeating(), at=1)
    assertNotContains(phone.get(f"{url}place/"), 'name="team"')
    assertNotContains(stranger.get(url, headers=HTMX), "Play as a guest")


def test_nobody_sees_an_entry_where_only_organizers_enter_players(evening: Competition) -> None:
    phone = phone_of(Player.objects.create(name="Zoe"))
    assert 'name="team"' not in page_of(phone, evening)


def test_a_program_does_the_same(evening: Competition) -> None:
    player = in_play(evening)[0].table.seats.get(index=0).player
    phone_of(player)
    mine, path = Program(Player.objects.get(pk=player.pk).user), f"competitions/{evening.pk}/"
    version = fresh(evening).version
    assert mine.post(f"{path}break/", {"after": version, "is_away": True}).status_code == 200
    rows = {row["player"]: row["is_away"] for row in mine.get(path).json()["entrants"]}
    assert rows[player.pk]
    olga = organizer(evening)
    assert olga is not None
    owner = Program(Player.objects.get(name="Olga").user)
    sent = {"after": version + 1, "ends_at": "2030-01-01T20:00:00Z"}
    assert owner.post(f"{path}seating/", sent).json()["seating_ends_at"] == "2030-01-01T20:00:00Z"
    assert owner.post(f"{path}seating/close/", {"after": version + 2}).json()["seating_ends_at"] is None
