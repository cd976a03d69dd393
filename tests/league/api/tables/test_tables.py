"""Situation: programs open tables, sit down, play, hear what happens there, and look at it again later."""

import csv
import io

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games import eventstore, tables
from games.access import invitations
from games.chat import muting
from games.models import Player, Table
from games.rules.match.events import Event
from league.api.serializers import match_document
from league.models import Club, Membership
from tests.games.playing import START, after, deal, dealt, do, fresh, open_table, play_out, player
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import knock_out, matches

pytestmark = pytest.mark.django_db


def sitting(table: Table, letter: str) -> Program:
    """The program of who sits there."""
    here = player(table, letter)
    user = here.user or User.objects.create(username=f"user{here.pk}", first_name=here.name)
    Player.objects.filter(pk=here.pk).update(user=user)
    return Program(user)


def hand(told: dict, letter: str) -> dict:
    return next(hand for hand in told["state"]["hands"] if hand["seat"] == letter)


# --- around a match


def test_two_programs_meet_at_a_table_and_begin():
    ana, bo = program("Ana"), program("Bo")
    opened = ana.post("tables/", {"seats": 3, "rulebook": "classic", "options": {"target_score": 200}})
    assert opened.status_code == 201
    assert opened["Location"] == f"/api/v1/tables/{opened.json()['id']}/"
    table = opened.json()
    path = f"tables/{table['id']}/"
    assert (table["status"], table["you"]["seat"], table["options"]) == ("open", "A", {"target_score": 200})
    table = bo.post(f"{path}sit/", {"after": table["version"], "seat": 2}).json()
    assert table["you"]["seat"] == "C"
    assert problem(bo.post(f"{path}bots/", {"after": table["version"]})) == (403, "not_host")
    table = ana.post(f"{path}bots/", {"after": table["version"]}).json()
    assert [seat["is_bot"] for seat in table["seats"]] == [False, True, False]
    table = ana.post(f"{path}start/", {"after": table["version"]}).json()
    assert table["status"] == "running"
    assert hand(table, "A")["cards"] is not None
    assert hand(table, "C")["cards"] is None


def test_a_program_keeps_a_seat_for_whoever_has_its_key_and_frees_another():
    ana, bo = program("Ana"), program("Bo")
    table = ana.post("tables/", {"seats": 3}).json()
    path = f"tables/{table['id']}/"
    table = ana.post(f"{path}keep/", {"after": table["version"], "seat": 1}).json()
    key = table["seat_keys"]["B"]
    assert table["seats"][1]["kept_for"] is None
    assert table["seats"][1]["kept_until"] is not None
    assert bo.get(path).json()["seat_keys"] == {}
    refused = bo.post(f"{path}sit/", {"after": table["version"], "seat": 1})
    assert problem(refused) == (409, "seat_kept")
    assert problem(bo.post(f"{path}keep/", {"after": table["version"]})) == (403, "not_host")
    refused = ana.post(f"{path}keep/", {"after": table["version"], "player": 999_999})
    assert problem(refused) == (403, "not_a_companion")
    table = bo.post(f"{path}sit/", {"after": table["version"], "seat": 1, "key": key}).json()
    assert table["you"]["seat"] == "B"
    table = ana.post(f"{path}keep/", {"after": table["version"]}).json()
    table = ana.post(f"{path}free/", {"after": table["version"], "seat": 2}).json()
    assert (table["seat_keys"], table["seats"][2]["kept_until"]) == ({}, None)


def test_a_program_reads_and_joins_a_private_table_with_its_key():
    ana, bo = program("Ana"), program("Bo")
    number = ana.post("tables/", {"seats": 3}).json()["id"]
    invitations.keep_private(Table.objects.get(pk=number))
    path = f"tables/{number}/"
    key = ana.get(path).json()["key"]
    assert problem(bo.get(path)) == (403, "link_needed")
    assert problem(bo.get(f"{path}?key=x")) == (403, "link_needed")
    table = bo.get(f"{path}?key={key}").json()
    assert table["key"] is None
    assert bo.get(f"{path}events/?key={key}").status_code == 200
    assert problem(bo.post(f"{path}sit/", {"after": table["version"]})) == (403, "link_needed")
    table = bo.post(f"{path}sit/", {"after": table["version"], "key": key}).json()
    assert table["key"] == key


