"""Situation: programs ask too often, of several web processes, or listen to too much at once."""

import datetime as dt
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import redis
from django.test import override_settings

from league.http import rate_limit
from league.models import AskedCount
from tests.games.playing import open_table
from tests.league.api.asking import Program, problem, program
from tests.servers import processes

LIMIT = 40
SOON = 1_000_000.0


def status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.django_db
def test_costly_requests_are_limited_more_strictly():
    with override_settings(API_PER_MINUTE=60):
        answers = [Program().post("standings/", {}) for _time in range(4)]
    assert [answer.status_code for answer in answers] == [422, 422, 422, 429]


@pytest.mark.django_db
def test_all_tokens_of_a_user_count_together():
    mine = program()
    other = Program(mine.player.user)
    with override_settings(API_PER_MINUTE=20):
        answers = [program.get("options/") for _time in range(11) for program in (mine, other)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429] * 2
    assert problem(answers[-1]) == (429, "throttled")
    assert 0 < int(answers[-1]["Retry-After"]) <= 60


@pytest.mark.django_db
def test_after_a_minute_it_begins_anew():
    counts = [rate_limit.count("x", 3, now=SOON + second) for second in (0, 1, 59, 60)]
    assert [count.count for count in counts] == [1, 2, 3, 1]
    assert [count.wait for count in counts] == [60, 59, 1, 60]


@pytest.mark.django_db
def test_another_process_knows_what_this_one_has_counted():
    for _time in range(3):
        rate_limit.count("x", 3, now=SOON)
    rate_limit.forget_here()  # another process
    assert rate_limit.count("x", 3, now=SOON + 5) == rate_limit.MinuteCount(4, 55)


