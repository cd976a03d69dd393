"""Situation: one laptop at the desk, many tables in the room: who needs something?"""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import scoresheets
from games.models import Player, Table
from games.rules.scoresheet.decide import ObjectToResult, RecordDeal, SettleDispute
from league.competitions import results
from league.models import RefereeCall
from league.rules.competition.commands import ExtendTimer, MoveMatch, StartTimer
from tests.games.sending import new_id
from tests.games.visiting import HTMX, give_accounts, log_in
from tests.league.club_nights import announced, fresh, later, matches, started
from tests.league.organizing import act, member, organizer, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    evening = started(12, venue="physical", confirmation="others")
    give_accounts(*Player.objects.filter(entries__competition=evening))
    return evening


@pytest.fixture
def olga(evening):
    return organizer(evening)


def overview(client, competition, **asked):
    return client.get(f"/competitions/{competition.pk}/tables/", asked)


def deal(match, number=1, points=2, minutes=20):
    """Seat A goes out, the others hold so many points each."""
    left = dict.fromkeys(range(1, match.table.seat_count), points)
    scoresheets.act(match.table_id, RecordDeal(number, 0, left), by="scorekeeper:1", at=later(minutes))


def phone_of(match, seat=0):
    client = Client()
    log_in(client, match.table.seats.get(index=seat).player)
    return client


def call(client, match, **fields):
    return post(client, f"/tables/{match.table_id}/referee/", **fields)


def cards(page):
    return page.content.decode().count('class="floor__table ')


def test_every_table_says_how_far_it_is(evening, olga):
    running, reported, waiting = matches(evening)
    deal(running)
    deal(reported, points=30)
    page = overview(olga, evening)
    for code, words in {
        "running": "Running",
        "reported": "To be confirmed",
        "waiting": "No deal yet",
    }.items():
        assertContains(page, f"floor__table--{code}", count=1)
        assertContains(page, f"{words} 1")
    assertContains(page, '<span class="number">6</span>')
    assertContains(page, "1 deal.", count=2)
    assertContains(page, "deals first", count=1)
    assertContains(page, f"/tables/{waiting.table_id}/")


def test_hundreds_of_tables_come_page_by_page_and_an_act_stays_on_its_page(evening, olga, monkeypatch):
    monkeypatch.setattr("league.competitions.event_night.overview.AT_ONCE", 2)
    first, last = overview(olga, evening), overview(olga, evening, tables=2)
    assert (cards(first), cards(last), cards(overview(olga, evening, tables="9"))) == (2, 1, 1)
    assertContains(first, "Page 1 of 2")
    assertContains(first, "All 3")
    assertContains(first, "?show=&amp;tables=2#overview")
    assertContains(last, '<input type="hidden" name="tables" value="2">')
    path = f"/competitions/{evening.pk}/"
    answer = post(olga, f"{path}timer/", do="start", minutes=30, tables=2)
    assertRedirects(answer, f"{path}tables/?tables=2")
    assertContains(olga.get(f"{path}desk/?tables=2"), "&amp;tables=2")


def test_one_kind_of_tables_is_looked_at_alone(evening, olga):
    deal(matches(evening)[0])
    assert cards(overview(olga, evening)) == 3
    assert cards(overview(olga, evening, show="running")) == 1
    assert cards(overview(olga, evening, show="disputed")) == 0
    assert cards(overview(olga, evening, show="moon")) == 3


def test_a_dispute_leads_to_where_it_is_settled(evening, olga):
    match = matches(evening)[0]
    deal(match, points=30)
    scoresheets.act(match.table_id, ObjectToResult(1, "I had 20"), by="player:1", at=later(21))
    page = overview(olga, evening, show="disputed")
    assertContains(page, f"/tables/{match.table_id}/dispute/")
    assert cards(page) == 1


def test_a_table_that_also_calls_the_referee_can_still_be_decided(evening, olga):
    disputed, reported, _waiting = matches(evening)
    for match in (disputed, reported):
        deal(match, points=30)
        call(phone_of(match, seat=2), match)
    scoresheets.act(disputed.table_id, ObjectToResult(1, "I had 20"), by="player:1", at=later(21))
    page = overview(olga, evening)
    assertContains(page, f"/tables/{disputed.table_id}/dispute/")
    assertContains(page, "Make it final", count=1)


