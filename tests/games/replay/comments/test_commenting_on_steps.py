"""Situation: players talk about the steps of a match that is over."""

import datetime as dt
import re

import pytest
from django.http import Http404
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player, ReplayComment
from games.replay import comments
from games.rules.base.refusal import Refusal
from tests.games.playing import START, after, deal, do, player
from tests.games.sending import new_id, send
from tests.games.visiting import HTMX, log_in

pytestmark = pytest.mark.django_db


def finished(**facts):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4", options={"target_score": 2}, **facts)
    for command in ("B play r4 uno", "A play r1 uno", "B play r5"):
        do(table, command)
    return table


def say(table, who, text="Well played", *, step=2, at=START):
    return comments.say(table.pk, step, text, player=who, at=at)


def refused(command):
    with pytest.raises(Refusal) as refusal:
        command()
    return refusal.value.code


def texts(table):
    return [comment.text for comment in comments.read(table.pk)]


def test_a_comment_stands_at_its_step_for_everybody(client):
    table = finished()
    say(table, player(table, "A"), "  What a\n card! ")
    page = client.get(f"/tables/{table.pk}/replay/?step=2")
    assertContains(page, "What a card!")
    assertContains(page, '<li data-of-step="2" aria-current="step">')
    assertContains(page, "(played here)")
    assertContains(page, "<title>Step 2: a comment</title>")
    assertNotContains(client.get(f"/tables/{table.pk}/replay/?step=3"), 'data-of-step="2" aria-current')


def test_comments_stand_in_the_order_of_the_match():
    table = finished()
    say(table, player(table, "A"), "later", step=3)
    say(table, player(table, "B"), "first", step=1)
    assert texts(table) == ["first", "later"]


@pytest.mark.parametrize(
    ("text", "step", "code"),
    [
        (" \n ", 2, "empty_comment"),
        ("x" * 301, 2, "too_long"),
        ("x", 0, "no_step"),
        ("x", 5, "no_step"),
        ("x", 10**9, "no_step"),
    ],
)
def test_a_wrong_comment_on_a_step_is_refused(text, step, code):
    table = finished()
    assert refused(lambda: say(table, player(table, "A"), text, step=step)) == code
    assert texts(table) == []


def test_nobody_comments_on_a_match_that_is_still_played():
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2")
    assert refused(lambda: say(table, player(table, "A"), step=1)) == "conflict"


def test_five_comments_a_minute_are_enough_on_all_matches_together():
    first, other = finished(), finished()
    ana = player(first, "A")
    for number in range(5):
        say(first if number % 2 else other, ana)
    assert refused(lambda: say(first, ana, at=after(59))) == "too_fast"
    say(first, player(first, "B"), at=after(59))
    say(first, ana, at=after(61))


def test_a_match_takes_no_more_than_so_many_comments():
    table = finished()
    ana = player(table, "A")
    before = START - dt.timedelta(days=1)
    comments_ = [
        ReplayComment(table=table, player=ana, step=1, text="x", said_at=before)
        for _one in range(comments.MOST)
    ]
    ReplayComment.objects.bulk_create(comments_)
    assert refused(lambda: say(table, ana)) == "full"


def test_someone_who_wrote_a_comment_deletes_it(client):
    table = finished()
    number = say(table, player(table, "A"))
    log_in(client, player(table, "A"))
    assertContains(client.get(f"/tables/{table.pk}/replay/"), "Delete permanently")
    answer = client.post(f"/tables/{table.pk}/replay/comments/{number}/remove/")
    assertRedirects(answer, f"/tables/{table.pk}/replay/?step=2#comments", fetch_redirect_response=False)
    assert texts(table) == []


def test_nobody_deletes_what_somebody_else_wrote(client):
    table = finished()
    number = say(table, player(table, "A"))
    assert refused(lambda: comments.take_back(table.pk, number, player=player(table, "B"))) == "not_yours"
    log_in(client, player(table, "B"))
    assert client.post(f"/tables/{table.pk}/replay/comments/{number}/remove/").status_code == 403
    assert texts(table) == ["Well played"]


