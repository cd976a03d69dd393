"""Situation: programs found clubs and change their settings; names keep their commas."""

import pytest

from games.rulebooks import commands as custom_rulebooks
from league.models import Club, Membership
from tests.games.playing import START
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import club

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WITH_COMMAS = "Jack, Queen, and King; 1,000"


@pytest.fixture
def home() -> Club:
    return club()


@pytest.fixture
def ana(home: Club) -> Program:
    """An owner."""
    mine = program("Ana")
    Membership.objects.create(club=home, player=mine.player, is_owner=True)
    return mine


def test_names_with_commas_stay_as_they_are(home, ana):
    here = f"clubs/{home.slug}/"
    day = {
        "name": WITH_COMMAS,
        "starts_at": "2026-12-01T18:00:00Z",
        "ends_at": "2026-12-01T21:00:00Z",
        "place": WITH_COMMAS,
        "note": WITH_COMMAS,
    }
    told = {
        "founded": ana.post("clubs/", {"name": WITH_COMMAS}).json()["name"],
        "changed": ana.act(here, {"name": WITH_COMMAS}, seen=here).json()["name"],
        "member": ana.post(f"{here}members/", {"name": WITH_COMMAS}).json()["name"],
        "team": ana.post(f"{here}teams/", {"name": WITH_COMMAS}).json()["name"],
        "me": ana.act("me/name/", {"name": WITH_COMMAS}, seen="me/").json()["name"],
        "invitation": ana.post(f"{here}invitations/", {"roles": ["member"], "note": WITH_COMMAS}).json()[
            "note"
        ],
        "webhook": ana.post(f"{here}webhooks/", {"url": "https://example.org/", "note": WITH_COMMAS}).json()[
            "note"
        ],
        **{name: ana.post(f"{here}matchdays/", day).json()[name] for name in ("name", "place", "note")},
    }
    assert told == dict.fromkeys(told, WITH_COMMAS)


@pytest.mark.parametrize(
    ("field", "wrong", "sentence"),
    [
        ("name", "\u200b", "This name contains an invisible character: type it again."),
        (
            "time_zone",
            "Mars/Olympus",
            "Select a valid choice. Mars/Olympus is not one of the available choices.",
        ),
        ("time_zone", "posixrules", "Select a valid choice. posixrules is not one of the available choices."),
    ],
)
def test_a_wrong_setting_of_a_new_club_is_explained_at_its_field(ana, field, wrong, sentence):
    answer = ana.post("clubs/", {"name": "New", field: wrong})
    assert problem(answer) == (422, "invalid")
    assert answer.json()["errors"] == {field: [sentence]}
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "wrong", "sentence"),
    [
        ("name", "\u200b", "This name contains an invisible character: type it again."),
        ("time_zone", "US/Eastern", "Select a valid choice. US/Eastern is not one of the available choices."),
        (
            "default_rulebook",
            "custom-99",
            "Select a valid choice. custom-99 is not one of the available choices.",
        ),
    ],
)
def test_a_wrong_change_of_a_club_is_explained_at_its_field(home, ana, field, wrong, sentence):
    here = f"clubs/{home.slug}/"
    before = ana.get(here).json()
    answer = ana.act(here, {"description": "Another one", field: wrong}, seen=here)
    assert problem(answer) == (422, "invalid")
    assert answer.json()["errors"] == {field: [sentence]}
    assert ana.get(here).json() == before


def test_reminders_come_only_so_long_before_as_the_page_offers(home, ana):
    path = f"clubs/{home.slug}/calendar/"
    answer = ana.act(path, {"remind_hours": 5}, seen=path)
    assert problem(answer) == (422, "invalid")
    sentence = "Select a valid choice. 5 is not one of the available choices."
    assert answer.json()["errors"] == {"remind_hours": [sentence]}


def test_the_usual_rulebook_is_a_preset_or_one_of_the_club_and_may_stay_when_it_is_gone(home, ana):
    here = f"clubs/{home.slug}/"
    book = custom_rulebooks.keep(
        keeper=home, name="House rules", preset="classic", options={"jump_in": True}, at=START
    )
    key = book.key
    assert ana.act(here, {"default_rulebook": key}, seen=here).json()["default_rulebook"] == key
    custom_rulebooks.discard(book)
    assert ana.act(here, {"default_rulebook": key}, seen=here).status_code == 200
    assert ana.act(here, {"default_rulebook": "classic"}, seen=here).status_code == 200
    assert problem(ana.act(here, {"default_rulebook": key}, seen=here)) == (422, "invalid")


def test_someone_who_has_no_second_factor_asks_none_of_others_and_nothing_else_changes(home, ana):
    here = f"clubs/{home.slug}/"
    before = ana.get(here).json()
    answer = ana.act(here, {"name": "Another", "needs_second_factor": True}, seen=here)
    assert problem(answer)[1] == "second_factor_needed"
    assert ana.get(here).json() == before
