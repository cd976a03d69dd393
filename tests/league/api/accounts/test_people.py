"""Situation: programs say who people are: names, claims, links, merges, notices, feeds and logos."""

import io
from urllib.parse import quote

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from games.models import Player, Receipt
from league.clubs import logos
from league.models import Claim, Club, Logo, Membership, Notice
from league.notifications import kinds, notices
from league.notifications.notices import About
from tests.games.sending import new_id
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import club

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def home() -> Club:
    return club()


@pytest.fixture
def olga(home: Club) -> Program:
    """An organizer."""
    return _helper(home, is_organizer=True)


@pytest.fixture
def child(home: Club) -> Player:
    """A member without an account."""
    player = Player.objects.create(name="Chiara")
    Membership.objects.create(club=home, player=player)
    return player


@pytest.fixture
def me() -> Program:
    """Somebody with an account and a password."""
    mine = program("Chiara R.")
    user = User.objects.get(player=mine.player)
    user.set_password("a long one")
    user.save()
    return mine


def _helper(home: Club, **roles: bool) -> Program:
    mine = program("Olga")
    Membership.objects.create(club=home, player=mine.player, **roles)
    return mine


# --- oneself


def test_a_program_takes_another_name_for_its_person_once(me):
    key = new_id()
    body = {"after": me.get("me/").json()["version"], "name": " Chiara   Rossi "}
    told = [me.post("me/name/", body, key=key).json()["name"] for _twice in range(2)]
    assert told == ["Chiara Rossi"] * 2
    assert User.objects.get(player=me.player).first_name == "Chiara Rossi"


@pytest.mark.parametrize("name", ["", " ", "\u200b", "x" * 61, 7, None])
def test_a_name_that_cannot_be_is_refused_and_nothing_changes(me, name):
    assert problem(me.act("me/name/", {"name": name}, seen="me/")) == (422, "invalid")
    assert me.get("me/").json()["name"] == "Chiara R."


def test_a_hidden_name_is_told_to_oneself_with_what_others_read(me):
    seen = me.act("me/privacy/", {"is_hidden": True}, seen="me/").json()
    assert (seen["name"], seen["known_as"]) == ("Chiara R.", f"Player {me.player.pk}")
    assert Program().get(f"players/{me.player.pk}/").json()["name"] == seen["known_as"]
    assert me.act("me/privacy/", {"is_hidden": False}, seen="me/").json()["known_as"] == "Chiara R."


def test_a_token_to_read_changes_nothing_and_one_of_a_club_is_nobody(home, olga):
    user = User.objects.get(player=olga.player)
    reads, of_the_club = Program(user, scopes=["read"]), Program(user, club=home)
    assert reads.get("me/").json()["player"] == olga.player.pk
    for path in ("me/name/", "me/privacy/", "me/feed/renew/", "notices/settings/"):
        assert problem(reads.post(path, {})) == (403, "lacks_scope")
        assert problem(of_the_club.post(path, {}))[0] == 403
    assert problem(of_the_club.get("notices/")) == (403, "not_allowed")
    for path in ("me/", "me/claims/", "me/matchdays/", "me/feed/", "notices/settings/"):
        assert problem(of_the_club.get(path)) == (403, "not_allowed")
        assert problem(Program().get(path)) == (401, "not_logged_in")


# --- claims and merges


def test_a_claim_waits_for_an_organizer_who_confirms_it(home, olga, child, me):
    path, waiting = f"players/{child.pk}/claim/", f"clubs/{home.slug}/claims/"
    assert me.post(path, {}).json() == {"player": None}
    assert problem(me.get(waiting)) == (403, "not_allowed")
    (claim,) = olga.get(waiting).json()["results"]
    assert (claim["player"], claim["claimant"], claim["state"]) == (child.pk, me.player.pk, "open")
    assert Notice.objects.filter(player=olga.player, kind=kinds.REQUEST).exists()
    after = {"after": claim["version"]}
    told = olga.post(f"{waiting}{claim['id']}/confirm/", after).json()
    assert told["state"] == "confirmed"
    assert problem(olga.post(f"{waiting}{claim['id']}/decline/", after)) == (409, "stale")
    late = olga.post(f"{waiting}{claim['id']}/decline/", {"after": told["version"]})
    assert problem(late) == (409, "decided_already")
    child.refresh_from_db()
    assert child.merged_into_id == me.player.pk
    assert me.get("me/claims/").json()["results"][0]["state"] == "confirmed"
    assert olga.get(waiting).json()["results"] == []


