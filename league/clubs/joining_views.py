"""How people come to a club: they join or ask, organizers answer and invite with links."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access.players import viewer
from games.idempotency import request_keys
from games.models import Player
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.clubs import joining
from league.clubs.club_views import club_of
from league.clubs.forms import InvitationForm
from league.models import Club, Invitation, JoinRequest, Membership, Role
from league.permissions.rules import Standing, require, require_standing, standing


@require_POST
def club_join(request: HttpRequest, slug: str) -> HttpResponse:
    """Join a club, ask to be let in, or take that back."""
    club, player = club_of(slug), viewer(request)
    if player is None:
        return _log_in_first(club.get_absolute_url())
    if request.POST.get("do") == "take_back":
        request_keys.once(request, lambda: joining.take_back(club, player))
        return redirect(club)
    message = " ".join(request.POST.get("message", "").replace("\x00", "").split())[:200]
    is_in = request_keys.once(request, lambda: joining.join(club, player, message=message, at=timezone.now()))
    said = _("Welcome to {club}.") if is_in else _("You have asked. The organizers will answer.")
    messages.success(request, said.format(club=club.name))
    return redirect(club)


@require_POST
def club_request(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let in who asked, or decline it."""
    club = club_of(slug)
    require(request, "club.organize", club)
    asked = JoinRequest.objects.filter(club=club, pk=pk).select_related("club", "player").first()
    if asked is None:
        raise Refusal("no_request", _("This was answered already, or taken back."))
    wanted = request.POST.get("do")
    if wanted == "let_in":
        request_keys.once(request, lambda: joining.let_in(asked))
        messages.success(request, _("{player} is in the club.").format(player=asked.player.name))
    elif wanted == "decline":
        request_keys.once(request, lambda: joining.decline(asked))
        messages.success(
            request,
            _("{player} is not let in. You can change your mind below.").format(player=asked.player.name),
        )
    else:
        raise Refusal("unknown_wish", _("It is not clear what should happen. Look again and decide anew."))
    return redirect("club_people", slug)


@require_http_methods(["GET", "POST"])
def club_invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the invitations of a club with their links, and make another one."""
    club = club_of(slug)
    mine = standing(request, "club.organize", club)
    require_standing(mine, "club.organize")
    form = InvitationForm(
        request.POST or None, giveable=mine.giveable, initial={"roles": [Role.MEMBER.value]}
    )
    if request.method == "POST" and form.is_valid():
        try:
            request_keys.once(request, lambda: _invited(club, form, mine))
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            return redirect("club_invitations", slug)
    made = list(club.invitations.select_related("made_by__player"))
    now = timezone.now()
    good = joining.good_ones(made, at=now)
    rows = [
        (
            one,
            one.pk in good,
            one.is_good(now),
            request.build_absolute_uri(reverse("invitation", args=[joining.token(one)])),
        )
        for one in made
    ]
    facts = {"club": club, "form": form, "invitations": rows}
    response = render(request, "league/clubs/invitations.html", facts, status=422 if form.errors else 200)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
def club_invitation_revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let nobody else join with a link."""
    club = club_of(slug)
    require(request, "club.organize", club)
    joining.revoke(get_object_or_404(Invitation, club=club, pk=pk), at=timezone.now())
    messages.success(request, _("Nobody can join with this link any more."))
    return redirect("club_invitations", slug)


@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show whoever has the link which club invites them, and let them in."""
    found = joining.invitation_of(token)
    if found is None:
        raise Http404("There is no such invitation.")
    player, refusal = viewer(request), None
    if request.method == "POST":
        if player is None:
            return _log_in_first(request.path)
        try:
            request_keys.once(request, lambda: _accepted(found, player))
        except Refusal as caught:
            refusal = caught
        else:
            messages.success(request, _("Welcome to {club}.").format(club=found.club.name))
            return redirect(found.club)
    facts = {
        "invitation": found,
        "is_good": bool(joining.good_ones([found], at=timezone.now())),
        "is_in": player is not None and Membership.objects.filter(club=found.club_id, player=player).exists(),
        "refusal": refusal,
        "here": request.path,
    }
    response = render(
        request, "league/clubs/invitation.html", facts, status=refusal_status(refusal) if refusal else 200
    )
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "same-origin"
    return response


def _accepted(found: Invitation, player: Player) -> None:
    joining.accept(found, player, at=timezone.now())


def _invited(club: Club, form: InvitationForm, mine: Standing) -> None:
    given = form.cleaned_data
    joining.invite(
        club,
        form.given(),
        days=given["days"],
        most_uses=given["most_uses"],
        note=given["note"],
        made_by=mine.user.pk,
        at=timezone.now(),
    )


def _log_in_first(path: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{reverse('log_in')}?{urlencode({'next': path})}")