@pytest.mark.django_db
def test_a_hundred_questions_cost_a_handful_of_queries(django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        for _time in range(100):
            rate_limit.count("x", 1200, now=SOON)


@pytest.mark.django_db
def test_someone_who_asks_too_often_costs_no_query_any_more(django_assert_num_queries):
    for _time in range(5):
        rate_limit.count("x", 3, now=SOON)
    with django_assert_num_queries(0):
        assert rate_limit.count("x", 3, now=SOON).count > 3


@pytest.mark.django_db
def test_another_process_knows_after_a_commit_how_many_steps_this_one_has_counted(
    django_capture_on_commit_callbacks,
):
    at = dt.datetime.fromtimestamp(SOON, dt.UTC)

    def step() -> int:
        return rate_limit.count_later("x", 1, 1200, at)

    with django_capture_on_commit_callbacks(execute=True):
        assert [step() for _time in range(31)][-1] == 31
    assert list(AskedCount.objects.values_list("key", "count")) == [("x", 30)]
    rate_limit.forget_here()  # another process
    with django_capture_on_commit_callbacks(execute=True):
        assert [step() for _time in range(30)][-1] == 30
    assert step() == 61


@pytest.mark.django_db
def test_counts_of_the_past_are_deleted():
    rate_limit.count("x", 3, now=SOON)
    assert rate_limit.forget(int(SOON) + 59) == 0
    assert rate_limit.forget(int(SOON) + 60) == 1


starts_processes = pytest.mark.slow(
    "starts two web processes; that they count together is shown without them",
    about=["league/api/base/", "league/web.py"],
)


@starts_processes
@pytest.mark.django_db(transaction=True)
def test_two_web_processes_count_together(server_env: dict[str, str], server_folder: Path):
    env = server_env | {"API_PER_MINUTE": str(LIMIT)}
    with ExitStack() as stack:
        both = [stack.enter_context(processes.web(env, server_folder)) for _process in range(2)]
        turns = cycle(both)
        statuses = [status(f"{next(turns)}/api/v1/options/") for _time in range(LIMIT + 4)]
    assert statuses[: LIMIT - 2] == [200] * (LIMIT - 2)
    assert statuses[-2:] == [429, 429]


@pytest.fixture
def redis_address(server_folder: Path, settings: Any) -> Iterator[str]:
    """A Redis of this test's own, in which this process counts, too."""
    if not processes.has_redis():
        pytest.skip("NO REDIS: install it (apt-get install redis-server)")
    rate_limit._line.clear()
    with processes.redis(server_folder) as address:
        settings.LIVE_URL = address
        yield address
    for line in rate_limit._line:
        line.close()
    rate_limit._line.clear()


@starts_processes
@pytest.mark.django_db(transaction=True)
def test_two_web_processes_count_together_in_redis(
    server_env: dict[str, str], server_folder: Path, redis_address: str
):
    env = server_env | {"API_PER_MINUTE": str(LIMIT), "LIVE_URL": redis_address}
    with ExitStack() as stack:
        both = [stack.enter_context(processes.web(env, server_folder)) for _process in range(2)]
        turns = cycle(both)
        statuses = [status(f"{next(turns)}/api/v1/options/") for _time in range(LIMIT + 4)]
    assert statuses[: LIMIT - 2] == [200] * (LIMIT - 2)
    assert statuses[-2:] == [429, 429]
    assert not AskedCount.objects.exists()
    with redis.Redis.from_url(redis_address) as line:
        keys = list(line.scan_iter(f"{rate_limit._PREFIX}*"))
        assert keys
        assert all(0 < line.ttl(key) <= rate_limit.WINDOW for key in keys)


@pytest.mark.django_db
def test_another_process_knows_it_by_redis_and_a_minute_begins_anew_there(redis_address: str):
    now = time.time()
    assert rate_limit.count("x", 3, now=now) == rate_limit.MinuteCount(1, 60)
    assert rate_limit.count("x", 3, now=now + 20).count == 2
    rate_limit.forget_here()  # another process
    assert rate_limit.count("x", 3).count == 3
    with redis.Redis.from_url(redis_address) as line:
        line.expire(f"{rate_limit._PREFIX}x", 0)
    rate_limit.forget_here()
    assert rate_limit.count("x", 3).count == 1


@pytest.mark.django_db
def test_when_redis_goes_away_the_database_counts(redis_address: str, caplog):
    rate_limit.count("x", 3)
    with redis.Redis.from_url(redis_address) as line, suppress(redis.ConnectionError):
        line.shutdown(nosave=True)
    counts = [rate_limit.count("x", 3).count for _time in range(4)]
    assert counts[-1] > 3
    assert AskedCount.objects.filter(key="x").exists()
    assert "as Redis is away" in caplog.text


@pytest.mark.django_db
def test_a_redis_that_says_nothing_is_left_alone_for_a_while(settings: Any):
    rate_limit._line.clear()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.LIVE_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        assert [rate_limit.count("x", 9).count for _time in range(5)] == [1, 2, 3, 4, 5]
        silent.settimeout(1)
        silent.accept()[0].close()
        with pytest.raises(TimeoutError):
            silent.accept()
    rate_limit._line.clear()


@pytest.mark.django_db(transaction=True)
def test_streams_have_so_many_places_and_give_them_back(server_env: dict[str, str], server_folder: Path):
    table = open_table("Ana Bo")
    with processes.web(server_env | {"API_STREAMS": "2"}, server_folder) as address:
        stream = f"{address}/api/v1/tables/{table.pk}/stream/"
        with urllib.request.urlopen(stream, timeout=30), urllib.request.urlopen(stream, timeout=30):
            assert status(f"{address}/api/v1/tables/{table.pk}/events/wait/?seconds=1") == 429
            with urllib.request.urlopen(f"{address}/tables/{table.pk}/stream/", timeout=30) as page:
                assert page.status == 200  # pages are not counted
        assert _comes_free(f"{address}/api/v1/tables/{table.pk}/events/wait/?seconds=0")


@pytest.mark.django_db(transaction=True)
def test_someone_who_waits_anew_too_often_is_told_so(server_env: dict[str, str], server_folder: Path):
    table = open_table("Ana Bo")
    with processes.web(server_env | {"API_PER_MINUTE": "20"}, server_folder) as address:
        wait = f"{address}/api/v1/tables/{table.pk}/events/wait/?seconds=x"
        assert [status(wait) for _time in range(21)] == [422] * 20 + [429]


def _comes_free(url: str) -> bool:
    """Whether the place of a stream that was closed is free soon."""
    return any(status(url) == 200 for _try in range(100))
