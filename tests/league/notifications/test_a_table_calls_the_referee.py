"""Situation: a table calls, and the referees hear of it on whatever page they have open."""

import pytest
from django.test import Client

from games.realtime import publisher, server_sent_events
from games.realtime.watched_versions import _QUERIES
from league.competitions.event_night import calls
from league.models import Membership, Notice
from league.notifications import call_notices, notices
from tests.games.visiting import log_in
from tests.league.club_nights import later, matches, started
from tests.league.notifications.recipients import everybody_in, somebody, told

pytestmark = pytest.mark.django_db

SUBJECT = "Referee called: Friday: Round 1, Table 1"


@pytest.fixture
def evening():
    return started(8, venue="physical")


@pytest.fixture
def rita(evening):
    rita = somebody("Rita")
    Membership.objects.create(club=evening.club, player=rita, is_referee=True)
    return rita


def call(evening, *, by=None, number=0):
    return calls.call(matches(evening)[number].table_id, player=by, at=later(1))


def test_every_referee_is_told_once(evening, rita):
    call(evening)
    assert call_notices.tell_calls(evening.pk, at=later(1)) == 1
    assert call_notices.tell_calls(at=later(2)) == 0
    assert told(rita, "referee_call") == [SUBJECT]
    assert Notice.objects.get(player=rita).link == f"/competitions/{evening.pk}/tables/?show=called"


def test_a_referee_who_plays_at_the_table_is_not_called_to_it(evening, rita):
    seated = matches(evening)[0].table.seats.first().player
    everybody_in(evening)
    Membership.objects.update_or_create(club=evening.club, player=seated, defaults={"is_referee": True})
    call(evening)
    call_notices.tell_calls(at=later(1))
    assert told(seated, "referee_call") == []
    assert told(rita, "referee_call") == [SUBJECT]


def test_a_referee_who_calls_is_not_told_of_the_own_call_though_all_referees_sit_there(evening):
    everybody_in(evening)
    caller, other = (seat.player for seat in matches(evening)[0].table.seats.all()[:2])
    for player in (caller, other):
        Membership.objects.update_or_create(club=evening.club, player=player, defaults={"is_referee": True})
    call(evening, by=caller)
    call_notices.tell_calls(at=later(1))
    assert told(caller, "referee_call") == []
    assert told(other, "referee_call") == [SUBJECT]


def test_nobody_is_called_to_a_table_that_called_long_ago_or_needs_nobody_any_more(evening, rita):
    call(evening)
    calls.take_back(matches(evening)[0].table_id, at=later(2))
    call(evening, number=1)
    assert call_notices.tell_calls(at=later(60)) == 0


@pytest.mark.parametrize("is_cancelled", [True, False], ids=["cancelled", "answered"])
def test_the_notice_of_a_call_that_has_ended_says_so_and_counts_no_longer(evening, rita, is_cancelled):
    client = Client()
    log_in(client, rita)
    made = call(evening)
    call_notices.tell_calls(evening.pk, at=later(1))
    (notice,) = rita.notices.all()
    if is_cancelled:
        calls.take_back(made.table_id, at=later(40))
    else:
        calls.finish(made.pk, evening.pk, at=later(40))
    assert call_notices.tell_calls(evening.pk, at=later(41)) == 0
    assert told(rita) == ["Referee no longer needed: Friday: Round 1, Table 1"]
    notice.refresh_from_db()
    assert (notice.read_at, notice.mail, notice.push_at) == (later(41), Notice.Mail.NONE, None)
    assert notice.link == f"/competitions/{evening.pk}/tables/"
    page = client.get("/me/notices/").content.decode()
    assert "The call was answered or cancelled." in page
    assert "A player needs the referee." not in page
    assert "bell--new" not in page
    calls.call(made.table_id, player=None, at=later(41))
    call_notices.tell_calls(evening.pk, at=later(42))
    assert told(rita)[-1] == SUBJECT


def test_an_open_page_no_longer_shows_a_call_that_has_ended(evening, rita, monkeypatch):
    client = Client()
    log_in(client, rita)
    made = call(evening)
    call_notices.tell_calls(evening.pk, at=later(1))
    (notice,) = rita.notices.all()
    assert f'data-notice="{notice.pk}"' in client.get("/me/notices/bell/").content.decode()
    calls.take_back(made.table_id, at=later(2))
    call_notices.tell_calls(evening.pk, at=later(2))
    monkeypatch.setattr("django.utils.timezone.now", lambda: later(3))
    assert f'data-over="{notice.pk}"' in client.get("/me/notices/bell/").content.decode()


def test_where_nobody_calls_it_costs_one_query(django_assert_num_queries):
    with django_assert_num_queries(1):
        assert call_notices.tell_calls(at=later(1)) == 0


def test_the_open_page_of_a_referee_hears_of_it_and_names_the_caller(evening, rita, monkeypatch):
    heard = []
    monkeypatch.setattr(publisher, "_SUBSCRIBERS", [heard.append])
    monkeypatch.setattr(publisher.transaction, "on_commit", lambda deliver: deliver())
    client = Client()
    log_in(client, rita)
    caller = matches(evening)[0].table.seats.first().player
    call(evening, by=caller)
    call_notices.tell_calls(at=later(1))
    version = notices.version_at(later(1))
    assert {(notices.STREAM, rita.user_id): version} in heard
    assert dict(_QUERIES[notices.STREAM]([rita.user_id])) == {rita.user_id: version}

    bell = client.get("/me/notices/bell/", {"after": version - 1}).content.decode()
    assert SUBJECT in bell
    assert f"Called by {caller.name}." in bell
    assert SUBJECT not in client.get("/me/notices/bell/", {"after": version}).content.decode()


def test_a_page_asks_with_a_key_that_nobody_can_make_up(evening, rita):
    client = Client()
    log_in(client, rita)
    page = client.get(f"/competitions/{evening.pk}/").content.decode()
    assert f'data-reader="{server_sent_events.reader_key(rita.user_id)}"'.replace("&", "&amp;") in page
    assert server_sent_events._reader(server_sent_events.reader_key(rita.user_id)) == rita.user_id
    assert server_sent_events._reader(f"{rita.user_id}:made-up") is None
    assert server_sent_events._reader(None) is None


def test_strangers_hear_nothing():
    answer = Client().get("/me/notices/bell/")
    assert (answer.status_code, answer.content) == (204, b"")


@pytest.mark.parametrize("after", ["", "x", "-1", "9" * 30, "9999999999999"])
def test_nonsense_for_a_version_is_the_beginning_or_the_end(rita, after):
    client = Client()
    log_in(client, rita)
    assert client.get("/me/notices/bell/", {"after": after}).status_code == 200
