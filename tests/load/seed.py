"""`python -m tests.load.seed BOTS PEOPLE PROGRAMS ORGANIZERS`: make an evening, print who takes part."""

import json
import os
import sys
from typing import Any

BOT_PAUSE_MS = 2000


def main() -> None:
    """Make tables of bots, tables of two people and two bots, and round robins; print them as JSON."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    bots, people, programs, organizers = map(int, sys.argv[1:])
    evening = {
        "bots": [_table_of_bots(number) for number in range(bots)],
        "people": [person for number in range(people // 2) for person in _table_of_two(number)],
        "programs": [_program(number) for number in range(programs)],
        "organizers": [_organizer(number) for number in range(organizers)],
    }
    print(json.dumps(evening))  # noqa: T201 - the answer


def _table_of_bots(number: int) -> int:
    from django.utils import timezone

    from games import tables

    at = timezone.now()
    table = tables.open_table(name=f"Bots {number}", by="organizer:1", at=at, **_facts())
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)
    return int(table.pk)


def _table_of_two(number: int) -> list[dict[str, Any]]:
    from django.utils import timezone

    from games import tables

    at = timezone.now()
    two = [_person(f"Player {number} {letter}") for letter in "AB"]
    table = tables.open_table(name=f"People {number}", by="organizer:1", at=at, **_facts())
    for player, _session in two:
        tables.sit(table.pk, player=player, at=at)
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=at)
    return [{"table": table.pk, "session": session} for _player, session in two]


def _program(number: int) -> dict[str, Any]:
    from django.utils import timezone

    from league.accounts import tokens

    player, _session = _person(f"Program {number}")
    assert player.user is not None
    facts = {"name": "Load", "scopes": ["read", "play"], "days": 1, "at": timezone.now()}
    _token, secret = tokens.make(player.user, **facts)
    return {"token": secret}


def _organizer(number: int) -> dict[str, Any]:
    from league.models import Membership
    from league.rules.settings.stages import ROUND_ROBIN, StageSettings
    from tests.league.by_hand import played_elsewhere

    made = played_elsewhere(32, StageSettings(ROUND_ROBIN, table_size=2), name=f"Cup {number}")
    player, session = _person(f"Organizer {number}")
    Membership.objects.get_or_create(club=made.club, player=player, defaults={"is_owner": True})
    return {"competition": made.pk, "session": session}


def _person(name: str) -> tuple[Any, str]:
    from django.test import Client

    from games.models import Player
    from tests.games.visiting import log_in

    client, player = Client(), Player.objects.create(name=name)
    log_in(client, player)
    player.refresh_from_db()
    return player, client.cookies["sessionid"].value


def _facts() -> dict[str, Any]:
    return {
        "rulebook": "classic",
        "options": {"target_score": 10_000},
        "seats": 4,
        "bot_pause_ms": BOT_PAUSE_MS,
    }


if __name__ == "__main__":
    main()
