"""What programs do about people, call by call."""

import io
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from games.integrity import checkpoints
from games.models import Player
from league.models import Membership
from league.notifications import kinds, notices
from league.notifications.notices import About
from tests.games.playing import START


def tell(story: Any) -> None:
    """Tell it all."""
    _of_oneself(story)
    _of_notices(story)
    _of_claims(story)
    _of_merging(story)
    _of_feeds(story)
    _of_logos(story)
    _of_careers(story)
    _of_proofs(story)


def _of_oneself(story: Any) -> None:
    version = story.get("me/", who=story.bo)["version"]
    version = story.post("me/name/", {"after": version, "name": "Bo Lindqvist"}, who=story.bo)["version"]
    version = story.post("me/privacy/", {"after": version, "is_hidden": True}, who=story.bo)["version"]
    version = story.bo.post("me/privacy/", {"after": version, "is_hidden": False}).json()["version"]
    version = story.post("me/insight/", {"after": version, "shows_insight": True}, who=story.bo)["version"]
    assert story.bo.post("me/name/", {"after": version, "name": "Bo"}).status_code == 200


def _of_notices(story: Any) -> None:
    about = About("You are next", "Only running matches are before yours.", "/competitions/1/")
    notices.send(kinds.NEXT_UP, [story.bo.player.pk], "story", about=lambda: about, at=timezone.now())
    (told,) = story.bo.get("notices/?limit=1").json()["results"]
    story.get(f"notices/{told['id']}/", who=story.bo)
    story.post(f"notices/{told['id']}/read/", {}, who=story.bo)
    version = story.get("notices/settings/", who=story.bo)["version"]
    body = {"after": version, "kinds": [{"kind": "next_up", "mail": False}]}
    story.post("notices/settings/", body, who=story.bo)


def _member(story: Any, name: str) -> Player:
    player = Player.objects.create(name=name)
    Membership.objects.create(club=story.club, player=player)
    return player


def _of_claims(story: Any) -> None:
    chiara = _member(story, "Chiara")
    path, waiting = f"players/{chiara.pk}/", "clubs/riverside/claims/"
    story.post(f"{path}claim/", {}, "Without a link organizers decide", story.ana)
    story.get("me/claims/?limit=20", who=story.ana)
    story.post(f"{path}claim/take-back/", {}, who=story.ana)
    for what in ("decline", "confirm"):
        story.ana.post(f"{path}claim/", {})
        asked = story.get(f"{waiting}?limit=20", who=story.olga)["results"][0]
        story.post(f"{waiting}{asked['id']}/{what}/", {"after": asked["version"]}, who=story.olga)


def _of_merging(story: Any) -> None:
    first, other = _member(story, "Emi"), _member(story, "Emilia")
    path = f"players/{first.pk}/"
    body = {"after": story.olga.get(path).json()["version"], "is_hidden": True}
    hidden = story.post(f"{path}privacy/", body, who=story.olga)
    story.post(f"{path}link/", {}, who=story.olga)
    story.post(f"{path}merge/", {"after": hidden["version"], "other": other.pk}, who=story.olga)
    merged = story.get("clubs/riverside/merges/?limit=20", who=story.olga)["results"][0]
    story.post(f"players/{merged['id']}/unmerge/", {"after": merged["version"]}, who=story.olga)


def _of_feeds(story: Any) -> None:
    cup = story.olga.get("competitions/?club=riverside&limit=1").json()["results"][0]["id"]
    places = {"me/": story.ana, "clubs/riverside/": story.olga, f"competitions/{cup}/": story.olga}
    for place, who in places.items():
        version = story.get(f"{place}feed/", who=who)["version"]
        story.post(f"{place}feed/renew/", {"after": version}, who=who)


def _of_logos(story: Any) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(picture, "PNG")
    path, after = "clubs/lakeside/logo/", story.ana.get("clubs/lakeside/").json()["version"]
    sent = {"picture": SimpleUploadedFile("logo.png", picture.getvalue()), "after": after}
    changed = story.form(path, sent, {"picture": "@logo.png", "after": after}, story.ana)
    story.post(f"{path}remove/", {"after": changed["version"]}, who=story.ana)


def _of_proofs(story: Any) -> None:
    checkpoints.make(START)
    story.get("checkpoints/?limit=20", who=story.stranger)
    story.get(f"checkpoints/{START:%Y-%m-%d}/", who=story.stranger)
    story.get("options/jump_in/", who=story.stranger)
    table = story.stranger.get("tables/?status=finished&ordering=id&limit=1").json()["results"][0]["id"]
    story.get(f"tables/{table}/shuffles/", who=story.stranger)


def _of_careers(story: Any) -> None:
    ana, bo = (person.player.pk for person in (story.ana, story.bo))
    story.get(f"players/{ana}/career/", who=story.stranger)
    story.get(f"players/{bo}/insight/", who=story.stranger)
    story.get(f"players/{ana}/results/?limit=20", who=story.stranger)
    story.get(f"players/{ana}/against/?limit=20", who=story.stranger)
    story.get(f"players/{ana}/against/{bo}/", who=story.stranger)