def test_a_table_calls_the_referee_until_somebody_has_taken_care(evening, olga):
    match = matches(evening)[1]
    phone = phone_of(match, seat=2)
    assertRedirects(call(phone, match), f"/competitions/{evening.pk}/")
    call(phone_of(match), match)  # once more from the same table
    (asked,) = RefereeCall.objects.all()
    caller = match.table.seats.get(index=2).player.name
    assertContains(overview(olga, evening, show="called"), f"<b>{caller}</b> called at")
    assertContains(phone.get(f"/competitions/{evening.pk}/place/"), "Referee called")
    url = f"/competitions/{evening.pk}/calls/{asked.pk}/"
    assertRedirects(
        post(olga, url, do="take", show="called"), f"/competitions/{evening.pk}/tables/?show=called"
    )
    assertContains(overview(olga, evening), "Olga is on the way")
    assertContains(phone.get(f"/competitions/{evening.pk}/place/"), "Olga is on the way")
    assertContains(
        post(organizer(evening, "Otto"), url, do="take"),
        "Someone else is already on the way to this table",
        status_code=409,
    )
    post(olga, url, do="done")
    assert cards(overview(olga, evening, show="called")) == 0
    assert post(olga, url, do="done").status_code == 409
    assert post(olga, url, do="x").status_code == 422


def test_the_score_page_calls_the_referee_and_follows_what_comes_of_it(evening, olga):
    match = matches(evening)[0]
    url, score = f"/tables/{match.table_id}/referee/", f"/tables/{match.table_id}/score/"
    assertContains(olga.get(score), "Call the referee")
    assertRedirects(call(olga, match, back="score"), score)
    assertContains(olga.get(score), "Referee called</b> at")
    known = RefereeCall.objects.get()
    stamp = f"{int(known.called_at.timestamp())}-"
    assert olga.get(url, {"after": stamp}).status_code == 204
    otto = organizer(evening, "Otto")
    post(otto, f"/competitions/{evening.pk}/calls/{known.pk}/", do="take")
    assertContains(olga.get(url, {"after": stamp}), "Otto is on the way</b>, called at")
    back = olga.post(url, {"do": "back", "command_id": new_id()}, headers=HTMX)
    assertContains(back, "Call the referee")
    phone, page = phone_of(match), match.table.get_absolute_url()
    assertContains(phone.get(page), "Call the referee")
    assertRedirects(call(phone, match, back="table"), page)


def test_there_is_no_referee_to_be_called_where_nobody_plays_or_to_who_only_watches(evening, olga):
    match = matches(evening)[0]
    page, url = match.table.get_absolute_url(), f"/tables/{match.table_id}/referee/"
    watcher = member(evening)
    for browser in (watcher, Client()):
        assertNotContains(browser.get(page), "Call the referee")
        assert browser.get(url).status_code == 403
    deal(match, points=30)
    scoresheets.act(match.table_id, SettleDispute(stands=True), by="organizer:1", at=later(21))
    assert results.collect(match.table_id, at=later(22))
    assertNotContains(olga.get(f"/tables/{match.table_id}/score/"), "Call the referee")
    assertNotContains(olga.get(url), "Call the referee")
    late = olga.post(url, {"command_id": "too-late"}, headers={"HX-Request": "true"})
    assertContains(late, "No competition match is being played here now.", status_code=409)
    assertNotContains(late, "<html", status_code=409)


def test_the_table_says_that_nobody_is_needed_any_more(evening, olga):
    match = matches(evening)[0]
    phone = phone_of(match)
    call(phone, match)
    call(phone, match, do="back")
    assert cards(overview(olga, evening, show="called")) == 0


def test_nobody_from_elsewhere_calls(evening):
    match = matches(evening)[0]
    assert call(member(evening), match).status_code == 403
    assert call(Client(), match).status_code == 403
    assert post(member(evening), f"/competitions/{evening.pk}/calls/1/", do="take").status_code == 403
    assert not RefereeCall.objects.exists()


def test_the_timer_is_run_from_the_desk(evening, olga):
    url = f"/competitions/{evening.pk}/timer/"
    assertRedirects(post(olga, url, do="start", minutes=40), f"/competitions/{evening.pk}/tables/")
    assertContains(overview(olga, evening), "data-timer=")
    post(olga, url, do="extend", minutes=5)
    post(olga, url, do="extend", minutes=5, stage=1, match=matches(evening)[1].key)
    assert [match.extra_seconds for match in matches(evening)] == [0, 300, 0]
    assertContains(overview(olga, evening), "Extra time:", count=1)
    post(olga, url, do="pause")
    assert 2690 < fresh(evening).timer_left <= 2700
    post(olga, url, do="resume")
    post(olga, url, do="stop")
    assert fresh(evening).timer_ends_at is None


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"do": "start", "minutes": "0"}, 422),
        ({"do": "start", "minutes": "x"}, 422),
        ({"do": "moon"}, 422),
        ({"do": "pause"}, 409),
    ],
)
def test_a_refusal_of_the_timer_is_on_the_page_whose_filters_lead_to_the_tables(
    evening, olga, fields, status
):
    path = f"/competitions/{evening.pk}/"
    answer = post(olga, f"{path}timer/", show="waiting", **fields)
    assertContains(answer, 'role="alert"', status_code=status)
    assertContains(answer, f'href="{path}tables/"', status_code=status)
    assertContains(answer, f'href="{path}tables/?show=called"', status_code=status)
    assertContains(answer, f'href="{path}tables/?show=waiting" aria-current="page"', status_code=status)


