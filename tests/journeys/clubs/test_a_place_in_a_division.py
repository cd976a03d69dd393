"""Journey: somebody reads on a phone how a player has done in a season, and looks it up in its standings."""

import pytest
from playwright.sync_api import expect

from league.rules.settings.stages import SEASON, StageSettings
from tests.journeys.people import visitor
from tests.league.by_hand import play, played_elsewhere

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_rank_on_the_page_of_a_player_is_the_one_in_the_standings_of_the_division(browser, asgi_server):
    season = played_elsewhere(
        6, StageSettings(SEASON, table_size=3, rounds=1, groups=2), name="Spring season"
    )
    play(season)
    second = season.entrants.get(division=2, division_rank=2).player
    page = visitor(browser, asgi_server, has_touch=True)
    page.goto(second.get_absolute_url())
    place = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Spring season"))
    expect(place.last).to_contain_text("division 2, rank 2")
    place.last.get_by_role("link", name="Spring season").tap()
    row = page.get_by_role("region", name="Standings of Division 2").get_by_role("row").nth(2)
    expect(row.get_by_role("cell").first).to_have_text("2")
    expect(row.get_by_role("rowheader")).to_have_text(second.name)
    assert page.complaints == []