def test_a_claim_is_declined_or_taken_back(home, olga, child, me):
    path, waiting = f"players/{child.pk}/claim/", f"clubs/{home.slug}/claims/"
    me.post(path, {})
    assert me.post(f"{path}take-back/", {}).json() == {"ok": True}
    me.post(path, {})
    (claim,) = olga.get(waiting).json()["results"]
    olga.post(f"{waiting}{claim['id']}/decline/", {"after": claim["version"]})
    assert set(Claim.objects.values_list("state", flat=True)) == {"withdrawn", "declined"}
    child.refresh_from_db()
    assert child.merged_into is None


def test_organizers_decide_only_about_people_of_their_clubs(child, me):
    me.post(f"players/{child.pk}/claim/", {})
    other = Club.objects.create(name="Hillside", slug="hillside")
    claim, elsewhere = Claim.objects.get(), _helper(other, is_organizer=True)
    assert elsewhere.get("clubs/hillside/claims/").json()["results"] == []
    for what in ("confirm", "decline"):
        answer = elsewhere.post(f"clubs/hillside/claims/{claim.pk}/{what}/", {"after": 1})
        assert problem(answer) == (404, "not_found")
    for what, body in (
        ("link", {}),
        ("merge", {"other": 1}),
        ("unmerge", {}),
        ("privacy", {"is_hidden": True}),
    ):
        assert problem(elsewhere.post(f"players/{child.pk}/{what}/", body)) == (403, "not_allowed")


def test_a_link_of_an_organizer_makes_somebody_the_player_at_once(olga, child, me):
    link = olga.post(f"players/{child.pk}/link/", {}).json()
    assert quote(link["code"]) in link["address"]
    key = new_id()
    for _twice in range(2):
        body = {"code": link["code"]}
        assert me.post(f"players/{child.pk}/claim/", body, key=key).json() == {"player": me.player.pk}
    assert problem(olga.post(f"players/{me.player.pk}/link/", {})) == (409, "not_claimable")


@pytest.mark.parametrize("code", ["x", "x:y:z", "é"])
def test_a_code_that_was_made_up_opens_nothing(child, me, code):
    assert problem(me.post(f"players/{child.pk}/claim/", {"code": code})) == (422, "bad_code")


def test_a_link_that_is_asked_for_twice_is_kept_by_no_receipt(olga, child, me):
    key = new_id()
    codes = [olga.post(f"players/{child.pk}/link/", {}, key=key).json()["code"] for _twice in range(2)]
    assert not [row for row in Receipt.objects.all() if any(code in str(vars(row)) for code in codes)]
    assert me.post(f"players/{child.pk}/claim/", {"code": codes[1]}).json() == {"player": me.player.pk}


def test_someone_who_is_known_to_a_closed_club_only_is_claimed_by_a_link_only(home, olga, child, me):
    Club.objects.update(is_public=False)
    path = f"players/{child.pk}/claim/"
    for body in ({}, {"code": ""}, {"code": 7}, {"code": None}):
        assert problem(me.post(path, body)) == (403, "not_allowed")
    code = olga.post(f"players/{child.pk}/link/", {}).json()["code"]
    assert me.post(path, {"code": code}).status_code == 200


def test_a_guest_signs_up_before_claiming_anybody(child):
    mine = program()
    user = User.objects.get(player=mine.player)
    user.set_unusable_password()
    user.save()
    assert problem(mine.post(f"players/{child.pk}/claim/", {})) == (422, "no_account")


