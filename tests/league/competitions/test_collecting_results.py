"""Tables finish: results are collected, rounds are drawn, the competition ends."""

import pytest

from games import tables
from games.models import Table
from league import competitions, tasks
from league.competitions import results
from league.models import Competition, CompetitionEvent, Match
from tests.league.club_nights import fresh, knock_out, later, matches, play, play_on, play_round, started

pytestmark = pytest.mark.django_db


def test_a_finished_table_gives_places_totals_and_points() -> None:
    evening = started(4)
    table = play(matches(evening)[0])
    assert results.collect(table.pk, at=later(30))
    placements = list(matches(evening, 1)[0].placements.all())
    seats = list(table.seats.order_by("index"))
    assert [placement.place for placement in placements] == [seat.place for seat in seats]
    assert [placement.total for placement in placements] == [seat.total for seat in seats]
    assert max(placement.points for placement in placements) == 5
    assert sum(placement.deal_wins for placement in placements) == table.round_number
    assert matches(evening, 1)[0].finished_at == later(30)


def test_collecting_again_changes_nothing() -> None:
    evening = started(8)
    table = play(matches(evening)[0])
    assert results.collect(table.pk, at=later(30))
    before = fresh(evening).version, CompetitionEvent.objects.count(), Table.objects.count()
    assert not results.collect(table.pk, at=later(31))
    assert (fresh(evening).version, CompetitionEvent.objects.count(), Table.objects.count()) == before


@pytest.mark.parametrize(("begun", "places"), [(started, [4, 3, 2, 1]), (knock_out, [1, 2, 3, 4])])
def test_where_only_totals_are_written_down_the_places_follow_as_the_rulebook_ranks(begun, places) -> None:
    evening = begun(4, venue="elsewhere", options={})
    slip = results.slip_of(evening.pk, 1, Match.objects.get(competition=evening, is_bye=False).key)
    totals = dict(zip(slip.match.entrants, (40, 120, 260, 500), strict=True))
    rows = {entrant: results.EntrantResult(total=total) for entrant, total in totals.items()}
    assert [finish.place for finish in slip.outcome("played", rows, at=later(10)).finishes] == places


def test_a_table_that_is_still_played_gives_nothing() -> None:
    evening = started(4)
    assert not results.collect(matches(evening)[0].table_id, at=later(1))
    assert fresh(evening).version == evening.version


def test_a_table_of_no_competition_gives_nothing() -> None:
    table = tables.open_table(name="Friends", rulebook="classic", seats=2, by="organizer:1", at=later(0))
    assert not results.collect(table.pk, at=later(1))


def test_the_last_result_of_a_round_draws_the_next_and_starts_its_tables() -> None:
    evening = started(8, rounds=2)
    first, second = matches(evening)
    results.collect(play(first).pk, at=later(30))
    assert fresh(evening).round_number == 1
    results.collect(play(second).pk, at=later(31))
    assert fresh(evening).round_number == 2
    assert [match.table.status for match in matches(evening)] == ["running", "running"]


def test_an_evening_ends_after_its_rounds_with_ranks_for_everybody() -> None:
    evening = play_on(started(6, rounds=2, table_size=3))
    assert evening.finished_at == later(60)
    rows = competitions.standings(evening.pk)
    assert {row.entrant: (row.rank, row.points) for row in rows} == {
        entrant.number: (entrant.rank, entrant.points) for entrant in evening.entrants.all()
    }
    assert rows[0].rank == 1
    assert all(row.played == 2 for row in rows)


@pytest.mark.parametrize(("entrants", "rounds"), [(3, 1), (5, 2), (8, 2), (9, 3)])
def test_a_knock_out_played_by_bots_finds_one_champion(entrants: int, rounds: int) -> None:
    bracket = play_on(knock_out(entrants))
    assert bracket.round_number == rounds
    assert bracket.entrants.filter(rank=1).count() == 1
    final = Match.objects.get(competition=bracket, is_final=True)
    assert final.name == final.round_name == "Final"
    assert "survivors" not in final.table.options
    champion = final.placements.get(advances=True)
    assert champion.entrant.rank == 1
    assert [player.pk for player in competitions.bracket(bracket.pk).champions] == [
        champion.entrant.player_id
    ]


def test_as_many_advance_as_announced_and_they_meet_in_the_final() -> None:
    bracket = knock_out(8)
    play_round(bracket)
    through = {
        placement.entrant_id
        for match in matches(bracket, 1)
        for placement in match.placements.all()
        if placement.advances
    }
    assert len(through) == 4
    assert {placement.entrant_id for placement in matches(bracket)[0].placements.all()} == through


def test_the_sweep_finds_results_whose_signal_was_lost() -> None:
    bracket = knock_out(8)
    first, second = (play(match) for match in matches(bracket))
    assert set(results.uncollected(at=later(30))) == {first.pk, second.pk}
    assert tasks.collect_results() == 2
    assert results.uncollected(at=later(30)) == []
    assert tasks.collect_results() == 0
    assert fresh(bracket).round_number == 2


def test_one_broken_competition_does_not_stop_the_sweep(caplog) -> None:
    broken, sound = started(4), started(4)
    Match.objects.filter(competition=broken).update(key="?")
    for competition in (broken, sound):
        for match in Match.objects.filter(competition=competition):
            play(match)
    assert tasks.collect_results() == 1
    assert fresh(sound).status == Competition.Status.FINISHED
