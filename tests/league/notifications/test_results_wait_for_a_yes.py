"""Situation: a match with real cards is over, and its result waits for those who played it."""

import pytest

from games import scoresheets
from games.models import Player
from games.rules.scoresheet import decide as ph
from league.models import Membership, Notice
from league.notifications import scoresheet_notices
from league.rules.competition.commands import Start
from tests.games.scoresheets.writing_down import deal, record
from tests.league.club_nights import announced, later, matches
from tests.league.notifications.recipients import everybody_in, somebody, told
from tests.league.organizing import act

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """A reported match of three with real cards, and a referee of the club."""
    made = announced(3, table_size=3, venue="physical", confirmation="others")
    people = everybody_in(made)
    referee = somebody("Ref")
    Membership.objects.create(club=made.club, player=referee, is_referee=True)
    act(made, Start(), at=1)
    (match,) = matches(made)
    record(match.table, deal(1, "A", "B 20, C 25"), at=later(2))
    return match, people, referee


def test_a_player_who_has_to_confirm_is_told_once(evening):
    match, people, referee = evening
    assert scoresheet_notices.tell_waiting(at=later(3)) == 1
    assert scoresheet_notices.tell_waiting(at=later(4)) == 0
    assert Notice.objects.filter(kind="result_to_confirm").count() == 3
    assert told(people[0], "result_to_confirm") == ["Result to confirm: Friday"]
    assert told(referee) == []
    notice = Notice.objects.filter(kind="result_to_confirm").first()
    assert notice.link == f"/tables/{match.table_id}/"
    assert notice.text == "The result of Round 1, Table 1 is in. Is it right? Confirm it or object."


def test_a_dispute_is_told_to_those_who_played_and_to_the_referee(evening):
    match, people, referee = evening
    scoresheets.act(match.table_id, ph.ObjectToResult(1, "The sum is wrong."), by="player:1", at=later(4))
    assert scoresheet_notices.tell_waiting(at=later(5)) == 1
    assert scoresheet_notices.tell_waiting(at=later(6)) == 0
    for player in (*people, referee):
        assert told(Player.objects.get(pk=player.pk), "dispute") == ["Dispute: Friday"]
    assert Notice.objects.get(player=referee).link == f"/tables/{match.table_id}/dispute/"
    scoresheets.act(match.table_id, ph.SettleDispute(stands=True), by="referee:1", at=later(7))
    assert scoresheet_notices.tell_waiting(at=later(8)) == 0


def test_where_nothing_waits_it_costs_one_query(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert scoresheet_notices.tell_waiting(at=later(1)) == 0
