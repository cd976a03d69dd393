"""Situation: guests want what only accounts have, and accounts want very much of it."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import quotas
from games.rules.base.refusal import Refusal
from league import competitions, tasks
from league.accounts import tokens
from league.clubs.new_club import found_club
from league.models import ApiToken, AskedCount, Club, Competition, Membership, Webhook
from league.rules.competition.commands import Archive, Cancel, Start
from tests.games.playing import START
from tests.games.sending import new_id
from tests.league.club_nights import announced, matches, play_on, play_round, started
from tests.league.people import somebody
from tests.league.webhooks.receiver import hook_of

pytestmark = pytest.mark.django_db


def guest():
    """A guest in a browser, as the page makes one."""
    client = Client()
    client.post("/guest/", {"name": "Gus"})
    return client, User.objects.get(first_name="Gus")


@pytest.fixture
def club():
    return Club.objects.create(name="Riverside", slug="riverside")


def new_club(owner, slug):
    return found_club(name="Mine", slug=slug, owner=owner.player, time_zone="UTC", at=START)


def refused(act):
    with pytest.raises(Refusal) as told:
        act()
    return told.value


def test_a_guest_who_wants_a_club_is_led_to_the_sign_up():
    client, _user = guest()
    for answer in (
        client.get("/clubs/new/"),
        client.post("/clubs/new/", {"name": "Mine", "time_zone": "UTC"}),
    ):
        assert answer.status_code == 403
        page = answer.content.decode()
        assert "Guests cannot do this. Sign up first" in page
        assert 'href="/sign-up/?next=/clubs/new/"' in page
    assert not Club.objects.exists()


def test_a_program_of_a_guest_founds_no_club():
    client, _user = guest()
    answer = client.post(
        "/api/v1/clubs/",
        {"name": "Mine"},
        content_type="application/json",
        headers={"Idempotency-Key": new_id()},
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "sign_up_first")
    assert not Club.objects.exists()


def test_the_ways_out_of_a_refusal_stand_apart_on_a_phone():
    """In a bar, which keeps a gap between buttons that wrap."""
    client, _user = guest()
    page = client.get("/clubs/new/").content.decode()
    assert page.index("That did not work") < page.index('<p class="bar">') < page.index(">Back</a>")


@pytest.mark.parametrize("what", ["competitions/new", "webhooks"])
def test_a_guest_who_organizes_a_club_announces_nothing_and_makes_no_webhook(club, what):
    client, user = guest()
    Membership.objects.create(club=club, player=user.player, is_organizer=True)
    answer = client.post(f"/clubs/riverside/{what}/", {"url": "https://example.org/"})
    assert answer.status_code == 403
    assert "Sign up first" in answer.content.decode()
    assert not Competition.objects.exists()
    assert not Webhook.objects.exists()


def test_an_account_owns_so_many_clubs(settings):
    settings.QUOTAS = ["clubs=2:0"]
    ana = somebody("Ana")
    for number in range(2):
        new_club(ana, f"mine-{number}")
    refusal = refused(lambda: new_club(ana, "mine"))
    assert refusal.code == "quota_used_up"
    assert refusal.sentence == "You already own 2 clubs. Hand over a club first."
    assert Club.objects.count() == 2


def test_an_account_runs_so_many_competitions_that_are_not_over(settings):
    settings.QUOTAS = ["competitions=2:0"]
    ana = somebody("Ana")
    first, second = [announced(0, by=f"organizer:{ana.pk}") for _number in range(2)]
    refusal = refused(lambda: announced(0, by=f"organizer:{ana.pk}"))
    assert (refusal.code, Competition.objects.count()) == ("quota_used_up", 2)
    for cup, command in ((first, Cancel("")), (second, Archive())):
        competitions.act(cup.pk, command, by=f"organizer:{ana.pk}", at=START)
        announced(0, by=f"organizer:{ana.pk}")
    assert refused(lambda: announced(0, by=f"organizer:{ana.pk}")).code == "quota_used_up"


def pauses(competition, round_number=None):
    """The different pauses of bots at the tables of a round, in milliseconds."""
    return {match.table.bot_pause_ms for match in matches(competition, round_number)}


def evening(by, **facts):
    """An evening of eight players without accounts at two tables, whose bots are to move at once."""
    return started(8, by=f"organizer:{by.pk}", rounds=2, **{"bot_pause_ms": 0} | facts)


def test_bots_in_competitions_do_not_race():
    assert pauses(evening(somebody("Ana"))) == {250}


def test_people_whom_bots_may_play_for_later_have_no_racing_bots_either():
    ana = somebody("Ana")
    seated = announced(0, by=f"organizer:{ana.pk}", bot_pause_ms=0)
    people = [somebody(name).player for name in ("Bo", "Cy", "Dora", "Eve")]
    competitions.enter(seated.pk, players=people, by=f"organizer:{ana.pk}", at=START)
    competitions.act(seated.pk, Start(), by=f"organizer:{ana.pk}", at=START)
    assert pauses(seated) == {250}


def test_bots_of_all_competitions_of_an_account_share_its_moves(settings):
    settings.QUOTAS = ["bot_moves=100:0"]
    ana, bo = somebody("Ana"), somebody("Bo")
    first = evening(ana)
    assert pauses(first) == {1200}  # 2 tables with 50 moves a minute each
    assert pauses(evening(ana)) == {2400}
    assert pauses(evening(ana, bot_pause_ms=20_000)) == {20_000}
    assert pauses(evening(bo)) == {1200}
    play_round(first)
    assert pauses(first, 2) == {3600}  # the clock has opened them, and 6 are played now


def test_a_competition_beyond_the_quota_is_played_to_its_end(settings):
    settings.QUOTAS = ["bot_moves=0:0"]
    slow = evening(somebody("Ana"))
    assert pauses(slow) == {60_000}
    assert play_on(slow).status == Competition.Status.FINISHED


def test_bots_in_competitions_of_whoever_runs_the_site_have_no_quota():
    ana = somebody("Ana")
    User.objects.filter(pk=ana.pk).update(is_superuser=True)
    assert pauses(evening(ana)) == {0}


def test_where_the_site_wants_no_floor_bots_move_at_once(settings):
    settings.QUOTAS = ["bot_pause_ms=0:0", "bot_moves=999999999:0"]
    assert pauses(evening(somebody("Ana"))) == {0}


def test_an_account_has_so_many_webhooks_in_all_of_its_clubs(settings, club):
    settings.QUOTAS = ["webhooks=1:0"]
    ana = somebody("Ana")
    other = Club.objects.create(name="Hillside", slug="hillside")
    hook_of(club, by=ana)
    assert refused(lambda: hook_of(other, by=ana)).code == "quota_used_up"
    assert Webhook.objects.count() == 1


def test_a_guest_has_a_few_tokens():
    _client, user = guest()

    def make():
        tokens.make(user, name="Bot", scopes=["play"], days=1, at=timezone.now())

    for _number in range(quotas.of("tokens").guest):
        make()
    assert refused(make).code == "too_many_tokens"
    assert ApiToken.objects.count() == quotas.of("tokens").guest


def test_staff_have_tokens_without_end(settings):
    settings.QUOTAS = ["tokens=1:1"]
    ana = somebody("Ana")
    User.objects.filter(pk=ana.pk).update(is_superuser=True)
    ana.refresh_from_db()
    for _number in range(2):
        tokens.make(ana, name="Bot", scopes=["play"], days=1, at=timezone.now())
    assert ApiToken.objects.count() == 2


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", [Club, Competition, Webhook])
def test_requests_at_the_same_time_are_counted_one_after_the_other(settings, club, kind):
    settings.QUOTAS = ["clubs=1:0", "competitions=1:0", "webhooks=1:0"]
    ana = somebody("Ana")
    acts = {
        Club: lambda number: new_club(ana, f"mine-{number}"),
        Competition: lambda _number: announced(0, by=f"organizer:{ana.pk}"),
        Webhook: lambda _number: hook_of(club, by=ana),
    }
    before = kind.objects.count()

    def make(number):
        try:
            acts[kind](number)
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()
        return "made"

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(make, range(4))) == ["made", *["quota_used_up"] * 3]
    assert kind.objects.count() == before + 1


def test_a_network_sends_so_many_guests_a_day(settings):
    settings.QUOTAS = ["network_guests=0:2"]
    for _number in range(2):
        guest()
        User.objects.update(first_name="")
    answer = Client().post("/guest/", {"name": "Gus"})
    assert answer.status_code == 429
    assert "Too many guests from your network today" in answer.content.decode()
    assert User.objects.count() == 2
    elsewhere = Client().post("/guest/", {"name": "Gus"}, REMOTE_ADDR="192.0.2.9")
    assert elsewhere.status_code == 302
    AskedCount.objects.filter(key__endswith="127.0.0.0").update(ends_at=1)  # a day later
    assert Client().post("/guest/", {"name": "Gus"}).status_code == 302


def sign_up(name, client=None, **facts):
    password = "seven red cards"
    fields = {"username": name, "first_name": name, "password1": password, "password2": password}
    return (client or Client()).post("/sign-up/", fields, **facts)


def test_a_network_makes_so_many_accounts_a_day(settings):
    settings.QUOTAS = ["network_accounts=2:2"]
    gus, _user = guest()
    assert [sign_up("ana").status_code, sign_up("gus", gus).status_code] == [302, 302]
    answer = sign_up("bo")
    assert answer.status_code == 429
    assert "Too many new accounts from your network today. Try again tomorrow." in answer.content.decode()
    assert User.objects.count() == 2
    assert sign_up("bo", REMOTE_ADDR="192.0.2.9").status_code == 302
    AskedCount.objects.filter(key__endswith="127.0.0.0").update(ends_at=1)  # a day later
    assert sign_up("cy").status_code == 302


def test_a_sign_up_that_fails_is_not_counted(settings):
    settings.QUOTAS = ["network_accounts=1:1"]
    assert sign_up("").status_code == 422
    assert sign_up("ana").status_code == 302


@pytest.mark.parametrize("path", ["edit", "import/players"])
def test_somebody_sends_so_many_files_a_day(settings, club, path):
    settings.QUOTAS = ["uploads=1:0"]
    ana, client = somebody("Ana"), Client()
    Membership.objects.create(club=club, player=ana.player, is_owner=True)
    client.force_login(ana)
    answers = []
    for _number in range(2):
        file = SimpleUploadedFile("file", b"name\nBo")
        answers.append(client.post(f"/clubs/riverside/{path}/", {"logo": file, "file": file}))
    assert answers[0].status_code in (200, 422)
    assert answers[1].status_code == 429
    assert "You have uploaded 1 file today" in answers[1].content.decode()


def test_a_flood_of_other_counts_pushes_none_out(settings):
    settings.QUOTAS = ["network_guests=0:1"]
    guest()
    ends = int(timezone.now().timestamp()) + 60
    AskedCount.objects.bulk_create(AskedCount(key=f"ip:{n}", ends_at=ends, count=1) for n in range(1000))
    tasks.forget_counts()
    assert Client().post("/guest/", {"name": "Gus"}).status_code == 429
