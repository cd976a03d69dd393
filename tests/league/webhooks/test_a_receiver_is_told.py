"""Situation: a club has a webhook, and a competition of it is played."""

import datetime as dt
import inspect
import json
import re
from pathlib import Path

import pytest

from games.models import Player
from league.models import Club, Competition, Webhook, WebhookDelivery
from league.rules.brackets.advance import Finish
from league.rules.competition import commands, events
from league.tasks import follow_for_all_webhooks, follow_for_webhooks, send_webhooks
from league.webhooks import competition_deliveries, hooks, sending
from league.webhooks.kinds import CHOOSABLE
from tests.league.club_nights import announced, knock_out, later, started
from tests.league.organizing import act, report
from tests.league.webhooks.receiver import Receiver, hook_of, receiving

pytestmark = pytest.mark.django_db

Status = WebhookDelivery.Status


@pytest.fixture
def receiver(settings):
    with receiving() as receiver_:
        settings.WEBHOOK_LOCAL_HOSTS = [f"127.0.0.1:{receiver_.port}"]
        yield receiver_


def clock(minutes: float = 60):
    return lambda: later(0) + dt.timedelta(minutes=minutes)


def told(receiver: Receiver, competition, minutes: float = 60) -> list[str]:
    competition_deliveries.write_new(competition.pk)
    sending.send_due(now=clock(minutes))
    return receiver.kinds


def test_a_cup_is_told_from_its_announcement_to_its_end(receiver):
    cup = announced(4, format="single_elimination", table_size=2)
    _hook, secret = hook_of(cup.club, receiver.url)
    act(cup, commands.Start())
    for key, winner, loser in (("R1.1", 1, 4), ("R1.2", 2, 3), ("R2.1", 1, 2)):
        report(cup, key, winner, loser)
    kinds = told(receiver, cup)
    assert kinds[0] == "competition.announced"
    assert kinds.count("entrant.entered") == 4
    assert kinds.count("table.waiting") == kinds.count("match.finished") == 3
    assert kinds[-1] == "competition.finished"
    assert "draw.published" in kinds
    assert all(request.is_signed_with(secret) for request in receiver.got)
    assert {request.path for request in receiver.got} == {"/hook?of=us"}
    last = receiver.got[-1].content
    assert [winner["entrant"] for winner in last["data"]["winners"]] == [1]
    assert last["competition"]["id"] == cup.pk
    assert last["club"]["slug"] == cup.club.slug
    versions = [request.content["competition"]["version"] for request in receiver.got]
    assert versions == sorted(versions)
    assert {request.headers["webhook-id"] for request in receiver.got} == {
        request.content["id"] for request in receiver.got
    }
    assert set(WebhookDelivery.objects.values_list("status", flat=True)) == {Status.DELIVERED}


def test_a_delivered_event_is_not_delivered_again(receiver):
    cup = announced(2)
    hook_of(cup.club, receiver.url)
    first = len(told(receiver, cup))
    assert first == 3
    assert len(told(receiver, cup)) == first
    assert competition_deliveries.pending() == []
    assert len({request.content["id"] for request in receiver.got}) == first


def test_the_sweep_finds_what_no_message_asked_for():
    cup = announced(2)
    hook_of(cup.club)
    assert competition_deliveries.pending() == [cup.pk]
    assert follow_for_all_webhooks() == 3
    assert follow_for_all_webhooks() == 0
    act(cup, commands.OpenRegistration())
    assert follow_for_webhooks(cup.pk) == 1
    assert WebhookDelivery.objects.count() == 4


def test_a_webhook_hears_nothing_of_what_was_before_it():
    cup = announced(4)
    hook_of(cup.club, at=later(1))
    act(cup, commands.Start(), at=2)
    competition_deliveries.write_new(cup.pk)
    kinds = set(WebhookDelivery.objects.values_list("kind", flat=True))
    assert "competition.started" in kinds
    assert "competition.announced" not in kinds


def test_a_webhook_of_one_competition_hears_of_no_other_and_only_what_it_wants():
    cup = announced(4)
    hook_of(cup, kinds=["competition.started", "table.waiting"])
    others = [started(4), started(4)]
    Competition.objects.filter(pk=others[0].pk).update(club=cup.club)
    act(cup, commands.Start())
    assert follow_for_all_webhooks() == 2
    assert [competition_deliveries.write_new(other.pk) for other in others] == [0, 0]
    kinds = WebhookDelivery.objects.values_list("kind", flat=True)
    assert sorted(kinds) == ["competition.started", "table.waiting"]


def test_where_nobody_listens_it_costs_one_query(django_assert_num_queries):
    cup = started(4)
    with django_assert_num_queries(1):
        assert competition_deliveries.write_new(cup.pk) == 0
    assert competition_deliveries.pending() == []


def test_following_costs_the_same_for_few_and_for_many(django_assert_num_queries):
    counts = []
    for size in (4, 24):
        cup = started(size)
        hook_of(cup.club)
        with django_assert_num_queries(counts[0] if counts else 12) as queries:
            competition_deliveries.write_new(cup.pk)
        counts.append(len(queries))


