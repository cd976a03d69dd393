"""Situation: a club plays, and its ladder says who is how strong."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from games import tables
from games.models import Player, Seat, Table
from league import competitions
from league.competitions import rating_updates
from league.models import Club, Competition, Match, Membership, Placement, Rating
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import CorrectResult
from league.rules.ratings import CASUAL, RATED
from league.tasks import rate_clubs
from tests.games.playing import START, open_table, play_out, players
from tests.league.club_nights import (
    BY,
    SHORT,
    announced,
    club,
    knock_out,
    later,
    play_on,
    play_round,
    started,
)

pytestmark = pytest.mark.django_db


def rows(club_id: int, pool: str = RATED, *, days: int = 0) -> list[tuple[int, str, int]]:
    """Rank, name and number of matches, best first."""
    ratings = rating_updates.ladder(club_id, pool, at=START + dt.timedelta(days=days))
    return [(row.rank, row.player.name, row.rating.games) for row in ratings]


def friendly(who: str, *members: str, place: Club) -> Table:
    """A friendly match of these people, played to its end; somebody has opened the table for them."""
    table = open_table(who, options=SHORT, host=players("Hal")[0])
    for seat in table.seats.select_related("player"):
        if seat.player and seat.player.name in members:
            Membership.objects.create(club=place, player=seat.player)
    tables.start(table.pk, by="organizer:1", at=START)
    return play_out(table.pk)


def test_after_an_evening_the_better_placed_are_higher() -> None:
    evening = play_on(started(4))
    assert rating_updates.outdated() == [evening.club_id]
    assert rate_clubs() == 1
    by_place = list(
        Placement.objects.filter(match__competition=evening)
        .order_by("place", "entrant__player")
        .values_list("entrant__player__name", flat=True)
    )
    assert [name for _, name, _ in rows(evening.club_id)] == by_place
    assert {games for _, _, games in rows(evening.club_id)} == {1}
    assert rows(evening.club_id, CASUAL) == []


def test_nothing_is_worked_out_twice_and_every_change_once() -> None:
    evening = started(8, rounds=2)
    rate_clubs()
    assert rate_clubs() == 0
    play_round(evening)
    assert rate_clubs() == 1
    assert rate_clubs() == 0
    assert {games for _, _, games in rows(evening.club_id)} == {1}
    play_round(evening)
    assert rate_clubs() == 1
    assert {games for _, _, games in rows(evening.club_id)} == {2}


def test_a_club_in_which_nothing_has_happened_has_an_empty_ladder() -> None:
    quiet = club()
    assert rating_updates.outdated() == []
    assert rows(quiet.pk) == []
    rating_updates.recompute(quiet.pk)
    assert rows(quiet.pk) == []


def test_clubs_have_ladders_of_their_own() -> None:
    first, other = play_on(started(3)), play_on(started(4))
    assert rate_clubs() == 2
    assert (len(rows(first.club_id)), len(rows(other.club_id))) == (3, 4)


def test_someone_who_has_a_bye_plays_no_match_there() -> None:
    bracket = knock_out(5)
    play_round(bracket)
    rating_updates.recompute(bracket.club_id)
    assert "Player 1" not in {name for _, name, _ in rows(bracket.club_id)}
    play_on(bracket)
    rating_updates.recompute(bracket.club_id)
    assert len(rows(bracket.club_id)) == 5


def result(
    match: Match, places: dict[int, int], kind: str = "played", absent: list[int] | None = None
) -> None:
    """Correct a result, to these places by entry number."""
    finishes = [Finish(entrant, place) for entrant, place in places.items()]
    command = CorrectResult(match.stage, match.key, finishes, kind, absent or [])
    competitions.act(match.competition_id, command, by=BY, at=later(90))


def test_a_corrected_result_changes_the_ladder_and_corrected_back_leaves_no_trace() -> None:
    evening = play_on(started(4, rounds=2))
    rating_updates.recompute(evening.club_id)
    before = list(Rating.objects.order_by("pk").values())
    match = evening.matches.get(round_number=1)
    places = dict(match.placements.values_list("entrant__number", "place"))
    turned = {
        entrant: 1 + sum(other > place for other in places.values()) for entrant, place in places.items()
    }
    result(match, turned)
    assert rate_clubs() == 1
    assert list(Rating.objects.order_by("pk").values()) != before
    result(match, places)
    assert rate_clubs() == 1
    assert list(Rating.objects.order_by("pk").values()) == before


def test_a_match_that_was_not_played_changes_no_rating() -> None:
    evening = play_on(started(3))
    match = evening.matches.get()
    rating_updates.recompute(evening.club_id)
    assert len(rows(evening.club_id)) == 3
    result(match, {1: 1, 2: 2}, kind="walkover", absent=[3])
    rating_updates.recompute(evening.club_id)
    assert rows(evening.club_id) == []
    result(match, {}, kind="void")
    rating_updates.recompute(evening.club_id)
    assert rows(evening.club_id) == []


@pytest.mark.written_by_hand
def test_someone_who_withdrew_before_the_table_was_set_was_not_at_the_match() -> None:
    evening = started(4)
    place = Placement.objects.get(match__competition=evening, entrant__number=4)
    Seat.objects.filter(table=place.match.table, player=place.entrant.player).update(player=None)
    assert play_on(evening)
    rating_updates.recompute(evening.club_id)
    assert {name for _, name, _ in rows(evening.club_id)} == {"Player 1", "Player 2", "Player 3"}


def test_friendly_matches_among_members_are_casual() -> None:
    place = club()
    friendly("Ana Bo Cy bot", "Ana", "Cy", place=place)
    assert rate_clubs() == 1
    ratings = rows(place.pk, CASUAL)
    ana, cy = (Player.objects.get(name=name).seats.get().place for name in ("Ana", "Cy"))
    best_first = ["Ana", "Cy"] if ana <= cy else ["Cy", "Ana"]
    assert ratings == [(1, best_first[0], 1), (1 if ana == cy else 2, best_first[1], 1)]
    assert rows(place.pk) == []


def test_one_member_among_strangers_is_not_rated() -> None:
    place = club()
    friendly("Ana Bo", "Ana", place=place)
    assert rate_clubs() == 1
    assert rows(place.pk, CASUAL) == []


def test_rebuilding_writes_the_same_ladder() -> None:
    evening = play_on(started(8, rounds=2))
    rate_clubs()
    before = list(Rating.objects.order_by("pk").values())
    Rating.objects.filter(ladder__club=evening.club_id, games__gt=0).update(mu=1, games=99)
    call_command("rebuild", "--ladders", verbosity=0)
    assert list(Rating.objects.order_by("pk").values()) == before
    Rating.objects.all().delete()
    call_command("rebuild", verbosity=0)
    assert [row["mu"] for row in Rating.objects.order_by("pk").values()] == [row["mu"] for row in before]


@pytest.mark.parametrize("entrants", [4, 16])
def test_queries_do_not_grow_with_the_club(entrants: int, client, django_assert_num_queries) -> None:
    evening = play_on(started(entrants))
    page = f"/clubs/{evening.club.slug}/ladder/"
    rating_updates.recompute(evening.club_id)
    with django_assert_num_queries(10):
        rating_updates.recompute(evening.club_id)
    with django_assert_num_queries(1):
        assert rating_updates.outdated() == []
    with django_assert_num_queries(3):
        client.get(page)


def test_the_page_shows_rank_rating_and_who_is_provisional(client) -> None:
    evening = play_on(started(3))
    empty = client.get(f"/clubs/{evening.club.slug}/ladder/")
    assertContains(empty, "No competition match is finished yet")
    rate_clubs()
    page = client.get(f"/clubs/{evening.club.slug}/ladder/")
    assertContains(page, '<span class="tag">provisional</span>', count=3)
    best = rating_updates.ladder(evening.club_id, RATED, at=timezone.now())[0]
    assertContains(page, f"<b>{best.shown:.1f}</b>")
    assertContains(page, "1 May 2026", count=3)
    casual = client.get(f"/clubs/{evening.club.slug}/ladder/?pool=casual")
    assertContains(casual, "No two members have finished a match")
    assertNotContains(casual, "<table")


def test_a_long_ladder_is_leafed_through(client) -> None:
    evening = play_on(started(3))
    rate_clubs()
    rating = Rating.objects.values("ladder_id", "pool", "mu", "sigma", "games", "played_on").first()
    others = Player.objects.bulk_create([Player(name=f"Guest {number}") for number in range(600)])
    Rating.objects.bulk_create([Rating(**rating, player=other) for other in others])
    place = f"/clubs/{evening.club.slug}/ladder/"
    assertContains(client.get(place), "Page 1 of 4")
    assertContains(client.get(place), "?pool=rated&amp;page=2")
    assertContains(client.get(place, {"page": "4"}), "<time", count=3)
    for nonsense in ("0", "-1", "x", "99999", "²"):
        assert client.get(place, {"page": nonsense}).status_code == 200


def test_the_club_links_to_its_ladder_and_nonsense_is_not_found(client) -> None:
    place = announced(2).club
    assertContains(client.get(place.get_absolute_url()), f'href="/clubs/{place.slug}/ladder/"')
    assert client.get(f"/clubs/{place.slug}/ladder/?pool=x").status_code == 404
    assert client.get("/clubs/nobody/ladder/").status_code == 404
    assert Competition.objects.filter(club=place).exists()


def test_a_casual_competition_counts_for_the_casual_ladder_only() -> None:
    evening = play_on(started(4, is_casual=True))
    rating_updates.recompute(evening.club_id)
    assert rows(evening.club_id, RATED) == []
    assert {name for _, name, _ in rows(evening.club_id, CASUAL)} == {
        entrant.player.name for entrant in evening.entrants.select_related("player")
    }


@pytest.mark.written_by_hand
def test_a_player_for_whom_mostly_a_bot_played_is_rated_as_the_last() -> None:
    place = club()
    table = friendly("Ana Bo Cy", "Ana", "Bo", "Cy", place=place)
    rate_clubs()
    best = rows(place.pk, CASUAL)[0][1]
    winner = Player.objects.get(name=best)
    winner.user = User.objects.create(username="winner")
    winner.save()
    Seat.objects.filter(table=table, player=winner).update(away_steps=table.step)
    rating_updates.recompute(place.pk)
    assert rows(place.pk, CASUAL)[-1][1] == best