def test_a_program_is_refused_a_seat_by_whoever_has_blocked_its_player_and_keeps_none_for_them():
    ana, bo = program("Ana"), program("Bo")
    path, own = (f"tables/{who.post('tables/', {'seats': 3}).json()['id']}/" for who in (ana, bo))
    host, guest = (Table.objects.get(pk=each.split("/")[1]).host for each in (path, own))
    version = ana.get(path).json()["version"]
    muting.block(guest, by=host, at=timezone.now())
    assert problem(bo.post(f"{path}sit/", {"after": version})) == (403, "not_open_to_you")
    assert ana.get(path).json()["version"] == version
    refused = bo.post(f"{own}keep/", {"after": bo.get(own).json()["version"], "player": host.pk})
    assert problem(refused) == (403, "not_a_companion")


def test_someone_who_has_not_seen_the_table_as_it_is_does_nothing_there():
    ana, bo = program("Ana"), program("Bo")
    table = ana.post("tables/", {"seats": 3}).json()
    ana.post(f"tables/{table['id']}/bots/", {"after": table["version"]})
    for what in ("sit", "start", "bots"):
        answer = bo.post(f"tables/{table['id']}/{what}/", {"after": table["version"]})
        assert problem(answer) == (409, "stale"), what
    assert problem(bo.post(f"tables/{table['id']}/sit/", {})) == (422, "invalid")


def test_somebody_gets_up_and_comes_back():
    table = dealt("Ana Bo Cy")
    ana, path = sitting(table, "A"), f"tables/{table.pk}/"
    told = ana.post(f"{path}leave/", {"after": fresh(table).version}).json()
    assert told["you"] == {"seat": "A", "is_away": True}
    assert told["legal"] == []
    told = ana.post(f"{path}come-back/", {"after": told["version"]}).json()
    assert told["you"] == {"seat": "A", "is_away": False}
    assert problem(program().post(f"{path}leave/", {"after": told["version"]})) == (403, "not_yours")


def test_the_host_lets_a_match_rest():
    host = program("Hal")
    table = dealt("Ana Bo", host=host.player)
    told = host.post(f"tables/{table.pk}/pause/", {"after": table.version}).json()
    assert told["is_paused"]
    assert problem(sitting(table, "A").post(f"tables/{table.pk}/pause/", {"after": 1})) == (403, "not_yours")
    told = host.post(f"tables/{table.pk}/resume/", {"after": told["version"]}).json()
    assert not told["is_paused"]


def test_someone_who_gets_up_and_says_so_again_is_answered_alike():
    ana, bo = program("Ana"), program("Bo")
    path = f"tables/{ana.post('tables/', {'seats': 3}).json()['id']}/"
    version = bo.post(f"{path}sit/", {"after": ana.get(path).json()["version"]}).json()["version"]
    first, second = (bo.post(f"{path}leave/", {"after": version}, key="one") for _time in range(2))
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert problem(bo.post(f"{path}leave/", {"after": version})) == (403, "not_yours")


def test_a_token_to_play_is_no_referee_and_one_to_organize_no_host():
    cup = knock_out(4)
    olga, host = program("Olga"), program("Hal")
    Membership.objects.create(club=cup.club, player=olga.player, is_organizer=True)
    table, own = matches(cup)[0].table, dealt("Ana Bo", host=host.player)
    for who, at, what in ((olga, table, "organize"), (host, own, "play")):
        user = who.player.user
        wrong = Program(user, scopes=["play" if what == "organize" else "organize"])
        for end in ("pause", "resume"):
            body = {"after": fresh(at).version}
            assert problem(wrong.post(f"tables/{at.pk}/{end}/", body)) == (403, "lacks_scope")
            assert Program(user, scopes=[what]).post(f"tables/{at.pk}/{end}/", body).status_code == 200


