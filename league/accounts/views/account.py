"""The page of the visitor's account: name, e-mail address, password, second factor, browsers, deletion."""

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.access.players import viewer
from games.chat import muting
from games.idempotency import request_keys
from games.localization.collation import by_name
from games.naming.player_names import neutral
from league.accounts import deletion, names, sessions
from league.accounts.forms import NameForm


@login_required
@require_GET
def me(request: HttpRequest) -> HttpResponse:
    """Show the account of the visitor, and links to change it."""
    return _page(request, NameForm(initial={"name": _player_name(request)}))


@login_required
@require_POST
def change_name(request: HttpRequest) -> HttpResponse:
    """Change the name of the visitor."""
    form, player = NameForm(request.POST), viewer(request)
    assert player is not None
    if not form.is_valid():
        return _page(request, form, status=422)
    request_keys.once(request, lambda: names.change(player, form.cleaned_data["name"]))
    messages.success(request, _("Your name is now {name}.").format(name=form.cleaned_data["name"]))
    return redirect("me")


@login_required
@require_POST
def change_privacy(request: HttpRequest) -> HttpResponse:
    """Hide the name of the visitor from everybody outside of their clubs, or show it."""
    player, is_hidden = viewer(request), request.POST.get("hide") == "1"
    assert player is not None
    request_keys.once(request, lambda: names.hide(player, is_hidden=is_hidden))
    hidden = _("Outside your clubs your name is now “{name}”.").format(name=neutral(player.pk))
    messages.success(request, hidden if is_hidden else _("Everyone can now read your name."))
    return redirect("me")


@login_required
@require_POST
def end_sessions(request: HttpRequest) -> HttpResponse:
    """Log the visitor out in another browser, or in all others."""
    assert isinstance(request.user, User)
    user, current, chosen = request.user, request.session.session_key, request.POST.get("session", "")
    pk = int(chosen) if chosen.isdecimal() and len(chosen) < 19 else None
    if pk is None and chosen != "others":
        messages.error(
            request, _("No browser was chosen, or it is logged out already. Check the list and try again.")
        )
        return redirect("me")
    ended = request_keys.once(request, lambda: sessions.end(user, pk=pk, but=current))
    messages.success(
        request, _("Logged out of that browser.") if ended else _("That browser was already logged out.")
    )
    return redirect("me")


@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Show what is deleted with an account, and delete it when the user has typed the name.

    Owners who have a password, or a passkey, give it first.
    """
    answer: HttpResponse = reauthentication_required(_delete, allow_get=True)(request)
    return answer


def _page(request: HttpRequest, form: NameForm, status: int = 200) -> HttpResponse:
    assert isinstance(request.user, User)
    addresses = list(EmailAddress.objects.filter(user=request.user))
    facts = {
        "form": form,
        "player": viewer(request),
        "sends_push": bool(settings.PUSH_PRIVATE_KEY),
        "neutral": neutral(viewer(request).pk),  # type: ignore[union-attr]  # logged in
        "is_guest": not request.user.has_usable_password(),
        "muted": by_name(muting.muted_people(viewer(request)), name=lambda row: row.player.name),  # type: ignore[arg-type]
        "address": next((address for address in addresses if address.verified), None),
        "unconfirmed": next((address for address in addresses if not address.verified), None),
        "second_factor": Authenticator.objects.filter(
            user=request.user, type=Authenticator.Type.TOTP
        ).first(),
        "passkeys": Authenticator.objects.filter(user=request.user, type=Authenticator.Type.WEBAUTHN).count(),
        "browsers": sessions.browsers(request.user, this=request.session.session_key),
    }
    response = render(request, "league/accounts/me.html", facts, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def _player_name(request: HttpRequest) -> str:
    player = viewer(request)
    return player.name if player else ""


def _delete(request: HttpRequest) -> HttpResponse:
    player = viewer(request)
    assert player is not None
    typed = request.POST.get("name", "")
    if request.method == "POST" and typed.strip() == player.name:
        deletion.delete(player, at=timezone.now())
        logout(request)
        messages.success(request, _("Your account has been deleted."))
        return redirect("lobby")
    is_wrong = request.method == "POST"
    facts = {"player": player, "is_wrong": is_wrong, "heirs": deletion.heirs(player)}
    return render(request, "league/accounts/delete_account.html", facts, status=422 if is_wrong else 200)
