"""Guests and accounts who open, found and make more than is anybody's business."""

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final

from tests.attacks.visitor import Answer, Visitor, account, guest, say_password
from tests.attacks.world import Attack, Tally, World, at_once, refused, tally

_BOTS: Final = {"rulebook": "classic", "seats": 4, "bots": 4, "sit": False}
_WATCHED: Final = 8
"""Seconds for which the table of somebody else is watched."""
_NETWORKS: Final = count(100)
"""Another one each time: an attack that is repeated has a fresh quota."""


def thirty_tables_of_bots_by_a_guest(world: World) -> Tally:
    """Bots that play for nobody, without a pause."""
    somebody = guest(world.site, "Thirty")
    tables = [somebody.send("tables/", _BOTS) for _number in range(30)]
    return tally(tables, fine=(201,), at_most=3) + _pauses(somebody)


def thirty_tables_of_bots_by_an_account(world: World) -> Tally:
    """As many as an account may have; the bots of somebody else keep their pace."""
    mine, other = account(world.site, "ana"), account(world.site, "bo")
    watched = _started(other)
    before = _moves(other, watched)
    tables = [_started(mine) for _number in range(30)]
    after = _moves(other, watched)
    counter = Counter({f"{len([table for table in tables if table])} tables": 1})
    counter[f"{before} moves of others' bots in {_WATCHED} s before, {after} meanwhile"] = 1
    if after < before / 2:
        counter["NOT REFUSED: others' bots are slow"] = 1
    return counter


def clubs_webhooks_and_the_like_by_a_guest(world: World) -> Tally:
    """What lasts, by who does not."""
    somebody = guest(world.site, "Founder")
    hook = {"url": "https://example.org/", "kinds": ["match.finished"]}
    cup = {"name": "Cup", "format": "swiss", "rounds": 3}
    return tally(
        [
            *(somebody.send("clubs/", {"name": f"Ours {number}"}) for number in range(30)),
            *(somebody.post("/clubs/new/", name=f"Ours {number}", time_zone="UTC") for number in range(30)),
            *(somebody.send("clubs/riverside/competitions/", cup) for _number in range(30)),
            *(somebody.send("clubs/riverside/webhooks/", hook) for _number in range(30)),
            somebody.send(f"competitions/{world.competition}/webhooks/", hook),
            somebody.say("/api/v1/clubs/riverside/logo/", b"x" * 100_000, "image/png"),
            somebody.send(f"competitions/{world.competition}/import/", {"text": "name\nx"}),
        ]
    )


def thirty_tokens_of_a_guest(world: World) -> Tally:
    """Programs of somebody who is nobody: five at most."""
    somebody = guest(world.site, "Tokens")
    answers = [somebody.post("/me/tokens/", name=f"Bot {number}", days=7) for number in range(30)]
    return tally(answers, fine=(200,), at_most=5)


def three_hundred_guests_of_one_address(world: World) -> Tally:
    """Accounts by the hundred."""
    Visitor(world.site).get("/guest/")
    return tally(at_once(300, lambda number: _new_guest(world, number)), fine=(302,), at_most=300)


def a_hundred_tables_at_one_tap_by_strangers(world: World) -> Tally:
    """Everybody who taps “Play now” becomes a guest at a table of bots; all of them from one address."""
    return tally(at_once(100, lambda number: _plays_now(world, number)), fine=(302,), at_most=60)


def thirty_tables_at_one_tap_by_a_guest(world: World) -> Tally:
    """The same by somebody who is a guest already."""
    somebody = guest(world.site, "Taps", "127.0.6.1")
    answers = [somebody.post("/play-now/", strength="club") for _number in range(30)]
    return tally(answers, fine=(302,), at_most=3)


def two_hundred_messages_and_comments_of_a_guest(world: World) -> Tally:
    """Words without end, at a table and below a replay, in pages and by a program."""
    somebody = guest(world.site, "Talks", "127.0.6.2")
    table = _read(somebody.send("tables/", {"rulebook": "classic", "seats": 2, "bots": 0}))["id"]
    over = _read(somebody.get("/api/v1/tables/?status=finished&is_physical=false"))["results"][0]["id"]
    first = somebody.send(f"tables/{table}/chat/", {"text": "Hello!"})
    assert first.status in (200, 201), "There is no table at which a guest may talk."
    answers = [
        answer
        for _number in range(50)
        for answer in (
            somebody.post(f"/tables/{table}/chat/", text="x" * 200),
            somebody.send(f"tables/{table}/chat/", {"text": "x" * 200}),
            somebody.post(f"/tables/{over}/replay/comments/", step=1, text="x" * 300),
            somebody.send(f"tables/{over}/replay/comments/", {"step": 1, "text": "x" * 300}),
        )
    ]
    return tally(answers, fine=(200, 201, 302), at_most=40)