# --- moves


def test_every_legal_move_is_told_as_it_is_sent():
    table = dealt()
    bo = sitting(table, "B")
    told = bo.get(f"tables/{table.pk}/").json()
    assert hand(told, "B")["cards"] == ["r4", "r5", "r6"]
    assert {"play r4", "play r5", "play r6", "draw"} <= set(told["legal"])
    assert sitting(table, "A").get(f"tables/{table.pk}/").json()["legal"] == []
    told = bo.post(f"tables/{table.pk}/moves/", {"move": "play r4", "after": told["version"]}).json()
    assert (told["state"]["top"], told["state"]["to_act"]) == ("r4", "A")


def test_a_move_that_was_sent_twice_is_made_once():
    table = dealt()
    bo, body = sitting(table, "B"), {"move": "draw", "after": table.version}
    first = bo.post(f"tables/{table.pk}/moves/", body, key="one")
    assert bo.post(f"tables/{table.pk}/moves/", body, key="one").json() == first.json()
    assert hand(first.json(), "B")["count"] == 4


@pytest.mark.parametrize(
    ("letter", "move", "status", "code"),
    [
        ("A", "play r1", 409, "not_your_turn"),
        ("B", "play y9", 422, "not_held"),
        ("B", "nonsense", 422, "bad_move"),
        ("B", "\u202eplay r4", 422, "bad_move"),
        ("B", "x" * 41, 422, "invalid"),
        (None, "draw", 403, "not_yours"),
    ],
)
def test_a_move_that_cannot_be_made_is_refused_as_on_the_page(letter, move, status, code):
    table = dealt()
    who = sitting(table, letter) if letter else program()
    answer = who.post(f"tables/{table.pk}/moves/", {"move": move, "after": table.version})
    assert problem(answer) == (status, code)
    assert fresh(table).version == table.version


def test_an_old_move_is_stale():
    table = dealt()
    do(table, "B play r4")
    do(table, "A play r1")
    answer = sitting(table, "B").post(
        f"tables/{table.pk}/moves/", {"move": "play r5", "after": table.version}
    )
    assert problem(answer) == (409, "stale")


# --- what happens


def test_events_come_in_order_and_go_on_where_they_ended():
    table = dealt()
    do(table, "B play r4")
    ana = sitting(table, "A")
    first = ana.get(f"tables/{table.pk}/events/?limit=3").json()
    rest = ana.get(f"tables/{table.pk}/events/?after={first['after']}").json()
    told = first["results"] + rest["results"]
    assert [row["version"] for row in told] == list(range(1, fresh(table).version + 1))
    played = next(row for row in told if row["type"] == "card_played")
    assert (played["seat"], played["card"], played["text"]) == ("B", "r4", "Bo played red 4")
    assert ana.get(f"tables/{table.pk}/events/?after={rest['after']}").json()["results"] == []


def test_everybody_hears_of_their_own_cards_only():
    table = deal("Ana Bo", "r1 r2 r3/r4 r5 r6", "r9 y1 y2 y3 y4")
    do(table, "B draw")
    seen = {}
    for letter, who in (("A", sitting(table, "A")), ("B", sitting(table, "B")), ("-", Program())):
        told = who.get(f"tables/{table.pk}/events/?limit=500").json()["results"]
        seen[letter] = [row for row in told if row["type"] in ("cards_dealt", "cards_drawn")]
    unknown = ["?", "?", "?"]
    assert [hands["hands"] for hands in (seen["A"][0], seen["B"][0], seen["-"][0])] == [
        {"A": ["r1", "r2", "r3"], "B": unknown},
        {"A": unknown, "B": ["r4", "r5", "r6"]},
        {"A": unknown, "B": unknown},
    ]
    assert [seen[who][1]["cards"] for who in "AB-"] == [["?"], ["y1"], ["?"]]


