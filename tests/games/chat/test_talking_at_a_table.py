"""Situation: people talk at a table, and now and then they should not."""

import asyncio

import pytest
from django.contrib.auth.models import User
from django.db import connections
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import chat
from games.chat.messages import OPEN_AFTER_MATCH
from games.models import ChatMessage, Player, TableEvent
from games.realtime import watched_versions
from games.rules.base.refusal import Refusal
from games.rules.match.events import CardsDrawn, SilenceBroken
from games.tables import projection
from league.demo.people import LOG_INS
from tests.games.playing import (
    START,
    after,
    assert_rebuilt_equals_live,
    deal,
    do,
    fresh,
    move_on,
    open_table,
    play_out,
    player,
    players,
    see,
)
from tests.games.visiting import HTMX, log_in, look_at

pytestmark = pytest.mark.django_db

PILE = "y1 y3 y4 y5 y6 y7 y8 y9 g7 g8"


def silent(kept="lock", silence="twos", hand="r2 g5 b6", **facts):
    """Bo has played a card that orders silence."""
    options = {"silence": silence, "silence_enforcement": kept}
    table = deal("Ana Bo Cy", f"r1 r4 b7/{hand}/b1 b4 g9", f"r9 {PILE}", options=options, **facts)
    do(table, f"B play {hand.split()[0]}" + (" g" if silence == "black" else ""))
    assert see(table).sight.silence_kind == silence
    return table


def say(table, letter, text, *, at=START):
    chat.say(table.pk, text, player=player(table, letter), at=at)


def texts(table):
    return [message.text for message in chat.read(table.pk).messages]


def refused(code, table, letter, text="Hello", **facts):
    before = texts(table)
    with pytest.raises(Refusal) as caught:
        say(table, letter, text, **facts)
    assert (caught.value.code, texts(table)) == (code, before)


def test_messages_are_no_part_of_the_log():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    events = TableEvent.objects.count()
    say(table, "A", "  Good \n luck\x07! ")
    assert texts(table) == ["Good luck!"]
    assert TableEvent.objects.count() == events
    assert fresh(table).version == table.version
    assert_rebuilt_equals_live(table)
    projection.rebuild(table.pk)
    assert texts(table) == ["Good luck!"]


@pytest.mark.parametrize(
    ("text", "code"), [("", "empty_message"), (" \n\t", "empty_message"), ("\u200b\x00", "empty_message"),
                       ("x" * 201, "too_long")],
)  # fmt: skip
def test_a_wrong_message_is_refused(text, code):
    refused(code, deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}"), "A", text)


def test_nobody_floods_a_table():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    for number in range(5):
        say(table, "A", f"{number}", at=after(number))
    refused("too_fast", table, "A", at=after(5))
    say(table, "B", "Me too", at=after(5))
    say(table, "A", "Again", at=after(10.5))


def test_people_talk_before_the_match_and_a_while_after_it():
    table = open_table("Ana Bo", options={"target_score": 1})
    say(table, "A", "Who else?")
    from games import tables

    tables.start(table.pk, by="clock", at=START)
    ended = play_out(table).finished_at
    say(table, "B", "Thank you", at=ended)
    refused("conflict", table, "B", at=ended + OPEN_AFTER_MATCH)
    assert texts(table) == ["Who else?", "Thank you"]


def test_a_deleted_person_takes_their_words_along_and_the_match_stays():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    (eve,) = players("Eve")
    chat.say(table.pk, "Hi", player=eve, at=START)
    say(table, "A", "Hello Eve")
    eve.delete()
    assert texts(table) == ["Hello Eve"]
    assert_rebuilt_equals_live(table)


# --- silence


def test_in_a_locked_silence_nobody_writes_and_it_costs_nothing():
    table = silent()
    version = fresh(table).version
    for letter in "ABC":
        refused("silence", table, letter)
    (eve,) = players("Eve")
    with pytest.raises(Refusal) as caught:
        chat.say(table.pk, "Psst", player=eve, at=START)
    assert caught.value.code == "silence"
    assert fresh(table).version == version


def test_the_lock_opens_when_the_silence_ends():
    table = silent()
    do(table, "C draw")
    do(table, "C pass")
    do(table, "A play r1")
    assert not see(table).sight.silence_kind
    say(table, "C", "At last")


def test_where_breaking_it_is_penalised_the_first_message_costs_two_and_ends_the_silence():
    table = silent("penalise")
    due = fresh(table).due_at
    say(table, "A", "Oops", at=after(5))
    events = [event for _step, some in see(table).recent[-1:] for event in some]
    assert events[0] == SilenceBroken(0)
    assert events[1] == CardsDrawn(0, [-1, -1], "silence")
    assert (see(table).sight.counts, see(table).sight.silence_kind) == ([5, 2, 3], "")
    assert (fresh(table).turn_seat, fresh(table).due_at) == (2, due)
    say(table, "A", "Sorry", at=after(6))
    assert see(table).sight.counts == [5, 2, 3]
    assert texts(table) == ["Oops", "Sorry"]
    assert_rebuilt_equals_live(table)


