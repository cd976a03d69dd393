"""Situation: a program makes and runs the webhooks of a club or of a competition."""

import pytest

from league.api.serializers.webhooks import version_of_hook
from league.models import Membership, Webhook, WebhookDelivery
from league.tasks import send_webhooks
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import announced
from tests.league.people import somebody
from tests.league.webhooks.receiver import hook_of, receiving

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def cup():
    return announced(2)


@pytest.fixture
def olga(cup):
    user = somebody("Olga")
    Membership.objects.create(club=cup.club, player=user.player, is_organizer=True)
    return Program(user)


@pytest.mark.parametrize("of", ["clubs", "competitions"])
def test_a_program_does_all_that_the_pages_do(cup, olga, settings, of):
    path = f"clubs/{cup.club.slug}/webhooks/" if of == "clubs" else f"competitions/{cup.pk}/webhooks/"
    with receiving() as receiver:
        settings.WEBHOOK_LOCAL_HOSTS = ["127.0.0.1"]
        made = olga.post(path, {"url": receiver.url, "kinds": ["match.finished"]})
        assert made.status_code == 201
        secret, here = made.json()["secret"], made["Location"]
        assert made["Cache-Control"] == "no-store"
        (row,) = olga.get(path).json()["results"]
        assert row == olga.get(here).json()
        assert "secret" not in row
        test = olga.post(f"{here}test/")
        assert test.status_code == 202
        assert send_webhooks() == 1
        assert receiver.got[0].is_signed_with(secret)
        told = olga.get(test["Location"]).json()
        assert told["status"] == "delivered"
        assert told["body"] == receiver.got[0].content
        assert told["tries"][0]["status"] == 204
        assert olga.post(f"{test['Location']}replay/").status_code == 202
        after = olga.get(here).json()["version"]
        new = olga.post(f"{here}secret/", {"after": after}).json()["secret"]
        assert send_webhooks() == 1
        assert receiver.got[1].is_signed_with(secret)
        assert receiver.got[1].is_signed_with(new)
        (listed,) = olga.get(f"{here}deliveries/?status=delivered&kind=ping").json()["results"]
        assert listed["event"] == receiver.got[0].headers["webhook-id"]
        assert olga.get(f"{here}deliveries/?status=failed").json()["results"] == []
    after = olga.get(here).json()["version"]
    answer = olga.post(here, {"after": after, "is_on": False, "note": "Bot"})
    assert (answer.json()["off"], answer.json()["note"]) == ("by_hand", "Bot")
    assert problem(olga.post(f"{here}test/")) == (409, "webhook_off")
    assert problem(olga.post(f"{here}remove/", {"after": after})) == (409, "stale")
    assert problem(olga.post(f"{here}secret/", {"after": after})) == (409, "stale")
    assert problem(olga.post(here, {"after": after, "note": "Late"})) == (409, "stale")
    assert olga.post(f"{here}remove/", {"after": answer.json()["version"]}).status_code == 200
    assert problem(olga.get(here))[0] == 404
    assert not WebhookDelivery.objects.exists()


def test_sent_again_it_is_made_once_and_the_secret_is_not_told_again(cup, olga):
    path, body = f"clubs/{cup.club.slug}/webhooks/", {"url": "https://example.org/"}
    assert olga.post(path, body, key="one").status_code == 201
    assert problem(olga.post(path, body, key="one")) == (409, "made_before")
    assert Webhook.objects.count() == 1
    assert problem(olga.post(path, body, key=None)) == (400, "id_missing")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": "https://10.0.0.1/"}, "private_address"),
        ({"url": "http://example.org/"}, "not_https"),
        ({"url": "https://example.org/", "kinds": ["x"]}, "invalid"),
        ({"url": "https://example.org/", "kinds": "match.finished"}, "invalid"),
        ({"url": 7}, "invalid"),
        ({"url": "seven"}, "bad_address"),
        ({"url": None}, "invalid"),
        ({}, "invalid"),
        ([], "invalid"),
    ],
)
def test_nonsense_is_refused(cup, olga, body, code):
    path = f"clubs/{cup.club.slug}/webhooks/"
    assert problem(olga.post(path, body)) == (422, code)
    if isinstance(body, dict) and "url" in body:
        hook, _secret = hook_of(cup.club)
        assert problem(olga.post(f"{path}{hook.pk}/", {"after": version_of_hook(hook), **body})) == (
            422,
            code,
        )
        hook.refresh_from_db()
        assert hook.url == "https://example.org/hook"


def test_only_organizers_and_only_with_a_token_for_it(cup, olga):
    hook, _secret = hook_of(cup.club)
    user = olga.player.user
    for path in (f"clubs/{cup.club.slug}/webhooks/", f"clubs/{cup.club.slug}/webhooks/{hook.pk}/deliveries/"):
        assert problem(Program().get(path))[0] == 401
        assert problem(program().get(path)) == (403, "not_allowed")
        assert problem(Program(user, scopes=["read"]).get(path)) == (403, "lacks_scope")
    Membership.objects.create(club=announced(0).club, player=olga.player, is_owner=True)
    other = Webhook.objects.create(club=announced(0).club, url="x", secret="x", made_at=hook.made_at)
    assert problem(olga.get(f"clubs/{cup.club.slug}/webhooks/{other.pk}/"))[0] == 404
    assert (
        problem(program().post(f"clubs/{cup.club.slug}/webhooks/{hook.pk}/remove/", {"after": 1}))[0] == 403
    )
    assert (
        problem(Program().post(f"clubs/{cup.club.slug}/webhooks/{hook.pk}/remove/", {"after": 1}))[0] == 401
    )
    assert Webhook.objects.filter(pk=hook.pk).exists()


def test_the_token_of_a_club_runs_its_webhooks_and_no_others(cup):
    user, other = somebody("Ona"), announced(0)
    for club in (cup.club, other.club):
        Membership.objects.create(club=club, player=user.player, is_owner=True)
    mine = Program(user, club=cup.club)
    body = {"url": "https://example.org/"}
    assert mine.post(f"clubs/{cup.club.slug}/webhooks/", body).status_code == 201
    assert problem(mine.post(f"clubs/{other.club.slug}/webhooks/", body))[0] == 403
    assert problem(mine.get(f"clubs/{other.club.slug}/webhooks/"))[0] == 403
