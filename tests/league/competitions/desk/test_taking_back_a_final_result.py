"""A scorekeeper mistypes the deal that makes a result final at once, because nobody there has an account."""

import datetime as dt

import pytest

from games import scoresheets
from games.models import Table
from games.rules.base.refusal import Refusal
from games.rules.scoresheet.decide import CorrectDeal, RecordDeal, UndoDeal
from games.scoresheets import reopening
from league import competitions
from league.competitions import results
from league.competitions.event_night import tables_in_play
from league.competitions.read_models.history import history_page
from tests.games.playing import assert_rebuilt_equals_live
from tests.league.club_nights import fresh, later, matches, started

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KIM, LOU = "scorekeeper:1", "scorekeeper:2"


def evening(entrants=4, **facts):
    """Guests at tables with real cards, one deal from the end."""
    usual = {"venue": "physical", "with_bots": False, "options": {"target_score": 100}}
    return started(entrants, **usual | facts)


def deal(number, out, points):
    return RecordDeal(number, out, {seat: points for seat in range(4) if seat != out})


def mistype(match):
    """Kim enters 40 instead of 4 for each loser, which ends the match."""
    sheet = scoresheets.act(match.table_id, deal(1, 0, 40), by=KIM, at=later(10))
    assert sheet.phase == "final"
    return sheet


def outcome(match):
    match.refresh_from_db()
    return match.kind, match.table.status


@pytest.mark.parametrize("is_collected", [True, False])
def test_the_person_who_typed_it_undoes_the_deal_and_the_match_goes_on(is_collected):
    night = evening()
    (match,) = matches(night)
    mistype(match)
    if is_collected:
        assert results.collect(match.table_id, at=later(11))
        assert fresh(night).status == "finished"
    sheet = reopening.act(match.table_id, UndoDeal(1, "A 0 too many"), by=KIM, at=later(12))
    assert (sheet.phase, sheet.next_deal) == ("running", 1)
    assert Table.objects.get(pk=match.table_id).status == "running"
    assert (fresh(night).status, outcome(match)[0]) == ("running", "open" if is_collected else "")
    assert [table.match.pk for table in tables_in_play.tables_of(night)] == [match.pk]
    assert not results.collect(match.table_id, at=later(13))
    scoresheets.act(match.table_id, deal(1, 0, 4), by=KIM, at=later(14))
    scoresheets.act(match.table_id, deal(2, 1, 40), by=KIM, at=later(20))
    assert results.collect(match.table_id, at=later(21))
    assert outcome(match) == ("played", "finished")
    assert fresh(night).status == "finished"
    assert_rebuilt_equals_live(match.table_id)


def test_a_corrected_last_deal_that_ends_the_match_again_is_collected_again():
    night = evening()
    (match,) = matches(night)
    mistype(match)
    results.collect(match.table_id, at=later(11))
    sheet = reopening.act(match.table_id, CorrectDeal(deal(1, 2, 40), "Cy went out"), by=KIM, at=later(12))
    assert (sheet.phase, sheet.winners) == ("final", [2])
    assert results.collect(match.table_id, at=later(13))
    assert not results.collect(match.table_id, at=later(13))
    state = competitions.look(night.pk)
    seated = state.match(1, match.key).seated or state.match(1, match.key).entrants
    assert state.match(1, match.key).winner in (0, seated[2])
    assert [place.entrant for place in state.match(1, match.key).places if place.place == 1] == [seated[2]]
    assert_rebuilt_equals_live(match.table_id)


def test_the_logs_name_the_correction_with_its_reason():
    night = evening()
    (match,) = matches(night)
    mistype(match)
    results.collect(match.table_id, at=later(11))
    sheet = reopening.act(match.table_id, UndoDeal(1, "A 0 too many"), by=KIM, at=later(12))
    assert [(mark.by, mark.words) for mark in sheet.marks if mark.kind == "taken_back"] == [
        (KIM, "A 0 too many")
    ]
    newest = history_page(night, 1, is_for_organizers=True).steps[0]
    assert newest.who == "a scorekeeper"
    assert any("A 0 too many" in sentence for sentence in newest.sentences)


@pytest.mark.parametrize(
    ("by", "at", "reason", "code"),
    [
        (LOU, later(12), "Typo", "result_final"),
        (KIM, later(10) + dt.timedelta(minutes=30), "Typo", "result_final"),
        (KIM, later(12), "", "reason_needed"),
    ],
)
def test_others_latecomers_and_people_without_a_reason_change_nothing(by, at, reason, code):
    (match,) = matches(evening())
    mistype(match)
    results.collect(match.table_id, at=later(11))
    with pytest.raises(Refusal) as refused:
        reopening.act(match.table_id, UndoDeal(1, reason), by=by, at=at)
    assert refused.value.code == code
    assert outcome(match) == ("played", "finished")


def test_the_result_stays_once_the_next_round_was_drawn_from_it():
    night = evening(format="swiss", rounds=2, by_hand=False, table_size=2)
    first, second = matches(night)
    for match in (first, second):
        for number in (1, 2, 3):
            scoresheets.act(match.table_id, RecordDeal(number, 0, {1: 40}), by=KIM, at=later(10))
        results.collect(match.table_id, at=later(11))
    assert fresh(night).round_number == 2
    sheet = scoresheets.look(second.table_id)
    assert reopening.until(sheet, by=KIM, at=later(12)) is None
    with pytest.raises(Refusal):
        reopening.act(second.table_id, UndoDeal(3, "Typo"), by=KIM, at=later(12))


def test_the_first_table_of_a_cup_is_undone_until_a_deal_of_the_final_is_played():
    night = evening(format="single_elimination", table_size=2, options={"target_score": 30})
    first, second = matches(night, 1)
    for match in (first, second):
        scoresheets.act(match.table_id, RecordDeal(1, 0, {1: 40}), by=KIM, at=later(10))
        results.collect(match.table_id, at=later(11))
    (final,) = matches(night, 2)
    assert reopening.until(scoresheets.look(first.table_id), by=KIM, at=later(12))
    scoresheets.act(final.table_id, RecordDeal(1, 0, {1: 4}), by=KIM, at=later(12))
    assert reopening.until(scoresheets.look(first.table_id), by=KIM, at=later(12)) is None
