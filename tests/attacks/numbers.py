"""Numbers, lists and bodies without a sensible end."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final
from urllib.parse import quote

from tests.attacks.visitor import Answer, Visitor, account, guest
from tests.attacks.world import Attack, Tally, World, at_once, refused, tally

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


def a_megabyte_of_nonsense_by_sixteen_strangers(world: World) -> Tally:
    """Lists in which nothing is right: nobody is told every fault of them."""
    lists = [["x"] * 150_000, [{}] * 200_000, [None] * 150_000, [[]] * 200_000]

    def send(number: int) -> Answer:
        return Visitor(world.site).send("standings/", {"tiebreaks": lists[number % len(lists)]})

    answers = at_once(16, send)
    long = sum(len(answer.body) > 20_000 for answer in answers)
    return tally(answers) + Counter({"NOT REFUSED: answers as long as what was sent": long} if long else {})


def every_number_behind_the_question_mark(world: World) -> Tally:
    """Pages, steps, stages and lengths of lists that do not exist."""
    there = f"/competitions/{world.competition}/"
    paths = (
        *(f"{there}?page=", f"{there}?stage=", f"{there}?as_of=", f"{there}bracket/?page="),
        *(f"{there}history/?page=", "/tables/1/since/?after=", "/tables/1/replay/?step=", "/?over="),
        *(f"/api/v1{there}matches/?limit=", f"/api/v1{there}standings/?as_of="),
        *("/api/v1/tables/1/events/?after=", "/api/v1/tables/1/events/?limit=", "/api/v1/players/?limit="),
    )
    numbers = (*_HUGE, "9" * 5000, "1e400", "٣")
    somebody = Visitor(world.site)
    answers = [somebody.get(path + quote(str(number))) for path in paths for number in numbers]
    return tally(answers, fine=(200, 204, 302))


def every_number_of_a_night(world: World) -> Tally:
    """Dates, rooms, clocks, bonuses, real cards and lists of names without end."""
    somebody = account(world.site, "ana")
    cup = json.loads(
        somebody.send("clubs/riverside/competitions/", {"name": "Night", "format": "swiss"}).body
    )
    here, after = f"competitions/{cup['id']}/", {"after": cup["version"]}
    day = {"name": "Night", "starts_at": "2999-10-01T18:00:00Z", "ends_at": "2999-10-01T22:00:00Z"}
    paper = {"rulebook": "classic", "seats": 2, "players": ["Ana", "Bo"]}
    wishes: list[tuple[str, dict[str, Any]]] = [
        wish
        for number in (_HUGE[0], -1, 2**70)
        for wish in (
            ("clubs/riverside/matchdays/", {**day, "capacity": number}),
            ("clubs/riverside/matchdays/", {**day, "remind_hours": number}),
            (f"{here}lines/", {**after, "stage": 1, "entrant": 1, "points": number, "reason": "x"}),
            (f"{here}timer/start/", {**after, "minutes": number}),
            (f"{here}entries/", {**after, "players": [number] * 2}),
            ("tables/real-cards/", {**paper, "options": {"target_score": number}}),
            ("tables/1/bots/", {"seat": number}),
        )
    ]
    wishes += [
        (f"{here}entries/", {**after, "players": list(range(100_000))}),
        (f"{here}import/", {**after, "rows": "name\n" + "x\n" * 200_000, "sure": True}),
    ]
    return tally([somebody.send(*wish) for wish in wishes])


def names_of_a_closed_club(world: World) -> Tally:
    """A stranger and a guest look for people of a club that only its members see; they may know its name."""
    owner = account(world.site, "ana")
    club = json.loads(owner.send("clubs/", {"name": "Behind the curtain"}).body)["slug"]
    close = f"from league.models import Club; Club.objects.filter(slug='{club}').update(is_public=False)"
    world.manage("shell", "-c", close).check_returncode()
    assert owner.send(f"clubs/{club}/members/", {"name": "Quentin Quill"}).status in (200, 201)
    pages = (
        *("players/?name=Quill", "players/?limit=200", f"clubs/{club}/", f"clubs/{club}/members/"),
        *(f"clubs/{club}/competitions/", f"clubs/{club}/ratings/"),
    )
    answers = [
        somebody.get(f"/api/v1/{page}")
        for somebody in (Visitor(world.site, "127.0.9.1"), guest(world.site, "Curious", "127.0.9.2"))
        for page in pages
    ]
    told = sum("Quill" in answer.body for answer in answers)
    return tally(answers, fine=(200,), at_most=6) + refused(f"{told} names told", is_refused=told == 0)


def rulebooks_of_a_closed_club(world: World) -> Tally:
    """A stranger and a guest look for the rules that a club has made, where only its members see them."""
    owner = account(world.site, "ana")
    club = json.loads(owner.send("clubs/", {"name": "Behind closed doors"}).body)["slug"]
    close = f"from league.models import Club; Club.objects.filter(slug='{club}').update(is_public=False)"
    world.manage("shell", "-c", close).check_returncode()
    kept = {"name": "Curtain rules", "keeper": club, "rulebook": "classic", "options": {"target_score": 77}}
    answer = owner.send("rulebooks/", kept)
    assert answer.status == 201, answer.body
    key = json.loads(answer.body)["name"]
    assert "Curtain" in owner.get(f"/api/v1/rulebooks/{key}/").body
    pages = (
        *(f"/api/v1/rulebooks/{key}/", "/api/v1/rulebooks/?limit=200", f"/rules/{key}/", "/rules/"),
        *(f"/rules/compare/?a=classic&b={key}", f"/rules/new/?from={key}", f"/tables/new/?rulebook={key}"),
    )
    curious = (Visitor(world.site, "127.0.9.3"), guest(world.site, "Curious too", "127.0.9.4"))
    answers = [somebody.get(page) for somebody in curious for page in pages]
    answers += [
        somebody.send("rulebooks/check/", {"rulebook": key, "options": {}, "seats": 4})
        for somebody in curious
    ]
    told = sum("Curtain" in answer.body or "77" in answer.body.split() for answer in answers)
    return tally(answers, fine=(200, 302)) + refused(f"{told} rulebooks told", is_refused=told == 0)


ATTACKS: Final[Sequence[Attack]] = (
    names_of_a_closed_club,
    rulebooks_of_a_closed_club,
    a_table_to_a_billion_points,
    every_number_of_the_rules,
    every_number_of_a_competition,
    every_number_behind_the_question_mark,
    every_number_of_a_night,
    bodies_without_an_end,
    a_megabyte_of_nonsense_by_sixteen_strangers,
)


def _numbers(world: World) -> Iterator[str]:
    told = json.loads(Visitor(world.site).get("/api/v1/options/?limit=200").body)
    for row in told["results"]:
        if "from" in row:
            yield row["name"]