@pytest.mark.parametrize("sound", ["UNO!", "uno", "haha", "Hihihi!", "…", "😂", "lol"])
def test_laughing_and_calling_uno_break_no_silence(sound):
    table = silent("penalise", silence="black", hand="w g5 b6")
    say(table, "A", sound)
    assert (texts(table), see(table).sight.counts) == ([sound], [3, 2, 3])


@pytest.mark.parametrize("word", ["uno dos", "unfair", "ha, red!"])
def test_a_word_does(word):
    table = silent("penalise")
    say(table, "A", word)
    assert see(table).sight.counts == [5, 2, 3]


def test_someone_who_only_watches_has_nothing_to_draw():
    table = silent("penalise")
    chat.say(table.pk, "Nice", player=players("Eve")[0], at=START)
    assert see(table).sight.silence_kind == "twos"


def test_someone_who_is_out_of_the_deal_has_nothing_to_draw():
    options = {"silence": "twos", "silence_enforcement": "penalise", "going_out": "to_last"}
    options |= {"scoring": "win_loss", "match_end": "manual"}
    table = deal("Ana Bo Cy", "r1 r4/r5 r6/r2 b4", f"r9 {PILE}", options=options)
    for move in ("B play r5", "C draw", "C pass", "A play r4", "B play r6", "C play r2"):
        do(table, move)
    say(table, "B", "Nice")
    assert texts(table) == ["Nice"]
    assert (see(table).sight.counts, see(table).sight.silence_kind) == ([1, 0, 2], "twos")


def test_where_a_referee_listens_the_chat_does_nothing_by_itself():
    table = silent("referee")
    say(table, "A", "Oops")
    assert (see(table).sight.counts, see(table).sight.silence_kind) == ([3, 2, 3], "twos")


# --- pages


def write(client, table, text, **facts):
    return client.post(f"/tables/{table.pk}/chat/", {"text": text}, **facts)


