"""The owner of webhooks: a club as a whole, or a competition."""

from typing import NamedTuple

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse

from league.models import Club, Competition, Webhook
from league.permissions.policy import require


class Owner(NamedTuple):
    """The owner of webhooks: a club as a whole, or a competition."""

    club: Club
    competition: Competition | None

    @property
    def thing(self) -> Club | Competition:
        """The club or competition they report."""
        return self.competition or self.club

    def address(self, name: str, *more: int) -> str:
        """Return the address of a page below those of the webhooks."""
        if self.competition:
            return reverse(f"competition_{name}", args=[self.competition.pk, *more])
        return reverse(f"club_{name}", args=[self.club.slug, *more])


def owner_of(request: HttpRequest, *, slug: str = "", pk: int = 0) -> Owner:
    """Return the owner of an address of webhooks, for its organizers. Http404, Refusal `not_allowed`."""
    if slug:
        club = get_object_or_404(Club, slug=slug)
        require(request, "club.organize", club)
        return Owner(club, None)
    competition = get_object_or_404(Competition.objects.select_related("club"), pk=pk)
    require(request, "competition.organize", competition)
    return Owner(competition.club, competition)


def hook_of(owner: Owner, pk: int) -> Webhook:
    """Return a webhook of this owner and of no other; Http404."""
    hooks = Webhook.objects.select_related("club", "competition")
    return get_object_or_404(hooks, pk=pk, club=owner.club, competition=owner.competition)
