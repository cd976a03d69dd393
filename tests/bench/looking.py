"""`python -m tests.bench.looking`: what strangers may look at, on a site that is full, and what it costs.

A Swiss of 256 after seven rounds, a whole round robin of 48, a knock-out of 256 after its first matches and a
season of 100, each in a club of a thousand people, and a match to 10,000 points. Processor time of the first
and the second question in one process; the second has to be within 300 ms.
"""

import os
import time
from collections.abc import Iterator
from typing import Any, Final

import tests.environment  # noqa: F401 - a world of its own

# What is printed here is the command's answer.
# ruff: noqa: T201

STRANGERS: Final = 300
WORTH_A_LINE: Final = 60
_QUESTIONS: Final = {
    "replay": ("?step=900", "?moves=all"),
    "lobby": ("?page=2",),
    "competition": ("?find=a",),
}
"""What is asked of an address beside its plain self."""


def main() -> None:
    """Fill a site, ask every address twice, and print what took long."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    from django.conf import settings
    from django.test import Client

    settings.API_PER_MINUTE = 10**6
    places = filled()
    visitor, number = Client(headers={"host": "localhost"}), 0
    for path in sorted({path for place in places for path in paths(place)}):
        first, _status = _asked(visitor, path)
        again, status = _asked(visitor, path)
        number += status == 200
        if max(first, again) >= WORTH_A_LINE:
            remark = f"  MORE THAN {STRANGERS} ms" if again > STRANGERS else ""
            print(f"{path:70} {status} {first:7.0f} {again:7.0f} ms{remark}")
    print(f"{number} addresses were shown to a stranger.")


def filled() -> list[dict[str, Any]]:
    """Fill the site; return what stands for the parts of an address, for each competition."""
    from django.db import transaction

    from games.models import Player
    from league.models import Membership
    from league.rules.settings.stages import ROUND_ROBIN, SEASON, SINGLE_ELIMINATION, SWISS, StageSettings
    from tests.league.by_hand import play, played_elsewhere

    stages = [
        (256, 7, StageSettings(SWISS, table_size=2, rounds=9)),
        (48, 10, StageSettings(ROUND_ROBIN, table_size=2)),
        (256, 1, StageSettings(SINGLE_ELIMINATION, table_size=2)),
        (100, 5, StageSettings(SEASON, table_size=4, rounds=6)),
    ]
    places = []
    table = _long_match()
    for entrants, rounds, stage in stages:
        with transaction.atomic():
            made = played_elsewhere(entrants, stage)
            play(made, rounds)
        people = Player.objects.bulk_create(Player(name=f"Member {number}") for number in range(1000))
        Membership.objects.bulk_create(Membership(club=made.club, player=person) for person in people)
        player = made.entrants.order_by("number")[0]
        places.append(
            {"competitions": made.pk, "clubs": made.club.slug, "players": player.player_id, "tables": table}
        )
    return places


def _long_match() -> int:
    from games import tables
    from games.tables import scheduling
    from tests.games.playing import START, open_table, play_out

    table = open_table("bot bot bot bot", options={"target_score": 10_000}, bot_pause_ms=0)
    tables.start(table.pk, by="organizer:1", at=START)
    with scheduling.collect_due_bots():
        play_out(table, moves=100_000)
    return table.pk


def paths(place: dict[str, Any]) -> Iterator[str]:
    """Yield the paths of all addresses of which every part is known, with further questions."""
    import re

    from django.urls import get_resolver

    from tests.league.every_address.test_permissions_of_every_address import addresses

    usual = {"stage": 1, "key": "R1.1", "entrant": 1, "number": 1, "rulebook": "classic", "name": "hand_size"}
    for name, route in addresses(get_resolver()):
        first = next((part for part in route.split("/") if part in place), "")
        known = {**usual, **({"pk": place[first], "slug": place[first]} if first else {})}
        parts = re.split(r"<(?:\w+:)?(\w+)>", route)
        path = "".join(str(known.get(part, "<")) if odd % 2 else part for odd, part in enumerate(parts))
        if "<" in path or "(?" in path or path.endswith(("stream/", "wait/", "watch/")):
            continue
        for question in ("", *_QUESTIONS.get(name, ())):
            yield f"/{path}{question}"


def _asked(visitor: Any, path: str) -> tuple[float, int]:
    begun = time.process_time()
    answer = visitor.get(path)
    if answer.streaming:
        b"".join(answer.streaming_content)
    return (time.process_time() - begun) * 1000, answer.status_code


if __name__ == "__main__":
    main()
