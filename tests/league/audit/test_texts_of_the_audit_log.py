"""Situation: roles, invitations, webhooks and tokens are given and taken, and somebody asks later by whom."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.db import DatabaseError, connection, transaction
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.html import strip_tags

from games.models import ChatMessage, Player
from league.accounts import deletion, names, tokens
from league.api.clubs.members import version_of_member
from league.audit import log
from league.clubs import joining, members
from league.clubs.new_club import found_club
from league.import_export import imports
from league.models import AuditEntry, Club, Membership, Role, Team, Webhook
from league.roster import merging
from league.webhooks import hooks
from tests.games.playing import START, open_table
from tests.league.club_nights import BY, announced
from tests.league.organizing import organizer

pytestmark = pytest.mark.django_db
What, Deed = AuditEntry.What, AuditEntry.Deed
EVERYTHING = frozenset(Role)


@pytest.fixture
def ana() -> Player:
    return Player.objects.create(name="Ana", user=User.objects.create_user("ana", password="jade-otter-42"))


@pytest.fixture
def club(ana) -> Club:
    return found_club(name="Jade", slug="jade", owner=ana, time_zone="UTC", at=timezone.now())


@pytest.fixture
def bo(club) -> Player:
    return members.add_by_name(club, "Bo").player


def last(what: str) -> AuditEntry:
    return AuditEntry.objects.filter(what=what)[0]


def last_change(what: str) -> tuple:
    """The deed, what stood there before and what stands there after it, of the last entry of a kind."""
    entry = last(what)
    return entry.deed, entry.before, entry.after


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


class TestTheTable:
    """An entry is written once."""

    pytestmark = pytest.mark.both_databases

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE league_auditentry SET \"by\" = 'user:9'",
            "DELETE FROM league_auditentry",
            {
                "sqlite": "INSERT OR REPLACE INTO league_auditentry SELECT * FROM league_auditentry",
                "postgresql": "INSERT INTO league_auditentry SELECT * FROM league_auditentry"
                " ON CONFLICT (id) DO UPDATE SET \"by\" = 'user:9'",
            },
        ],
    )
    @pytest.mark.usefixtures("club")
    def test_nobody_changes_or_deletes_an_entry(self, statement):
        before = list(AuditEntry.objects.values())
        sql = statement if isinstance(statement, str) else statement[connection.vendor]
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            connection.cursor().execute(sql)
        assert list(AuditEntry.objects.values()) == before != []

    def test_entries_outlast_the_club_they_are_about(self, club):
        number = club.pk
        club.delete()
        assert last_change(What.CLUB)[0] == Deed.ENDED
        assert AuditEntry.objects.filter(club=number, what=What.ROLES).count() == 1


def test_roles_are_noted_with_those_of_before_and_who_gave_them(ana, club, bo):
    answer = browser(ana).post(
        f"/clubs/jade/people/{bo.pk}/", {"do": "roles", "roles": ["organizer", "member"]}
    )
    assert answer.status_code == 302
    entry = last(What.ROLES)
    assert (entry.by, entry.token, entry.club_id, entry.subject) == (
        f"user:{ana.user_id}",
        None,
        club.pk,
        bo.pk,
    )
    assert (entry.before, entry.after) == ({"roles": ["member"]}, {"roles": ["organizer", "member"]})
    members.remove(Membership.objects.get(player=bo), giveable=EVERYTHING, at=START)
    assert last_change(What.ROLES) == (Deed.ENDED, {"roles": ["organizer", "member"]}, None)
    assert last(What.ROLES).by == "site"


def test_a_change_of_nothing_is_not_noted(ana, club, bo):
    mine = Membership.objects.get(player=bo)
    before = AuditEntry.objects.count()
    members.change_roles(mine, [Role.MEMBER], giveable=EVERYTHING)
    names.hide(bo, is_hidden=False)
    club.save()
    assert AuditEntry.objects.count() == before


def test_members_of_a_sheet_are_noted_one_by_one(club):
    imports.take_players(club, imports.players(club, "name\nCem\nDee\n"))
    taken = AuditEntry.objects.filter(what=What.ROLES).values_list("subject", "after", "deed")[:2]
    new = Player.objects.filter(name__in=["Cem", "Dee"])
    assert {entrant[0] for entrant in taken} == {row.pk for row in new}
    assert {entrant[2] for entrant in taken} == {Deed.MADE}


def test_a_team_is_noted_with_its_people_and_its_roles(club, bo):
    team = members.name_team(club, "Desk")
    members.change_team(team, name="The desk", members=[bo.pk], roles=[Role.SCOREKEEPER], giveable=EVERYTHING)
    assert last_change(What.TEAM) == (Deed.CHANGED, None, {"people": [bo.pk]})
    assert last_change(What.GRANT) == (Deed.MADE, None, {"team": team.pk, "roles": ["scorekeeper"]})
    members.end_team(team, giveable=EVERYTHING)
    assert last_change(What.GRANT)[0] == Deed.ENDED
    assert last_change(What.TEAM) == (Deed.ENDED, {"name": "The desk", "people": [bo.pk]}, None)
    assert not Team.objects.exists()


def test_an_invitation_is_noted_when_it_is_made_and_when_it_is_taken_back_but_not_whom_it_was_for(ana, club):
    link = joining.invite(
        club, [Role.MEMBER], days=7, most_uses=3, note="for Dora", made_by=ana.user_id, at=START
    )
    assert last(What.INVITATION).after["roles"] == ["member"]
    joining.revoke(link, at=START)
    joining.revoke(link, at=START)
    now = {"revoked_at": START.isoformat()}
    assert last_change(What.INVITATION) == (Deed.CHANGED, {"revoked_at": None}, now)
    assert AuditEntry.objects.filter(what=What.INVITATION).count() == 2
    assert not any("Dora" in str(values) for values in AuditEntry.objects.values_list("before", "after"))


def test_a_webhook_is_noted_without_its_secrets(club):
    url = "https://user:pass@example.org/services/T0/B1/aSecretPath"
    hook, secret = hooks.make(club, None, url="https://example.org/services/aSecretPath", by=None, at=START)
    newer = hooks.rotate(hook, at=START)
    assert set(last(What.WEBHOOK).after) == {"secret"}
    hooks.switch(hook, on=False)
    assert last_change(What.WEBHOOK) == (Deed.CHANGED, {"off": ""}, {"off": "by_hand"})
    Webhook.objects.get(pk=hook.pk).delete()
    assert last(What.WEBHOOK).before["address"].startswith("https://example.org (")
    hook = Webhook(club=club, url=url, secret=hook.secret, made_at=START)
    hook.save()
    everything = str(list(AuditEntry.objects.values()))
    hidden = [secret, newer, hook.secret, "aSecretPath", "pass@"]
    assert not [name for name in hidden if name in everything]


def test_a_token_is_noted_without_what_programs_show_and_names_the_program_that_asks(ana, club, bo):
    made, secret = tokens.make(
        ana.user, name="Screen", scopes=["organize"], days=9, club=club, at=timezone.now()
    )
    entry = last(What.TOKEN)
    assert (entry.subject, entry.after["name"], entry.club_id) == (made.pk, "Screen", club.pk)
    everything = str(list(AuditEntry.objects.values()))
    assert secret[:8] not in everything
    assert made.digest not in everything
    answer = Client().post(
        f"/api/v1/clubs/jade/members/{bo.pk}/",
        {"roles": ["referee"], "after": version_of_member(Membership.objects.get(player=bo))},
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}", "Idempotency-Key": str(uuid4())},
    )
    assert answer.status_code == 200, answer.content
    assert (last(What.ROLES).by, last(What.ROLES).token) == (f"user:{ana.user_id}", made.pk)
    tokens.revoke(made, at=START)
    assert last_change(What.TOKEN)[1] == {"user": ana.user_id, "revoked_at": None}


def test_a_change_of_a_club_by_its_owner_is_noted(ana, club):
    club.is_public, club.description = False, "For friends"
    club.save()
    before, after = {"is_public": True, "description": ""}, {"is_public": False, "description": "For friends"}
    assert last_change(What.CLUB) == (Deed.CHANGED, before, after)


def test_a_long_text_is_kept_by_its_beginning_and_a_fingerprint(club):
    for end in ("one", "another"):
        club.description = "x" * 1_900 + end
        club.save()
    _deed, before, after = last_change(What.CLUB)
    assert before != after
    assert all(
        len(facts["description"]) < 220 and facts["description"].startswith("x" * 200)
        for facts in (before, after)
    )


@pytest.mark.parametrize("ending", ["leaves", "deletes the account"])
def test_a_team_that_loses_somebody_with_the_club_is_noted(club, ending):
    eve = Player.objects.create(name="Eve", user=User.objects.create_user("eve"))
    members.take_in(club, eve)
    team = members.name_team(club, "Desk")
    members.change_team(team, name="Desk", members=[eve.pk], roles=[], giveable=EVERYTHING)
    if ending == "leaves":
        members.leave(Membership.objects.get(player=eve), at=START)
    else:
        deletion.delete(eve, at=START)
    assert last_change(What.TEAM) == (Deed.CHANGED, {"people": [eve.pk]}, None)
    assert last(What.TEAM).subject == team.pk
    assert not team.people.exists()


def test_a_grant_that_changes_says_whose_it_is(club, bo):
    team = members.name_team(club, "Desk")
    for roles in ([Role.REFEREE], [Role.SCOREKEEPER], [Role.SCOREKEEPER]):
        members.grant(club=club, competition=None, to=team, roles=roles, giveable=EVERYTHING)
    before, after = (
        {"team": team.pk, "roles": ["referee"]},
        {"team": team.pk, "roles": ["scorekeeper"]},
    )
    assert last_change(What.GRANT) == (Deed.CHANGED, before, after)
    assert AuditEntry.objects.filter(what=What.GRANT).count() == 2


def test_hiding_a_name_is_noted(ana):
    names.hide(ana, is_hidden=True)
    assert last_change(What.PRIVACY) == (Deed.CHANGED, {"is_hidden": False}, {"is_hidden": True})


def test_a_merge_and_its_end_are_noted(club, bo):
    guest = Player.objects.create(name="Guest")
    merging.merge(club.pk, bo.pk, guest.pk, by=BY, at=START)
    into = {"player": bo.pk, "moves_account": False}
    assert last_change(What.MERGE) == (Deed.MADE, None, into)
    merging.unmerge(club.pk, guest.pk, by=BY, at=START)
    assert last_change(What.MERGE) == (Deed.ENDED, into, None)
    assert (last(What.MERGE).subject, last(What.MERGE).club_id) == (guest.pk, club.pk)


def test_deletions_and_rights_given_by_staff_are_noted(ana, bo):
    boss = User.objects.create_superuser("boss", password="jade-otter-42")
    staff = Client()
    staff.force_login(boss, backend="django.contrib.auth.backends.ModelBackend")
    message = ChatMessage.objects.create(table=open_table("Dee Eve"), player=bo, text="no", said_at=START)
    staff.post(f"/admin/games/chatmessage/{message.pk}/delete/", {"post": "yes"})
    about = {"table_id": message.table_id, "player_id": bo.pk}
    assert last_change(What.MESSAGE) == (Deed.ENDED, about, None)
    assert last(What.MESSAGE).by == f"user:{boss.pk}"
    ana.user.is_staff = True
    ana.user.save()
    assert last_change(What.ACCOUNT) == (Deed.CHANGED, {"is_staff": False}, {"is_staff": True})
    staff.post(f"/admin/auth/user/{ana.user_id}/delete/", {"post": "yes"})
    gone = last(What.ACCOUNT)
    assert (gone.deed, gone.subject, gone.by) == (Deed.ENDED, ana.user_id, f"user:{boss.pk}")
    address = f"/admin/league/auditentry/{gone.pk}/"
    assert (
        staff.get("/admin/league/auditentry/").status_code
        == staff.get(f"{address}change/").status_code
        == 200
    )
    assert staff.post(f"{address}change/", {"by": "user:9"}).status_code == 403
    assert staff.post(f"{address}delete/", {"post": "yes"}).status_code == 403


def test_rights_on_the_site_are_noted_however_they_are_given(ana, bo):
    boss = User.objects.create_superuser("boss", password="jade-otter-42")
    fields = {"is_staff": True, "is_superuser": True, "is_active": True}
    assert (last(What.ACCOUNT).subject, *last_change(What.ACCOUNT)) == (boss.pk, Deed.MADE, None, fields)
    group = Group.objects.create(name="Desk")
    ana.user.groups.add(group)
    assert last_change(What.ACCOUNT) == (Deed.CHANGED, None, {"groups": [group.pk]})
    right = Permission.objects.all()[0]
    ana.user.user_permissions.set([right])
    assert last_change(What.ACCOUNT) == (Deed.CHANGED, None, {"user_permissions": [right.pk]})
    ana.user.user_permissions.set([])
    assert last_change(What.ACCOUNT) == (Deed.CHANGED, {"user_permissions": [right.pk]}, None)
    assert last(What.ACCOUNT).subject == ana.user_id
    request = RequestFactory().post("/admin/games/player/")
    request.user = boss
    with log.acted_by(request):
        bo.user = User.objects.create_user("bo")
        bo.save()
    assert last_change(What.PRIVACY) == (Deed.CHANGED, {"account": None}, {"account": bo.user_id})
    assert (last(What.PRIVACY).subject, last(What.PRIVACY).by) == (bo.pk, f"user:{boss.pk}")


def test_people_delete_their_own_messages_without_an_entry(bo):
    ChatMessage.objects.create(table=open_table("Dee Eve"), player=bo, text="no", said_at=START).delete()
    assert not AuditEntry.objects.filter(what=What.MESSAGE).exists()


def test_a_deleted_account_leaves_what_it_did_under_a_number(ana, club, bo):
    browser(ana).post(f"/clubs/jade/people/{bo.pk}/", {"do": "roles", "roles": ["referee"]})
    number = ana.user_id
    deletion.delete(ana, at=START)
    assert AuditEntry.objects.filter(by=f"user:{number}", what=What.ROLES, subject=bo.pk).exists()
    assert "Ana" not in str(list(AuditEntry.objects.values()))


class TestThePages:
    """What organizers read."""

    def test_a_club_reads_each_change_in_words_with_the_names_of_today(self, ana, club, bo):
        organizing = browser(ana)
        organizing.post(f"/clubs/jade/people/{bo.pk}/", {"do": "roles", "roles": ["referee"]})
        names.change(bo, "Bob")
        club.is_public = False
        club.save()
        joining.invite(club, [Role.MEMBER], days=7, most_uses=3, note="", made_by=ana.user_id, at=START)
        page = " ".join(strip_tags(organizing.get("/clubs/jade/audit/").content.decode()).split())
        assert "Roles in the club: Bob Roles: member → referee" in page
        assert (
            "Who can see matches and results: Everyone → Only club members and players of the competitions"
            in page
        )
        assert "Invitation: #" in page
        assert "· Ana" in page

    def test_someone_who_deleted_their_account_is_a_former_player_there(self, ana, club, bo):
        members.change_roles(
            Membership.objects.get(player=bo), [Role.MEMBER, Role.REFEREE], giveable=EVERYTHING
        )
        browser(ana).post(f"/clubs/jade/people/{bo.pk}/", {"do": "roles", "roles": ["referee"]})
        heir = Player.objects.create(
            name="Eve", user=User.objects.create_user("eve", password="jade-otter-4")
        )
        members.take_in(club, heir, [Role.OWNER])
        deletion.delete(ana, at=START)
        page = " ".join(strip_tags(browser(heir).get("/clubs/jade/audit/").content.decode()).split())
        assert "· Former player" in page
        assert "· The site" in page
        assert not re.search(r"\bAna\b", page)

    def test_every_kind_of_change_is_read_by_people_and_by_programs(self):
        cup = announced(2)
        organizing, club = organizer(cup), cup.club
        dee, eve = (members.add_by_name(club, name).player for name in ("Dee", "Eve"))
        team = members.name_team(club, "Desk")
        members.change_team(team, name="Desk", members=[dee.pk], roles=[Role.REFEREE], giveable=EVERYTHING)
        members.grant(club=club, competition=cup, to=dee, roles=[Role.REFEREE], giveable=EVERYTHING)
        hook, _secret = hooks.make(club, cup, url="https://example.org/hook", by=None, at=START)
        hooks.switch(hook, on=False)
        merging.merge(club.pk, dee.pk, eve.pk, by=BY, at=START)
        owner = Player.objects.get(name="Olga").user
        token, _shown = tokens.make(owner, name="Screen", scopes=["organize"], days=9, club=club, at=START)
        tokens.revoke(token, at=START)
        members.end_team(team, giveable=EVERYTHING)
        page = unescape(strip_tags(organizing.get(f"/clubs/{club.slug}/audit/").content.decode()))
        page = " ".join(page.split())
        for words in (
            "Team: Desk Name: DeskPeople: Dee",
            "Roles in one competition: Dee · Friday Roles: referee",
            "Status: On → Switched off by hand",
            f"Merged players: Player {eve.pk} → Dee",
            "Token of a program: Screen Revoked on: 1 May 2026, 19:30Owner: Olga",
            "Team roles: Desk Roles: referee",
            "Permissions of the program: See what I can see; Run clubs and competitions with my roles",
        ):
            assert words in page
        told = organizing.get(f"/api/v1/clubs/{club.slug}/audit/?what=webhook").json()["results"]
        assert [row["deed"] for row in told] == ["changed", "made"]
        told = organizing.get(f"/api/v1/competitions/{cup.pk}/audit/").json()["results"]
        assert [row["what"] for row in told] == ["webhook", "webhook", "grant"]
        page = strip_tags(organizing.get(f"/competitions/{cup.pk}/audit/").content.decode())
        assert "Two players" not in page
        assert "example.org" in page

    def test_long_ones_are_leafed_through(self, ana, club):
        for number in range(60):
            club.description = f"No {number}"
            club.save()
        later = strip_tags(browser(ana).get("/clubs/jade/audit/?page=2").content.decode())
        assert "No 5" in later
        assert "No 55" not in later
