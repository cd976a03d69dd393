"""Situation: a competition goes on, and its players hear of what concerns them."""

import datetime as dt

import pytest
from django.core.management import call_command

from games.models import Player
from league import competitions
from league.models import Notice, Told
from league.notifications import dispatch, notices
from league.rules.competition import commands
from league.tasks import tell, tell_untold
from tests.games.playing import START
from tests.league.club_nights import BY, announced, later, matches, play_round, players, started
from tests.league.notifications.recipients import ABOUT, everybody_in, told, with_accounts
from tests.league.organizing import act, report

pytestmark = pytest.mark.django_db


def catch_up(competition, minutes: int = 1) -> bool:
    return dispatch.notify(competition.pk, at=later(minutes))


def start(competition, at: int = 1) -> None:
    act(competition, commands.Start(), at=at)


def test_a_player_is_told_of_the_draw_and_of_the_table_with_the_seat():
    evening = announced(8)
    everybody_in(evening)
    start(evening)
    assert catch_up(evening, 2)
    for match in matches(evening):
        for placement in match.placements.select_related("entrant__player"):
            mine = Notice.objects.filter(player=placement.entrant.player)
            ready, draw = mine.get(kind="table_ready"), mine.get(kind="draw_published")
            assert ready.link == f"/tables/{match.table_id}/"
            letter = "ABCDEFGHIJ"[placement.seat]
            name = f"{match.name[0].lower()}{match.name[1:]}"
            seat = f"table {match.number}, seat {letter}"
            assert ready.text == f"Round 1, {name} can begin. You are at {seat}."
            assert draw.text == "The pairings for Round 1 are published."
            assert draw.link == evening.get_absolute_url()
    assert Notice.objects.count() == 16


def test_telling_again_in_any_way_tells_nobody_twice():
    evening = announced(4)
    everybody_in(evening)
    start(evening)
    assert catch_up(evening)
    assert not catch_up(evening)
    assert dispatch.pending() == []
    Told.objects.all().delete()  # the bookmark is lost: the rows themselves are unique
    assert catch_up(evening)
    assert Notice.objects.count() == 8


def test_the_sweep_tells_what_no_message_asked_for():
    evening = announced(4, name="Tonight")
    everybody_in(evening)
    assert dispatch.pending() == [evening.pk]
    assert tell_untold() == 1
    assert tell_untold() == 0
    start(evening)
    assert tell_untold() == 1
    # The time of the tests is past, so that the sweep finds nothing that is news.
    assert Notice.objects.count() == 0


def test_old_news_is_none():
    evening = announced(4)
    everybody_in(evening)
    start(evening)
    assert catch_up(evening, minutes=3 * 60)
    assert {notice.kind for notice in Notice.objects.all()} == {"draw_published"}
    Told.objects.all().delete()
    Notice.objects.all().delete()
    assert catch_up(evening, minutes=25 * 60)
    assert Notice.objects.count() == 0


def test_a_table_at_which_a_result_is_in_is_not_ready_any_more():
    evening = announced(4)
    everybody_in(evening)
    start(evening)
    play_round(evening)
    assert catch_up(evening, 61)
    assert set(Notice.objects.values_list("kind", flat=True)) == {"draw_published"}


def test_the_draft_of_a_draw_is_told_to_nobody_and_its_publication_to_everybody():
    evening = announced(8, by_hand=True)
    everybody_in(evening)
    start(evening)
    act(evening, commands.MakeDraft())
    assert catch_up(evening, 6)
    assert Notice.objects.count() == 0
    act(evening, commands.Publish())
    assert catch_up(evening, 6)
    assert Notice.objects.filter(kind="draw_published").count() == 8


def test_someone_who_has_a_bye_is_told_so():
    cup = announced(3, format="single_elimination", table_size=2, venue="elsewhere")
    people = everybody_in(cup)
    start(cup)
    catch_up(cup)
    texts = dict(Notice.objects.filter(kind="draw_published").values_list("player", "text"))
    assert set(texts) == {person.pk for person in people}


