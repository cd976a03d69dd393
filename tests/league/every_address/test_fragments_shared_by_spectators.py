"""Situation: what is made for a thousand spectators at once, of a table whose club is closed."""

import asyncio

import pytest

from games.access import spectators
from games.pages import spectator_fragments
from league.models import Club
from tests.league.every_address.closed_world import World


def sent(table: int) -> list[str]:
    """The kinds of fragments that a stream of this table carries."""

    async def ask() -> list[str]:
        kinds = [
            kind
            for kind in ("table", "chat")
            if await spectator_fragments.for_stream(kind, table, "en", version=0)
        ]
        spectator_fragments._cache()._end()
        return kinds

    return asyncio.run(ask())


@pytest.mark.django_db(transaction=True)  # what is made for all gives its connection back
def test_fragments_for_all_spectators_are_not_there_where_a_club_is_closed() -> None:
    world = World.made()
    table = world.facts["tables/"]["pk"]
    assert not spectators.is_for_everybody(table)
    assert spectator_fragments._fragment(spectator_fragments._Key("table", table), None) is None
    assert spectator_fragments._fragment(spectator_fragments._Key("chat", table), None) is None
    assert not sent(table)
    page = world.browser("spectator").get(f"/tables/{table}/").content.decode()
    assert f"/tables/{table}/watch/" not in page
    assert f"/tables/{table}/chat/watch/" not in page
    assert "data-sent" not in page
    Club.objects.update(is_public=True)
    assert spectator_fragments._fragment(spectator_fragments._Key("table", table), None) is not None
    assert sent(table)
    page = world.browser("stranger").get(f"/tables/{table}/").content.decode()
    assert f"/tables/{table}/watch/" in page
