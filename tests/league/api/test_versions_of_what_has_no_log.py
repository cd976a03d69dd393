"""Situation: two programs change the same club at once; the second one had seen it as it was before."""

import pytest

from games.models import CustomRulebook, Player
from league.api.schema import document
from league.clubs import people
from league.models import Club, Invitation, JoinRequest, Membership, Team
from tests.games.playing import START
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import announced, club, fresh
from tests.league.people import somebody

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

_MADE = "Makes something new: there is nothing that could have changed."
_ONCE = "Decided once: a second decision is refused."
_LAST = "What was put there last is there."
_ONE_OWN = "One's own wish, of which nobody else decides."
NO_VERSION = {
    "clubs": _MADE,
    "clubs/{slug}/competitions": _MADE,
    "clubs/{slug}/invitations": _MADE,
    "clubs/{slug}/matchdays": _MADE,
    "clubs/{slug}/members": _MADE,
    "clubs/{slug}/teams": _MADE,
    "clubs/{slug}/webhooks": _MADE,
    "clubs/{slug}/join": _ONE_OWN,
    "clubs/{slug}/join/take-back": _ONE_OWN,
    "matchdays/{id}/answer": _ONE_OWN,
    "matchdays/{id}/substitutes/{number}": "Who was faster is asked already, and asking twice is refused.",
    "clubs/{slug}/claims/{number}/confirm": _ONCE,
    "clubs/{slug}/claims/{number}/decline": _ONCE,
    "clubs/{slug}/calendar": _LAST,
    "clubs/{slug}/feed/renew": _LAST,
    "clubs/{slug}/import/players": _MADE,
    "clubs/{slug}/import/results": _MADE,
    "clubs/{slug}/logo": _LAST,
    "clubs/{slug}/logo/remove": _LAST,
    "rulebooks": _MADE,
}
"""What acts on a club, a rulebook or a matchday without `after`, and why."""


def owner() -> tuple[Program, Club]:
    home, user = club(), somebody("Olga")
    Membership.objects.create(club=home, player=user.player, is_owner=True)
    return Program(user), home


def test_whatever_acts_on_something_says_which_version_it_saw():
    without = set()
    for path, methods in document()["paths"].items():
        name = path.removeprefix("/api/v1/").removesuffix("/")
        if name.partition("/")[0] in {"clubs", "rulebooks", "matchdays"} and "/webhooks/" not in name:
            given = [one["name"] for one in methods.get("post", {}).get("parameters", [])]
            if "Idempotency-Key" in given and "after" not in _fields(methods["post"]):
                without.add(name)
    assert without == set(NO_VERSION)


def test_a_club_that_was_changed_meanwhile_is_not_changed_by_who_saw_the_old_one():
    mine, home = owner()
    path = f"clubs/{home.slug}/"
    seen = mine.get(path).json()["version"]
    done = mine.post(path, {"after": seen, "name": "Lakeside"})
    assert done.json()["version"] != seen
    late = mine.post(path, {"after": seen, "name": "Seaside"})
    assert problem(late) == (409, "stale")
    assert late.json()["version"] == done.json()["version"]
    assert Club.objects.get().name == "Lakeside"
    again = mine.post(path, {"after": late.json()["version"], "name": "Seaside"})
    assert again.status_code == 200


def test_a_refusal_that_is_sent_again_says_the_version_again():
    mine, home = owner()
    seen = mine.get(f"clubs/{home.slug}/").json()["version"]
    answers = [mine.post(f"clubs/{home.slug}/", {"after": 1, "name": "X"}, key="one") for _time in range(2)]
    assert [problem(one) for one in answers] == [(409, "stale")] * 2
    assert [one.json()["version"] for one in answers] == [seen] * 2