def test_corrections_are_told_with_their_reason(receiver):
    cup = started(4, format="single_elimination", table_size=2)
    hook_of(cup, receiver.url, kinds=["result.corrected", "result.reopened"])
    report(cup, "R1.1", 1, 4)
    from league.competitions import results
    from league.rules.brackets.advance import Finish
    from league.rules.competition.commands import CorrectResult

    turned = CorrectResult(1, "R1.1", finishes=[Finish(4, 1, 100), Finish(1, 2, 50)], reason="upside down")
    results.correct(cup.pk, turned, by="organizer:1", at=later(12))
    assert told(receiver, cup) == ["result.corrected"]
    data = receiver.got[0].content["data"]
    assert data["reason"] == "upside down"
    assert [place["entrant"] for place in data["places"]] == [4, 1]
    assert data["match"]["name"] == "semi-final 1"


# --- nothing that is not for everybody


def test_of_the_tied_it_is_not_told_whether_they_advance(receiver):
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere", lots_by_hand=True)
    hook_of(cup, receiver.url, kinds=["match.tied"])
    act(cup, commands.RecordResult(1, "R1.1", [Finish(1, 1), Finish(4, 1)]))
    assert told(receiver, cup) == ["match.tied"]
    assert [place["advances"] for place in receiver.got[0].content["data"]["places"]] == [None, None]


def test_hidden_names_are_numbers_and_codes_are_not_told():
    cup = announced(4)
    hook_of(cup.club)
    player = cup.entrants.get(number=1).player
    Player.objects.filter(pk=player.pk).update(name="Halcyone", is_hidden=True)
    act(cup, commands.OpenCheckIn("KQ7W"))
    competition_deliveries.write_new(cup.pk)
    bodies = "".join(WebhookDelivery.objects.values_list("body", flat=True))
    assert "Halcyone" not in bodies
    assert f"Player {player.pk}" in bodies
    assert "KQ7W" not in bodies
    assert "check_in.opened" in bodies


def test_a_draft_is_told_to_nobody_and_its_publication_is():
    cup = announced(8, by_hand=True)
    hook_of(cup.club)
    act(cup, commands.Start(), commands.MakeDraft())
    competition_deliveries.write_new(cup.pk)
    before = set(WebhookDelivery.objects.values_list("kind", flat=True))
    assert "draw.published" not in before
    assert "table.waiting" not in before
    act(cup, commands.Publish())
    competition_deliveries.write_new(cup.pk)
    (draw,) = WebhookDelivery.objects.filter(kind="draw.published")
    (round_,) = json.loads(draw.body)["data"]["rounds"]
    assert len(round_["matches"]) == 2


def test_every_event_of_a_competition_is_told_or_left_out_on_purpose():
    from league.rules.competition.events.base import not_sent

    left_out = {
        *("TeamNamed", "PartyNamed", "EntrantsSeeded", "StageStarted", "DivisionsRanked"),
        "StageRoundFinished",
        *("SettingsChanged", "DrawUnpublished", "CompetitionDeleted"),
        *("SeatingOpened", "SeatingClosed", "BreakTaken"),
        *("DrawPart", "DraftMade", "DraftAdjusted", "DraftDiscarded"),
    }
    known = {kind.__name__ for kind in events.Event.__subclasses__()}
    names = {kind.__name__ for kind in events.Event.__subclasses__() if kind.webhook is not not_sent}
    assert len(known) > 40
    assert known - names == left_out


def test_every_kind_that_an_event_names_is_documented():
    folder = Path(inspect.getfile(events)).parent
    kinds = {
        kind for path in folder.glob("*.py") for kind in re.findall(r'"([a-z_]+\.[a-z_]+)"', path.read_text())
    }
    of_the_sweep = {kind for kind in CHOOSABLE if kind.startswith("matchday.")}
    of_the_sweep |= {"result.reported", "result.disputed"}
    assert kinds == set(CHOOSABLE) - of_the_sweep


def test_each_delivered_kind_is_documented():
    cup = knock_out(8)
    hook_of(cup.club)
    act(cup, commands.Pause(), commands.Resume(), commands.Cancel("No hall"), commands.Archive())
    competition_deliveries.write_new(cup.pk)
    assert set(WebhookDelivery.objects.values_list("kind", flat=True)) <= set(CHOOSABLE)


# --- a fault anywhere


def test_an_event_that_cannot_be_told_holds_nothing_back(caplog):
    cup = announced(3)
    hook_of(cup.club)
    Player.objects.filter(pk=cup.entrants.get(number=2).player_id)
    from league.rules.competition.events import EntrantEntered

    usual = EntrantEntered.webhook

    def breaks(event, context):
        if event.entrant == 2:
            raise ValueError("broken")
        return usual(event, context)

    EntrantEntered.webhook = breaks
    try:
        assert competition_deliveries.write_new(cup.pk) == 3
    finally:
        EntrantEntered.webhook = usual
    assert "Webhooks are not told of event 3" in caplog.text


def test_a_webhook_that_is_switched_off_hears_nothing():
    cup = announced(2)
    hook, _secret = hook_of(cup.club)
    hooks.switch(hook, on=False)
    assert competition_deliveries.pending() == []
    assert competition_deliveries.write_new(cup.pk) == 0
    Club.objects.get(pk=cup.club_id)
    assert Webhook.objects.get().off == "by_hand"
    assert send_webhooks() == 0
