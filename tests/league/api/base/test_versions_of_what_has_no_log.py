"""Situation: two programs change the same club at once; the second one had seen it as it was before."""

from typing import Any

import pytest

from games.models import CustomRulebook, Player
from league.clubs import members
from league.models import Club, Invitation, JoinRequest, Membership, Notice, Team
from tests.games.playing import START
from tests.league.api.asking import Program, problem, program
from tests.league.api.openapi.document import document
from tests.league.api.tables.test_versions_at_tables import WITHOUT as AT_TABLES
from tests.league.club_nights import announced, club, fresh
from tests.league.people import somebody

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

_MADE = "Makes something new: there is nothing that could have changed."
_ADDS = "Only adds: who and what there was before stays as it is."
_ONE_OWN = "One's own wish, which takes nothing back of what others decided meanwhile."
_SAME = "It is never another one: doing it twice changes nothing more."
NO_VERSION = {
    "clubs": _MADE,
    "clubs/{slug}/competitions": _MADE,
    "clubs/{slug}/invitations": _MADE,
    "clubs/{slug}/matchdays": _MADE,
    "clubs/{slug}/members": _MADE,
    "clubs/{slug}/teams": _MADE,
    "clubs/{slug}/webhooks": _MADE,
    "clubs/{slug}/webhooks/{hook}/test": _MADE,
    "competitions/{id}/copy": _MADE,
    "competitions/{id}/webhooks": _MADE,
    "competitions/{id}/webhooks/{hook}/test": _MADE,
    "rulebooks": _MADE,
    "tables": _MADE,
    "tables/real-cards": _MADE,
    "clubs/{slug}/import/players": _ADDS,
    "clubs/{slug}/import/results": _ADDS,
    "invitations/{token}/accept": _ADDS,
    "players/{id}/claim": _ADDS,
    "players/{id}/link": _ADDS,
    "clubs/{slug}/join": _ONE_OWN,
    "clubs/{slug}/join/take-back": _ONE_OWN,
    "players/{id}/claim/take-back": _ONE_OWN,
    "notices/{id}/read": _SAME,
    "clubs/{slug}/webhooks/{hook}/deliveries/{delivery}/replay": _SAME,
    "competitions/{id}/webhooks/{hook}/deliveries/{delivery}/replay": _SAME,
    **{f"tables/{{id}}/{name}": why for name, why in AT_TABLES.items()},
}
"""What acts without `after`, and why: everywhere, not only where nothing has a log."""


def owner() -> tuple[Program, Club]:
    home, user = club(), somebody("Olga")
    Membership.objects.create(club=home, player=user.player, is_owner=True)
    return Program(user), home


def acts() -> dict[str, Any]:
    """Every operation that does something, by its address."""
    return {
        path.removeprefix("/api/v1/").removesuffix("/"): operation
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
        if method != "get"
        and "Idempotency-Key" in [parameter["name"] for parameter in operation.get("parameters", [])]
    }


def test_everything_is_asked_by_get_and_done_by_post():
    assert {method for methods in document()["paths"].values() for method in methods} == {"get", "post"}


def test_whatever_acts_on_something_says_which_version_it_saw():
    without = {name for name, act in acts().items() if "after" not in _required(act)}
    assert without == set(NO_VERSION)


def test_a_command_that_makes_something_says_so_by_its_status():
    for name, why in NO_VERSION.items():
        if why == _MADE:
            assert {"201", "202"} & acts()[name]["responses"].keys(), name


def test_a_sheet_of_players_changes_nobody_who_is_there():
    mine, home = owner()
    before = mine.get(f"clubs/{home.slug}/members/").json()["results"]
    path, sure = f"clubs/{home.slug}/import/players/", {"sure": True}
    assert problem(mine.post(path, {"rows": "name\nOlga", **sure})) == (422, "bad_rows")
    assert mine.post(path, {"rows": "name\nNew one", **sure}).status_code == 200
    after = mine.get(f"clubs/{home.slug}/members/").json()["results"]
    assert [row for row in after if row["player"] == mine.player.pk] == before


def test_an_invitation_takes_no_role_from_anybody_and_a_revoked_one_gives_none():
    mine, home = owner()
    path = f"clubs/{home.slug}/invitations/"
    made = mine.post(path, {"roles": ["member"], "most_uses": 5}).json()
    before = mine.get(f"clubs/{home.slug}/members/").json()["results"]
    assert mine.post(f"invitations/{made['token']}/accept/", {}).status_code == 200
    assert mine.get(f"clubs/{home.slug}/members/").json()["results"] == before
    mine.post(f"{path}{made['id']}/revoke/", {"after": made["version"]})
    late = program("Bo").post(f"invitations/{made['token']}/accept/", {})
    assert problem(late) == (409, "invitation_over")


def test_someone_who_takes_back_a_wish_stays_what_others_have_made_of_it():
    mine, home = owner()
    Club.objects.update(joining="request")
    bo = program("Bo")
    assert bo.post(f"clubs/{home.slug}/join/", {}).json() == {"is_in": False}
    (asked,) = mine.get(f"clubs/{home.slug}/requests/").json()["results"]
    mine.post(f"clubs/{home.slug}/requests/{asked['id']}/let-in/", {"after": asked["version"]})
    assert bo.post(f"clubs/{home.slug}/join/take-back/", {}).status_code == 200
    assert bo.post(f"clubs/{home.slug}/join/", {}).json() == {"is_in": True}
    assert Membership.objects.filter(club=home, player=bo.player).count() == 1