def test_those_who_go_on_into_a_round_that_is_seeded_anew_are_told_of_it():
    cup = announced(8, format="single_elimination", table_size=2, reseed="seed", venue="elsewhere")
    people = everybody_in(cup)
    start(cup)
    for number, pair in enumerate([(1, 8), (4, 5), (2, 7), (3, 6)], start=1):
        report(cup, f"R1.{number}", *pair)
    assert catch_up(cup, 20)
    heard = [len(told(person, "draw_published")) for person in people]
    assert heard == [2] * 4 + [1] * 4


def test_someone_who_waits_for_a_match_that_is_being_played_is_next():
    cup = announced(4, format="single_elimination", table_size=2)
    people = everybody_in(cup)
    start(cup)
    assert catch_up(cup, 2)
    assert Notice.objects.filter(kind="next_up").count() == 0
    report(cup, "R1.1", 1, 4)
    assert catch_up(cup, 11)
    (mine,) = Notice.objects.filter(kind="next_up")
    assert mine.player == people[0]
    assert mine.text == "Final begins as soon as semi-final 2 is over."
    report(cup, "R1.2", 2, 3)
    assert catch_up(cup, 12)
    assert Notice.objects.filter(kind="next_up").count() == 1
    assert told(people[0], "table_ready") == ["Your table is ready: Friday"] * 2
    assert told(people[3], "table_ready") == ["Your table is ready: Friday"]


def test_nobody_is_next_in_a_pause():
    cup = announced(4, format="single_elimination", table_size=2)
    everybody_in(cup)
    start(cup)
    act(cup, commands.Pause())
    report(cup, "R1.1", 1, 4)
    assert catch_up(cup, 11)
    assert Notice.objects.filter(kind="next_up").count() == 0


def test_someone_who_moves_up_from_the_waiting_list_is_told():
    evening = announced(0, limit=2)
    competitions.enter(evening.pk, players=players(3), by=BY, at=START)
    people = everybody_in(evening)
    act(evening, commands.Withdraw(1))
    assert catch_up(evening, 6)
    (mine,) = Notice.objects.all()
    assert (mine.player, mine.kind, mine.subject) == (people[2], "moved_up", "You are in: Friday")


def test_people_without_an_account_are_told_nothing_and_cost_nothing():
    evening = started(4)
    assert catch_up(evening)
    assert Notice.objects.count() == 0


@pytest.mark.parametrize("entrants", [4, 32])
def test_many_players_are_told_in_as_many_queries_as_four(django_assert_num_queries, entrants):
    evening = announced(entrants)
    everybody_in(evening)
    start(evening)
    with django_assert_num_queries(15):  # four of them open and close what is all or nothing
        assert catch_up(evening)
    assert Notice.objects.count() == 2 * entrants


def test_sixty_four_players_are_told_one_thing_in_five_queries(django_assert_num_queries):
    people = with_accounts(players(64))
    with django_assert_num_queries(5 + 2):  # and the savepoint
        notices.send(
            "draw_published", [person.pk for person in people], "draw:1", about=lambda: ABOUT, at=START
        )
    assert Notice.objects.filter(mail="waiting").count() == 64


def test_rebuilding_the_rows_tells_nobody_anything():
    evening = announced(4)
    everybody_in(evening)
    start(evening)
    catch_up(evening)
    call_command("rebuild", "--competitions", verbosity=0)
    assert dispatch.pending() == []


def test_a_substitute_hears_of_the_table_instead_of_who_was_replaced():
    evening = announced(4)
    old = everybody_in(evening)[0]
    (new,) = players(1)
    act(evening, commands.Substitute(1, new.pk))
    everybody_in(evening)
    start(evening)
    catch_up(evening, 6)
    assert told(Player.objects.get(pk=new.pk), "table_ready")
    assert not told(old)


def test_a_task_for_a_competition_that_is_gone_does_no_harm():
    assert not tell(999_999)


def test_later_news_of_a_long_evening_comes_with_its_own_time():
    evening = announced(4, rounds=2)
    everybody_in(evening)
    start(evening)
    catch_up(evening)
    play_round(evening)
    assert dispatch.notify(evening.pk, at=later(60) + dt.timedelta(seconds=5))
    assert Notice.objects.filter(kind="table_ready").count() == 8
