"""Pages for players without an account: claims, links of organizers, merges and separations."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.access.players import viewer
from games.idempotency import request_keys
from games.models import Player
from games.rules.base.refusal import Refusal
from league.http.qr_code import qr_code
from league.models import Claim
from league.roster import claim_context, claims, merging


@login_required
@require_http_methods(["GET", "POST"])
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Claim to be this player: at once with the link of an organizer, otherwise for organizers to confirm."""
    player, me = get_object_or_404(Player, pk=pk), viewer(request)
    assert me is not None
    if me.pk in (player.merged_into_id, player.pk):
        return redirect(me)  # a link that was followed twice
    code = request.POST.get("code") or request.GET.get("code", "")
    claim_context.require_claimant(request, player, me, code)
    if request.method == "GET":
        is_guest = not request.user.has_usable_password()  # type: ignore[union-attr]  # logged in
        facts = {"player": player, "code": code, "is_guest": is_guest}
        return render(request, "league/roster/claim.html", facts)
    at = timezone.now()
    if request.POST.get("do") == "withdraw":
        request_keys.once(request, lambda: claims.withdraw(player, claimant=me, at=at))
        messages.success(request, _("Request withdrawn."))
        return redirect(player)
    kept = request_keys.once(request, lambda: claim_context.claim(player, claimant=me, code=code, at=at))
    if kept is not None:
        messages.success(request, _("This player is you from now on, with all matches and ranks."))
        return redirect("player", kept)
    messages.success(request, _("An organizer of the club will check your claim."))
    return redirect(player)


@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm or decline a claim, as an organizer of a club of the player."""
    open_claim = get_object_or_404(Claim.objects.select_related("player"), pk=pk)
    club, by = claim_context.require_organizer(request, open_claim.player)
    is_confirmed, at = request.POST.get("do") == "confirm", timezone.now()
    request_keys.once(request, lambda: claims.decide(pk, club, is_confirmed=is_confirmed, by=by, at=at).pk)
    done = _("They are now one player. You can separate them below.")
    messages.success(request, done if is_confirmed else _("Declined."))
    return redirect(Player.objects.get(pk=open_claim.player_id))


@require_POST
def link(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a link, also as a QR code, with which a person becomes this player at once."""
    player = get_object_or_404(Player, pk=pk, merged_into=None)
    club, by = claim_context.require_organizer(request, player)
    query = urlencode({"code": claims.link(player, club, by=by)})
    address = request.build_absolute_uri(f"{reverse('player_claim', args=[pk])}?{query}")
    facts = {"player": player, "link": address, "picture": qr_code(address, error="l")}
    response = render(request, "league/roster/link.html", facts)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
def merge(request: HttpRequest, pk: int) -> HttpResponse:
    """Merge this player with another player of the club.

    From the page of an entrant, `next`, the other is the member whom the entrant is.
    """
    player = get_object_or_404(Player, pk=pk, merged_into=None)
    club, by = claim_context.require_organizer(request, player)
    chosen = request.POST.get("other", "")
    other = int(chosen) if chosen.isdecimal() and len(chosen) < 19 else 0
    at, page = timezone.now(), _page_it_came_from(request)
    unite = claim_context.identify if page else claim_context.merge
    try:
        kept = request_keys.once(request, lambda: unite(club, player.pk, other, by=by, at=at))
    except Refusal as refusal:
        if not page:
            raise
        messages.error(request, refusal.sentence)
        return redirect(page)
    messages.success(request, _("They are now one player. You can separate them below."))
    return redirect(page) if page else redirect("player", kept)


@require_POST
def unmerge(request: HttpRequest, pk: int) -> HttpResponse:
    """Separate a merged player."""
    player, at = get_object_or_404(Player, pk=pk), timezone.now()
    club, by = claim_context.require_organizer_of_merge(request, player)
    request_keys.once(request, lambda: merging.unmerge(club, pk, by=by, at=at))
    messages.success(request, _("They are two players again, each with their own matches."))
    page = _page_it_came_from(request)
    return redirect(page) if page else redirect("player", pk)


def _page_it_came_from(request: HttpRequest) -> str:
    """Return the address of the page of this site that asks to be shown again; empty for none."""
    wanted = request.POST.get("next", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, None) else ""
