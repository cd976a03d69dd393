"""Situation: somebody at a table opens the address on its printed sheet, with or without its code."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import scoresheets
from games.rules.scoresheet.decide import RecordDeal
from games.scoresheets import sheet_history
from games.scoresheets.queries import seat_names
from league.competitions import results
from league.competitions.event_night import code_views, table_codes, table_scorekeepers
from league.models import Membership, RefereeCall
from league.rules.competition.commands import ChangeSettings
from tests.games.sending import new_id
from tests.games.visiting import HTMX, log_in
from tests.league.club_nights import announced, fresh, later, matches, players, started
from tests.league.organizing import act, member, organizer, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Two tables with real cards whose players may enter their scores."""
    return started(8, venue="physical", with_bots=False, rounds=2, self_report=True)


@pytest.fixture
def strict():
    """The same, where only scorekeepers and organizers enter scores."""
    return started(8, venue="physical", with_bots=False)


@pytest.fixture
def match(evening):
    return matches(evening)[0]


def address(match):
    return f"/t/{match.competition_id}/{match.table_number}/"


def code_of(match):
    return table_codes.code_of(fresh(match.competition), match.table_number)


def opened(client, match, do="keep", code=None):
    return post(client, address(match), do=do, code=code_of(match) if code is None else code)


def guest_at(match):
    """A phone without an account that keeps the score with the code of the sheet."""
    client = Client()
    assertRedirects(opened(client, match), f"/tables/{match.table_id}/score/", fetch_redirect_response=False)
    return client


def save(client, match, deal=1, out=0, points=20, **facts):
    seats = match.table.seat_count
    left = {f"left-{seat}": points for seat in range(seats) if seat != out}
    return post(
        client,
        f"/tables/{match.table_id}/score/deal/",
        **{"deal": deal, "out": out, "keeper": ""} | left | facts,
    )


def test_a_guest_keeps_the_score_of_the_table_with_one_tap(match):
    guest = Client()
    assertContains(guest.get(address(match)), "Keep the score here")
    guest = guest_at(match)
    assertContains(guest.get(f"/tables/{match.table_id}/score/"), "Save deal 1")
    assert save(guest, match, points=10).status_code == 302
    sheet = scoresheets.look(match.table_id)
    (deal,) = sheet.standing
    assert deal.totals == [30, 0, 0, 0]
    (entry,) = sheet_history.entries(sheet, seat_names(sheet))
    assert entry.who == "someone with the printed code"


def test_a_guest_undoes_and_corrects_until_the_result_is_final(match):
    guest = guest_at(match)
    save(guest, match, points=5)
    post(
        guest, f"/tables/{match.table_id}/score/deals/1/", **{"out": 1, "left-0": 5, "left-2": 5, "left-3": 5}
    )
    assert scoresheets.look(match.table_id).standing[0].out == [1]
    post(guest, f"/tables/{match.table_id}/score/undo/", deal=1)
    assert not scoresheets.look(match.table_id).standing
    save(guest, match)
    assert scoresheets.look(match.table_id).phase == "final"
    late = post(guest, f"/tables/{match.table_id}/score/undo/", deal=1, reason="Oops")
    assertContains(late, "The result is final", status_code=409)


def test_a_guest_is_no_referee_and_enters_nothing_at_another_table(evening, match):
    guest, other = guest_at(match), matches(evening)[1]
    for path, fields in (
        ("penalty", {"seat": 0, "kind": "uno"}),
        ("note", {"seat": 0, "kind": "left"}),
        ("end", {"deals": 0}),
    ):
        assert post(guest, f"/tables/{match.table_id}/score/{path}/", **fields).status_code == 403
    assert save(guest, other).status_code == 403
    assert opened(Client(), other, code=code_of(match)).status_code == 422
    assert not scoresheets.look(other.table_id).deals
    guest.cookies["table_code"]["path"] = f"/tables/{other.table_id}/"
    assert save(guest, other).status_code == 403


def test_two_phones_at_a_table_do_not_disturb_each_other(match):
    first, second = guest_at(match), guest_at(match)
    save(first, match, points=2)
    other = second.post(
        f"/tables/{match.table_id}/score/deal/",
        {"deal": 1, "out": 1, "left-0": 2, "left-2": 2, "left-3": 2, "command_id": "second-1"},
        headers={"Accept": "application/json"},
    )
    assert (other.status_code, other.json()["code"]) == (409, "deal_recorded")
    assert other.json()["stands"]["note"].startswith("recorded by someone with the printed code at")
    assert len(scoresheets.look(match.table_id).deals) == 1


def test_the_code_of_a_table_leads_to_its_match_of_the_next_round(evening, match):
    before, code = guest_at(match), code_of(match)
    for played in matches(evening):
        save(guest_at(played), played)
        assert results.collect(played.table_id, at=later(60))
    (now, _other) = (row for row in sorted(matches(evening), key=lambda row: row.table_number))
    assert (now.round_number, now.table_number) == (2, match.table_number)
    assert code_of(now) == code
    assertContains(Client().get(address(now)), "Round 2")
    assert save(guest_at(now), now, points=2).status_code == 302
    assert save(before, match, deal=2).status_code == 403
    live = before.get(f"/tables/{match.table_id}/score/?after=1", headers=HTMX)
    assertContains(live, "Next tables")
    assert before.get(f"/tables/{match.table_id}/referee/", headers=HTMX).status_code == 200