def test_two_players_are_found_to_be_one_and_set_apart_again(home, olga, child):
    twin = Player.objects.create(name="Clara")
    path, merges = f"players/{child.pk}/merge/", f"clubs/{home.slug}/merges/"
    seen = f"players/{child.pk}/"
    assert problem(olga.act(path, {"other": twin.pk}, seen=seen)) == (422, "no_player")
    Membership.objects.create(club=home, player=twin)
    assert problem(olga.act(path, {"other": child.pk}, seen=seen)) == (422, "same_player")
    assert olga.act(path, {"other": twin.pk}, seen=seen).json() == {"player": child.pk}
    (row,) = olga.get(merges).json()["results"]
    after = {"after": row.pop("version")}
    assert row == {"id": twin.pk, "name_before": "Clara", "into": child.pk, "name": "Chiara"}
    assert problem(olga.post(f"players/{twin.pk}/unmerge/", {"after": 1})) == (409, "stale")
    assert olga.post(f"players/{twin.pk}/unmerge/", after).json() == {"ok": True}
    assert problem(olga.post(f"players/{twin.pk}/unmerge/", after)) == (409, "stale")
    again = olga.act(f"players/{twin.pk}/unmerge/", seen=f"players/{twin.pk}/")
    assert problem(again) == (409, "not_merged")
    assert olga.get(merges).json()["results"] == []


def test_organizers_hide_the_name_of_somebody_without_an_account_only(home, olga, child):
    path = f"players/{child.pk}/privacy/"
    told = olga.act(path, {"is_hidden": True}, seen=f"players/{child.pk}/").json()
    assert told.pop("version") == olga.get(f"players/{child.pk}/").json()["version"]
    assert told == {"player": child.pk, "name": "Chiara", "is_hidden": True}
    assert Program().get(f"players/{child.pk}/").json()["name"] == f"Player {child.pk}"
    member = _helper(home)
    assert problem(member.post(path, {"is_hidden": False})) == (403, "not_allowed")
    answer = olga.post(f"players/{member.player.pk}/privacy/", {"is_hidden": True})
    assert problem(answer) == (403, "not_allowed")


# --- what one is told


def _told(player: Player) -> Notice:
    about = About("You are next", "Soon.", "/")
    notices.send(kinds.NEXT_UP, [player.pk], "one", about=lambda: about, at=timezone.now())
    return Notice.objects.get(player=player)


def test_a_notice_is_read_by_whom_it_was_for(me):
    told, other = _told(me.player), program()
    for answer in (other.get(f"notices/{told.pk}/"), other.post(f"notices/{told.pk}/read/", {})):
        assert problem(answer) == (404, "not_found")
    assert me.get("me/").json()["unread"] == 1
    assert me.get(f"notices/{told.pk}/").json()["read_at"] is None
    assert me.post(f"notices/{told.pk}/read/", {}).json()["read_at"]
    assert me.get("me/").json()["unread"] == 0


def test_a_changed_notice_changes_and_all_others_stay(me):
    chosen = [{"kind": "next_up", "mail": False}, {"kind": "dispute", "page": False}]
    told = me.act("notices/settings/", {"kinds": chosen}, seen="notices/settings/").json()
    off = {(kind["kind"], way) for kind in told["kinds"] for way in ("page", "mail") if not kind[way]}
    assert off == {("next_up", "mail"), ("dispute", "page")} == notices.muted(me.player)
    again = {"after": told["version"], "kinds": [{"kind": "dispute", "page": True}]}
    assert me.post("notices/settings/", again).status_code == 200
    assert problem(me.post("notices/settings/", again)) == (409, "stale")
    assert notices.muted(me.player) == {("next_up", "mail")}
    assert me.get("notices/settings/").json()["has_address"] is False


@pytest.mark.parametrize(
    "kinds", [[{"kind": "x"}], [{"kind": "next_up", "mail": "no"}], "next_up", [7], [{"mail": True}], None]
)
def test_nonsense_about_notices_changes_nothing(me, kinds):
    assert problem(me.act("notices/settings/", {"kinds": kinds}, seen="notices/settings/")) == (
        422,
        "invalid",
    )
    assert not notices.muted(me.player)


# --- feeds