def test_a_waiting_program_is_led_to_the_events():
    table = dealt()
    answer = Program().get(f"tables/{table.pk}/events/wait/?after=1&seconds=0")
    assert answer.status_code in (303, 404)  # 404 where the row is in a transaction of this test only


@pytest.mark.parametrize("line", ["events/wait/", "stream/"])
def test_nobody_waits_at_a_table_that_is_not_there_nor_sends_something_to_where_one_waits(line: str):
    assert problem(Program().get(f"tables/999999/{line}")) == (404, "not_found")
    # Of lines no middleware is asked, so that nothing looks for a token of a form.
    answer = Client().put(f"/api/v1/tables/{dealt().pk}/{line}")
    assert problem(answer) == (405, "method_not_allowed")
    assert answer["Allow"] == "GET"


@pytest.mark.one_database
def test_every_field_of_every_event_is_told_or_left_out_on_purpose():
    known = set(match_document._FIELDS) | set(match_document.LEFT_OUT)
    told = [cls for cls in eventstore.event_classes().values() if cls.__module__.startswith("games.")]
    assert any(issubclass(cls, Event) for cls in told)
    for cls in told:
        assert set(cls.__struct_fields__) <= known, f"say in match_document what is told of {cls.__name__}"


# --- lists


def test_a_list_comes_in_pages_that_are_followed():
    for number in range(5):
        open_table("Ana", seats=2, name=f"Table {number}")
    mine, names, path = program(), [], "tables/?limit=2&ordering=name&fields=name"
    while path:
        answer = mine.get(path)
        page = answer.json()
        names += [row["name"] for row in page["results"]]
        path = (page["next"] or "").removeprefix("http://testserver")
        assert not path or 'rel="next"' in answer["Link"]
    assert names == [f"Table {number}" for number in range(5)]


def test_a_list_is_filtered():
    first, second = dealt("Ana Bo"), open_table("Cy", seats=2, rulebook="welsh")
    mine = program()
    for question, pk in [
        ("status=running", first.pk),
        ("rulebook=welsh", second.pk),
        (f"player={player(first, 'A').pk}", first.pk),
    ]:
        assert [row["id"] for row in mine.get(f"tables/?{question}").json()["results"]] == [pk], question


@pytest.mark.parametrize("ordering", ["started_at", "-started_at"])
def test_a_list_by_a_time_holds_what_has_one(ordering):
    open_table("Ana", seats=2), open_table("Bo", seats=2)
    begun = [dealt("Ana Bo", at=after(seconds)).pk for seconds in (0, 60, 120)]
    mine, ids, path = program(), [], f"tables/?limit=1&ordering={ordering}"
    while path:
        page = mine.get(path).json()
        ids += [row["id"] for row in page["results"]]
        path = (page["next"] or "").removeprefix("http://testserver")
    assert ids == (begun if ordering == "started_at" else begun[::-1])


def test_an_answer_that_is_no_list_is_no_sheet():
    mine = program()
    for kind in ("text/csv", "image/png"):
        assert problem(mine.post("tables/", {"seats": 2}, Accept=kind)) == (406, "not_acceptable")
        options = mine.client.options("/api/v1/tables/", headers={**mine.headers, "Accept": kind})
        assert problem(options) == (406, "not_acceptable")
    assert not Table.objects.exists()


def test_a_list_can_be_a_sheet():
    open_table("Ana", seats=2, name="=HYPERLINK(1)")
    for answer in (program().get("tables/?format=csv"), program().get("tables/", Accept="text/csv")):
        assert answer["Content-Type"].startswith("text/csv")
        (row,) = csv.DictReader(io.StringIO(answer.content.decode()))
        assert row["name"] == "'=HYPERLINK(1)"


