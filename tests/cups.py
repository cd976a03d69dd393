"""`python -m tests.cups`: whole competitions by bots through the real thing, from first to last.

An organizer sends the forms of the pages, a worker moves the bots and collects the results. In the end of
each it is checked who lost how often, who met whom, and that the rows follow from the log.
"""

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import tests.environment
from tests.databases import migrated, postgres
from tests.servers import processes

# What is printed here is the command's answer.
# ruff: noqa: T201

PATIENCE = 120.0  # seconds in which something must happen
FORMS: dict[str, Any] = {
    "turn_seconds": 60,
    "bank_seconds": 0,
    "away_after": 3,
    "venue": "online",
    "target": 50,
    "bot_pause_ms": 0,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Hold the competitions one after the other and return 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.cups", description=__doc__)
    parser.add_argument("cups", nargs="*", choices=[[], *sorted(CUPS)], help="all of them without")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    asked = parser.parse_args(arguments)
    with postgres.chosen(asked.database) as address:
        os.environ["DATABASE_URL"] = address  # never the one that somebody plays on
        return _run(asked.cups or list(CUPS))


def _run(names: Sequence[str]) -> int:
    _set_up()
    folder = Path(tests.environment.folder)
    try:
        with processes.worker({}, folder):
            for name in names:
                began = time.monotonic()
                cup = CUPS[name](Organizer(name))
                print(f"{name}: {cup}, {time.monotonic() - began:.0f} s", flush=True)
    except AssertionError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


class Organizer:
    """Somebody who organizes a club and its competition through the pages."""

    def __init__(self, name: str) -> None:
        from django.contrib.auth import get_user_model
        from django.test import Client

        from games.models import Player
        from league.models import Club, Membership

        user = get_user_model().objects.create(username=f"organizer of {name}")
        me = Player.objects.create(name="Olga", user=user)
        self.club = Club.objects.create(name=f"Club of the {name}", slug=name.replace(" ", "-"))
        Membership.objects.create(club=self.club, player=me, is_owner=True)
        self._client = Client()
        self._client.force_login(user)
        self.page = ""
        self.pk = 0

    def announce(self, format_: str, **facts: Any) -> None:
        """Announce a competition of this format, its other fields as the form has them."""
        from league.competitions.forms.announcement import CompetitionForm

        fields = CompetitionForm(self.club, []).fields
        usual = {
            name: field.initial for name, field in fields.items() if field.initial not in (None, False, "")
        }
        sent = {**usual, **FORMS, "name": self.club.name, "format": format_, "rulebook": "classic"}
        sent |= {"venue": "online", "bots": "on", **facts}
        answer = self.send(f"/clubs/{self.club.slug}/competitions/new/", sent)
        self.go_to(answer["Location"])

    def go_to(self, page: str) -> None:
        """Organize the competition of this page from here on."""
        self.page, self.pk = page, int(page.strip("/").split("/")[-1])

    def enter(self, names: Sequence[str]) -> None:
        """Enter people by name, one a line."""
        self.send(f"{self.page}enter/", {"new_name": "\n".join(names)})

    def start(self) -> None:
        """Close the entries; the first tables open."""
        self.send(f"{self.page}start/", {})

    def withdraw(self, entrant: int) -> None:
        """Take somebody out."""
        self.send(f"{self.page}entrants/{entrant}/", {"do": "withdrawn"})

    def correct(self, key: str) -> None:
        """Turn the places of a match round: look at what that would do, then do it."""
        match = self.state().match(1, key)
        assert match is not None
        count = len(match.places)
        sent = {"kind": "played", "reason": "The score sheet was read upside down"}
        for place_ in match.places:
            place = (
                count + 1 - place_.place
                if len({two.place for two in match.places}) == count
                else place_.place
            )
            sent |= {f"place_{place_.entrant}": str(place), f"total_{place_.entrant}": str(place_.total)}
        preview = self._client.post(f"{self.page}matches/1/{key}/correct/", sent)
        assert preview.status_code == 200, preview.content.decode()
        self.send(f"{self.page}matches/1/{key}/correct/", {**sent, "sure": "1"})

    def send(self, page: str, facts: dict[str, Any]) -> Any:
        """Send a form as the page would, which leads on to another page."""
        answer = self._client.post(page, facts)
        assert answer.status_code == 302, f"{page}: {answer.status_code} {answer.content.decode()[-3000:]}"
        return answer

    def state(self) -> Any:
        """Return the competition as it stands."""
        from league import competitions

        return competitions.look(self.pk)

    def wait_for(self, so: Callable[[Any], bool]) -> Any:
        """Wait until something is so, as long as anything happens, and return the competition then."""
        from games.models import Table

        seen: tuple[int, int] = 0, 0
        deadline = time.monotonic() + PATIENCE
        while True:
            state = self.state()
            if so(state):
                return state
            running = Table.objects.filter(match__competition=self.pk)
            now = sum(running.values_list("version", flat=True)), len(state.stage.matches)
            if now != seen:
                seen, deadline = now, time.monotonic() + PATIENCE
            assert time.monotonic() < deadline, f"Nothing happens in {self.page}: {seen}"
            time.sleep(0.5)

    def wait_for_the_end(self) -> Any:
        """Wait until the competition is over, and check its pages and that its rows follow from its log."""
        state = self.wait_for(lambda table: table.status == "finished")
        for page in ("", "bracket/"):
            assert self._client.get(self.page + page).status_code == 200, page
        _require_verified(self.pk)
        return state


def _double_elimination(organizer: Organizer) -> str:
    organizer.announce("double_elimination")
    organizer.enter([f"Player {number}" for number in range(1, 65)])
    organizer.start()
    stage = organizer.wait_for_the_end().stage
    played = [match for match in stage.matches.values() if match.result]
    assert len(played) in (126, 127), len(played)
    lost = dict.fromkeys(stage.groups[0], 0)
    for match in played:
        lost[match.order[1]] += 1
    assert sorted(lost.values()) in ([0] + [2] * 63, [1] + [2] * 63), lost
    return f"64 entrants, {len(played)} matches"


def _elimination_500(organizer: Organizer) -> str:
    organizer.announce("elimination_500", table_size=5, advance=2)
    organizer.enter([f"Player {number}" for number in range(1, 38)])
    organizer.start()
    state = organizer.wait_for_the_end()
    sizes = [[len(match.slots) for match in round_.matches] for round_ in state.stage.rounds]
    assert sizes[0] == [5, 5, 5, 5, 5, 4, 4, 4], sizes
    assert len(state.winners) == 1
    return f"37 entrants at tables of {sizes}"


def _swiss(organizer: Organizer) -> str:
    organizer.announce("swiss", table_size=4, rounds=7)
    organizer.enter([f"Player {number}" for number in range(1, 51)])
    organizer.start()
    dice = random.Random(7)
    leaving = dice.sample(range(1, 51), 6)
    for number in range(1, 8):
        state = organizer.wait_for(lambda cup, number=number: _is_half_way(cup, number))
        if number in (2, 3, 4):
            organizer.withdraw(leaving.pop())
            organizer.withdraw(leaving.pop())
            organizer.enter([f"Latecomer {number}"])
        if number in (3, 5):
            known = [match.id for match in state.stage.matches.values() if match.result]
            organizer.correct(dice.choice(known))
    state = organizer.wait_for_the_end()
    assert len(state.stage.rounds) == 7
    assert len(state.entrants) == 53
    met: dict[frozenset[int], int] = {}
    for match in state.stage.matches.values():
        for entrant in match.entrants:
            for other in match.entrants:
                if entrant < other:
                    met[frozenset((entrant, other))] = met.get(frozenset((entrant, other)), 0) + 1
    assert max(met.values()) < 3
    return f"53 entrants, 7 rounds, {sum(times - 1 for times in met.values())} repeated meetings"


def _season(organizer: Organizer) -> str:
    organizer.announce("season", table_size=4, rounds=2, divisions=3, movers=1, play_offs=1)
    organizer.enter([f"Player {number}" for number in range(1, 25)])
    organizer.start()
    before = organizer.wait_for_the_end()
    sizes = [len(group) for group in before.stage.groups]
    played = [match for match in before.stage.matches.values() if match.round.is_play_off]
    assert [match.id for match in played] == ["P1.1", "P2.1"]
    assert all(match.result and match.table for match in played)
    answer = organizer.send(f"{organizer.page}next-season/", {"play_offs": "1", "name": "Next season"})
    organizer.go_to(answer["Location"])
    organizer.start()
    state = organizer.wait_for_the_end()
    assert [len(group) for group in state.stage.groups] == sizes
    _require_moved(before, state, played)
    return f"3 divisions of {sizes}, two seasons, {len(played)} play-offs in each"


def _require_moved(before: Any, after: Any, played: Sequence[Any]) -> None:
    """Check that the winner of each play-off plays in the upper division next, and the loser below."""
    now = {
        after.entrants[entrant].player: number
        for number, group in enumerate(after.stage.groups, 1)
        for entrant in group
    }
    for upper, match in enumerate(played, start=1):
        winner, loser = (before.entrants[entrant].player for entrant in match.order)
        assert (now[winner], now[loser]) == (upper, upper + 1), match.id


def _is_half_way(state: Any, number: int) -> bool:
    """Whether a stage round is being played and some of its results are in."""
    if len(state.stage.rounds) < number:
        return False
    return any(match.result for match in state.stage.matches_of(state.stage.rounds[number - 1]))


def _require_verified(pk: int) -> None:
    from league.competition_verification import check_competition

    fault = check_competition(pk, {})
    assert fault is None, fault


def _set_up() -> None:
    import django
    from django.test.utils import setup_test_environment

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    os.environ["QUOTAS"] = "bot_pause_ms=0:0,bot_moves=999999999:0"  # bots take no time here
    django.setup()
    setup_test_environment()  # the pages are asked for as `testserver`
    migrated.migrate()


CUPS: dict[str, Callable[[Organizer], str]] = {
    "double elimination": _double_elimination,
    "elimination to 500": _elimination_500,
    "swiss": _swiss,
    "season": _season,
}

if __name__ == "__main__":
    sys.exit(main())
