"""Situation: roles, invitations, webhooks, tokens, settings, privacy and merges change, at every address.

What programs change is watched where every operation of theirs is called: test_examples_of_the_schema.py.
"""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import ChatMessage, Player
from games.rulebooks import commands
from league.accounts import tokens
from league.clubs import joining, members
from league.models import (
    AuditEntry,
    Claim,
    Club,
    Competition,
    JoinRequest,
    Membership,
    Report,
    Role,
    TableScorekeeper,
    Webhook,
)
from league.roster import merging
from tests.games.playing import START, open_table
from tests.league.audit.audited_changes import Subject, What, all_noted
from tests.league.club_nights import BY, announced
from tests.league.clubs.test_logos import picture
from tests.league.every_address.addresses import ADDRESSES
from tests.league.every_address.two_worlds import taken_back
from tests.league.people import PASSWORD, somebody
from tests.league.webhooks.receiver import hook_of

pytestmark = pytest.mark.django_db

SETTINGS = {
    "name": "Hill",
    "description": "Fridays",
    "colour": "violet",
    "time_zone": "UTC",
    "default_rulebook": "classic",
    "is_public": "0",
    "joining": "open",
}
RESULTS = "round,table,player,place,total,deals_won\n1,1,Zed,1,512,3\n1,1,Yan,2,340,2"


@dataclass
class Scene:
    """A club with an owner (Ana), a member with an account (Cem), one without (Dee), and a stranger (Eve)."""

    cup: Competition
    club: Club
    ana: Client
    cem: Client
    eve: Client
    staff: Client
    players: dict[str, Player]

    @classmethod
    def made(cls) -> "Scene":
        cup = announced(2)
        browsers, players = {}, {}
        for name in ("Ana", "Cem", "Eve"):
            players[name], browsers[name] = somebody(name).player, Client()
            browsers[name].force_login(players[name].user, "django.contrib.auth.backends.ModelBackend")
        Membership.objects.create(club=cup.club, player=players["Ana"], is_owner=True)
        Membership.objects.create(club=cup.club, player=players["Cem"])
        players["Dee"] = members.add_by_name(cup.club, "Dee").player
        players["Fay"] = members.add_by_name(cup.club, "Fay").player
        staff = Client()
        staff.force_login(User.objects.create_superuser("boss"), "django.contrib.auth.backends.ModelBackend")
        return cls(cup, cup.club, browsers["Ana"], browsers["Cem"], browsers["Eve"], staff, players)

    def post(self, name: str, who: Client | None = None, /, at: tuple[Any, ...] = (), **fields: Any) -> Any:
        """Send the form of a page, without an id: so that only the write side makes it all or nothing."""
        client = who or self.ana
        answer = client.post(reverse(name, args=at), fields)
        if answer.headers.get("Location", "").startswith("/log-in/again/"):
            client.post("/log-in/again/", {"password": PASSWORD})
            answer = client.post(reverse(name, args=at), fields)
        return answer

    def of_club(self, address: str, /, *more: Any, **fields: Any) -> Any:
        return self.post(address, at=(self.club.slug, *more), **fields)

    def of_cup(self, address: str, /, *more: Any, **fields: Any) -> Any:
        return self.post(address, at=(self.cup.pk, *more), **fields)

    def of(self, name: str, player: str, **fields: Any) -> Any:
        return self.post(name, at=(self.players[player].pk,), **fields)


@pytest.fixture(scope="module")
def _made_once(django_db_setup: None, django_db_blocker: Any) -> Iterator[Scene]:
    with django_db_blocker.unblock(), taken_back():
        yield Scene.made()


@pytest.fixture
def scene(_made_once: Scene) -> Iterator[Scene]:
    """The scene of all tests, each of which takes back what it changes; so do the browsers."""
    browsers = (_made_once.ana, _made_once.cem, _made_once.eve, _made_once.staff)
    cookies = [copy.deepcopy(browser.cookies) for browser in browsers]
    yield _made_once
    for browser, before in zip(browsers, cookies, strict=True):
        browser.cookies = before


def _invitation(scene: Scene) -> Any:
    made_by = scene.players["Ana"].user_id
    at = timezone.now()
    return joining.invite(scene.club, [Role.MEMBER], days=7, most_uses=3, note="", made_by=made_by, at=at)


def _token(scene: Scene, club: Club | None = None) -> int:
    user = scene.players["Ana"].user
    return tokens.make(user, name="Screen", scopes=["organize"], days=9, club=club, at=timezone.now())[0].pk


