"""Much work at once: what is written once, draws, standings, records, and the longest pages."""

import json
from collections.abc import Sequence
from typing import Final

from tests.attacks.visitor import Visitor, account
from tests.attacks.world import Attack, Tally, World, at_once, tally

_LANGUAGES: Final = ("en", "vi", "fil", "cy", "ru")


def the_schema_before_it_is_written(world: World) -> Tally:
    """The largest document that everybody may have, by many, of a process that has just begun."""
    return tally(at_once(32, lambda _n: _schema(world)), fine=(200, 503))


def the_schema_as_yaml(world: World) -> Tally:
    """The same, once it is there."""
    return tally(at_once(100, lambda _n: _schema(world)), fine=(200,))


def the_pages_of_the_api_in_every_language(world: World) -> Tally:
    """The longest pages that are the same for everybody, and what is found on them."""
    asked = [
        (language, question) for question in ("", "?show=events", "?show=codes") for language in _LANGUAGES
    ]

    def ask(number: int) -> object:
        language, question = asked[number]
        return Visitor(world.site, **{"Accept-Language": language}).get(f"/api/v1/docs/{question}")

    return tally(at_once(len(asked), ask), fine=(200, 503))


def a_swiss_of_two_thousand_from_sixteen_strangers(world: World) -> Tally:
    """Draws that take long."""
    wish = {"format": "swiss", "entrants": 2000}
    return tally(at_once(16, lambda _n: Visitor(world.site).send("draw/", wish)))


def a_round_robin_of_32_at_tables(world: World) -> Tally:
    """A schedule that is searched for."""
    wish = {"format": "round_robin", "entrants": 32, "table_size": 4}
    return tally(at_once(16, lambda _n: Visitor(world.site).send("draw/", wish)))


def standings_of_a_long_history(world: World) -> Tally:
    """Every tie-break of five hundred who have met two hundred times."""
    return tally(at_once(4, lambda _n: Visitor(world.site).send("standings/", _history(500, 200))))


def a_record_of_two_megabytes(world: World) -> Tally:
    """Something to check that is none."""
    record = {"events": ["x" * 100] * 20_000}
    return tally(at_once(8, lambda _n: Visitor(world.site).send("records/check/", record)))


def what_strangers_may_have_worked_out_at_most(world: World) -> Tally:
    """The largest that is still answered on the spot, as often as they may."""
    wishes = (
        ("draw/", {"format": "swiss", "entrants": 64}),
        ("draw/", {"format": "round_robin", "entrants": 48, "legs": 2}),
        ("draw/", {"format": "elimination_500", "entrants": 128, "table_size": 3}),
        ("standings/", _history(64, 9)),
    )
    return tally(at_once(64, lambda n: Visitor(world.site).send(*wishes[n % len(wishes)])), fine=(200, 422))


def sixteen_draws_of_an_account(world: World) -> Tally:
    """Draws that take long, by somebody who may ask for them, one after the other."""
    somebody = account(world.site, "bo")
    wish = {"format": "swiss", "entrants": 400}
    return tally(at_once(16, lambda _n: somebody.send("draw/", wish)), fine=(200,), at_most=8)


def the_longest_pages_by_sixteen_strangers(world: World) -> Tally:
    """A round robin of 48, which has 1,128 matches."""
    place = f"/competitions/{world.competition}/"
    pages = ("", "bracket/", "bracket/?page=3", "standings.txt", "history/")
    return tally(at_once(64, lambda n: Visitor(world.site).get(place + pages[n % len(pages)])), fine=(200,))


def pictures_and_sheets_by_sixteen_strangers(world: World) -> Tally:
    """What is drawn and written out of the whole competition."""
    place = f"/competitions/{world.competition}/"
    pages = (
        *("bracket.png", "bracket.svg", "export/competition.xlsx", "export/standings.csv"),
        *("print/", "print/standings/", "results.rss", "embed/standings/", "embed/bracket/"),
    )
    answers = at_once(60, lambda n: Visitor(world.site).get(place + pages[n % len(pages)]))
    return tally(answers, fine=(200, 404))


def the_largest_lists_of_the_api_by_sixteen_strangers(world: World) -> Tally:
    """The same for programs."""
    place = f"/api/v1/competitions/{world.competition}/"
    pages = ("standings/", "bracket/", "matches/?limit=200", "places/", "history/", "entrants/?limit=200")
    answers = at_once(60, lambda n: Visitor(world.site).get(place + pages[n % len(pages)]))
    return tally(answers, fine=(200,))


def replays_by_sixteen_strangers(world: World) -> Tally:
    """Every step of a match, as page and as picture."""
    pages = ("replay/?step={n}&moves=all", "replay/{n}.png", "record.json", "shuffles/", "shuffles.json")
    place = "/tables/1/"
    answers = at_once(60, lambda n: Visitor(world.site).get(place + pages[n % len(pages)].format(n=n)))
    return tally(answers, fine=(200, 302, 404, 409))


def two_thousand_names_and_a_swiss_of_them(world: World) -> Tally:
    """The largest competition that an organizer may announce, from the list of names to its first draw."""
    somebody = account(world.site, "ana")
    cup = {"name": "Two thousand", "format": "swiss", "rounds": 6, "venue": "elsewhere"}
    answers = [somebody.send("clubs/riverside/competitions/", cup)]
    made = json.loads(answers[0].body)
    here = f"competitions/{made['id']}/"
    rows = "name\n" + "\n".join(f"Somebody {number}" for number in range(2000))
    answers.append(somebody.send(f"{here}import/", {"rows": rows, "sure": True, "after": made["version"]}))
    version = json.loads(somebody.get(f"/api/v1/{here}").body)["version"]
    answers.append(somebody.send(f"{here}start/", {"after": version}))
    answers += [Visitor(world.site).get(f"/competitions/{made['id']}/") for _time in range(8)]
    return tally(answers, fine=(200, 201, 202))


ATTACKS: Final[Sequence[Attack]] = (
    the_schema_before_it_is_written,
    the_schema_as_yaml,
    the_pages_of_the_api_in_every_language,
    a_swiss_of_two_thousand_from_sixteen_strangers,
    a_round_robin_of_32_at_tables,
    standings_of_a_long_history,
    a_record_of_two_megabytes,
    what_strangers_may_have_worked_out_at_most,
    sixteen_draws_of_an_account,
    the_longest_pages_by_sixteen_strangers,
    pictures_and_sheets_by_sixteen_strangers,
    the_largest_lists_of_the_api_by_sixteen_strangers,
    replays_by_sixteen_strangers,
    two_thousand_names_and_a_swiss_of_them,
)


def _schema(world: World) -> object:
    return Visitor(world.site).get("/api/v1/schema/?format=yaml")


def _history(entrants: int, rounds: int) -> dict[str, object]:
    match = [{"entrants": [n, n + 1], "points": [1, 0]} for n in range(1, entrants, 2)]
    wish = {"entrants": list(range(1, entrants + 1)), "rounds": [{"matches": match}] * rounds}
    return {"results": wish, "tiebreaks": ["points", "bh_cut1", "bh", "sb", "direct"]}
