"""Situation: somebody who has only the page of the API sends what cannot be, and reads how to do better."""

import pytest
from django.test import Client

from league.models import Competition, Membership
from tests.league.api.asking import Program, problem
from tests.league.api.openapi.document import document
from tests.league.club_nights import fresh, knock_out
from tests.league.people import somebody

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def organizer(cup):
    user = somebody("Olga")
    Membership.objects.create(club=cup.club, player=user.player, is_organizer=True)
    return Program(user)


def shapes():
    return document()["components"]["schemas"]


def test_someone_who_sends_no_choice_reads_which_there_are():
    cup = knock_out(4)
    body = {"name": "Cup", "format": "elimination_500", "venue": "hall", "confirmation": "maybe"}
    answer = organizer(cup).post(f"clubs/{cup.club.slug}/competitions/", body)
    assert problem(answer) == (422, "invalid")
    assert answer.json()["errors"] == {
        "venue": ["“hall” must be one of: online, physical, elsewhere."],
        "confirmation": ["“maybe” must be one of: none, others, silence."],
    }
    assert Competition.objects.get() == cup


@pytest.mark.parametrize("kind", ["nonsense", "", 7, None, ["a"], {"a": 1}])
def test_no_kind_of_result_is_taken_for_another(kind):
    cup = knock_out(4)
    body = {"after": fresh(cup).version, "kind": kind, "entrants": []}
    answer = organizer(cup).post(f"competitions/{cup.pk}/matches/1/R1.1/report/", body)
    assert problem(answer) == (422, "invalid")
    assert "kind" in answer.json()["errors"]


def test_a_wrong_result_is_refused_with_the_names_that_were_sent():
    cup = fresh(knock_out(4))
    mine = organizer(cup)
    (first, second, *_others) = _at_the_first_table(mine, cup)
    path = f"competitions/{cup.pk}/matches/1/R1.1/report/"
    answer = mine.post(path, {"after": cup.version, "entrants": [{"entrant": first, "place": 1}]})
    assert problem(answer) == (422, "invalid")
    assert list(answer.json()["errors"]) == ["entrants"]
    absurd = [{"entrant": second, "place": 1}, {"entrant": first, "place": 9}]
    answer = mine.post(path, {"after": cup.version, "entrants": absurd})
    assert list(answer.json()["errors"]) == ["entrants.1.place"]


@pytest.mark.parametrize("path", ["tables", "clubs/riverside", "competitions/1/nonsense/", "table/1/"])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
def test_someone_who_asks_an_address_that_is_none_reads_where_all_of_them_stand(path, method):
    answer = Client().generic(method, f"/api/v1/{path}")
    assert problem(answer) == (404, "not_found")
    assert answer.json()["detail"].endswith("all addresses end with “/”, and /api/v1/docs/ lists them.")


def test_choices_are_named_where_there_are_some():
    fields = shapes()["Announcement"]["properties"]
    assert fields["venue"]["enum"] == ["online", "physical", "elsewhere", ""]
    assert "In a room: real cards" in fields["venue"]["description"]
    assert "For `elimination_500`, `single_elimination`" in fields["byes"]["description"]


def test_no_choice_is_explained_by_itself():
    descriptions = [
        field.get("description", "")
        for shape in shapes().values()
        for field in shape.get("properties", {}).values()
    ]
    assert not [
        answer for answer in descriptions if "`played` - played" in answer or "`season` - season" in answer
    ]


def test_every_field_of_the_bodies_that_a_scorekeeper_sends_is_explained():
    names = ["Announcement", "Entries", "Here", "NoShows", "Order", "Result", "Correction", "EntrantResult"]
    for name in [*names, "NewClub", "ByName", "NewTable", "Move", "NewHook", "Door", "Swap"]:
        for field, schema in shapes()[name]["properties"].items():
            assert schema.get("description"), (name, field)


def _at_the_first_table(mine, cup):
    rounds = mine.get(f"competitions/{cup.pk}/bracket/").json()["rounds"]
    return [round_["entrant"] for round_ in rounds[0]["matches"][0]["entrants"]]