def _claim(scene: Scene) -> int:
    claimant, player = scene.players["Eve"], scene.players["Dee"]
    return Claim.objects.create(player=player, claimant=claimant, asked_at=START).pk


def _opened(scene: Scene) -> None:
    Club.objects.filter(pk=scene.club.pk).update(joining=Club.Joining.OPEN)


def _merged(scene: Scene) -> int:
    twin = Player.objects.create(name="Twin")
    merging.merge(scene.club.pk, scene.players["Dee"].pk, twin.pk, by=BY, at=START)
    return twin.pk


def _asked(scene: Scene) -> int:
    return JoinRequest.objects.create(club=scene.club, player=scene.players["Eve"], asked_at=START).pk


def _kept(scene: Scene) -> None:
    TableScorekeeper.objects.create(competition=scene.cup, table_number=1, player=scene.players["Cem"])


def _message(scene: Scene) -> tuple[int, int]:
    """A message of Dee."""
    message = ChatMessage.objects.create(
        table=open_table("Gil Hal"), player=scene.players["Dee"], text="no", said_at=START
    )
    return message.table_id, message.pk


def _report(scene: Scene) -> int:
    """A report of Ana about it, for the site."""
    table, message = _message(scene)
    scene.post("chat_message", at=(table, message), reason="insult", desk="site")
    return Report.objects.latest("pk").pk


def _hooks(kind: str) -> dict[str, tuple[Callable[[Scene], Any], Callable[[Scene, Any], Any]]]:
    """The ways of webhooks of a club, and of a competition: what is there before, and what is sent."""

    def post(scene: Scene, name: str, *more: Any, **fields: Any) -> Any:
        return (scene.of_club if kind == "club" else scene.of_cup)(f"{kind}_{name}", *more, **fields)

    def made(scene: Scene) -> int:
        return hook_of(scene.club if kind == "club" else scene.cup)[0].pk

    def switched_off(scene: Scene) -> int:
        pk = made(scene)
        Webhook.objects.filter(pk=pk).update(off=Webhook.Off.BY_HAND)
        return pk

    url, do = "https://example.org/other", f"{kind}_webhook_do"
    return {
        f"{kind}_webhooks": (lambda _scene: None, lambda scene, _pk: post(scene, "webhooks", url=url)),
        f"{kind}_webhook": (made, lambda scene, pk: post(scene, "webhook", pk, url=url)),
        f"{kind}_webhook note": (
            made,
            lambda scene, pk: post(scene, "webhook", pk, url="https://example.org/hook", note="For the hall"),
        ),
        f"{do} off": (made, lambda scene, pk: post(scene, "webhook_do", pk, do="off")),
        f"{do} on": (switched_off, lambda scene, pk: post(scene, "webhook_do", pk, do="on")),
        f"{do} secret": (made, lambda scene, pk: post(scene, "webhook_do", pk, do="secret")),
        f"{do} remove": (made, lambda scene, pk: post(scene, "webhook_do", pk, do="remove")),
    }


def _nothing(_scene: Scene) -> None:
    """Nothing has to be there before."""


