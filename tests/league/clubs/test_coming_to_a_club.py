"""People come to a club: they join, ask, or follow a link that somebody gave them."""

import datetime as dt
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from games.rules.base.refusal import Refusal
from league.clubs import joining, members
from league.models import Club, Invitation, JoinRequest, Membership, Role
from tests.league.club_nights import club
from tests.league.clubs.visiting import of, post, somebody

pytestmark = pytest.mark.django_db


@pytest.fixture
def home():
    return club()


@pytest.fixture
def organizer(home):
    return somebody(home, "Ada", is_organizer=True)


def opening(home: Club, how: str) -> None:
    home.joining = how
    home.save()


def invited(home: Club, *roles: Role, days: int = 7, most_uses: int = 1) -> str:
    root, _made = User.objects.get_or_create(username="root", is_superuser=True)
    roles_, at = roles or [Role.MEMBER], timezone.now()
    made = joining.invite(home, roles_, days=days, most_uses=most_uses, note="", made_by=root.pk, at=at)
    return f"/invitations/{joining.token(made)}/"


# --- joining and asking


def test_anybody_joins_an_open_club(home) -> None:
    opening(home, "open")
    eve = somebody(name="Eve")
    assertContains(eve.get(f"/clubs/{home.slug}/"), "Join this club")
    assertRedirects(post(eve, f"/clubs/{home.slug}/join/"), f"/clubs/{home.slug}/")
    assert list(home.members.all()) == [of(eve)]
    post(eve, f"/clubs/{home.slug}/join/")
    assert Membership.objects.count() == 1


def test_someone_who_asks_is_let_in_by_an_organizer(home, organizer) -> None:
    eve = somebody(name="Eve")
    post(eve, f"/clubs/{home.slug}/join/", message="  I am Bo's   sister ")
    post(eve, f"/clubs/{home.slug}/join/", message="again")
    assertContains(eve.get(f"/clubs/{home.slug}/"), "You have asked to join")
    assertContains(organizer.get(f"/clubs/{home.slug}/"), "requests: 1")
    page = organizer.get(f"/clubs/{home.slug}/people/")
    assertContains(page, "I am Bo&#x27;s sister")
    asked = JoinRequest.objects.get()
    post(organizer, f"/clubs/{home.slug}/requests/{asked.pk}/", do="let_in")
    assert of(eve) in home.members.all()
    assert not JoinRequest.objects.exists()
    late = post(organizer, f"/clubs/{home.slug}/requests/{asked.pk}/", do="decline")
    assertContains(late, "This request has already been answered or withdrawn", status_code=409)


def test_someone_who_was_declined_cannot_ask_again_but_can_still_be_let_in(home, organizer) -> None:
    eve = somebody(name="Eve")
    post(eve, f"/clubs/{home.slug}/join/")
    asked = JoinRequest.objects.get()
    page = organizer.get(f"/clubs/{home.slug}/people/").content.decode()
    form = page.partition(f'requests/{asked.pk}/"')[2].partition("</form>")[0]
    _admit, decline = re.findall(r'name="do" value="(\w+)"', form)
    post(organizer, f"/clubs/{home.slug}/requests/{asked.pk}/", do=decline)
    assertContains(
        post(eve, f"/clubs/{home.slug}/join/"), "The organizers declined your request", status_code=403
    )
    post(eve, f"/clubs/{home.slug}/join/", do="take_back")
    assert JoinRequest.objects.get().is_declined
    assertContains(organizer.get(f"/clubs/{home.slug}/people/"), "declined")
    post(organizer, f"/clubs/{home.slug}/requests/{asked.pk}/", do="let_in")
    assert of(eve) in home.members.all()


def test_organizers_see_who_has_no_account(home, organizer) -> None:
    members.add_by_name(home, "Dee")
    page = organizer.get(f"/clubs/{home.slug}/people/").content.decode()
    assert re.findall(r'>([^<]+)</a> <span class="soft small">no account', page) == ["Dee"]


def test_a_request_is_taken_back(home) -> None:
    eve = somebody(name="Eve")
    post(eve, f"/clubs/{home.slug}/join/")
    post(eve, f"/clubs/{home.slug}/join/", do="take_back")
    assert not JoinRequest.objects.exists()
    assertContains(eve.get(f"/clubs/{home.slug}/"), "Ask to join")


def test_a_club_by_invitation_takes_nobody_who_comes_by_themselves(home) -> None:
    opening(home, "invitation")
    eve = somebody(name="Eve")
    assertContains(eve.get(f"/clubs/{home.slug}/"), "New members join by invitation")
    assertContains(post(eve, f"/clubs/{home.slug}/join/"), "This club is by invitation only", status_code=403)
    assert not Membership.objects.exists()


