"""Whatever is sent to a page, it answers; nothing is a server error, and nothing changes."""

import itertools

import pytest
from django.test import Client

from games.models import TableEvent
from league import competitions
from league.models import Club, CompetitionEvent, Membership
from tests.games.playing import START, deal
from tests.games.visiting import log_in

pytestmark = pytest.mark.django_db

NONSENSE = ["", "-1", "99999999999999999999", "abc", "\x00", "é" * 3000, "1e9", "[]", "'; --", "play r4 \x00"]
PAGES = [
    "/", "/tables/1/", "/tables/1/replay/", "/competitions/1/", "/competitions/1/bracket/", "/players/1/",
    "/clubs/riverside/", "/clubs/riverside/competitions/new/", "/tables/new/", "/guest/", "/me/", "/log-in/",
]  # fmt: skip
FORMS = {
    "/tables/1/moves/": {"move": "dance", "after": "0", "uno": "1"},
    "/tables/1/sit/": {"seat": "0"},
    "/tables/1/bot/": {"seat": "0"},
    "/tables/1/start/": {"x": ""},
    "/competitions/1/enter/": {"players": "1"},
    "/competitions/1/seed/": {"seed_1": "1"},
    "/competitions/1/start/": {"x": ""},
}


@pytest.fixture
def organizer(client: Client) -> Client:
    """A running table, a planned competition without entrants, and its organizer, who sits at the table."""
    table = deal("Ana Bo bot", "r4 b5/r4 b5/g1 g2", "r5 y1 y2 y3 y4 y5")
    player = table.seats.get(index=1).player
    log_in(client, player)
    club = Club.objects.create(name="Riverside", slug="riverside")
    Membership.objects.create(club=club, player=player, role=Membership.Role.ORGANIZER)
    facts = {"rulebook": "classic", "options": {}, "table_size": 4, "advance": 2, "rounds": 1}
    competition = competitions.create(
        club=club, name="Evening", format="season", turn_seconds=60, bot_pause_ms=9, by="x", at=START, **facts
    )
    for form in list(FORMS) + PAGES:  # the addresses above name the first rows
        assert "/1/" not in form or {table.pk, competition.pk} == {1}
    return client


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_no_page_and_no_form_breaks_or_changes_anything(organizer: Client, nonsense: str) -> None:
    before = TableEvent.objects.count(), CompetitionEvent.objects.count()
    visitors = [organizer, Client()]
    for visitor, path, name in itertools.product(visitors, PAGES, ["after", "step", "next"]):
        assert visitor.get(path, {name: nonsense}).status_code < 500, (path, name)
    for visitor, (path, good) in itertools.product(visitors, FORMS.items()):
        for name in good:
            assert visitor.post(path, {**good, name: nonsense}).status_code < 500, (path, name)
        assert visitor.post(path, b"\xff\xfe{", content_type="application/json").status_code < 500, path
    assert (TableEvent.objects.count(), CompetitionEvent.objects.count()) == before
