"""Situation: organizers report results by hand, and some of them were wrong."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games.models import Table
from games.rules.base.refusal import Refusal
from league import competitions, tasks
from league.competitions import results
from league.models import Match
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import CorrectResult
from league.rules.settings import result_kinds
from tests.league.club_nights import BY, fresh, later, matches, play, snapshot, started
from tests.league.organizing import organizer, post

pytestmark = pytest.mark.django_db


def bracket(entrants=4, **facts):
    return started(entrants, format="single_elimination", table_size=2, venue="elsewhere", **facts)


def finishes(*numbers):
    return [Finish(number, place, 100 * place) for place, number in enumerate(numbers, start=1)]


def report(competition, key, *numbers, **facts):
    facts = {"stage": 1, "match": key, "finishes": finishes(*numbers)} | facts
    results.report(competition.pk, by=BY, at=later(10), **facts)


def correct(competition, key, *numbers, at=20, **facts):
    results.correct(competition.pk, CorrectResult(1, key, finishes(*numbers), **facts), by=BY, at=later(at))


def rows(competition):
    """All rows of a competition, apart from their ids and from where its log stands."""
    rows_ = [
        {key: value for key, value in row.items() if key not in ("id", "version", "step", "head")}
        for row in snapshot(competition)
    ]
    return sorted(rows_, key=repr)


def test_a_bracket_is_played_by_hand_without_any_table():
    cup = bracket()
    report(cup, "R1.1", 1, 4)
    report(cup, "R1.2", 3, kind=result_kinds.WALKOVER, absent=[2])
    report(cup, "R2.1", 3, 1)
    assert fresh(cup).status == "finished"
    assert cup.entrants.get(rank=1).number == 3
    assert list(Match.objects.values_list("kind", flat=True)) == ["played", "walkover", "played"]


def test_correcting_and_correcting_back_leaves_every_row_as_it_was():
    cup = bracket()
    for key, numbers in (("R1.1", (1, 4)), ("R1.2", (2, 3)), ("R2.1", (2, 1))):
        report(cup, key, *numbers)
    before = rows(cup)
    correct(cup, "R1.1", 4, 1)
    assert fresh(cup).status == "running"
    report(cup, "R2.1", 4, 2)
    assert rows(cup) != before
    correct(cup, "R1.1", 1, 4, at=30)
    assert rows(cup) == before


def test_a_preview_writes_nothing(django_assert_num_queries):
    cup = bracket()
    report(cup, "R1.1", 1, 4)
    before = snapshot(cup)
    with django_assert_num_queries(1):
        moved = results.preview(cup.pk, CorrectResult(1, "R1.1", finishes(4, 1)))
    assert [change.match for change in moved.moved] == ["R2.1"]
    assert snapshot(cup) == before


def test_a_reopened_result_is_not_collected_from_its_table_a_second_time():
    evening = started(4)
    (match,) = matches(evening)
    table = play(match)
    results.collect(table.pk, at=later(5))
    correct(evening, match.key, kind=result_kinds.OPEN)
    assert results.uncollected(at=later(90)) == []
    assert not results.collect(table.pk, at=later(6))
    report(evening, match.key, 4, 3, 2, 1)
    assert fresh(evening).status == "finished"
    assert evening.entrants.get(rank=1).number == 4


def test_of_two_who_report_at_once_one_wins_where_both_report_the_same_match():
    cup = bracket()
    seen = fresh(cup).version
    report(cup, "R1.1", 1, 4, after=seen)
    with pytest.raises(Refusal) as late:
        report(cup, "R1.1", 4, 1, after=seen)
    assert late.value.code == "result_known"
    report(cup, "R1.2", 2, 3, after=seen)
    with pytest.raises(Refusal) as late:
        report(cup, "R2.1", 1, 2, after=seen)
    assert late.value.code == "stale", "whoever saw it did not see who plays it"


def test_a_lot_by_hand_decides_a_tied_match():
    cup = bracket(lots_by_hand=True)
    report(cup, "R1.1", finishes=[Finish(1, 1), Finish(4, 1)])
    results.draw_lot(cup.pk, stage=1, match="R1.1", by=BY, at=later(11))
    match = Match.objects.get(key="R1.1")
    assert match.decided_by == "lot"
    assert match.placements.filter(advances=True).count() == 1


def everything(competition):
    """All rows that follow from the log, and the tables with their places: the logs of tables only grow."""
    facts = ("pk", "name", "status", "seats__index", "seats__place", "seats__total")
    return rows(competition), list(Table.objects.order_by("pk", "seats__index").values_list(*facts))


def with_tables(form="single_elimination"):
    """A bracket at tables of this site; organizers write down what came of the first round."""
    cup = started(4, format=form, table_size=2)
    for match in matches(cup):
        report(cup, match.key, *(placement.entrant.number for placement in match.placements.order_by("seat")))
    return cup


@pytest.mark.parametrize("form", ["single_elimination", "double_elimination"])
def test_correcting_back_leaves_no_table_behind(form):
    cup = with_tables(form)
    before = everything(cup)
    first = matches(cup, 1)[0]
    winner, loser = (placement.entrant.number for placement in first.placements.order_by("place"))
    correct(cup, first.key, loser, winner)
    assert fresh(cup).waits_since == later(20)
    assert [row[:3] for row in everything(cup)[1]] == [row[:3] for row in before[1]]
    correct(cup, first.key, winner, loser, at=30)
    assert everything(cup) == before


def test_a_result_that_is_taken_back_and_given_again_leaves_nothing_behind():
    cup = with_tables()
    before = everything(cup)
    correct(cup, "R1.1", kind=result_kinds.OPEN)
    report(cup, "R1.1", 1, 4)
    assert everything(cup) == before


def test_the_consequences_of_a_correction_come_after_a_while():
    cup = with_tables()
    correct(cup, "R1.1", 4, 1)
    assert competitions.left_behind(later(20)) == []
    assert competitions.left_behind(later(21)) == [cup.pk]
    assert tasks.go_on() == 1
    assert Match.objects.get(key="R2.1").table_id
    assert fresh(cup).waits_since is None
    assert tasks.go_on() == 0
    with pytest.raises(Refusal) as nothing:
        competitions.go_on(cup.pk, by=BY, at=later(30))
    assert nothing.value.code == "nothing_to_draw"


def test_an_organizer_goes_on_at_once_from_the_desk():
    evening = started(8, rounds=2, venue="elsewhere")
    report(evening, "R1.1", *entrants(evening, "R1.1"))
    correct(evening, "R1.1", kind=result_kinds.OPEN)
    report(evening, "R1.2", *entrants(evening, "R1.2"))
    report(evening, "R1.1", *entrants(evening, "R1.1"))
    assert not evening.matches.filter(round_number=2).exists()
    client = organizer(evening)
    desk = f"/competitions/{evening.pk}/desk/"
    assertContains(client.get(desk), "Do it now")
    post(client, f"/competitions/{evening.pk}/life/", do="go_on")
    assert evening.matches.filter(round_number=2).count() == 2
    assertNotContains(client.get(desk), "Do it now")
    again = post(client, f"/competitions/{evening.pk}/life/", do="go_on")
    assertContains(again, "Nothing is waiting here", status_code=409)


def entrants(competition, key):
    return competitions.look(competition.pk).stage.matches[key].entrants
