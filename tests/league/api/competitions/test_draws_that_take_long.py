"""Situation: programs ask for draws, standings and checks that take long to work out."""

import json
from contextlib import ExitStack
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import translation

from games.rules.base.refusal import Refusal
from games.rules.records.checking import check
from league.api.tables.match_records import ON_THE_SPOT
from league.rules.documents import computations
from league.workers import long_work
from tests.games.integrity.test_match_records_for_people_and_programs import broken, record
from tests.league.api.asking import Program, problem, program
from tests.suite.extent import some

SCHEDULE = {"format": "round_robin", "entrants": 8, "table_size": 4, "rounds": 3}
SWISS = {"format": "swiss", "entrants": 65}


def history(entrants: int, rounds: int, named: type = int, *, size: int = 2) -> dict[str, Any]:
    people = [named(number) for number in range(1, entrants + 1)]
    tables = [people[first : first + size] for first in range(0, entrants, size)]
    counted = {"points": [*range(size, 0, -1)], "places": [*range(1, size + 1)]}
    played = [{"entrants": table, **counted} for table in tables]
    return {"entrants": people, "rounds": [{"matches": played}] * rounds}


STANDARD = {"unplayed": "fide2026", "is_predetermined": None, "seed": 0, "win": None, "draw": None}
LONG = {"draw/": SWISS, "standings/": {"results": history(32, 48)}}


@pytest.mark.django_db
@pytest.mark.parametrize("path", LONG)
def test_strangers_and_guests_are_told_to_ask_for_less(path):
    guest = program("Guest")
    guest.player.user.set_unusable_password()
    guest.player.user.save()
    for program_ in (Program(), guest):
        assert problem(program_.post(path, LONG[path])) == (422, "too_much_for_strangers")


OF_CLUBS = [{"name": str(number), "club": str(number % 5)} for number in range(33)]
OF_PARTIES = [{"name": str(number), "party": str(number % 5)} for number in range(33)]


@pytest.mark.parametrize(
    "body_",
    [
        {"format": "swiss", "entrants": 2000},
        {"format": "swiss", "entrants": 33, "table_size": 3},
        {"format": "swiss", "entrants": 8, "table_size": 4, "rounds": 2},
        {"format": "swiss", "entrants": 32, "results": history(32, 48), "rounds": 50},
        {"format": "swiss", "entrants": 26, "table_size": 3, "results": history(26, 2), "rounds": 50},
        {
            "format": "swiss",
            "entrants": [{"name": str(number), "party": str(number % 5)} for number in range(1, 21)],
            "table_size": 3,
            "results": history(20, 2, str),
            "rounds": 50,
        },
        {"format": "round_robin", "entrants": 49},
        {"format": "round_robin", "entrants": 5, "table_size": 3},
        {"format": "elimination_500", "entrants": 129},
        {"format": "single_elimination", "entrants": 257},
        {"format": "double_elimination", "entrants": 257},
        {"format": "single_elimination", "entrants": OF_CLUBS, "separate_clubs": 2},
        {"format": "double_elimination", "entrants": OF_PARTIES},
    ],
    ids=lambda body: f"{str(body['entrants'])[:30]}-{len(body)}-{body['format']}",
)
def test_long_draws_are_not_made_in_a_web_process(body_):
    nothing = {"entrants": None, "results": None, "by": None}
    assert not computations.is_short_draw(computations.wanted({**nothing, **body_}))


@pytest.mark.parametrize(("size", "rounds"), [(2, 70), (5, 36), (10, 19)])
def test_the_larger_the_tables_the_fewer_rounds_are_ranked_on_the_spot(size, rounds):
    for more, is_short in ((0, True), (1, False)):
        read = computations.history_of({"results": history(20, rounds + more, size=size)})
        assert computations.is_short_history(read) is is_short