def test_an_empty_list_is_a_sheet_too():
    assert program().get("tables/?format=csv&fields=id,name").content == b"id,name\r\n"


def test_someone_who_has_it_already_is_told_nothing_again():
    table, mine = dealt(), program()
    first = mine.get(f"tables/{table.pk}/")
    again = mine.get(f"tables/{table.pk}/", **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    do(table, "B play r4")
    assert mine.get(f"tables/{table.pk}/", **{"If-None-Match": first["ETag"]}).status_code == 200


def test_a_list_takes_few_queries_however_long_it_is(django_assert_max_num_queries):
    for number in range(10):
        open_table("Ana Bo", name=f"Table {number}")
    mine = program()
    mine.get("tables/")
    with django_assert_max_num_queries(4):
        mine.get("tables/")


def test_tables_of_a_closed_club_are_in_no_list_of_strangers():
    cup = knock_out(4)
    Club.objects.update(is_public=False)
    assert program().get("tables/").json()["results"] == []
    assert problem(program().get(f"tables/{matches(cup)[0].table_id}/"))[0] == 403
    assert problem(Program().get(f"tables/{matches(cup)[0].table_id}/"))[0] == 401


# --- afterwards


def test_a_match_is_replayed_and_written_down_once_it_is_over():
    table = dealt(options={"target_score": 50})
    ana = sitting(table, "A")
    path = f"tables/{table.pk}/"
    assert problem(ana.get(f"{path}record/")) == (409, "conflict")
    hidden = ana.get(f"{path}replay/1/?seat=B").json()
    assert (hidden["seat"], hand(hidden, "B")["cards"]) == ("A", None)
    play_out(table)
    outline = ana.get(f"{path}replay/").json()
    last = ana.get(f"{path}replay/{outline['steps']}/").json()
    assert (last["seat"], last["next"]) == ("all", None)
    assert hand(ana.get(f"{path}replay/1/?seat=B").json(), "B")["cards"] == ["r4", "r5", "r6"]
    assert problem(ana.get(f"{path}replay/{outline['steps'] + 1}/")) == (404, "not_found")
    assert problem(ana.get(f"{path}replay/0/")) == (404, "not_found")
    record = ana.get(f"{path}record/")
    assert problem(record) == (409, "not_replayable")  # as the page says: these hands were given, not dealt


def test_the_record_of_a_match_can_be_checked():
    ana = program()
    table = ana.post("tables/", {"seats": 3, "bots": 2, "options": {"target_score": 50}}).json()
    ana.post(f"tables/{table['id']}/start/", {"after": table["version"]})
    play_out(table["id"])
    record = ana.get(f"tables/{table['id']}/record/")
    assert record.json()["seats"][0] == "Ana"
    checked = ana.client.post("/api/records/check", record.content, content_type="application/json")
    assert checked.json()["ok"]


def test_real_cards_have_a_score_and_no_moves():
    table = tables.open_table(
        name="Real", rulebook="classic", seats=2, is_physical=True, by="organizer:1", at=after(0)
    )
    told = program().get(f"tables/{table.pk}/").json()
    assert (told["is_physical"], told["state"], told["legal"]) == (True, None, [])
    assert problem(program().get(f"tables/{table.pk}/replay/1/"))[1] == "no_moves"


def test_a_host_who_watches_gives_no_penalty_without_a_reason():
    hal = program("Hal")
    table = open_table("Ana Bo", host=hal.player)
    tables.start(table.pk, fill_with_bots=True, by=f"player:{hal.player.pk}", at=START)
    sent = {"after": fresh(table).version, "ruling": "penalty", "seat": 0, "cards": 2}
    for silent in ({}, {"reason": "  "}):
        answer = hal.post(f"tables/{table.pk}/ruling/", sent | silent)
        assert problem(answer) == (422, "reason_needed")
    assert fresh(table).version == sent["after"]
    assert hal.post(f"tables/{table.pk}/ruling/", sent | {"reason": "late"}).status_code == 200
