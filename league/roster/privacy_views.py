"""Decisions of organizers about the name of a player without an account."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.idempotency import request_keys
from games.models import Player
from league.accounts import names
from league.roster import claim_context


@require_POST
def change_privacy(request: HttpRequest, pk: int) -> HttpResponse:
    """Hide or show the name of a player without an account: for organizers of their clubs."""
    player = get_object_or_404(Player, pk=pk, merged_into=None)
    club = claim_context.require_may_hide(request, player)
    is_hidden = request.POST.get("hide") == "1"
    request_keys.once(request, lambda: names.hide(player, is_hidden=is_hidden, club=club))
    messages.success(request, _("The name is hidden.") if is_hidden else _("The name is shown to everyone."))
    return redirect(player)