def test_new_codes_make_the_printed_ones_void_at_once(evening, match):
    guest, code = guest_at(match), code_of(match)
    post(organizer(evening), f"/competitions/{evening.pk}/print/codes/", do="void")
    assert code_of(match) != code
    refused = guest.post(
        f"/tables/{match.table_id}/score/deal/", {"deal": 1}, headers={"Accept": "application/json"}
    )
    assert (refused.status_code, refused.json()["code"]) == (403, "code_void")
    assertContains(opened(Client(), match, code=code), "This code is wrong", status_code=422)
    assert opened(Client(), match).status_code == 302


def test_where_only_scorekeepers_enter_scores_the_code_calls_the_referee_only(strict):
    match = matches(strict)[0]
    page = Client().get(address(match))
    assertNotContains(page, "Keep the score here")
    assertContains(page, "Call the referee")
    assertContains(opened(Client(), match), "Here only scorekeepers and organizers", status_code=403)
    guest = Client()
    opened(guest, match, do="call")
    assert guest.get(f"/tables/{match.table_id}/score/").status_code == 302
    assert save(guest, match).status_code == 403


def test_an_organizer_switches_the_codes_off_and_on_during_the_night(evening, match):
    guest, olga = guest_at(match), organizer(evening)
    path = f"/competitions/{evening.pk}/print/codes/"
    page = olga.post(path, {"command_id": new_id(), "do": "close"}, follow=True)
    assertContains(page, "Sheets that are printed already still name the old choice.")
    assert save(guest, match).status_code == 403
    post(olga, path, do="open")
    assert save(guest, match).status_code == 302
    assert post(member(evening), path, do="close").status_code == 403
    assert post(Client(), path, do="void").status_code == 403


def test_after_the_match_the_address_says_so_and_asks_for_no_code(match):
    scoresheets.act(match.table_id, RecordDeal(1, 0, {1: 90, 2: 90, 3: 90}), by="guest:1", at=later(9))
    results.collect(match.table_id, at=later(10))
    page = Client().get(address(match))
    assertContains(page, "This match is over. When the next match at this table begins")
    assertContains(page, f'href="/tables/{match.table_id}/"')
    assertNotContains(page, "Code on the printed sheet")


def test_a_setting_in_the_announcement_counts_at_once(strict):
    act(strict, ChangeSettings(self_report=True))
    assertContains(Client().get(address(matches(strict)[0])), "Keep the score here")


def test_a_code_is_read_as_people_type_it(evening, match):
    code = table_codes.in_groups(code_of(match)).lower().replace("o", "0").replace("-", " ")
    assert opened(Client(), match, code=code).status_code == 302
    assert len(code_of(match)) * 5 >= 128


@pytest.mark.parametrize("wrong", ["", "ABCD", "é" * 20])
def test_a_wrong_code_opens_nothing(match, wrong):
    guest = Client()
    for do in ("keep", "call", "see"):
        assertContains(opened(guest, match, do, wrong), 'data-code="wrong_code"', status_code=422)
    assert not guest.cookies.get("table_code")
    assert not RefereeCall.objects.exists()


def test_wrong_codes_are_limited(match, monkeypatch):
    monkeypatch.setattr(code_views, "GUESSES", 1)
    assert opened(Client(), match, code="A").status_code == 422
    assertContains(opened(Client(), match, code="A"), "Too many wrong codes", status_code=429)


def test_staff_and_players_with_an_account_come_to_the_pad_without_a_code(evening, match):
    pad = f"/tables/{match.table_id}/score/"
    assertRedirects(organizer(evening).get(address(match)), pad)
    player, client = match.table.seats.get(index=0).player, Client()
    log_in(client, player)
    assertRedirects(client.get(address(match)), pad)


def test_the_page_of_a_table_says_who_enters_its_scores(evening, strict, match):
    page = Client().get(f"/tables/{match.table_id}/")
    assertContains(page, "with an account, or with the code on the printed sheet.")
    assertContains(page, f'href="{address(match)}"')
    assertContains(page, f'href="/log-in/?next=/tables/{match.table_id}/score/"')
    other = matches(strict)[0]
    page = Client().get(f"/tables/{other.table_id}/")
    assertContains(page, f"The scorekeepers and organizers of <b>{strict.club.name}</b> enter the scores")
    (kim,) = players(1)
    log_in(Client(), kim)
    kim.refresh_from_db()
    Membership.objects.create(club=strict.club, player=kim)
    table_scorekeepers.assign(strict, other.table_number, kim.pk)
    assertContains(
        Client().get(f"/tables/{other.table_id}/"), f"<b>{kim.name}</b> keeps the score of this table."
    )


