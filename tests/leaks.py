"""`python -m tests.leaks`: random matches, and a search for hidden cards in all that is answered and logged.

Some seats are held by people who act at random through pages and API, the others by bots. Now and then
somebody looks: at every page, fragment, stream, picture, refusal, page of the admin site and address for
programs. What they may know is told from the log alone, so `games.rules.sight` is judged by somebody who has
not read it.
"""

import argparse
import base64
import os
import random
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import tests.environment

# What is printed here is the command's answer.
# ruff: noqa: T201

PRESETS = 10
LOOKS = 6  # at each match, half of them in the first deal
TURNS_BETWEEN = 9
MOST_TURNS = 900
NAMES = ("Ana", "Bo")  # who sit at the table; Wim watches, Sam runs the site, and somebody has no name
SITE = "S"


@dataclass
class Found:
    """What was looked at, and what was wrong with it."""

    matches: int = 0
    answers: int = 0
    log_lines: int = 0
    errors: list[str] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and search; return 1 if anything was told that must not be."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    parser.add_argument("--matches", type=int, default=200, help="of ten rulebooks")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    _set_up()
    print(f"Folder {tests.environment.folder}")
    found, dice, began = Found(), random.Random(asked.seed), time.monotonic()
    for number in range(asked.matches):
        search(rulebooks(PRESETS)[number % PRESETS], dice, found)
        if number % PRESETS == PRESETS - 1:
            print(
                f"  {found.matches} matches, {found.answers} answers, {len(found.errors)} errors", flush=True
            )
    for error in found.errors:
        print(error, file=sys.stderr)
    print(
        f"{found.matches} matches of {PRESETS} rulebooks, {found.answers} answers and {found.log_lines} lines"
        f" of the log in {time.monotonic() - began:.0f} s: "
        f"{len(found.errors) or 'no'} hidden cards or secrets"
    )
    return 1 if found.errors else 0


