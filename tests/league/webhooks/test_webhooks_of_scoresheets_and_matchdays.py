"""Situation: a result of real cards waits for a yes, and a date of the club is moved."""

import datetime as dt
import json

import pytest

from games import scoresheets
from games.models import Player
from games.rules.scoresheet import decide as ph
from league.calendar import matchdays
from league.models import Matchday, WebhookDelivery
from league.rules.competition.commands import Start
from league.webhooks import sweep
from league.webhooks.kinds import KINDS
from tests.games.playing import START
from tests.games.scoresheets.writing_down import deal, record
from tests.games.visiting import give_accounts
from tests.league.calendar.club_calendar import facts
from tests.league.club_nights import BY, announced, club, later, matches
from tests.league.organizing import act
from tests.league.webhooks.receiver import assert_alike, hook_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def kinds() -> list[str]:
    return list(WebhookDelivery.objects.order_by("pk").values_list("kind", flat=True))


def announce(home, at: int = 1) -> Matchday:
    return matchdays.announce(home, facts(), at=later(at))


def test_a_date_is_announced_moved_and_called_off():
    home = club()
    hook_of(home)
    day = announce(home)
    assert sweep.write_new(at=later(2)) == 1
    assert sweep.write_new(at=later(2)) == 0
    matchdays.change(day.pk, facts(place="The cellar"), by=BY, at=later(3))
    assert sweep.write_new(at=later(4)) == 1
    matchdays.call_off(day.pk, by=BY, at=later(5))
    assert sweep.write_new(at=later(6)) == 1
    assert kinds() == ["matchday.announced", "matchday.changed", "matchday.called_off"]
    body = json.loads(WebhookDelivery.objects.get(kind="matchday.changed").body)
    assert_alike(body["data"], KINDS["matchday.changed"].example, "matchday")
    assert body["data"]["place"] == "The cellar"
    assert body["competition"] is None
    WebhookDelivery.objects.all().delete()
    assert sweep.write_new(at=later(6) + dt.timedelta(days=2)) == 0  # no news any more


def test_dates_of_others_and_of_before_are_not_told():
    home, cup = club(), announced(0)
    announce(home)
    hook_of(home, at=later(2))
    announce(club())
    hook_of(cup)
    announce(cup.club)
    assert sweep.write_new(at=later(5)) == 0


def test_where_nobody_listens_looking_costs_two_queries(django_assert_num_queries):
    announce(club())
    with django_assert_num_queries(2):
        assert sweep.write_new(at=START) == 0


def test_a_result_of_real_cards_waits_and_is_disputed():
    cup = announced(3, table_size=3, venue="physical", confirmation="others")
    hook_of(cup.club, kinds=["result.reported", "result.disputed"])
    give_accounts(*Player.objects.filter(entries__competition=cup))
    hidden = cup.entrants.get(number=1).player_id
    Player.objects.filter(pk=hidden).update(name="Halcyone", is_hidden=True)
    act(cup, Start(), at=1)
    (match,) = matches(cup)
    assert sweep.write_new(at=later(1)) == 0
    record(match.table, deal(1, "A", "B 20, C 25"), at=later(2))
    assert sweep.write_new(at=later(3)) == 1
    assert sweep.write_new(at=later(4)) == 0
    scoresheets.act(match.table_id, ph.ObjectToResult(1, "The sum is wrong."), by="player:1", at=later(4))
    assert sweep.write_new(at=later(5)) == 1
    assert kinds() == ["result.reported", "result.disputed"]
    data = json.loads(WebhookDelivery.objects.get(kind="result.reported").body)["data"]
    assert_alike(data, KINDS["result.reported"].example, "result.reported")
    assert {row["total"] for row in data["totals"]} >= {45}
    assert data["match"]["table"] == match.table_id
    bodies = "".join(WebhookDelivery.objects.values_list("body", flat=True))
    assert "Halcyone" not in bodies
    assert f"Player {hidden}" in bodies
    assert "The sum is wrong" not in bodies
