"""The attacks. Each returns how often it was answered what; what begins with `NOT REFUSED` went through."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from urllib.parse import urlsplit

from tests.attacks.visitor import Answer, Visitor, guest

PASSWORD: Final = "wild-cards"  # of Ana in the demo
STREAMS: Final = 500
Said = Counter[str]
"""How often there was an answer, by its status and code."""


def a_table_to_a_billion_points(site: str) -> Said:
    """Commitments for every deal of a match that has no end."""
    somebody = guest(site, "Billion")
    wish = {"rulebook": "classic", "seats": 2, "options": {"target_score": 1_000_000_000}}
    form = {"rulebook": "classic", "seats": 2, "bots": 1, "target": 1_000_000_000}
    return _said([somebody.send("tables/", wish), somebody.post("/tables/new/", **form)])


def a_swiss_of_two_thousand_from_sixteen_strangers(site: str) -> Said:
    """Draws that take long."""
    wish = {"format": "swiss", "entrants": 2000}
    return _said(_at_once(16, lambda _n: Visitor(site).send("draw/", wish)))


def a_round_robin_of_32_at_tables(site: str) -> Said:
    """A schedule that is searched for."""
    wish = {"format": "round_robin", "entrants": 32, "table_size": 4}
    return _said(_at_once(16, lambda _n: Visitor(site).send("draw/", wish)))


def standings_of_a_long_history(site: str) -> Said:
    """Every tie-break of five hundred who have met two hundred times."""
    match = [{"entrants": [n, n + 1], "points": [1, 0]} for n in range(1, 500, 2)]
    wish = {"entrants": list(range(1, 501)), "rounds": [{"matches": match}] * 200}
    return _said(_at_once(4, lambda _n: Visitor(site).send("standings/", wish)))


def the_schema_as_yaml(site: str) -> Said:
    """The largest document that everybody may have."""
    Visitor(site).get("/api/v1/schema/?format=yaml")
    return _said(_at_once(100, lambda _n: Visitor(site).get("/api/v1/schema/?format=yaml")), fine=(200,))


def a_record_of_two_megabytes(site: str) -> Said:
    """Something to check that is none."""
    return _said(
        _at_once(8, lambda _n: Visitor(site).send("records/check/", {"events": ["x" * 100] * 20_000}))
    )


def thirty_tables_of_bots_by_a_guest(site: str) -> Said:
    """Bots that play for nobody."""
    somebody = guest(site, "Thirty")
    wish = {"rulebook": "classic", "seats": 4, "bots": 4, "sit": False}
    return _said([somebody.send("tables/", wish) for _number in range(30)], fine=(201,), at_most=3)


def clubs_and_competitions_by_a_guest(site: str) -> Said:
    """What lasts, by who does not."""
    somebody = guest(site, "Founder")
    cup = {"name": "Cup", "format": "swiss", "rounds": 3}
    return _said(
        [
            somebody.send("clubs/", {"name": "Ours"}),
            somebody.post("/clubs/new/", name="Ours", time_zone="UTC"),
            somebody.send("clubs/riverside/competitions/", cup),
        ]
    )


def three_hundred_guests_of_one_address(site: str) -> Said:
    """Accounts by the hundred."""
    somebody = Visitor(site)
    somebody.get("/guest/")
    return _said(_at_once(300, lambda n: _new_guest(site, n)), fine=(302,), at_most=200)


def guesses_and_invented_log_ins(site: str) -> Said:
    """Five guesses, three hundred invented names to push the count out, and the right password."""
    somebody = Visitor(site, **{"X-Forwarded-For": "8.8.8.8"})
    somebody.get("/log-in/")
    answers = [somebody.post("/log-in/", login="ana", password=f"guess {n}") for n in range(5)]
    answers += _at_once(300, lambda n: somebody.post("/log-in/", login=f"invented{n}", password="x"))
    said = _said(answers)
    right = somebody.post("/log-in/", login="ana", password=PASSWORD)
    said[
        "NOT REFUSED after guesses" if right.status == 302 else f"{right.status} for the right password"
    ] += 1
    return said


def three_thousand_streams(site: str) -> Said:
    """Every file the process may open."""
    return asyncio.run(
        _lines(site, 3000, "GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n", "/tables/1/stream/", 5)
    )


def two_thousand_heads_that_never_end(site: str) -> Said:
    """A byte, and then silence."""
    return asyncio.run(_lines(site, 2000, "GET {path} HT", "/", 20))


def two_hundred_bodies_that_never_end(site: str) -> Said:
    """A head that promises, and then silence."""
    head = "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999\r\n\r\nx"
    return asyncio.run(_lines(site, 200, head, "/guest/", 35))


ATTACKS: Final[tuple[Callable[[str], Said], ...]] = (
    a_table_to_a_billion_points,
    a_swiss_of_two_thousand_from_sixteen_strangers,
    a_round_robin_of_32_at_tables,
    standings_of_a_long_history,
    the_schema_as_yaml,
    a_record_of_two_megabytes,
    thirty_tables_of_bots_by_a_guest,
    clubs_and_competitions_by_a_guest,
    three_hundred_guests_of_one_address,
    guesses_and_invented_log_ins,
    three_thousand_streams,
    two_thousand_heads_that_never_end,
    two_hundred_bodies_that_never_end,
)


def _new_guest(site: str, number: int) -> Answer:
    somebody = Visitor(site)
    somebody.get("/guest/")
    return somebody.post("/guest/", name=f"Guest {number}")


def _at_once(count: int, ask: Callable[[int], Answer]) -> list[Answer]:
    with ThreadPoolExecutor(16) as threads:
        return list(threads.map(ask, range(count)))


def _said(answers: list[Answer], fine: tuple[int, ...] = (), at_most: int = 10**6) -> Said:
    """Count the answers by status and code. Of those that are fine there may be so many."""
    said: Said = Counter(f"{one.status} {one.code}".strip() for one in answers)
    passed = sum(one.status in fine or (not fine and one.status < 400) for one in answers)
    if passed > at_most or (passed and not fine):
        said[f"NOT REFUSED ({passed})"] += 1
    return said


async def _lines(site: str, count: int, words: str, path: str, seconds: float) -> Said:
    """Open many lines, say something on each, and see how each is after some seconds."""
    parts = urlsplit(site)
    said = words.format(path=path, host=parts.netloc).encode()

    async def one() -> str:
        try:
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            writer.write(said)
            await writer.drain()
            async with asyncio.timeout(seconds):
                first = await reader.read(12)
                if first.endswith(b"200"):
                    await asyncio.sleep(seconds)
            return first.decode()[-3:] or "hung up on"
        except TimeoutError:
            return "open" if path.endswith("/stream/") else "NOT REFUSED, open"
        except OSError:
            return "not let in"

    return Counter(await asyncio.gather(*(one() for _line in range(count))))