Way = tuple[Callable[[Scene], Any], Callable[[Scene, Any], Any]]
PAGES: dict[str, Way] = {
    "club_new": (_nothing, lambda scene, _: scene.post("club_new", name="Valley", time_zone="UTC")),
    "club_edit": (_nothing, lambda scene, _: scene.of_club("club_edit", **SETTINGS)),
    "club_edit logo": (
        _nothing,
        lambda scene, _: scene.of_club("club_edit", **SETTINGS, logo=SimpleUploadedFile("a.png", picture())),
    ),
    "club_join": (_opened, lambda scene, _: scene.post("club_join", scene.eve, at=(scene.club.slug,))),
    "club_leave": (_nothing, lambda scene, _: scene.post("club_leave", scene.cem, at=(scene.club.slug,))),
    "club_people": (_nothing, lambda scene, _: scene.of_club("club_people", name="Gil")),
    "club_person": (
        _nothing,
        lambda scene, _: scene.of_club("club_person", scene.players["Dee"].pk, do="roles", roles=["referee"]),
    ),
    "club_person out": (
        _nothing,
        lambda scene, _: scene.of_club("club_person", scene.players["Cem"].pk, do="remove"),
    ),
    "club_request": (_asked, lambda scene, pk: scene.of_club("club_request", pk, do="let_in")),
    "club_invitations": (
        _nothing,
        lambda scene, _: scene.of_club("club_invitations", roles=["member"], days=7, most_uses=3),
    ),
    "club_invitation_revoke": (
        lambda scene: _invitation(scene).pk,
        lambda scene, pk: scene.of_club("club_invitation_revoke", pk),
    ),
    "invitation": (
        lambda scene: joining.token(_invitation(scene)),
        lambda scene, token: scene.post("invitation", scene.eve, at=(token,)),
    ),
    "club_teams": (_nothing, lambda scene, _: scene.of_club("club_teams", name="Desk")),
    "club_team": (
        lambda scene: members.name_team(scene.club, "Desk").pk,
        lambda scene, pk: scene.of_club(
            "club_team", pk, do="keep", name="Door", people=[scene.players["Dee"].pk], roles=["referee"]
        ),
    ),
    "club_team end": (
        lambda scene: members.name_team(scene.club, "Desk").pk,
        lambda scene, pk: scene.of_club("club_team", pk, do="end"),
    ),
    "competition_roles": (
        _nothing,
        lambda scene, _: scene.of_cup(
            "competition_roles", to=f"player-{scene.players['Cem'].pk}", roles=["referee"]
        ),
    ),
    "table_scorekeepers": (
        _nothing,
        lambda scene, _: scene.of_cup("table_scorekeepers", table=1, player=scene.players["Cem"].pk),
    ),
    "table_scorekeepers another": (
        _kept,
        lambda scene, _: scene.of_cup("table_scorekeepers", table=1, player=scene.players["Ana"].pk),
    ),
    "table_scorekeepers none": (
        _kept,
        lambda scene, _: scene.of_cup("table_scorekeepers", table=1, do="take_back"),
    ),
    "calendar_settings": (_nothing, lambda scene, _: scene.of_club("calendar_settings", remind_hours=48)),
    "players_import": (_nothing, lambda scene, _: scene.of_club("players_import", rows="name\nZed", sure=1)),
    "results_import": (
        _nothing,
        lambda scene, _: scene.of_club(
            "results_import", rows=RESULTS, name="Past", rulebook="classic", sure=1
        ),
    ),
    "player_privacy": (_nothing, lambda scene, _: scene.of("player_privacy", "Dee", hide="1")),
    "player_merge": (
        _nothing,
        lambda scene, _: scene.of("player_merge", "Dee", other=scene.players["Fay"].pk),
    ),
    "player_unmerge": (_merged, lambda scene, pk: scene.post("player_unmerge", at=(pk,))),
    "player_claim": (
        lambda scene: scene.of("player_link", "Dee").context["link"].partition("testserver")[2],
        lambda scene, link: scene.eve.post(link),
    ),
    "claim_decide": (_claim, lambda scene, pk: scene.post("claim_decide", at=(pk,), do="confirm")),
    "chat_message": (
        _message,
        lambda scene, at: scene.post("chat_message", at=at, reason="insult", desk="site"),
    ),
    "player_report": (
        lambda _scene: Player.objects.create(name="Rude").pk,
        lambda scene, pk: scene.post("player_report", at=(pk,), reason="insult", desk="site"),
    ),
    "report end": (
        _report,
        lambda scene, pk: scene.post("report", scene.staff, at=(pk,), do="dismiss", words="A joke."),
    ),
    "me_privacy": (_nothing, lambda scene, _: scene.post("me_privacy", hide="1")),
    "my_tokens": (_nothing, lambda scene, _: scene.post("my_tokens", name="Screen", days=7)),
    "my_token_revoke": (_token, lambda scene, pk: scene.post("my_token_revoke", at=(pk,))),
    "club_tokens": (_nothing, lambda scene, _: scene.of_club("club_tokens", name="Screen", days=7)),
    "club_token_revoke": (
        lambda scene: _token(scene, scene.club),
        lambda scene, pk: scene.of_club("club_token_revoke", pk),
    ),
    "account_change_password": (
        _token,
        lambda scene, _: scene.post(
            "account_change_password",
            oldpassword=PASSWORD,
            password1="jade-otter-42",
            password2="jade-otter-42",
            end_tokens="on",
        ),
    ),
    "delete_account": (_nothing, lambda scene, _: scene.post("delete_account", scene.cem, name="Cem")),
    **_hooks("club"),
    **_hooks("competition"),
}
"""What is there before, and what is sent; the name of the address is the first word."""
AT_TABLES = ("table", "score", "result_", "replay", "rulebook", "record", "texts")
OF_PLAY = (
    "match",
    "stage_lot",
    "line_",
    "draft",
    "timer",
    "answer_call",
    "end_match",
    "call_referee",
    "printed_",
)
OF_COMPETITIONS = (
    "entrants_import",
    "competition_edit",
    *(
        "competition_new",
        "competition_outlook",
        "competition_enter",
        "competition_start",
        "competition_life",
        "competition_entrant",
        "competition_join",
    ),
    *(
        "competition_leave",
        "competition_break",
        "competition_seed",
        "competition_check_in_screen",
        "competition_check_in",
        "tiebreaks",
    ),
    "competition_next",
)
OF_ONESELF = (
    "account_",
    "mfa_",
    "me",
    "guest",
    "sign_up",
    "log_",
    "language",
    "notice",
    "feed_renew",
    "play_now",
)
OTHERS = (
    *(*AT_TABLES, *OF_PLAY, *OF_COMPETITIONS, *OF_ONESELF, "substitute"),
    *("player_link", "player_mute", "club_delivery_replay", "competition_delivery_replay"),
    *("my_device", "quiet_hours", "vacation", "puzzle"),
)
"""How the addresses begin that change nothing of this."""


