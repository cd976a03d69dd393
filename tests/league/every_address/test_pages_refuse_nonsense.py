"""Whatever is sent to a page, it answers; nothing is a server error, and nothing changes."""

import itertools

import pytest
from django.test import Client

from games.models import CustomRulebook, TableEvent
from games.rulebooks import commands
from league import competitions
from league.models import Club, CompetitionEvent, Membership
from league.rules.settings.stages import StageSettings
from tests.games.playing import START, deal
from tests.games.visiting import log_in

pytestmark = pytest.mark.django_db

NONSENSE = [
    *("", "-1", "99999999999999999999", "abc", "\x00", "é" * 3000, "1e9", "[]", "'; --", "play r4 \x00"),
    "9" * 5000,  # more digits than Python reads as a number
]
PAGES = [
    "/", "/tables/{table}/", "/tables/{table}/replay/", "/tables/new/", "/players/{player}/", "/guest/",
    "/competitions/{competition}/", "/competitions/{competition}/bracket/", "/clubs/riverside/",
    "/competitions/{competition}/tiebreaks/1/", "/competitions/{competition}/history/",
    "/clubs/riverside/competitions/new/", "/me/", "/log-in/", "/tables/{table}/chat/",
]  # fmt: skip
PAGES_IN_THE_PAST = [page for page in PAGES if page.startswith("/competitions/")]
QUESTIONS = [
    *itertools.product(PAGES, ["after", "step", "next"]),
    *itertools.product(["/rules/compare/"], ["a", "b", "all"]),
    *itertools.product(PAGES_IN_THE_PAST, ["at", "zone", "stage", "page", "do", "codes"]),
    ("/rules/new/", "from"),
    ("/tables/new/", "rulebook"),
    ("/clubs/riverside/competitions/new/", "rulebook"),
]
FORMS = {
    "/tables/{table}/moves/": {"move": "dance", "after": "0", "uno": "1"},
    "/tables/{table}/moves/?": {"why": "r99", "after": "0"},
    "/tables/{table}/sit/": {"seat": "0"},
    "/tables/{table}/bot/": {"seat": "0"},
    "/tables/{table}/start/": {"dealer": "0", "youngest": "0"},
    "/tables/{table}/chat/": {"text": "Hello"},
    "/tables/{table}/chat/99999999999999999999/hide/": {"x": ""},
    "/tables/{table}/ruling/": {"ruling": "jail", "seat": "0", "cards": "2", "after": "0", "sure": "1"},
    "/competitions/{competition}/enter/": {"players": "1"},
    "/competitions/{competition}/seed/": {"seed_1": "1"},
    "/competitions/{competition}/start/": {"x": ""},
    "/competitions/{competition}/tiebreaks/1/": {"codes": "luck", "after": "0"},
    "/rules/new/": {"name": "House", "keeper": "player-1", "deck": "classic_108", "hand_size": "7"},
    "/rules/custom-{custom}/edit/": {
        "name": "House",
        "deck": "classic_108",
        "customizable_effects_1": "none",
    },
    "/rules/custom-{custom}/delete/": {"x": ""},
    "/api/v1/rulebooks/check/": {"rulebook": "classic"},
}


@pytest.fixture
def rows(client: Client) -> dict[str, int]:
    """A running table, a planned competition without entrants, and its organizer, who sits at the table."""
    table = deal("Ana Bo bot", "r4 b5/r4 b5/g1 g2", "r5 y1 y2 y3 y4 y5")
    player = table.seats.get(index=1).player
    log_in(client, player)
    club = Club.objects.create(name="Riverside", slug="riverside")
    Membership.objects.create(club=club, player=player, is_organizer=True)
    competition = competitions.create(
        with_bots=True,
        club=club,
        name="Evening",
        stages=[StageSettings("season")],
        rulebook="classic",
        by="x",
        at=START,
    )
    custom = commands.keep(keeper=player, name="House", preset="classic", options={}, at=START)
    return {"table": table.pk, "competition": competition.pk, "player": player.pk, "custom": custom.pk}


@pytest.mark.sampled(
    "a field or question gets two of eleven kinds of nonsense, in turn, one of them from a stranger",
    about=["league/", "games/"],
)
@pytest.mark.parametrize("nonsense", NONSENSE)
def test_no_page_and_no_form_breaks_or_changes_anything(
    client: Client, rows: dict[str, int], nonsense: str, thorough: bool
) -> None:
    before, stranger, turn = _kept(), Client(), NONSENSE.index(nonsense)
    for number, (page, name) in enumerate(QUESTIONS):
        for visitor in _who_sends(client, stranger, turn + number, thorough=thorough):
            assert visitor.get(page.format(**rows), {name: nonsense}).status_code < 500, (page, name)
    fields = [(page, good, name) for page, good in FORMS.items() for name in good]
    for number, (page, good, name) in enumerate(fields):
        for visitor in _who_sends(client, stranger, turn + number, thorough=thorough):
            path = page.format(**rows)
            assert visitor.post(path, {**good, name: nonsense}).status_code < 500, (path, name)
    assert _kept() == before


def test_no_form_breaks_when_it_is_sent_as_something_else(client: Client, rows: dict[str, int]) -> None:
    for visitor, page in itertools.product([client, Client()], FORMS):
        path = page.format(**rows)
        assert visitor.post(path, b"\xff\xfe{", content_type="application/json").status_code < 500, path


def _who_sends(somebody: Client, stranger: Client, turn: int, *, thorough: bool) -> list[Client]:
    """Both, or in a quick run who it is the turn of: each question meets two kinds of nonsense of eleven."""
    if thorough:
        return [somebody, stranger]
    # 3 and 11 have no common divisor: neighbours among the fields meet different nonsense.
    place = turn * 3 % len(NONSENSE)
    return [somebody] if place == 0 else [stranger] if place == 1 else []


def _kept() -> list[object]:
    rulebooks = list(CustomRulebook.objects.values())
    return [TableEvent.objects.count(), CompetitionEvent.objects.count(), rulebooks]