def what_lasts_by_an_account(world: World) -> Tally:
    """Clubs, webhooks, tokens, competitions and uploads, more than an account may have."""
    somebody = account(world.site, "ana")
    say_password(somebody)
    hook = {"url": "https://example.org/", "kinds": ["match.finished"]}
    cup = {"name": "Cup", "format": "swiss", "rounds": 3}
    wishes: tuple[tuple[int, Callable[[int], Answer]], ...] = (
        (10, lambda number: somebody.send("clubs/", {"name": f"Ana’s {number}"})),
        (50, lambda _number: somebody.send("clubs/riverside/webhooks/", hook)),
        (50, lambda _number: somebody.send("clubs/riverside/competitions/", cup)),
        (50, lambda number: somebody.post("/me/tokens/", name=f"Bot {number}", scopes="play", days=7)),
    )
    counter: Tally = Counter()
    for most, wish in wishes:
        answers = [wish(number) for number in range(most + 10)]
        counter += tally(answers, fine=(200, 201), at_most=most)
    return counter


def clubs_of_many_accounts_of_one_network(world: World) -> Tally:
    """Three accounts share a network with a small quota; each of them wants ten clubs and ten tokens."""
    counter: Tally = Counter()
    place = f"127.0.{next(_NETWORKS)}.1"
    with world.another(QUOTAS="network_clubs=5:0,network_tokens=5:5") as site:
        users = [account(site, login, place) for login in ("ana", "bo", "cem")]
        clubs = [user.send("clubs/", {"name": f"Ours {n}"}) for n in range(10) for user in users]
        counter += _five_of(clubs, 201, "clubs")
        for user in users:
            say_password(user)
        tokens = [user.post("/me/tokens/", name=f"Bot {n}", days=7) for n in range(10) for user in users]
        counter += _five_of(tokens, 200, "tokens")
    return counter


ATTACKS: Final[Sequence[Attack]] = (
    thirty_tables_of_bots_by_a_guest,
    thirty_tables_of_bots_by_an_account,
    clubs_webhooks_and_the_like_by_a_guest,
    thirty_tokens_of_a_guest,
    three_hundred_guests_of_one_address,
    a_hundred_tables_at_one_tap_by_strangers,
    thirty_tables_at_one_tap_by_a_guest,
    two_hundred_messages_and_comments_of_a_guest,
    clubs_of_many_accounts_of_one_network,  # before Ana has all that an account may have
    what_lasts_by_an_account,
)


def _five_of(answers: list[Answer], fine: int, name: str) -> Tally:
    """Count answers of which exactly five have to be fine: with fewer, something else refused the rest."""
    made = sum(answer.status == fine for answer in answers)
    return tally(answers, fine=(fine,), at_most=5) + refused(f"{made} {name}", is_refused=made == 5)


def _new_guest(world: World, number: int) -> Answer:
    somebody = Visitor(world.site)
    somebody.get("/guest/")
    return somebody.post("/guest/", name=f"Guest {number}")


def _plays_now(world: World, number: int) -> Answer:
    somebody = Visitor(world.site, f"127.0.7.{number % 200 + 1}")
    somebody.get("/")
    return somebody.post("/play-now/", strength="club")


def _pauses(somebody: Visitor) -> Tally:
    """Ask for bots without a pause, whatever else may stand in the way."""
    none = somebody.send("tables/", {**_BOTS, "bot_pause_ms": 0})
    return tally([none])


def _started(somebody: Visitor) -> int:
    """Open a table of four bots and let them play; its number, 0 where that is refused."""
    opened = somebody.send("tables/", _BOTS)
    if opened.status != 201:
        return 0
    table = _read(opened)
    somebody.send(f"tables/{table['id']}/start/", {"after": table["version"]})
    return int(table["id"])


def _moves(somebody: Visitor, table: int) -> int:
    before = _read(somebody.get(f"/api/v1/tables/{table}/"))["version"]
    time.sleep(_WATCHED)
    return int(_read(somebody.get(f"/api/v1/tables/{table}/"))["version"] - before)


def _read(answer: Answer) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(answer.body)
    return body