def test_every_address_is_one_of_those_that_leave_an_entry_or_of_the_others() -> None:
    told = {name.partition(" ")[0] for name in PAGES}
    posted = {name for name, (_get, post) in ADDRESSES.items() if post != "-" and not name.startswith("api_")}
    assert not told - posted
    unknown = {name for name in posted - told if not name.startswith(OTHERS)}
    assert not unknown, "say in PAGES what is to be noted of them, or in OTHERS that nothing is"


@pytest.mark.parametrize("name", PAGES)
def test_a_change_on_a_page_is_noted_with_its_author(scene: Scene, name: str) -> None:
    before, act = PAGES[name]
    values = before(scene)
    newest = AuditEntry.objects.values_list("pk", flat=True).first()
    with all_noted() as changed:
        answer = act(scene, values)
        assert answer.status_code in (200, 302), answer.content.decode()
    assert changed
    new = AuditEntry.objects.filter(pk__gt=newest)
    assert {entry.by.partition(":")[0] for entry in new} == {"user"}


BEYOND = {
    name
    for name in PAGES
    if not name.endswith((" out", " end", " none", " remove", "revoke", "_leave", "_unmerge"))
} - {"delete_account", "account_change_password"}


@pytest.mark.parametrize("name", sorted(BEYOND))
def test_someone_who_has_changed_very_much_today_changes_nothing_more_by_pages(
    scene: Scene, name: str, settings
) -> None:
    before, act = PAGES[name]
    values = before(scene)
    settings.QUOTAS = ["changes=0:0"]
    with all_noted() as changed:
        answer = act(scene, values)
        assert "times today. Continue tomorrow." in answer.content.decode()
        assert answer.status_code in (422, 429)
    assert not changed


@pytest.mark.parametrize("name", sorted(PAGES.keys() - BEYOND))
def test_someone_who_has_changed_very_much_today_takes_away_all_the_same(
    scene: Scene, name: str, settings
) -> None:
    before, act = PAGES[name]
    values = before(scene)
    settings.QUOTAS = ["changes=0:0"]
    with all_noted() as changed:
        assert act(scene, values).status_code in (200, 302)
    assert changed