def test_a_member_without_the_role_is_told_whom_to_ask(strict):
    page = member(strict).get(f"/tables/{matches(strict)[0].table_id}/")
    assertContains(page, f'Ask an organizer of <a href="{strict.club.get_absolute_url()}">')
    assertNotContains(page, "Log in and enter scores")


@pytest.mark.parametrize("self_report", [True, False])
def test_a_guest_at_the_table_calls_the_referee_without_an_account(self_report):
    night = started(8, venue="physical", with_bots=False, self_report=self_report)
    match, guest = matches(night)[0], Client()
    answer = opened(guest, match, do="call")
    page = guest.get(answer["Location"])
    assertContains(page, "The referee has been called to your table.")
    assertContains(page, "Referee called</b> at")
    assert RefereeCall.objects.get().table_id == match.table_id
    desk = organizer(night).get(f"/competitions/{night.pk}/tables/")
    assertContains(desk, "<b>Someone at the table</b> called at")
    assert post(Client(), f"/tables/{match.table_id}/referee/").status_code == 403


def test_a_guest_cancels_the_call_with_the_code_and_nobody_does_without(match):
    guest = Client()
    opened(guest, match, do="call")
    table = f"/tables/{match.table_id}/"
    assertContains(guest.get(table), "No longer needed")
    assertNotContains(Client().get(table), "No longer needed")
    assert post(Client(), f"{table}referee/", do="back").status_code == 403
    assert RefereeCall.objects.filter(done_at=None).exists()
    answer = post(guest, f"{table}referee/", do="back", back="table")
    assertContains(guest.get(answer["Location"]), "Call the referee")
    assert not RefereeCall.objects.filter(done_at=None).exists()


def test_calls_with_a_code_are_limited(match):
    guest = guest_at(match)
    for _number in range(table_codes.MOST_CALLS):
        assert post(guest, f"/tables/{match.table_id}/referee/").status_code == 302
        RefereeCall.objects.filter(done_at=None).update(done_at=match.table.opened_at)
    refused = post(guest, f"/tables/{match.table_id}/referee/")
    assertContains(refused, "The referee was called too often from here.", status_code=429)
    assert opened(Client(), match, do="call").status_code == 429
    assert not RefereeCall.objects.filter(done_at=None).exists()


def test_the_holder_of_a_sheet_sees_the_table_of_a_closed_club(evening, match):
    evening.club.is_public = False
    evening.club.save()
    table = f"/tables/{match.table_id}/"
    assert Client().get(table).status_code == 403
    page = Client().get(address(match))
    assertNotContains(page, evening.name)
    assertNotContains(page, match.table.seats.get(index=0).player.name)
    guest = guest_at(match)
    assert guest.get(table).status_code == guest.get(f"{table}score/").status_code == 200
    assert guest.get(f"/tables/{matches(evening)[1].table_id}/").status_code == 403


def test_only_the_staff_prints_codes(evening, match):
    image = f"/competitions/{evening.pk}/pads/{match.table_number}.svg"
    assert organizer(evening).get(image).content != Client().get(image).content
    assert member(evening).get(image).content == Client().get(image).content
    sheets, code = f"/competitions/{evening.pk}/print/sheets/", table_codes.in_groups(code_of(match))
    assertContains(organizer(evening).get(sheets), code)
    assertContains(
        organizer(evening).get(sheets), "Scan to enter the scores here or call the referee", count=2
    )
    for visitor in (Client(), member(evening)):
        page = visitor.get(sheets)
        assertNotContains(page, code)
        assertContains(page, "Scan to see this table.", count=2)
        assertContains(page, f"testserver{address(match)}")


def test_a_sheet_does_not_promise_what_the_organizers_do_not_want(strict):
    page = organizer(strict).get(f"/competitions/{strict.pk}/print/sheets/")
    assertNotContains(page, "Scan to enter the scores")
    assertContains(page, "Scan to see this table or call the referee.", count=2)
    assertContains(page, "Let players enter scores")


@pytest.mark.parametrize(
    ("self_report", "before", "printed"),
    [
        (True, "Players may enter the scores of their table, without", "with which the players of a table"),
        (False, "Only scorekeepers and organizers enter scores; the code", "a code that calls the referee;"),
    ],
)
def test_the_list_of_prints_says_whether_players_enter_scores(self_report, before, printed):
    planned = announced(8, venue="physical", self_report=self_report)
    olga = organizer(planned)
    desk = olga.get(f"/competitions/{planned.pk}/desk/")
    assertContains(desk, before)
    assertContains(desk, f'href="/competitions/{planned.pk}/edit/#id_self_report"')
    assertContains(olga.get(f"/competitions/{planned.pk}/print/"), printed)
    assertContains(Client().get(f"/competitions/{planned.pk}/print/"), "Only those that an organizer")
    online = announced(8)
    assertNotContains(organizer(online, "Ola").get(f"/competitions/{online.pk}/print/"), "carry a")