def test_a_message_is_on_the_page_escaped(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    log_in(client, player(table, "A"))
    assertRedirects(
        write(client, table, "<b>Hi</b>"), f"/tables/{table.pk}/#chat", fetch_redirect_response=False
    )
    page = look_at(client, table)
    assertContains(page, "&lt;b&gt;Hi&lt;/b&gt;")
    assertNotContains(page, "<b>Hi</b>")


def test_someone_who_watches_is_told_apart(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    log_in(client, players("Eve")[0])
    assertContains(write(client, table, "Hi", headers=HTMX), "(watching)")


def test_somebody_without_a_name_reads_but_does_not_write(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    say(table, "A", "Hello out there")
    page = look_at(client, table)
    assertContains(page, "Hello out there")
    assertNotContains(page, 'id="chat_form"')
    assert write(client, table, "Hi").status_code == 403
    assert write(client, table, "Hi", headers=HTMX).status_code == 403
    assert texts(table) == ["Hello out there"]


@pytest.mark.parametrize("text", ["", "x" * 201, "a\x00b"])
def test_nonsense_is_answered_at_the_form(client, text):
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    log_in(client, player(table, "A"))
    answer = write(client, table, text, headers=HTMX)
    assertContains(answer, 'id="chat_refusal"', status_code=422)
    assertContains(answer, "Write one line", status_code=422)


def test_a_silence_is_announced_and_refused_in_words(client):
    table = silent()
    log_in(client, player(table, "A"))
    page = look_at(client, table)
    assertContains(page, "silence--lock")
    assertContains(page, "Silence until Bo’s next turn")
    answer = write(client, table, "Psst", headers=HTMX)
    assertContains(answer, "under these rules the chat is closed until the silence ends", status_code=409)


def test_nothing_new_is_no_content(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    assert client.get(f"/tables/{table.pk}/chat/?after=0").status_code == 204
    say(table, "A", "Hello")
    assertContains(client.get(f"/tables/{table.pk}/chat/?after=0"), "Hello")
    assert client.get(f"/tables/{table.pk}/chat/?after=1").status_code == 204
    assert client.get("/tables/999/chat/").status_code == 404


def test_reading_and_writing_cost_few_queries_however_much_was_said(client, django_assert_num_queries):
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}", host=players("Hal")[0])
    log_in(client, player(table, "A"))
    for number in range(60):
        say(table, "AB"[number % 2], f"Line {number}", at=after(20 * number))
    assert len(chat.read(table.pk).messages) == 50
    with django_assert_num_queries(1 + 1 + 1 + 2 + 1 + 2 + 1):
        # Whether it is for everybody; the table, the version before and with the lines, seats,
        # session, user with player, and whom they have muted.
        client.get(f"/tables/{table.pk}/chat/?after=3")


# --- the host keeps order


def hosted():
    host = players("Hal")[0]
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}", host=host)
    say(table, "A", "Something rude")
    return table, host, chat.read(table.pk).messages[0]


def hide(client, table, message):
    return client.post(f"/tables/{table.pk}/chat/{message.pk}/hide/", headers=HTMX)


def test_the_host_hides_a_message_and_it_is_kept_who_did(client):
    table, host, message = hosted()
    log_in(client, host)
    assertContains(look_at(client, table), "Hide the message from Ana")
    shown = chat.version(table.pk)
    answer = hide(client, table, message)
    assertContains(answer, "A message from Ana was hidden by the host")
    assertNotContains(answer, "rude")
    message.refresh_from_db()
    assert (message.hidden_by, message.text) == (f"player:{host.pk}", "Something rude")
    version = chat.version(table.pk)
    assert version > shown, "open pages must hear of it"
    hide(client, table, message)
    assert chat.version(table.pk) == version


def test_nobody_else_hides_anything(client):
    table, _host, message = hosted()
    log_in(client, player(table, "A"))
    assertNotContains(look_at(client, table), "Hide the message")
    assert hide(client, table, message).status_code == 403
    with pytest.raises(Refusal):
        chat.hide(message.pk, by=f"player:{player(table, 'B').pk}", at=START)
    message.refresh_from_db()
    assert not message.hidden_by


def test_a_message_of_another_table_is_not_found(client):
    table, host, _message = hosted()
    _other, _host, message = hosted()
    log_in(client, host)
    assert hide(client, table, message).status_code == 404


def test_an_organizer_keeps_order_at_the_tables_of_a_competition(client, transactional_db):
    from league.demo.seed import seed
    from league.models import Match

    seed(at=START)
    online = Match.objects.filter(table__status="running", table__is_physical=False)
    match = online.select_related("table").first()
    assert move_on(match.table)  # the cards are dealt
    someone = Player.objects.filter(seats__table=match.table).first()
    chat.say(match.table.pk, "Rude", player=someone, at=START)
    message = ChatMessage.objects.get()
    organizer, member = (User.objects.get(username=name) for name, *_facts in LOG_INS[:2])
    client.force_login(member)
    assert hide(client, match.table, message).status_code == 403
    client.force_login(organizer)
    assertContains(hide(client, match.table, message), "hidden by an organizer")
    assertContains(look_at(client, match.table), "Referee")


# --- live


@pytest.mark.django_db(transaction=True)
def test_a_message_comes_by_the_stream_of_the_table():
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")

    def work(action, *arguments):
        try:
            return action(*arguments)
        finally:
            connections.close_all()

    async def watch():
        stream = watched_versions.news({("table", table.pk): table.version, ("chat", table.pk): 0})
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.to_thread(work, say, table, "A", "Hello")
        first = await waiting
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.to_thread(work, do, table, "B draw")
        second = await waiting
        await stream.aclose()
        return first, second

    first, second = asyncio.run(asyncio.wait_for(watch(), 20))
    assert first == ("chat", 1)
    assert second == ("table", fresh(table).version)


def test_a_reaction_is_read_by_everyone_in_their_own_language(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    log_in(client, player(table, "A"))
    sent = {"reaction": "well-played", "text": "half a sente"}
    answer = client.post(f"/tables/{table.pk}/chat/", sent, headers=HTMX)
    assertContains(answer, "<bdi>Well played!</bdi>")
    assertContains(answer, 'data-at="seat-A"')
    assert texts(table) == [":well-played:"]
    russian = look_at(client, table, headers={"Accept-Language": "ru"})
    assertNotContains(russian, "<bdi>Well played!</bdi>")
    assertNotContains(russian, "<bdi>:well-played:")
    assert client.post(f"/tables/{table.pk}/chat/", {"reaction": "rude"}, headers=HTMX).status_code == 422


@pytest.mark.parametrize("kept", ["lock", "penalise", "referee"])
def test_in_a_silence_nobody_reacts(kept):
    table = silent(kept)
    refused("silence", table, "B", ":oh-no:")
    assert not TableEvent.objects.filter(name="silence_broken").exists()


def test_reactions_are_offered_to_those_who_may_write(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", f"r9 {PILE}")
    assertNotContains(look_at(client, table), "That was close!")
    log_in(client, player(table, "A"))
    assertContains(look_at(client, table), "That was close!")