def rulebooks(number: int) -> list[str]:
    """Return some rulebooks, as different as there are."""
    from games.rules import rulebooks

    names = rulebooks.names()
    return [names[at * len(names) // number] for at in range(number)]


def search(rulebook: str, dice: random.Random, found: Found) -> None:
    """Play a match and look at it in between; what is wrong is added to what was found."""
    from tests.league.two_worlds import listening

    play = Play(rulebook, dice)
    for look in range(LOOKS):
        if not play.go_on(first_deal=look < LOOKS // 2):
            break
        with listening() as lines:
            play.look(dice.choice([*NAMES, "", "Wim", SITE]), found)
        found.log_lines += len(lines)
        found.errors += play.told("", "the log", "\n".join(lines))
    found.matches += 1


class Play:
    """A match that is played at random."""

    def __init__(self, rulebook: str, dice: random.Random) -> None:
        from django.test import Client

        from games.models import Player
        from games.rules import rulebooks
        from tests.games import visiting
        from tests.games.playing import open_table
        from tests.games.sending import new_id

        fewest, most = rulebooks.fitting_seats(rulebook)
        seats = dice.randint(max(fewest, 2), max(2, min(most, 6)))
        who = " ".join([*NAMES, *["bot"] * (seats - len(NAMES))])
        self.dice, self.rulebook = dice, rulebook
        self.table = open_table(who, rulebook=rulebook, turn_seconds=60, bot_pause_ms=0)
        held = [seat.player for seat in self.table.seats.order_by("index")]
        self.people = dict(zip(NAMES, held, strict=False))
        self.people |= {name: Player.objects.create(name=name) for name in ("Wim", SITE)}
        self.clients = {
            name: Client(REMOTE_ADDR=f"10.0.{dice.randrange(250)}.{dice.randrange(250)}")
            for name in self.people
        }
        self.clients[""] = Client()
        for name, person in self.people.items():
            user = visiting.log_in(self.clients[name], person)
            user.is_staff = user.is_superuser = name == SITE
            user.save()
        self.new_id = new_id
        self._start()

    def go_on(self, *, first_deal: bool) -> bool:
        """Play some turns, in or after the first deal; return whether a deal runs."""
        from games.models import Table
        from games.rules.state import MATCH_OVER, OVER
        from tests.games.playing import fresh

        wanted = self.dice.randint(1, TURNS_BETWEEN)
        for _turn in range(MOST_TURNS):
            self.table = fresh(self.table)
            if self.table.status != Table.Status.RUNNING:
                return False
            is_there = first_deal or self.table.round_number > 1
            if wanted <= 0 and is_there and self.table.state_name not in {OVER, MATCH_OVER}:
                return True
            wanted -= is_there
            self._turn()
        return False

    def look(self, name: str, found: Found) -> None:
        """Let somebody look at everything there is."""
        for path, answer in self._answers(name):
            found.answers += 1
            found.errors += self.told(name, path, answer)

    def told(self, name: str, where: str, text: str) -> list[str]:
        """Return what a text tells somebody that they must not know."""
        from games.rules import cards
        from games.rules.card_names import called

        known = self._known(name)
        hidden = [card for card in range(cards.WILD) if card not in known]
        tokens = {cards.TOKENS[card] for card in hidden}
        names = {called(card).lower() for card in hidden}
        said = {match.lower() for match in _NAMED.findall(text)} & names
        said |= {token for match in _TOKENS.findall(text) for token in match.split() if token in tokens}
        said |= {secret for secret in self._secrets() if secret in text}
        at = f"{self.rulebook}, table {self.table.pk} at version {self.table.version}"
        return [f"{at}: {where} tells {name or 'anybody'} of {', '.join(sorted(said))}"] if said else []

    def _start(self) -> None:
        from games import tables
        from tests.games.playing import START, fresh

        tables.start(self.table.pk, by="organizer:1", at=START)
        self.table = fresh(self.table)

    def _turn(self) -> None:
        from games import tables
        from games.rules import notation
        from tests.games.playing import move_on

        name = self.dice.choice(NAMES)
        legal = tables.look(self.table.pk, self.people[name]).legal
        if not legal or self.dice.random() < 0.05:
            move_on(self.table)
            return
        text = notation.text(self.dice.choice(legal))
        self._send(name, text.partition(" ")[2] or text)

    def _send(self, name: str, move: str) -> None:
        pk, client = self.table.pk, self.clients[name]
        body = {"move": move, "after": self.table.version}
        if self.dice.random() < 0.5:
            client.post(f"/tables/{pk}/moves/", body | {"command_id": self.new_id()})
        else:
            headers = {"Idempotency-Key": self.new_id()}
            client.post(f"/api/v1/tables/{pk}/moves/", body, content_type="application/json", headers=headers)

    def _answers(self, name: str) -> Iterator[tuple[str, str]]:
        client, pk, version = self.clients[name], self.table.pk, self.table.version
        paths = [
            path.format(pk=pk, before=max(0, version - 7), version=version, step=self.table.step)
            for path in _LOOKED_AT
        ]
        if name == SITE:
            paths += [path.format(pk=pk) for path in _OF_THE_SITE] + self._event_pages()
        if self.table.round_number > 1:
            paths = [path for path in paths if not _PAST.search(path)]  # earlier deals are open to everybody
        for path in paths:
            headers = {"HX-Request": "true"} if path.endswith("#htmx") else {}
            yield path, _text(client.get(path.partition("#")[0], headers=headers))
        for path, body in self._refused():
            headers = {"Idempotency-Key": self.new_id()}
            yield path, _text(client.post(path, body, content_type="application/json", headers=headers))

    def _refused(self) -> list[tuple[str, dict[str, Any]]]:
        """Requests that change nothing: too late, of nobody, nonsense."""
        path, old = f"/api/v1/tables/{self.table.pk}/moves/", self.table.version - 1
        moves = ("draw", "play zz", "challenge", "pass", "catch A", "")
        return [(path, {"move": move, "after": old}) for move in moves]

    def _event_pages(self) -> list[str]:
        from games.models import TableEvent

        rows = TableEvent.objects.filter(stream=self.table).order_by("-version").values_list("pk", flat=True)
        return [f"/admin/games/tableevent/{pk}/change/" for pk in self.dice.sample(list(rows[:40]), 3)]

    def _known(self, name: str) -> set[int]:
        """Return the cards that somebody has had in the hand, or seen on the table, in this deal."""
        from games import log
        from games.models import TableEvent
        from games.rules import events as e
        from games.rules.evolve import fold
        from games.rules.state import State
        from tests.onlooker import _PUBLIC

        seat = NAMES.index(name) if name in NAMES else None
        known: set[int] = set()
        turned_up: set[int] = set()  # to find the first dealer
        state = State()
        for event in (row.event for row in log.read(TableEvent, self.table.pk)):
            if isinstance(event, e.RoundStarted):
                known = set(turned_up)
            if not isinstance(event, e.Event):
                continue
            fold([event], state)
            known.update(state.discard_pile, state.hands[seat] if seat is not None and state.hands else ())
            if isinstance(event, _PUBLIC):
                known.add(event.card)
            if isinstance(event, e.DealerChosen):
                turned_up.update(card for _seat, card in event.draws)
            if isinstance(event, e.ChallengeMade) and event.seat == seat:
                known.update(event.shown)
        return known

    def _secrets(self) -> Iterator[str]:
        """Yield what the shuffles of this deal and later ones are made of, as it could be written."""
        from games.models import ShuffleSeed
        from games.rules.shuffle import Secret, secret_of

        seed = Secret(ShuffleSeed.objects.get(table=self.table).seed)
        now = self.table.round_number
        for secret in (bytes(seed), *(bytes(secret_of(seed, number)) for number in range(now, now + 3))):
            yield from (secret.hex(), repr(secret)[2:-1], base64.b64encode(secret).decode())


def _text(response: Any) -> str:
    """Return all that is told: of a stream that goes on forever its first message."""
    head = "\n".join(f"{name}: {value}" for name, value in response.headers.items())
    if not response.streaming:
        return f"{head}\n{response.content.decode(errors='replace')}"
    response.close()
    return head


def _set_up() -> None:
    import django
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "league.settings",
        "DATABASE_URL": "",
        "API_PER_MINUTE": "1000000",
    }
    django.setup()
    setup_test_environment()
    call_command("migrate", verbosity=0)


_LOOKED_AT = (
    "/",
    "/tables/{pk}/",
    "/tables/{pk}/?after={before}#htmx",
    "/tables/{pk}/?after={before}",
    "/tables/{pk}/since/?after={before}",
    "/tables/{pk}/watch/?after={before}",
    "/tables/{pk}/shuffles/",
    "/tables/{pk}/shuffles.json",
    "/tables/{pk}/chat/",
    "/tables/{pk}/replay/",
    "/tables/{pk}/replay/?step={step}&all=1",
    "/tables/{pk}/replay/?step={step}&seat=B",
    "/tables/{pk}/replay/{step}.svg?seat=B",
    "/tables/{pk}/record.json",
    "/tables/{pk}/score/",
    "/tables/{pk}/nothing/",
    "/me/",
    "/api/v1/tables/",
    "/api/v1/tables/{pk}/",
    "/api/v1/tables/{pk}/events/?after=0",
    "/api/v1/tables/{pk}/events/?after={before}",
    "/api/v1/tables/{pk}/events/wait/?after={before}",
    "/api/v1/tables/{pk}/moves/",
    "/api/v1/tables/{pk}/replay/",
    "/api/v1/tables/{pk}/replay/{step}/",
    "/api/v1/tables/{pk}/replay/{step}/?seat=B&all=1",
    "/api/v1/tables/{pk}/record/",
    "/api/v1/tables/{pk}/nothing/",
)
_OF_THE_SITE = (
    "/admin/",
    "/admin/games/table/",
    "/admin/games/table/{pk}/change/",
    "/admin/games/table/{pk}/history/",
    "/admin/games/tableevent/",
    "/admin/games/tableevent/?q={pk}",
    "/admin/games/shuffleseed/",
)
_PAST = re.compile("replay|record|events/|since|after=|rules|tableevent|proofs|shuffles")
_NAMED = re.compile(r"\b(?:red|yellow|green|blue) (?:\d|Skip|Reverse|Draw Two)\b", re.IGNORECASE)
# Cards in notation stand in what programs read, and in the values of buttons.
_TOKENS = re.compile(r"""(?<=")(?:[a-z-]+ )*[rygb](?:\d|S|R|\+)(?: [A-Za-z\d+]+)*(?=")""")


if __name__ == "__main__":
    sys.exit(main())