def test_without_an_account_one_logs_in_first(home, client) -> None:
    assertRedirects(client.post(f"/clubs/{home.slug}/join/"), f"/log-in/?next=/clubs/{home.slug}/")
    assert not JoinRequest.objects.exists()


# --- invitations


def test_one_tap_makes_a_link_for_all_members(home, organizer) -> None:
    address = f"/clubs/{home.slug}/invitations/"
    form = organizer.get(address).content.decode().partition("For your members")[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assertRedirects(organizer.post(address, fields), address)
    made = Invitation.objects.get()
    assert (made.roles, made.most_uses, made.note) == ([Role.MEMBER], 100, "Members")


def test_an_organizer_makes_a_link_and_whoever_has_it_joins(home, organizer) -> None:
    address = f"/clubs/{home.slug}/invitations/"
    assertContains(organizer.get(address), "No one is invited yet")
    fields = {"note": "Our new ones", "days": 7, "most_uses": 2, "roles": ["member", "scorekeeper"]}
    assertRedirects(post(organizer, address, **fields), address)
    made = Invitation.objects.get()
    link = f"/invitations/{joining.token(made)}/"
    assertContains(organizer.get(address), f"http://testserver{link}")
    eve = somebody(name="Eve")
    assertContains(eve.get(link), "You join as: scorekeeper and member")
    assertRedirects(post(eve, link), f"/clubs/{home.slug}/")
    assert Membership.objects.get(player=of(eve)).roles == [Role.SCOREKEEPER, Role.MEMBER]
    assertContains(organizer.get(address), "1 of 2 used")


@pytest.mark.parametrize("wrong", [{"days": 8}, {"most_uses": 0}, {"most_uses": 1001}, {"roles": ["owner"]}])
def test_an_invitation_that_cannot_be_is_refused(home, organizer, wrong) -> None:
    fields = {"days": 7, "most_uses": 2, "roles": ["member"], **wrong}
    assert post(organizer, f"/clubs/{home.slug}/invitations/", **fields).status_code == 422
    assert not Invitation.objects.exists()


def test_a_link_is_used_up_by_as_many_as_it_is_for(home) -> None:
    link = invited(home, most_uses=2)
    for name in ("Ana", "Bo"):
        ana = somebody(name=name)
        assert post(ana, link).status_code == 302
        assert post(ana, link).status_code in (302, 409)  # uses nothing up a second time
    eve = somebody(name="Eve")
    assertContains(eve.get(link), "This invitation was used up, has expired or was withdrawn")
    assertContains(
        post(eve, link), "This invitation was used up, has expired or was withdrawn", status_code=409
    )
    assert Invitation.objects.get().uses == home.members.count() == 2


def test_a_link_ends_with_its_time_and_when_it_is_taken_back(home, organizer) -> None:
    link = invited(home, days=1)
    made = Invitation.objects.get()
    assert made.is_good(made.expires_at - dt.timedelta(seconds=1))
    assert not made.is_good(made.expires_at)
    post(organizer, f"/clubs/{home.slug}/invitations/{made.pk}/revoke/")
    assert post(somebody(name="Eve"), link).status_code == 409
    assert home.members.count() == 1
    page = organizer.get(f"/clubs/{home.slug}/invitations/")
    assertContains(page, "used, revoked")
    assertNotContains(page, link)


def made_by(client: Client, home: Club, *roles: str) -> str:
    """The link of an invitation that somebody makes on the page."""
    fields = {"note": "", "days": 7, "most_uses": 5, "roles": roles}
    assert post(client, f"/clubs/{home.slug}/invitations/", **fields).status_code == 302
    return f"/invitations/{joining.token(Invitation.objects.first())}/"


def test_a_link_ends_when_who_made_it_no_longer_organizes(home, organizer) -> None:
    owner = somebody(home, "Olga", is_owner=True)
    link, hers = made_by(organizer, home, "member"), made_by(owner, home, "member")
    assertContains(somebody(name="Eve").get(link), "You join as")
    Membership.objects.filter(player=of(organizer)).update(is_organizer=False)
    eve = somebody(name="Eve")
    assertContains(eve.get(link), "Ask for a new invitation")
    assertContains(post(eve, link), "ask for a new invitation", status_code=409)
    page = owner.get(f"/clubs/{home.slug}/invitations/")
    assertContains(page, "its creator can no longer give these roles", count=1)
    assertNotContains(page, link)
    assert post(eve, hers).status_code == 302
    Membership.objects.filter(player=of(organizer)).update(is_organizer=True)
    assert post(somebody(name="Bo"), link).status_code == 302


def test_a_link_gives_no_more_than_who_made_it_could_give_today(home) -> None:
    olga, other = somebody(home, "Olga", is_owner=True), somebody(home, "Otto", is_owner=True)
    link = made_by(olga, home, "organizer")
    Membership.objects.filter(player=of(olga)).update(is_owner=False, is_organizer=True)
    assert post(somebody(name="Eve"), link).status_code == 409
    second = made_by(other, home, "member")
    of(other).user.delete()
    assert post(somebody(name="Eve"), second).status_code == 409


@pytest.mark.parametrize("changed", ["1", "x", "99.abc", ""])
def test_a_link_cannot_be_made_up(home, changed) -> None:
    link = invited(home)
    token = link.split("/")[2]
    other = changed + token[1:] if changed == "x" else changed or token[:-1]
    assert somebody(name="Eve").get(f"/invitations/{other}/").status_code == 404
    number, _, signature = token.partition(".")
    assert somebody(name="Eve").get(f"/invitations/{int(number) + 1}.{signature}/").status_code == 404


def test_someone_who_belongs_to_the_club_gets_what_the_link_gives_beside_what_they_have(home) -> None:
    cy = somebody(home, "Cy", is_organizer=True)
    post(cy, invited(home, Role.REFEREE))
    assert Membership.objects.get(player=of(cy)).roles == [Role.ORGANIZER, Role.REFEREE, Role.MEMBER]


def test_a_visitor_without_an_account_makes_one_and_comes_back(home, client) -> None:
    link = invited(home)
    assertContains(client.get(link), f"/sign-up/?next={link}")
    assert client.post(link).url.startswith("/log-in/?next=")
    assert not Membership.objects.exists()


def test_two_with_the_last_use_at_once_are_one(home) -> None:
    """The second one read the invitation before the first one used it."""
    invited(home)
    ana, bo = Player.objects.create(name="Ana"), Player.objects.create(name="Bo")
    first, second = Invitation.objects.get(), Invitation.objects.get()
    joining.accept(first, ana, at=timezone.now())
    with pytest.raises(Refusal) as refused:
        joining.accept(second, bo, at=timezone.now())
    assert refused.value.code == "invitation_over"
    assert list(home.members.all()) == [ana]


def test_the_page_of_invitations_costs_the_same_queries_however_many_there_are(
    home, organizer, django_assert_num_queries
) -> None:
    for size in (1, 3):
        for _number in range(size):
            invited(home)
        with django_assert_num_queries(8):
            organizer.get(f"/clubs/{home.slug}/invitations/")


def test_someone_who_comes_by_a_link_is_no_longer_asking(home) -> None:
    eve = somebody(name="Eve")
    post(eve, f"/clubs/{home.slug}/join/")
    post(eve, invited(home))
    assert not JoinRequest.objects.exists()
    assert not members.take_in(home, of(eve))


def test_nothing_of_a_link_is_told_to_who_is_no_organizer(home) -> None:
    invited(home)
    for visitor in (Client(), somebody(name="Eve"), somebody(home, "Mo", is_scorekeeper=True)):
        assert visitor.get(f"/clubs/{home.slug}/invitations/").status_code == 403


def test_of_many_invitations_the_first_have_their_qr_code_and_another_is_drawn_when_asked_for(
    home, organizer
) -> None:
    for _number in range(22):
        invited(home)
    page = organizer.get(f"/clubs/{home.slug}/invitations/").content.decode()
    asked = re.findall(r'href="(\?qr=\d+)#invitation-(\d+)">QR code</a>', page)
    assert (page.count('class="qr"'), len(asked)) == (20, 2)
    address, pk = asked[1]
    page = organizer.get(f"/clubs/{home.slug}/invitations/{address}").content.decode()
    assert (page.count('class="qr"'), page.count("<details open>")) == (21, 1)
    assert f'id="invitation-{pk}"' in page.partition("<details open>")[0]
    assert organizer.get(f"/clubs/{home.slug}/invitations/?qr=x").status_code == 200


def test_the_links_in_the_head_of_the_page_lead_back_to_the_invitation(home) -> None:
    link = invited(home)
    page = Client().get(link).content.decode()
    head = page[: page.index("<main")]
    assert head.count(f"?next={link}") == 2
    for path in re.findall(r'href="([^"]*\?next=[^"]*)"', head):
        further = Client().get(path).content.decode()
        assert f"?next={link}" in further[: further.index("<main")]