def test_when_the_time_is_over_the_totals_rank(evening, olga):
    first, second, third = matches(evening)
    act(evening, MoveMatch(1, third.key, "online"), at=1)
    act(evening, StartTimer(600, int(later(1).timestamp())), at=1)
    deal(first)
    page = overview(olga, evening)
    assertContains(page, "<b>Time is up.</b>")
    assertContains(page, "Overdue 3")
    assertContains(page, ", rank by totals", count=1)
    post(olga, f"/competitions/{evening.pk}/end/1/{first.key}/")
    assert Table.objects.get(pk=first.table_id).state_name == "reported"
    assert post(olga, f"/competitions/{evening.pk}/end/1/{third.key}/").status_code == 404
    now = int(later(1).timestamp())
    act(evening, ExtendTimer(10**4, now + 10**9, 1, second.key))
    assertContains(overview(olga, evening), "Overdue 1")


def test_only_those_who_run_it_look_at_the_desk(evening, olga):
    assert overview(member(evening), evening).status_code == 403
    assert overview(Client(), evening).status_code == 403
    assert post(member(evening), f"/competitions/{evening.pk}/timer/", do="stop").status_code == 403
    key = matches(evening)[0].key
    assert post(member(evening), f"/competitions/{evening.pk}/end/1/{key}/").status_code == 403


def test_it_fetches_itself_when_a_deal_was_written_down_or_somebody_calls(evening, olga):
    def asks(page):
        text = page.content.decode().rpartition("<main")[2]  # all of it, where it is a part of a page
        return text.split('hx-get="', 1)[1].split('"', 1)[0].replace("&amp;", "&")

    url = asks(overview(olga, evening))
    assert olga.get(url, headers=HTMX).status_code == 204
    deal(matches(evening)[0])
    again = olga.get(url, headers=HTMX)
    assertContains(again, '<section id="overview"')
    assertNotContains(again, "<h1>")
    url = asks(again)
    call(phone_of(matches(evening)[2]), matches(evening)[2])
    assert olga.get(url, headers=HTMX).status_code == 200


def test_before_the_start_there_is_nothing_to_see():
    planned = announced(4)
    assertContains(overview(organizer(planned), planned), "No one is playing now.")


@pytest.mark.parametrize("entrants", [8, 40])
def test_the_desk_reads_no_more_for_many_tables(django_assert_num_queries, entrants):
    evening = started(entrants, venue="physical")
    olga = organizer(evening)
    with django_assert_num_queries(12):
        overview(olga, evening)


def test_the_desk_makes_a_reported_result_final(evening, olga):
    running = matches(evening)[0]
    deal(running, points=30)
    assertContains(overview(olga, evening), "Make it final")
    path = f"/competitions/{evening.pk}/end/{running.stage}/{running.key}/"
    assert post(olga, path, do="final").status_code == 302
    assert scoresheets.look(running.table_id).phase == "final"


def test_a_result_disputed_since_the_desk_was_read_is_not_made_final(evening, olga):
    match = matches(evening)[0]
    deal(match, points=30)
    scoresheets.act(match.table_id, ObjectToResult(1, "I had 20"), by="player:1", at=later(21))
    answer = post(olga, f"/competitions/{evening.pk}/end/{match.stage}/{match.key}/", do="final")
    assertContains(answer, "A player has objected. Resolve the dispute first.", status_code=409)
    assertContains(answer, f"/tables/{match.table_id}/dispute/", status_code=409)
    assert scoresheets.look(match.table_id).phase == "disputed"


def test_nobody_without_an_account_is_waited_for(evening):
    first, second, _third = matches(evening)
    seats = list(first.table.seats.order_by("index"))
    Player.objects.filter(pk=seats[1].player_id).update(user=None)
    Player.objects.filter(seats__table=second.table_id).update(user=None)
    deal(first, points=30)
    assert 1 not in scoresheets.look(first.table_id).asked
    assert scoresheets.look(first.table_id).phase == "reported"
    deal(second, points=30)
    assert scoresheets.look(second.table_id).phase == "final"


def test_the_form_of_a_match_begins_with_the_totals_of_its_table(evening, olga):
    running = matches(evening)[0]
    deal(running, points=2)
    page = olga.get(f"/competitions/{evening.pk}/matches/{running.stage}/{running.key}/")
    assertContains(page, 'value="6"')