@pytest.mark.django_db
def test_for_an_account_a_process_of_its_own_draws_the_same():
    answer = program().post("draw/", SCHEDULE)
    assert answer.status_code == 200
    assert answer.json() == computations.draw({**SCHEDULE, "results": None, "by": None})


@pytest.mark.django_db
def test_a_refusal_of_long_work_is_in_the_language_of_the_sender():
    sent = {"results": history(32, 48), "tiebreaks": ["luck"]}
    answer = program().post("standings/", sent, **{"Accept-Language": "cy"})
    assert problem(answer) == (422, "unknown_tie_break")
    with translation.override("cy"), pytest.raises(Refusal) as here:
        computations.ranked(computations.history_of(sent), {**STANDARD, **sent})
    assert answer.json()["detail"] == here.value.sentence


@pytest.mark.django_db
def test_nobody_has_two_at_a_time_and_a_busy_machine_says_so():
    mine = program()
    with ExitStack() as taken:
        taken.enter_context(long_work.place(f"user:{mine.player.user.pk}"))
        for number in range(1, long_work.places()):
            taken.enter_context(long_work.place(f"elsewhere:{number}"))
        answers = [other_program.post("draw/", SCHEDULE) for other_program in (mine, program())]
    assert [problem(answer) for answer in answers] == [(429, "one_at_a_time"), (503, "busy")]
    assert all(answer["Retry-After"] == "5" for answer in answers)


@pytest.mark.django_db
@pytest.mark.sampled(
    "has a valid record checked, not a broken one too, by a process of its own",
    about=["league/workers/long_work.py", "league/api/tables/", "games/rules/records/"],
)
@pytest.mark.parametrize(
    "data",
    some(
        [pytest.param(json.dumps(record()).encode(), id="valid"), pytest.param(broken(), id="broken")],
        every=2,
    ),
)
def test_a_long_match_record_is_checked_by_such_a_process_for_strangers_too(data):
    long = data.replace(b"{", b'{"notes": "%s", ' % (b"y" * ON_THE_SPOT), 1)
    asked = {"data": long, "content_type": "application/json"}
    with ExitStack() as taken:
        for number in range(long_work.places()):
            taken.enter_context(long_work.place(f"user:{number}"))
        assert Client().post("/api/records/check", **asked).json() == check(data)
    with long_work.place("address:192.0.2.7"):
        answer = Client().post("/api/v1/records/check/", **asked)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")


def test_a_task_that_is_itself_too_large_takes_too_much():
    with override_settings(LONG_WORK_MEGABYTES=1), pytest.raises(Refusal) as refused:
        long_work.run("record", {"text": "y" * 8_000_000}, by="anybody")
    assert refused.value.code == "too_much_work"


@pytest.mark.parametrize(
    ("threads", "accounts", "strangers"),
    [(1, 0, 0), (2, 1, 0), (3, 1, 1), (4, 2, 1), (16, 8, 1), (99, 16, 1)],
)
def test_a_thread_is_left_for_pages_however_many_ask_for_much(monkeypatch, threads, accounts, strangers):
    monkeypatch.setattr("os.cpu_count", lambda: 32)
    with override_settings(WEB_THREADS=threads), ExitStack() as taken:
        assert as_many_as_may_be(taken, "user:{}") == accounts
        assert as_many_as_may_be(taken, "address:192.0.2.{}") == strangers


def as_many_as_may_be(taken: ExitStack, name: str) -> int:
    for number in range(99):
        try:
            taken.enter_context(long_work.place(name.format(number)))
        except Refusal:
            return number
    raise AssertionError("nobody is ever refused")


@pytest.mark.django_db
@pytest.mark.parametrize("limit", [{"LONG_WORK_SECONDS": 1}, {"LONG_WORK_MEGABYTES": 4}], ids=str)
def test_work_that_takes_too_much_is_ended(limit):
    much = {"format": "swiss", "entrants": 2000}
    with override_settings(**limit):
        assert problem(program().post("draw/", much)) == (422, "too_much_work")
    with long_work.place("anybody"):
        pass