class TestStaff:
    """The admin site, and commands on the machine."""

    def test_changes_of_people_and_clubs_are_noted(self, scene: Scene) -> None:
        values = {"username": "cem", "first_name": "Cem"}
        joined = {"date_joined_0": "2026-05-01", "date_joined_1": "20:00:00"}
        user = scene.players["Cem"].user_id
        form = {"player_set-TOTAL_FORMS": 0, "player_set-INITIAL_FORMS": 0, **values, **joined}
        with all_noted() as changed:
            scene.staff.post(
                f"/admin/auth/user/{user}/change/", {**form, "is_staff": "on", "is_active": "on"}
            )
        assert (What.ACCOUNT, user) in changed
        club, row = scene.club, Membership.objects.get(player=scene.players["Dee"])
        inline = {"membership_set-TOTAL_FORMS": 1, "membership_set-INITIAL_FORMS": 1}
        inline |= {"membership_set-0-id": row.pk, "membership_set-0-club": club.pk}
        inline |= {"membership_set-0-player": row.player_id, "membership_set-0-is_referee": "on"}
        about = {"name": "Dale", "slug": "dale", "time_zone": "UTC", "joining": "open"}
        about |= {"default_rulebook": "classic", "colour": "teal"}
        with all_noted() as changed:
            scene.staff.post(f"/admin/league/club/{club.pk}/change/", {**about, **inline})
        assert changed >= {(What.CLUB, club.pk), (What.ROLES, row.player_id)}
        with all_noted() as changed:
            hidden = {"name": "Dee", "language": "", "is_hidden": "on"}
            scene.staff.post(f"/admin/games/player/{row.player_id}/change/", hidden)
        assert changed == {(What.PRIVACY, row.player_id)}

    @pytest.mark.parametrize("way", ["one", "several"])
    def test_deletions_are_noted(self, scene: Scene, way: str) -> None:
        table, dee = open_table("Gil Hal"), scene.players["Dee"]
        message = ChatMessage.objects.create(table=table, player=dee, text="no", said_at=START)
        book = commands.keep(keeper=scene.club, name="Ours", preset="classic", options={}, at=timezone.now())
        alone = Club.objects.create(name="Alone", slug="alone")
        gone = {
            "games/chatmessage": (What.MESSAGE, message.pk),
            "games/customrulebook": (What.RULEBOOK, book.pk),
            "league/club": (What.CLUB, alone.pk),
            "auth/user": (What.ACCOUNT, scene.players["Cem"].user_id),
            "auth/group": (What.GROUP, Group.objects.create(name="Desk").pk),
        }
        for place, (what, pk) in gone.items():
            with all_noted():
                if way == "one":
                    answer = scene.staff.post(f"/admin/{place}/{pk}/delete/", {"post": "yes"})
                else:
                    chosen = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
                    answer = scene.staff.post(f"/admin/{place}/", chosen)
            assert answer.status_code == 302, place
            entry = AuditEntry.objects.filter(what=what, subject=pk, deed=AuditEntry.Deed.ENDED).get()
            assert entry.by.startswith("user:")

    def test_the_admin_site_deletes_nothing_else(self) -> None:
        from django.contrib import admin

        deletable = {
            model._meta.label_lower
            for model, site in admin.site._registry.items()
            if site.has_delete_permission(_of_boss())
        }
        told = {"games.chatmessage", "games.customrulebook", "league.club", "auth.user", "auth.group"}
        assert deletable == told, "note what staff delete there, and say it above"

    def test_a_second_factor_that_they_switch_off_is_noted(self, scene: Scene) -> None:
        user = scene.players["Cem"].user_id
        Authenticator.objects.create(user_id=user, type="totp", data={"secret": "x"})
        chosen = {"action": "without_second_factor", "_selected_action": [user]}
        scene.staff.post("/admin/auth/user/", chosen)
        assert AuditEntry.objects.filter(what=What.ACCOUNT, subject=user).get().after == {
            "second_factor": False
        }

    def test_rights_of_accounts_and_groups_are_noted_from_either_side(self, scene: Scene) -> None:
        user, right = scene.players["Cem"].user, Permission.objects.all()[0]
        group = Group.objects.create(name="Desk")
        ways: list[tuple[Subject, Callable[[], Any]]] = [
            ((What.GROUP, group.pk), lambda: group.permissions.add(right)),
            ((What.GROUP, group.pk), right.group_set.clear),
            ((What.ACCOUNT, user.pk), lambda: group.user_set.add(user)),
            ((What.ACCOUNT, user.pk), user.groups.clear),
            ((What.ACCOUNT, user.pk), lambda: right.user_set.add(user)),
            ((What.ACCOUNT, user.pk), lambda: user.user_permissions.set([])),
        ]
        for subject, act in ways:
            with all_noted() as changed:
                act()
            assert changed == {subject}
        team = members.name_team(Club.objects.all()[0], "Door")
        team.people.add(user.player)
        with all_noted() as changed:
            user.player.teams.clear()
        assert changed == {(What.TEAM, team.pk)}
        assert AuditEntry.objects.all()[0].club_id == team.club_id

    def test_an_account_that_is_deleted_on_the_machine_is_noted(self, scene: Scene) -> None:
        user = scene.players["Cem"].user_id
        with all_noted() as changed:
            call_command("delete_account", "cem", "--yes")
        assert (What.ROLES, scene.players["Cem"].pk) in changed
        entry = AuditEntry.objects.filter(what=What.ACCOUNT, subject=user).get()
        assert (entry.deed, entry.by) == (AuditEntry.Deed.ENDED, "site")


def _of_boss() -> Any:
    from django.test import RequestFactory

    request = RequestFactory().get("/admin/")
    request.user = User(is_superuser=True, is_staff=True, is_active=True)
    return request
