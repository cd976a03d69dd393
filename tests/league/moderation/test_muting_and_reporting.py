"""Situation: somebody writes, or is called, what others do not want to read, and they mute or report it."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from games import chat, tables
from games.chat import muting
from games.models import ChatMessage, MutedPlayer, Player, ReplayComment
from games.replay import comments
from games.rules.base.refusal import Refusal
from league.accounts import deletion
from league.models import AuditEntry, Membership, Notice, Report
from tests.games.playing import START, open_table, play_out, player
from tests.games.visiting import give_accounts, log_in, look_at
from tests.league.club_nights import knock_out, matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """A friendly table of three; Ana is the host."""
    ana = Player.objects.create(name="Ana")
    made = open_table(seats=3, host=ana)
    for seat, person in enumerate([ana, *(Player.objects.create(name=name) for name in ("Bo", "Cy"))]):
        tables.sit(made.pk, seat=seat, player=person, at=START)
    give_accounts(*Player.objects.all())
    return made


def test_nobody_is_offered_to_mute_or_report_themselves(table):
    for letter, words in (("A", "Hello"), ("B", "Good evening")):
        chat.say(table.pk, words, player=player(table, letter), at=timezone.now())
    own, other = ChatMessage.objects.order_by("pk")
    page = look_at(browser_of(player(table, "A")), table).content.decode()
    assert f'/chat/{own.pk}/"' not in page
    assert f'/chat/{other.pk}/"' in page


def test_links_to_it_say_that_people_can_be_blocked_too(table):
    chat.say(table.pk, "Good evening", player=player(table, "B"), at=timezone.now())
    page = look_at(browser_of(player(table, "A")), table)
    for about in ("message", "name"):
        assertContains(page, f'aria-label="Mute or block Bo, or report this {about}"')


def browser_of(person: Player) -> Client:
    client = Client()
    log_in(client, person)
    return client


def message_of(table, person: Player, text: str = "You are awful") -> ChatMessage:
    chat.say(table.pk, text, player=person, at=timezone.now())
    return ChatMessage.objects.latest("pk")


def page_of(message: ChatMessage) -> str:
    return f"/tables/{message.table_id}/chat/{message.pk}/"


def report(client: Client, message: ChatMessage, desk: str = "site", **facts: object) -> Report:
    sent = {"reason": "insult", "desk": desk, "words": "Please read it.", **facts}
    answer = client.post(page_of(message), sent)
    assert answer.status_code == 302, answer.content.decode()
    return Report.objects.latest("pk")


@pytest.fixture
def keeper() -> Client:
    """The browser of somebody who looks after the site."""
    user = User.objects.create_superuser("keeper")
    Player.objects.filter(user=user).delete()
    Player.objects.create(name="Kit", user=user)
    client = Client()
    client.force_login(user)
    return client


def test_muted_people_are_read_by_all_but_the_one_who_muted_them(table):
    ana, bo = player(table, "A"), player(table, "B")
    message_of(table, bo)
    chat.say(table.pk, ":ha-ha:", player=bo, at=timezone.now())
    hers = browser_of(ana)
    hers.post(f"/players/{bo.pk}/mute/", {"do": "mute", "next": table.get_absolute_url()})
    page = look_at(hers, table)
    assertNotContains(page, "You are awful")
    assertNotContains(page, "<bdi>Ha ha!</bdi>")
    assertContains(look_at(browser_of(player(table, "C")), table), "You are awful")
    assertContains(hers.get("/me/"), "Unmute Bo")
    hers.post(f"/players/{bo.pk}/mute/", {"do": "unmute"})
    assertContains(look_at(hers, table), "You are awful")


def test_a_chat_says_whose_messages_it_hides_and_where_that_ends(table, django_assert_max_num_queries):
    ana, bo = player(table, "A"), player(table, "B")
    hers = browser_of(ana)
    assertContains(look_at(hers, table), "No messages yet.")
    message_of(table, bo)
    with CaptureQueriesContext(connection) as before:
        assertNotContains(look_at(hers, table), "You have muted")
    muting.mute(bo, by=ana, at=timezone.now())
    with django_assert_max_num_queries(len(before)):
        page = look_at(hers, table)
    assertContains(page, "You have muted Bo: their messages are hidden.")
    assertContains(page, 'href="/me/#muted"')
    assertNotContains(page, "No messages yet.")
    message_of(table, player(table, "C"), "Good evening")
    page = hers.get(f"/tables/{table.pk}/chat/")
    assertContains(page, "Good evening")
    assertContains(page, "You have muted Bo: their messages are hidden.")
    assertNotContains(look_at(browser_of(player(table, "C")), table), "You have muted")


def test_blocked_people_are_muted_and_listed_until_they_are_unblocked_and_unmuted(table):
    ana, bo = player(table, "A"), player(table, "B")
    message, hers = message_of(table, bo), browser_of(ana)
    assertContains(hers.get(page_of(message)), "Block …")
    hers.post(f"/players/{bo.pk}/mute/", {"do": "block", "next": table.get_absolute_url()})
    assertNotContains(look_at(hers, table), "You are awful")
    assertContains(hers.get(page_of(message)), "You have blocked this person.")
    assertContains(hers.get("/me/"), "Unblock Bo")
    answer = hers.post(f"/players/{bo.pk}/mute/", {"do": "unmute"})
    assertContains(answer, "You have blocked this person. Unblock them first.", status_code=409)
    hers.post(f"/players/{bo.pk}/mute/", {"do": "unblock"})
    assertContains(hers.get("/me/"), "Unmute Bo")
    assertNotContains(look_at(hers, table), "You are awful")
    hers.post(f"/players/{bo.pk}/mute/", {"do": "unmute"})
    assertContains(look_at(hers, table), "You are awful")


def test_someone_who_was_muted_before_is_blocked_and_no_longer_so_when_an_account_is_deleted(table):
    ana, bo = player(table, "A"), player(table, "B")
    for act in (muting.mute, muting.block, muting.block, muting.mute):
        act(bo, by=ana, at=timezone.now())
    assert muting.muting_of(bo, by=ana).is_blocked
    muting.block(ana, by=bo, at=timezone.now())
    deletion.delete(bo, at=timezone.now())
    assert not MutedPlayer.objects.exists()


def test_someone_who_is_blocked_is_told_nothing(table):
    ana, bo = player(table, "A"), player(table, "B")
    his = browser_of(bo)
    pages = [table.get_absolute_url(), "/", ana.get_absolute_url(), "/me/notices/"]
    before = [his.get(page).content.count(b"locked") for page in pages]
    browser_of(ana).post(f"/players/{bo.pk}/mute/", {"do": "block"})
    assert not Notice.objects.exists()
    assert [his.get(page).content.count(b"locked") for page in pages] == before


def test_nobody_mutes_themselves_or_reports_their_own_message(table):
    bo = player(table, "B")
    message, his = message_of(table, bo), browser_of(bo)
    assertContains(his.get(page_of(message)), "This is your own message.")
    answer = his.post(f"/players/{bo.pk}/mute/", {"do": "mute"})
    assertContains(answer, "You cannot mute yourself.", status_code=409)
    answer = his.post(f"/players/{bo.pk}/mute/", {"do": "block"})
    assertContains(answer, "You cannot block yourself.", status_code=409)
    sent = {"reason": "spam", "desk": "site"}
    assertContains(his.post(page_of(message), sent), "This is your own message.", status_code=409)


def test_a_report_reaches_its_desk_with_the_message_and_its_outcome_the_reporter(table, keeper):
    bo, cy = player(table, "B"), player(table, "C")
    message, hers = message_of(table, bo), browser_of(cy)
    case = report(hers, message)
    told = Notice.objects.get(kind="report", player__name="Kit")
    assert told.link == f"/reports/{case.pk}/"
    message.delete()  # the case keeps its words
    page = keeper.get(told.link)
    assertContains(page, "You are awful")
    assertContains(page, "Please read it.")
    assertContains(page, "Reported by Cy.")
    keeper.post(told.link, {"do": "uphold", "words": "We do not insult people.", "ban_days": "7"})
    outcome = hers.get(f"/reports/{case.pk}/")
    assertContains(outcome, "We do not insult people.")
    assertContains(outcome, "Chats closed to the author for 7 days.")
    assertNotContains(outcome, "Kit")
    assert Notice.objects.filter(kind="report", player=cy).count() == 1
    assert Notice.objects.filter(kind="report", player=bo).count() == 1
    with pytest.raises(Refusal, match="You cannot write in chats until"):
        chat.say(table.pk, "Again", player=bo, at=timezone.now())
    chat.say(table.pk, "Again", player=bo, at=timezone.now() + dt.timedelta(days=8))


def test_a_host_hides_a_reported_message_or_passes_the_case_on(table, keeper):
    ana, bo, cy = (player(table, letter) for letter in "ABC")
    message = message_of(table, bo)
    case = report(browser_of(cy), message, desk="host")
    hers = browser_of(ana)
    assertContains(hers.get("/reports/"), "Insults or hate")
    assertNotContains(hers.get(f"/reports/{case.pk}/"), "Close all chats")
    hers.post(f"/reports/{case.pk}/", {"do": "pass_on", "words": "Not for me"})
    case.refresh_from_db()
    assert case.desk == "site"
    assert hers.get(f"/reports/{case.pk}/").status_code == 404
    keeper.post(f"/reports/{case.pk}/", {"do": "uphold", "words": "Hidden.", "hides": "on"})
    message.refresh_from_db()
    assert message.hidden_by.startswith("organizer:")
    steps = [step.deed for step in case.steps.all()]
    assert steps == ["made", "passed_on", "upheld"]


def test_a_club_decides_what_was_written_at_its_tables(keeper):
    cup = knock_out(4)
    table = matches(cup)[0].table
    olga, bo, cy = (Player.objects.create(name=name) for name in ("Olga", "Bo", "Cy"))
    Membership.objects.create(club=cup.club, player=olga, is_organizer=True)
    Membership.objects.create(club=cup.club, player=cy, is_member=True)
    message = ChatMessage.objects.create(table=table, player=bo, text="Buy this", said_at=timezone.now())
    case = report(browser_of(cy), message, desk="club", reason="spam")
    hers = browser_of(olga)
    log_in(hers, olga)
    hers.post(f"/reports/{case.pk}/", {"do": "dismiss", "words": "It was a joke."})
    case.refresh_from_db()
    assert case.status == "dismissed"
    assert AuditEntry.objects.filter(what="report", club=cup.club).count() == 2
    assertContains(hers.get(f"/clubs/{cup.club.slug}/audit/"), "<strong>Report</strong>")
    hers.post(f"/reports/{case.pk}/", {"do": "reopen", "words": "It was none."})
    case.refresh_from_db()
    assert case.status == "open"
    assertContains(keeper.get("/reports/"), "Spam or advertising")


def test_a_case_is_for_nobody_else_and_needs_a_reason(table, keeper):
    bo, cy = player(table, "B"), player(table, "C")
    case = report(browser_of(cy), message_of(table, bo))
    address = f"/reports/{case.pk}/"
    assert browser_of(bo).get(address).status_code == 404
    assert browser_of(cy).post(address, {"do": "dismiss", "words": "x"}).status_code == 403
    assertContains(keeper.post(address, {"do": "uphold"}), "Give a reason", status_code=422)
    keeper.post(address, {"do": "dismiss", "words": "No."})
    assertContains(keeper.post(address, {"do": "dismiss", "words": "No."}), "decided", status_code=409)


def test_a_message_is_reported_once_and_a_day_has_an_end(table, settings):
    bo, cy = player(table, "B"), player(table, "C")
    hers, message = browser_of(cy), message_of(table, bo)
    cy.user.set_password("x")
    cy.user.save()
    hers = browser_of(cy)
    report(hers, message)
    sent = {"reason": "spam", "desk": "site"}
    assertContains(hers.post(page_of(message), sent), "already", status_code=409)
    settings.QUOTAS = ["reports=1:1"]
    other = message_of(table, bo, "Another")
    assertContains(hers.post(page_of(other), sent), "You have made 1 report today", status_code=429)


def test_nobody_decides_about_themselves(table):
    ana, cy = player(table, "A"), player(table, "C")
    message = message_of(table, ana)  # of the host
    page = browser_of(cy).get(page_of(message))
    assertNotContains(page, "The host of the table")
    assertContains(page, "The people who look after this site")


def comment_of(person: Player) -> ReplayComment:
    """A comment on a match of bots that is over."""
    over = open_table("bot bot", options={"target_score": 40})
    tables.start(over.pk, by="organizer:1", at=START)
    play_out(over)
    return ReplayComment.objects.get(pk=comments.say(over.pk, 1, "Cheats", player=person, at=timezone.now()))


def test_a_comment_on_a_replay_is_muted_or_reported_and_removed(table, keeper):
    bo, cy = player(table, "B"), player(table, "C")
    comment, hers = comment_of(bo), browser_of(cy)
    replay = f"/tables/{comment.table_id}/replay/"
    link = f"{replay}comments/{comment.pk}/"
    assertContains(hers.get(replay), f'href="{link}"')
    assertNotContains(browser_of(bo).get(replay), f'href="{link}"')
    page = hers.get(link)
    assertContains(page, "Report this comment")
    assertNotContains(page, "The host of the table")  # bots have no host
    hers.post(link, {"reason": "insult", "desk": "site", "words": "Please read it."})
    assertContains(hers.post(link, {"reason": "spam", "desk": "site"}), "already", status_code=409)
    case = Report.objects.get()
    told = Notice.objects.get(kind="report", player__name="Kit")
    assert told.text == "Someone reported a comment. Read it and decide."
    decision = keeper.get(told.link)
    assertContains(decision, "Cheats")
    assertContains(decision, f"{replay}?step=1#comments")
    keeper.post(told.link, {"do": "uphold", "words": "No insults.", "hides": "on", "ban_days": "7"})
    comment.refresh_from_db()
    assert comment.removed_by.startswith("organizer:")
    assertContains(hers.get(f"/reports/{case.pk}/"), "The comment was removed.")
    assert hers.get(link).status_code == 404
    with pytest.raises(Refusal, match="You cannot write in chats until"):
        comments.say(comment.table_id, 1, "Again", player=bo, at=timezone.now())


def test_comments_of_muted_people_are_not_shown(table):
    bo, cy = player(table, "B"), player(table, "C")
    comment, hers = comment_of(bo), browser_of(cy)
    replay = f"/tables/{comment.table_id}/replay/"
    hers.post(f"/players/{bo.pk}/mute/")
    assertNotContains(hers.get(replay), "Cheats")
    assertContains(browser_of(bo).get(replay), "Cheats")


def test_a_name_is_reported_from_a_table_or_the_page_of_the_player_and_replaced(table, keeper):
    bo, cy = player(table, "B"), player(table, "C")
    hers = browser_of(cy)
    link = f"/players/{bo.pk}/report/"
    assertContains(look_at(hers, table), f'href="{link}?table={table.pk}"')
    assertContains(hers.get(f"/players/{bo.pk}/"), f'href="{link}"')
    assertNotContains(browser_of(bo).get(f"/players/{bo.pk}/"), link)
    assertContains(hers.get(f"{link}?table={table.pk}"), "Report this name")
    hers.post(link, {"reason": "insult", "desk": "site"})
    assertContains(hers.post(link, {"reason": "spam", "desk": "site"}), "already", status_code=409)
    case = Report.objects.get()
    seen = hers.get(f"/reports/{case.pk}/")
    assertContains(seen, "You get a notice with the decision")
    assertNotContains(seen, "<blockquote>")  # the name is above already
    assertContains(keeper.get(f"/reports/{case.pk}/"), "Replace the name with a number")
    keeper.post(f"/reports/{case.pk}/", {"do": "uphold", "words": "A swear word.", "hides": "on"})
    bo.refresh_from_db()
    assert bo.name == f"Player {bo.pk}"
    seen = hers.get(f"/reports/{case.pk}/")
    assertContains(seen, "The name was replaced.")
    assertContains(seen, "<blockquote>")
    assertNotContains(seen, "You get a notice with the decision")
    assert Notice.objects.get(kind="report", player=bo).subject == "Choose another name"
    assert hers.get(link).status_code == 404  # a number is no name
    keeper.post(f"/reports/{case.pk}/", {"do": "reopen", "words": "Again."})
    assertNotContains(keeper.get(f"/reports/{case.pk}/"), "Replace the name with a number")


def test_a_club_decides_about_the_names_of_its_members_but_replaces_none(keeper):
    cup = knock_out(4)
    olga, bo, cy = (Player.objects.create(name=name) for name in ("Olga", "Bo", "Cy"))
    Membership.objects.create(club=cup.club, player=olga, is_organizer=True)
    for person in (bo, cy):
        Membership.objects.create(club=cup.club, player=person, is_member=True)
    give_accounts(bo)
    hers, link = browser_of(cy), f"/players/{bo.pk}/report/"
    hers.post(link, {"reason": "insult", "desk": "club"})
    case, organizing = Report.objects.get(), browser_of(olga)
    assertNotContains(organizing.get(f"/reports/{case.pk}/"), "Replace the name")
    organizing.post(f"/reports/{case.pk}/", {"do": "uphold", "words": "Rude.", "hides": "on"})
    assert Player.objects.get(pk=bo.pk).name == "Bo"
    told = Notice.objects.filter(kind="report", player=bo).values_list("text", flat=True)
    assert list(told) == ["After a report about your name, choose another name on your account page."]


def test_a_hidden_name_cannot_be_reported_by_somebody_who_does_not_see_it(table):
    bo, cy = player(table, "B"), player(table, "C")
    bo.is_hidden = True
    bo.save()
    assert browser_of(cy).get(f"/players/{bo.pk}/report/?table={table.pk}").status_code == 404


def test_a_deleted_account_takes_its_reports_and_mutings_along(table):
    bo, cy = player(table, "B"), player(table, "C")
    hers = browser_of(cy)
    case = report(hers, message_of(table, bo))
    hers.post(f"/players/{bo.pk}/mute/")
    deletion.delete(Player.objects.get(pk=cy.pk), at=timezone.now())
    case.refresh_from_db()
    assert (case.words, case.reporter.name) == ("", "Former player")
    deletion.delete(Player.objects.get(pk=bo.pk), at=timezone.now())
    assert not Report.objects.exists()
