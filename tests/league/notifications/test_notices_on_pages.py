"""Situation: somebody with an account reads what they were told, and decides what they want to be told."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import tables
from games.models import Player
from league.models import Muted, Notice
from league.notifications import notice_emails, notices
from league.notifications.kinds import KINDS
from league.notifications.unsubscribing import stop_token
from league.roster import merging
from tests.games.playing import START, open_table
from tests.games.sending import new_id
from tests.games.visiting import say_password
from tests.league.club_nights import club
from tests.league.notifications.recipients import ABOUT, somebody, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana(client):
    player = somebody()
    client.force_login(player.user)
    return player


def test_the_bell_counts_what_was_not_read(client, ana):
    assertContains(client.get("/"), '<span class="unseen">Notices</span>')
    tell(ana, START)
    tell(ana, START, key="two")
    tell(somebody("Bo"), START)
    assertContains(client.get("/"), "<b>2</b>")
    (first, _second) = Notice.objects.filter(player=ana)
    answer = client.post(f"/me/notices/{first.pk}/")
    assertRedirects(answer, "/tables/1/", fetch_redirect_response=False)
    assertContains(client.get("/"), "<b>1</b>")
    client.post("/me/notices/read/", {"command_id": new_id()})
    assertNotContains(client.get("/"), "bell--new")
    assert Notice.objects.filter(read_at=None).count() == 1  # Bo's


def test_the_bell_costs_one_query_and_strangers_none(client, ana, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert notices.unread(ana.user) == (0, 0)
    assertNotContains(Client().get("/rules/"), 'class="bell"')


def test_a_page_asks_sooner_for_its_turn_while_its_reader_waits_at_a_table_that_may_start(client, ana):
    assertContains(client.get("/rules/"), 'data-ask="60"')
    table = open_table(seats=2, turn_seconds=120)
    tables.sit(table.pk, player=ana, at=START)
    assertContains(client.get("/rules/"), 'data-ask="6"')
    assertContains(client.get(f"/tables/{table.pk}/"), 'data-ask="60"')  # which tells of itself


def test_a_page_of_notices_costs_the_same_for_one_and_for_thirty(client, ana, django_assert_num_queries):
    counts = []
    for number in (1, 29):
        for number_ in range(number):
            tell(ana, START, key=f"{number}.{number_}")
        with django_assert_num_queries(counts[0] if counts else 5) as queries:
            assertContains(client.get("/me/notices/"), "can begin")
        counts.append(len(queries))


def test_older_notices_are_on_a_page_of_their_own(client, ana):
    for number in range(31):
        tell(ana, START, key=str(number))
    assertContains(client.get("/me/notices/"), "Older")
    assertContains(client.get("/me/notices/?page=2"), "Newer")
    assertContains(client.get("/me/notices/?page=x"), "Older")


def test_nobody_reads_or_opens_the_notices_of_somebody_else(client, ana):
    bo = somebody("Bo")
    tell(bo, START)
    assertNotContains(client.get("/me/notices/"), "can begin")
    assert client.post(f"/me/notices/{Notice.objects.get().pk}/").status_code == 404
    assert Client().get("/me/notices/").status_code == 302
    assert Client().post("/me/notices/read/").status_code == 302


def wanted(*but):
    """What the form of all ticks sends, without some."""
    return [
        f"{code}.{channel}"
        for code in KINDS
        for channel in ("page", "mail")
        if f"{code}.{channel}" not in but
    ]


def test_an_unticked_kind_of_notice_is_not_sent(client, ana):
    assertContains(client.get("/me/notices/settings/"), " checked", count=2 * len(KINDS))
    for _click in range(2):
        answer = client.post("/me/notices/settings/", {"wanted": wanted("table_ready.page")})
        assertRedirects(answer, "/me/notices/settings/")
    assertContains(client.get("/me/notices/settings/"), " checked", count=2 * len(KINDS) - 1)
    tell(ana, START)
    assertNotContains(client.get("/"), "bell--new")
    assertNotContains(client.get("/me/notices/"), "can begin")
    assert notice_emails.send_waiting(now=lambda: START) == 1
    client.post("/me/notices/settings/", {"wanted": wanted("table_ready.mail")})
    tell(ana, START, key="two")
    assert notice_emails.send_waiting(now=lambda: START) == 0
    assertContains(client.get("/me/notices/"), "can begin", count=1)


def test_nonsense_in_the_settings_is_passed_over(client, ana):
    client.post("/me/notices/settings/", {"wanted": ["x", "table_ready.\x00", *wanted()]})
    assert not Muted.objects.exists()


def test_without_an_address_the_page_says_that_no_e_mail_comes(client, ana):
    EmailAddress.objects.all().delete()
    assertContains(client.get("/me/notices/settings/"), "no confirmed e-mail address")


def test_the_link_in_an_e_mail_asks_first_and_then_stops_its_kind_without_logging_in(ana):
    tell(ana, START)
    notice_emails.send_waiting(now=lambda: START)
    path = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    stranger = Client(enforce_csrf_checks=True)
    assertContains(stranger.get(path), "Stop these e-mails")
    assert not Muted.objects.exists()
    tell(ana, START, key="waits")
    # As a mail program posts it: without cookies.
    assertContains(
        stranger.post(path, {"List-Unsubscribe": "One-Click"}), "You no longer get e-mails of this kind"
    )
    assert [(row.player, row.kind, row.channel) for row in Muted.objects.all()] == [
        (ana, "table_ready", "mail")
    ]
    tell(ana, START, key="later")
    assert notice_emails.send_waiting(now=lambda: START) == 0
    assertContains(stranger.post(path, {"do": "again"}), "Stop these e-mails")
    assert not Muted.objects.exists()


def test_the_link_still_stops_its_kind_after_the_account_went_to_another_player(ana):
    tell(ana, START)
    notice_emails.send_waiting(now=lambda: START)
    path = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    house, older = club(), Player.objects.create(name="Anna")
    merging.merge(house.pk, older.pk, ana.pk, by="organizer:1", at=START)
    assertContains(Client().post(path), "You no longer get e-mails of this kind")
    assert Muted.objects.get().player == older


def test_an_address_that_was_made_up_or_is_of_somebody_gone_leads_nowhere(ana):
    for token in ("x", stop_token(ana.user_id, "no such kind"), stop_token(999_999, "request")):
        assert Client().post(f"/notices/stop/{token}/").status_code == 404


def test_a_name_with_line_breaks_writes_no_header(ana):
    about = ABOUT._replace(subject="Friday\r\nBcc: everybody@example.org")
    notices.send("request", [ana.pk], "one", about=lambda: about, at=START)
    assert notice_emails.send_waiting(now=lambda: START) == 1
    assert mail.outbox[0].subject == "Friday Bcc: everybody@example.org"


def test_markup_in_a_name_stays_text(client, ana):
    about = ABOUT._replace(subject="<b>Friday</b>")
    notices.send("request", [ana.pk], "one", about=lambda: about, at=START)
    assertContains(client.get("/me/notices/"), "&lt;b&gt;Friday")


def test_a_deleted_account_takes_its_notices_and_wishes_with_it(client, ana):
    tell(ana, START)
    notices.mute(ana, "dispute", "mail")
    say_password(client)
    client.post("/me/delete/", {"name": "Ana"})
    assert not Notice.objects.exists()
    assert not Muted.objects.exists()
