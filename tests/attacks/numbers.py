"""Numbers, lists and bodies without a sensible end."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tests.attacks.visitor import Visitor, account, guest
from tests.attacks.world import Attack, Tally, World, tally

_HUGE: Final = (1_000_000_000, 3_000_000, -1, 2**70)


def a_table_to_a_billion_points(world: World) -> Tally:
    """Commitments for every deal of a match that has no end."""
    somebody = guest(world.site, "Billion")
    answers = [
        somebody.post("/tables/new/", rulebook="classic", seats=2, bots=1, target=points) for points in _HUGE
    ]
    for points in _HUGE:
        wish = {"rulebook": "classic", "seats": 2, "options": {"target_score": points}}
        answers.append(somebody.send("tables/", wish))
    return tally(answers)


def every_number_of_the_rules(world: World) -> Tally:
    """Every option that is a number, wherever options are taken: tables, rulebooks, competitions."""
    somebody = account(world.site, "ana")
    return tally(
        [
            somebody.send(path, {"name": "Huge", "rulebook": "classic", "options": {name: number}})
            for name in _numbers(world)
            for number in (_HUGE[0], 2**70)
            for path in ("tables/", "rulebooks/", "rulebooks/check/", "clubs/riverside/competitions/")
        ]
    )


def every_number_of_a_competition(world: World) -> Tally:
    """Rounds, seats, groups and points without end."""
    somebody = account(world.site, "ana")
    wishes: list[dict[str, Any]] = [
        {name: number}
        for name in ("rounds", "table_size", "groups", "legs", "target", "minutes", "capacity", "win")
        for number in _HUGE
    ]
    cup = {"name": "Cup", "format": "swiss", "table_size": 2}
    return tally([somebody.send("clubs/riverside/competitions/", cup | wish) for wish in wishes])


def bodies_without_an_end(world: World) -> Tally:
    """Long, deep and many."""
    somebody = account(world.site, "ana")
    bodies = (
        b"[" * 900_000,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b'{"seats": ' + b"9" * 900_000 + b"}",
        b'{"options": {' + b",".join(b'"o%d": 1' % n for n in range(50_000)) + b"}}",
        b'{"name": "' + b"x" * 11_000_000 + b'"}',
    )
    forms = (b"name=" + b"x" * 11_000_000, b"a=1&" * 400_000)
    return tally(
        [somebody.say("/api/v1/tables/", body, "application/json") for body in bodies]
        + [Visitor(world.site).say("/guest/", form, "application/x-www-form-urlencoded") for form in forms]
    )


ATTACKS: Final[Sequence[Attack]] = (
    a_table_to_a_billion_points,
    every_number_of_the_rules,
    every_number_of_a_competition,
    bodies_without_an_end,
)


def _numbers(world: World) -> Iterator[str]:
    import json

    told = json.loads(Visitor(world.site).get("/api/v1/options/?limit=200").body)
    for row in told["results"]:
        if "from" in row:
            yield row["name"]
