"""Somebody leaves a competition, or is replaced, while the match is being played at its table."""

import pytest

from games import tables
from games.models import Player, Seat, Table
from league import competitions
from league.competitions import projection, results
from league.rules.competition.commands import Reinstate, Substitute, Withdraw
from tests.games.playing import assert_rebuilt_equals_live, play_out
from tests.league.club_nights import BY, fresh, knock_out, later, matches, play_on, snapshot, started

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def act(competition, command):
    competitions.act(competition.pk, command, by=BY, at=later(1))


def seat_of(competition, entrant):
    player = competition.entrants.get(number=entrant).player_id
    return Seat.objects.get(table__match__competition=competition, player=player)


def test_to_500_the_leaver_keeps_the_total_and_is_placed_behind_all_who_are_still_in():
    cup = knock_out(4, table_size=4, advance=2)
    act(cup, Withdraw(1))
    gone = seat_of(cup, 1)
    assert gone.eliminated_round == 1
    table = play_out(gone.table_id)
    assert_rebuilt_equals_live(table)
    assert results.collect(table.pk, at=later(30))
    placed = {
        placement.entrant.number: placement
        for placement in matches(cup, 1)[0].placements.select_related("entrant")
    }
    assert (placed[1].place, placed[1].total, placed[1].advances) == (4, 0, False)
    before = snapshot(fresh(cup))
    projection.rebuild(cup.pk)
    assert snapshot(fresh(cup)) == before
    assert play_on(cup).status == "finished"


def test_when_only_one_is_left_at_the_table_that_one_has_won():
    cup = knock_out(3, table_size=3, advance=2)
    act(cup, Withdraw(2))
    act(cup, Withdraw(3, "disqualified"))
    table = Table.objects.get(match__competition=cup)
    assert table.status == Table.Status.FINISHED
    assert results.collect(table.pk, at=later(2))
    assert play_on(cup).entrants.get(rank=1).number == 1


def test_elsewhere_a_bot_plays_on_unless_the_organizers_want_the_cards_out_of_play():
    for leaves_table in (False, True):
        evening = started(4, leaves_table=leaves_table)
        act(evening, Withdraw(1))
        assert bool(seat_of(evening, 1).eliminated_round) is leaves_table


def test_someone_who_comes_back_into_the_competition_does_not_come_back_to_the_table():
    cup = knock_out(8, table_size=4, advance=2)
    act(cup, Withdraw(1))
    act(cup, Reinstate(1))
    assert seat_of(cup, 1).eliminated_round == 1
    act(cup, Withdraw(1))
    assert play_on(cup).status == "finished"


def test_a_substitute_takes_over_the_seat_with_its_cards(django_user_model):
    evening = started(4)
    seat = seat_of(evening, 2)
    tables.move_on(seat.table_id, version=seat.table.version, at=seat.table.due_at)
    before = tables.look(seat.table_id, seat.player)
    dora = Player.objects.create(name="Dora", user=django_user_model.objects.create_user("dora"))
    act(evening, Substitute(2, dora.pk))
    look = tables.look(seat.table_id, dora)
    assert (look.seat, look.sight.hands[seat.index]) == (seat.index, before.sight.hands[seat.index])
    assert tables.look(seat.table_id, seat.player).sight.hands[seat.index] is None
    assert seat_of(evening, 2).pk == seat.pk
    assert_rebuilt_equals_live(seat.table_id)
    assert results.collect(play_out(seat.table_id).pk, at=later(30))
    assert fresh(evening).entrants.get(number=2).player == dora


def test_a_substitute_of_one_who_has_left_gets_no_seat_there(django_user_model):
    cup = knock_out(8, table_size=4, advance=2)
    left = seat_of(cup, 1)
    act(cup, Withdraw(1))
    dora = Player.objects.create(name="Dora")
    act(cup, Substitute(1, dora.pk))
    assert Seat.objects.get(pk=left.pk).player_id == left.player_id
    assert play_on(cup).status == "finished"


def test_tables_have_the_time_of_their_stage():
    evening = started(4, minutes=40, ends_at_once=True)
    table = matches(evening)[0].table
    assert (table.limit_seconds, table.limit_at_once) == (2400, True)
    assert table.limit_at == later(40)


def test_a_match_whose_time_is_over_is_placed_by_totals_ascending_and_its_result_is_collected():
    cup = knock_out(4, table_size=4, advance=2, minutes=1, ends_at_once=True, options={}, bot_pause_ms=15000)
    table = play_out(matches(cup)[0].table_id)
    assert (table.finished_at - table.started_at).total_seconds() == 60
    seats = list(table.seats.all())
    assert [seat.place for seat in seats] == [
        1 + sum(other.total < seat.total for other in seats) for seat in seats
    ]
    assert results.collect(table.pk, at=later(5))
    assert fresh(cup).status == "finished", "a lot decides between those who are level"


def test_points_in_hand_are_collected_with_deals_won():
    evening = started(4, tiebreaks=["points", "in_hand"])
    table = play_out(matches(evening)[0].table_id)
    results.collect(table.pk, at=later(30))
    (match,) = competitions.look(evening.pk).stage.matches.values()
    by_entrant = {place.entrant: place for place in match.places}
    won = sum(place.total for place in match.places)
    in_hand = [by_entrant[seated].points_in_hand for seated in match.seated]
    # In classic rules the winner of a deal gets what the others hold.
    assert sum(in_hand) == won > 0
    rows = competitions.standings(evening.pk)
    assert {row.entrant: row.worths["in_hand"].value for row in rows} == {
        place.entrant: place.points_in_hand for place in match.places
    }
