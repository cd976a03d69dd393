"""The pages on which people join a club, and organizers answer requests and make invitations."""

from typing import NamedTuple
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
from league.http.qr_code import qr_code
from league.models import Club, Invitation, JoinRequest, Membership, Role
from league.permissions.policy import Standing, require, require_standing, standing

_DRAWN = 20
"""The QR codes that are drawn unasked; each takes six milliseconds. `?qr=` names another."""


class ShownInvitation(NamedTuple):
    """An invitation with its link, and the QR code of a link that can be used if it is drawn."""

    invitation: Invitation
    is_good: bool
    is_open: bool
    link: str
    code: str


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
    sentence = _("Welcome to {club}.") if is_in else _("Request sent. The organizers will answer.")
    messages.success(request, sentence.format(club=club.name))
    return redirect(club)


@require_POST
def club_request(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let in a player who asked to join, or decline."""
    club = club_of(slug)
    require(request, "club.organize", club)
    join_request = JoinRequest.objects.filter(club=club, pk=pk).select_related("club", "player").first()
    if join_request is None:
        raise Refusal("no_request", _("This request has already been answered or withdrawn."))
    action = request.POST.get("do")
    if action == "let_in":
        request_keys.once(request, lambda: joining.let_in(join_request))
        messages.success(request, _("{player} has joined the club.").format(player=join_request.player.name))
    elif action == "decline":
        request_keys.once(request, lambda: joining.decline(join_request))
        messages.success(
            request,
            _("{player} was declined. You can change this below.").format(player=join_request.player.name),
        )
    else:
        raise Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))
    return redirect("club_people", slug)


@require_http_methods(["GET", "POST"])
def club_invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the invitations of a club with their links, and make another one."""
    club = club_of(slug)
    visitor = standing(request, "club.organize", club)
    require_standing(visitor, "club.organize")
    form = InvitationForm(
        request.POST or None, giveable=visitor.giveable, initial={"roles": [Role.MEMBER.value]}
    )
    if request.method == "POST" and form.is_valid():
        try:
            request_keys.once(request, lambda: _invite(club, form, visitor))
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            return redirect("club_invitations", slug)
    facts = {"club": club, "form": form, "invitations": _shown_invitations(request, club)}
    response = render(request, "league/clubs/invitations.html", facts, status=422 if form.errors else 200)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
def club_invitation_revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Revoke an invitation."""
    club = club_of(slug)
    require(request, "club.organize", club)
    joining.revoke(get_object_or_404(Invitation, club=club, pk=pk), at=timezone.now())
    messages.success(request, _("This link can no longer be used to join."))
    return redirect("club_invitations", slug)


@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the visitor which club invites them, and let them join."""
    shown = joining.invitation_of(token)
    if shown is None:
        raise Http404("There is no such invitation.")
    player, refusal = viewer(request), None
    if request.method == "POST":
        if player is None:
            return _log_in_first(request.path)
        try:
            request_keys.once(request, lambda: _accept(shown, player))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("Welcome to {club}.").format(club=shown.club.name))
            return redirect(shown.club)
    facts = {
        "invitation": shown,
        "is_good": bool(joining.usable_invitations([shown], at=timezone.now())),
        "is_in": player is not None and Membership.objects.filter(club=shown.club_id, player=player).exists(),
        "refusal": refusal,
        "come_back_to": request.path,
    }
    response = render(
        request, "league/clubs/invitation.html", facts, status=refusal_status(refusal) if refusal else 200
    )
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "same-origin"
    return response


def _accept(invitation: Invitation, player: Player) -> None:
    joining.accept(invitation, player, at=timezone.now())


def _invite(club: Club, form: InvitationForm, visitor: Standing) -> None:
    values = form.cleaned_data
    joining.invite(
        club,
        form.chosen_roles(),
        days=values["days"],
        most_uses=values["most_uses"],
        note=values["note"],
        made_by=visitor.user.pk,
        at=timezone.now(),
    )


def _log_in_first(path: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(f"{reverse('log_in')}?{urlencode({'next': path})}")


def _shown_invitations(request: HttpRequest, club: Club) -> list[ShownInvitation]:
    invitations, now = list(club.invitations.select_related("made_by__player")), timezone.now()
    good = joining.usable_invitations(invitations, at=now)
    usable = [invitation.pk for invitation in invitations if invitation.pk in good]
    drawn = {*usable[:_DRAWN], *(pk for pk in usable if str(pk) == request.GET.get("qr"))}
    shown = []
    for invitation in invitations:
        link = request.build_absolute_uri(reverse("invitation", args=[joining.token(invitation)]))
        code = qr_code(link) if invitation.pk in drawn else ""
        row = ShownInvitation(invitation, invitation.pk in good, invitation.is_good(now), link, code)
        shown.append(row)
    return shown