def test_an_address_of_a_feed_is_taken_back(home, olga):
    for place in ("me/", f"clubs/{home.slug}/"):
        before = olga.get(f"{place}feed/").json()["address"]
        assert Program().client.get(before).status_code == 200
        now = olga.act(f"{place}feed/renew/", seen=f"{place}feed/").json()["address"]
        assert problem(olga.post(f"{place}feed/renew/", {"after": 1})) == (409, "stale")
        assert now != before
        assert Program().client.get(before).status_code == 404
        assert Program().client.get(now).status_code == 200
    assert problem(_helper(home).post(f"clubs/{home.slug}/feed/renew/", {})) == (403, "not_allowed")
    assert problem(program().get(f"clubs/{home.slug}/feed/")) == (403, "not_allowed")


# --- logos


def _picture(kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (600, 300), "red").save(file, kind)
    return file.getvalue()


def _form(
    who: Program, home: Club, content: bytes, name: str = "logo.png", **more: object
) -> dict[str, object]:
    after = who.get(f"clubs/{home.slug}/").json()["version"]
    return {"picture": SimpleUploadedFile(name, content), "after": after, **more}


@pytest.mark.parametrize("kind", logos.FORMATS)
def test_a_picture_becomes_the_logo_and_is_taken_away(home, kind):
    owner, path = _helper(home, is_owner=True), f"clubs/{home.slug}/"
    told = owner.form(f"{path}logo/", _form(owner, home, _picture(kind))).json()
    picture = Program().client.get(told["logo"])
    assert picture["Content-Type"] == "image/webp"
    assert Image.open(io.BytesIO(picture.content)).size == (256, 128)
    assert Program().get(path).json()["logo"] == told["logo"]
    assert owner.post(f"{path}logo/remove/", {"after": told["version"]}).json()["logo"] is None
    assert not Logo.objects.exists()


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"", (422, "invalid")),
        (b"\x00" * 2000, (415, "picture_unknown")),
        (b"<svg/>", (415, "picture_unknown")),
        (_picture()[:300], (422, "picture_broken")),
        (b"\x00" * (logos.MOST_BYTES + 1), (413, "picture_too_big")),
    ],
)
def test_a_file_that_is_no_picture_is_refused_under_any_name(home, content, answer):
    owner = _helper(home, is_owner=True)
    assert problem(owner.form(f"clubs/{home.slug}/logo/", _form(owner, home, content))) == answer
    assert not Logo.objects.exists()


@pytest.mark.parametrize(
    ("body", "kind", "answer"),
    [
        (b"", "image/png", (415, "not_a_form")),
        (b"{}", "application/json", (415, "not_a_form")),
        (_picture(), "image/png", (415, "not_a_form")),
        (_picture(), "multipart/form-data; boundary=x", (400, "bad_request")),
        (b"x", "multipart/form-data", (400, "bad_request")),
    ],
)
def test_a_body_that_is_no_form_is_refused(home, body, kind, answer):
    assert problem(_helper(home, is_owner=True).raw(f"clubs/{home.slug}/logo/", body, kind)) == answer
    assert not Logo.objects.exists()


def test_a_form_says_what_was_seen_and_nothing_that_means_nothing(home):
    owner, path = _helper(home, is_owner=True), f"clubs/{home.slug}/logo/"
    for wrong in ({"after": "x"}, {"after": ""}, {"picture": "text"}, {"size": 7}):
        answer = owner.form(path, _form(owner, home, _picture(), **wrong))
        assert problem(answer) == (422, "invalid")
        assert list(answer.json()["errors"]) == list(wrong)
    seen = _form(owner, home, _picture())
    assert owner.form(path, seen).status_code == 200
    late = seen | {"picture": SimpleUploadedFile("late.gif", _picture("GIF"))}
    assert problem(owner.form(path, late)) == (409, "stale")


def test_only_owners_change_the_logo_and_a_picture_sent_twice_is_put_once(home, olga):
    path = f"clubs/{home.slug}/logo/"
    assert problem(olga.form(path, _form(olga, home, _picture()))) == (403, "not_allowed")
    owner, key = _helper(home, is_owner=True), new_id()
    after = owner.get(f"clubs/{home.slug}/").json()["version"]
    for picture, name, status in (
        (_picture(), "a", 200),
        (_picture(), "b", 200),
        (_picture("GIF"), "a", 422),
    ):
        body = {"picture": SimpleUploadedFile(name, picture), "after": after}
        assert owner.form(path, body, key).status_code == status