def test_members_teams_requests_and_invitations_have_versions_of_their_own():
    mine, home = owner()
    path = f"clubs/{home.slug}/"
    kim = people.add_by_name(home, "Kim")
    team = people.name_team(home, "Desk")
    asker = Player.objects.create(name="Ada")
    asked = JoinRequest.objects.create(club=home, player=asker, message="Please", asked_at=START)
    invited = mine.post(f"{path}invitations/", {"roles": ["member"]}).json()
    acts = {
        f"members/{kim.player_id}/": {"roles": ["referee"]},
        f"members/{kim.player_id}/remove/": {},
        f"teams/{team.pk}/": {"name": "Bar", "people": [], "roles": []},
        f"teams/{team.pk}/end/": {},
        f"requests/{asked.pk}/let-in/": {},
        f"requests/{asked.pk}/decline/": {},
        f"invitations/{invited['id']}/revoke/": {},
        "leave/": {},
    }
    for what, body in acts.items():
        assert problem(mine.post(path + what, body)) == (422, "invalid"), what
        late = mine.post(path + what, {**body, "after": 7})
        assert problem(late) == (409, "stale"), what
        rows = mine.get(f"{path}{what.partition('/')[0].replace('leave', 'members')}/").json()["results"]
        assert late.json()["version"] in [one["version"] for one in rows], what
    assert Membership.objects.get(pk=kim.pk).roles == kim.roles
    assert Team.objects.get().name == "Desk"
    assert not JoinRequest.objects.get().is_declined
    assert Invitation.objects.get().revoked_at is None
    for what in (f"members/{kim.player_id}/", f"teams/{team.pk}/", f"requests/{asked.pk}/decline/"):
        rows = mine.get(f"{path}{what.partition('/')[0]}/").json()["results"]
        number = int(what.split("/")[1])
        seen = next(one["version"] for one in rows if number in (one.get("player"), one.get("id")))
        assert mine.post(path + what, {**acts[what], "after": seen}).status_code == 200, what
        assert problem(mine.post(path + what, {**acts[what], "after": seen})) == (409, "stale"), what


def test_a_rulebook_that_was_changed_meanwhile_is_neither_changed_nor_discarded():
    mine = program()
    kept = mine.post("rulebooks/", {"name": "House"}).json()
    path = f"rulebooks/{kept['name']}/"
    changed = mine.post(path, {"after": kept["version"], "name": "Home", "options": {}}).json()
    for what, body in (("", {"name": "Hut", "options": {}}), ("discard/", {})):
        late = mine.post(path + what, {**body, "after": kept["version"]})
        assert problem(late) == (409, "stale")
        assert late.json()["version"] == changed["version"]
    assert CustomRulebook.objects.get().name == "Home"
    assert mine.get("rulebooks/classic/").json()["version"] is None


def test_tables_competitions_and_matchdays_say_which_version_there_is_too():
    mine, _home = owner()
    opened = mine.post("tables/", {"seats": 2}).json()
    late = program("Bo").post(f"tables/{opened['id']}/sit/", {"after": 0})
    assert problem(late) == (409, "stale")
    assert late.json()["version"] == opened["version"]
    cup = announced(4)
    Membership.objects.create(club=cup.club, player=mine.player, is_organizer=True)
    late = mine.post(f"competitions/{cup.pk}/start/", {"after": 1})
    assert late.json()["version"] == fresh(cup).version
    body = {"name": "First", "starts_at": "2999-10-01T18:00:00Z", "ends_at": "2999-10-01T22:00:00Z"}
    day = mine.post(f"clubs/{cup.club.slug}/matchdays/", body).json()
    late = mine.post(f"matchdays/{day['id']}/call-off/", {"after": 9})
    assert problem(late) == (409, "stale")
    assert late.json()["version"] == day["version"]


def _fields(operation):
    schema = operation["requestBody"]["content"].get("application/json", {}).get("schema")
    if schema is None:
        return {}
    name = schema["$ref"].rpartition("/")[2]
    return document()["components"]["schemas"][name].get("properties", {})