def test_the_host_removes_a_comment_and_it_is_said_who_did(client):
    host = Player.objects.create(name="Hedda")
    table = finished(host=host)
    number = say(table, player(table, "A"), "Rubbish")
    log_in(client, host)
    assertContains(client.get(f"/tables/{table.pk}/replay/"), "Remove for everyone")
    client.post(f"/tables/{table.pk}/replay/comments/{number}/remove/")
    page = client.get(f"/tables/{table.pk}/replay/")
    assertContains(page, "A comment from Ana was removed by the host.")
    assertNotContains(page, "Rubbish")
    assertNotContains(page, "a comment</title>")
    first = ReplayComment.objects.get().removed_at
    comments.remove(table.pk, number, by="organizer:1", at=after(60))
    assert ReplayComment.objects.get().removed_at == first


def test_a_comment_is_found_at_its_own_match_alone(client):
    table, other = finished(), finished()
    number = say(table, player(table, "A"))
    with pytest.raises(Http404):
        comments.take_back(other.pk, number, player=player(table, "A"))
    log_in(client, player(table, "A"))
    assert client.post(f"/tables/{other.pk}/replay/comments/{number}/remove/").status_code == 404


def test_someone_who_is_not_logged_in_is_led_there(client):
    table = finished()
    address = f"/tables/{table.pk}/replay/?step=2"
    assertContains(client.get(address), f"/log-in/?next=/tables/{table.pk}/replay/%3Fstep%3D2")
    assert client.post(f"/tables/{table.pk}/replay/comments/", {"step": 2, "text": "x"}).status_code == 403
    assert texts(table) == []


def test_a_comment_that_is_sent_twice_is_written_once(client):
    table = finished()
    log_in(client, player(table, "A"))
    path, command = f"/tables/{table.pk}/replay/comments/", new_id()
    answers = [send(client, path, command, step=2, text="Once") for _time in range(2)]
    assert answers[0] == answers[1] == (302, f"/tables/{table.pk}/replay/?step=2#comments", "")
    assert texts(table) == ["Once"]


def test_htmx_gets_the_comments_and_what_was_refused_keeps_its_text(client):
    table = finished()
    log_in(client, player(table, "A"))
    path = f"/tables/{table.pk}/replay/comments/"
    assertContains(client.post(path, {"step": 3, "text": "Fine"}, headers=HTMX), "Fine")
    answer = client.post(path, {"step": 3, "text": "x" * 301}, headers=HTMX)
    assertContains(answer, 'data-code="too_long"', status_code=422)
    assertContains(answer, "x" * 301, status_code=422)


@pytest.mark.parametrize("step", ["", "x", "-1", "²", "9" * 40])
def test_nonsense_for_a_step_is_refused(client, step):
    table = finished()
    log_in(client, player(table, "A"))
    answer = client.post(f"/tables/{table.pk}/replay/comments/", {"step": step, "text": "x"})
    assertContains(answer, "This match does not have that step.", status_code=422)


def test_a_hidden_name_is_a_number_beside_a_comment_too(client):
    table = finished()
    ana = player(table, "A")
    say(table, ana)
    Player.objects.filter(pk=ana.pk).update(is_hidden=True)
    page = client.get(f"/tables/{table.pk}/replay/").content.decode()
    assert not re.search(r"\bAna\b", page)
    assert f"<b>Player {ana.pk}</b>" in page


def test_comments_cost_one_query_however_many_there_are(client, django_assert_num_queries):
    table = finished()
    client.get(f"/tables/{table.pk}/replay/")
    for number in range(3):
        say(table, player(table, "AB"[number % 2]), f"No. {number}")
        with django_assert_num_queries(7):
            client.get(f"/tables/{table.pk}/replay/")