def test_someone_who_takes_back_a_claim_that_was_declined_meanwhile_changes_nothing():
    mine, home = owner()
    kim = members.add_by_name(home, "Kim").player
    bo = program("Bo")
    user = bo.player.user
    user.set_password("a long one")
    user.save()
    seen = mine.get(f"players/{kim.pk}/").json()
    bo.post(f"players/{kim.pk}/claim/", {}), mine.post(f"players/{kim.pk}/link/", {})
    assert mine.get(f"players/{kim.pk}/").json() == seen
    (claim,) = mine.get(f"clubs/{home.slug}/claims/").json()["results"]
    path = f"clubs/{home.slug}/claims/{claim['id']}/decline/"
    assert mine.post(path, {"after": claim["version"]}).status_code == 200
    assert bo.post(f"players/{kim.pk}/claim/take-back/", {}).status_code == 200
    assert bo.get("me/claims/").json()["results"][0]["state"] == "declined"


def test_a_notice_that_is_read_twice_was_read_the_first_time_and_none_unseen():
    bo = program("Bo")
    facts = {"kind": "match", "subject": "S", "text": "T", "link": "/", "at": START}
    notice = Notice.objects.create(player=bo.player, key="1", **facts)
    told = [bo.post(f"notices/{notice.pk}/read/", {}).json() for _twice in range(2)]
    assert told[0] == told[1]
    seen = {"after": bo.get("notices/").json()["version"]}
    other = Notice.objects.create(player=bo.player, key="2", **facts)
    assert problem(bo.post("notices/read/", seen)) == (409, "stale")
    assert bo.get(f"notices/{other.pk}/").json()["read_at"] is None
    assert bo.act("notices/read/", seen="notices/").status_code == 200
    assert bo.get(f"notices/{other.pk}/").json()["read_at"]


def test_a_delivery_that_is_wanted_again_twice_is_still_one():
    mine, home = owner()
    body = {"url": "https://example.org/"}
    hook = mine.post(f"clubs/{home.slug}/webhooks/", body).json()
    path = f"clubs/{home.slug}/webhooks/{hook['id']}/"
    sent = mine.post(f"{path}test/", {}).json()
    told = [mine.post(f"{path}deliveries/{sent['id']}/replay/", {}).json() for _twice in range(2)]
    assert {row["event"] for row in told} == {sent["event"]}
    assert len(mine.get(f"{path}deliveries/").json()["results"]) == 1


def test_roles_in_a_competition_have_a_version_together():
    cup = announced(4)
    user = somebody("Olga")
    Membership.objects.create(club=cup.club, player=user.player, is_organizer=True)
    mine, path = Program(user), f"competitions/{cup.pk}/roles/"
    seen = {"after": mine.get(path).json()["version"]}
    kim = members.add_by_name(cup.club, "Kim").player
    told = mine.post(path, {**seen, "player": kim.pk, "roles": ["referee"]})
    assert told.status_code == 200
    assert problem(mine.post(path, {**seen, "player": kim.pk, "roles": []})) == (409, "stale")
    assert told.json()["version"] == mine.get(path).json()["version"]


def test_someone_who_comes_has_seen_when_it_is():
    mine, home = owner()
    body = {"name": "First", "starts_at": "2999-10-01T18:00:00Z", "ends_at": "2999-10-01T22:00:00Z"}
    day = mine.post(f"clubs/{home.slug}/matchdays/", body).json()
    path, seen = f"matchdays/{day['id']}/", {"after": day["version"]}
    mine.post(path, {**body, **seen, "starts_at": "2999-10-01T17:00:00Z"})
    assert problem(mine.post(f"{path}answer/", {**seen, "answer": "in"})) == (409, "stale")
    assert mine.act(f"{path}answer/", {"answer": "in"}, seen=path).json()["yours"] == "in"


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
    assert [problem(answer) for answer in answers] == [(409, "stale")] * 2
    assert [answer.json()["version"] for answer in answers] == [seen] * 2


def test_members_teams_requests_and_invitations_have_versions_of_their_own():
    mine, home = owner()
    path = f"clubs/{home.slug}/"
    kim = members.add_by_name(home, "Kim")
    team = members.name_team(home, "Desk")
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
        assert late.json()["version"] in [row["version"] for row in rows], what
    assert Membership.objects.get(pk=kim.pk).roles == kim.roles
    assert Team.objects.get().name == "Desk"
    assert not JoinRequest.objects.get().is_declined
    assert Invitation.objects.get().revoked_at is None
    for what in (f"members/{kim.player_id}/", f"teams/{team.pk}/", f"requests/{asked.pk}/decline/"):
        rows = mine.get(f"{path}{what.partition('/')[0]}/").json()["results"]
        number = int(what.split("/")[1])
        seen = next(row["version"] for row in rows if number in (row.get("player"), row.get("id")))
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


def _required(operation: Any) -> list[str]:
    """The fields that a body has to have."""
    kinds = operation["requestBody"]["content"]
    kind = kinds.get("application/json") or kinds["multipart/form-data"]
    name = kind["schema"]["$ref"].rpartition("/")[2]
    return document()["components"]["schemas"][name].get("required", [])
