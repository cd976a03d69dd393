"""Organizing is for the owners and organizers of the club."""

import pytest
from django.contrib.auth.models import AnonymousUser

from games.models import Player
from games.rules.refusal import Refusal
from league.models import Membership
from league.permissions import organizes, require_organizer
from tests.league.club_nights import club

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("role", "may"), [("owner", True), ("organizer", True), ("member", False), (None, False)]
)
def test_the_role_in_this_club_decides(role: str | None, may: bool, django_user_model, rf) -> None:
    here, elsewhere = club(), club()
    user = django_user_model.objects.create_user("ana")
    player = Player.objects.create(name="Ana", user=user)
    Membership.objects.create(club=elsewhere, player=player, role="owner")
    if role:
        Membership.objects.create(club=here, player=player, role=role)
    assert organizes(user, here.pk) is may
    request = rf.get("/")
    request.user = user
    if may:
        assert require_organizer(request, here.pk) == f"organizer:{user.pk}"
    else:
        with pytest.raises(Refusal) as refused:
            require_organizer(request, here.pk)
        assert refused.value.code == "not_allowed"


def test_visitors_may_not_and_the_keeper_of_the_site_may(django_user_model) -> None:
    here = club()
    assert not organizes(AnonymousUser(), here.pk)
    assert organizes(django_user_model.objects.create_superuser("root"), here.pk)
