"""Situation: what is made for a thousand spectators at once, of a table whose club is closed."""

import pytest

from games.access import spectators
from games.pages.views import spectators as spectator_views
from league.models import Club
from tests.league.every_address.closed_world import World


@pytest.mark.django_db(transaction=True)  # what is made for all gives its connection back
def test_fragments_for_all_spectators_are_not_there_where_a_club_is_closed() -> None:
    world = World.made()
    table = world.facts["tables/"]["pk"]
    assert not spectators.is_for_everybody(table)
    assert spectator_views._fragment(spectator_views._Key("table", table), None) is None
    assert spectator_views._fragment(spectator_views._Key("chat", table), None) is None
    page = world.browser("spectator").get(f"/tables/{table}/").content.decode()
    assert f"/tables/{table}/watch/" not in page
    assert f"/tables/{table}/chat/watch/" not in page
    Club.objects.update(is_public=True)
    assert spectator_views._fragment(spectator_views._Key("table", table), None) is not None
    page = world.browser("stranger").get(f"/tables/{table}/").content.decode()
    assert f"/tables/{table}/watch/" in page
