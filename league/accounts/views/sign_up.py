"""The pages to sign up, and to play as a guest."""

from collections.abc import Callable
from urllib.parse import urlsplit

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY, get_user_model, login
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from games import quotas, tables
from games.access import invitations
from games.access.players import viewer
from games.idempotency import request_keys
from games.models import Player, Table
from games.rules.base.refusal import Refusal
from league.accounts import guests, sessions
from league.accounts.forms import GuestForm, SignUpForm, focus_first_error
from league.http import daily_counts
from league.permissions.policy import invisible_competitions

_LONGEST_NUMBER = 18


@rate_limit(action="signup")
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account with a password. A guest keeps name, matches and seats."""
    guest = guests.guest_of(request)
    is_somebody = request.user.is_authenticated and guest is None
    form = SignUpForm(request.POST or None, instance=guest, initial={"username": ""})
    if request.method == "POST" and _logged_in(request, form, lambda: _signed_up(request, form, is_somebody)):
        _send_link(request, form.cleaned_data["email"])
        return _onward(request)
    facts = {"form": form, "next": _wanted(request), "guest": guest, "is_somebody": is_somebody}
    facts["come_back_to"] = _wanted(request)
    return render(request, "league/accounts/sign_up.html", facts, status=422 if form.errors else 200)


@rate_limit(action="guest")
@require_http_methods(["GET", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """Let somebody play under a name: an account without password that lives as long as the session.

    `?table=`, `?seat=` and `?key=` say where they wanted to sit, `?next=` what else they were up to.
    """
    table = _wanted_table(request)
    if request.user.is_authenticated:
        return _seated(request, table)
    if table is not None and request.method == "GET" and _comes_too_late(request, table):
        messages.info(request, _("The match has already begun."))
        return redirect(table)
    form = GuestForm(request.POST or None)
    if request.method == "POST" and _logged_in(request, form, lambda: _named(request, form)):
        return _seated(request, table)
    facts = {"form": form, "table": table, "next": request.get_full_path()}
    return render(request, "league/accounts/guest.html", facts, status=422 if form.errors else 200)


def _logged_in(request: HttpRequest, form: BaseForm, make: Callable[[], int]) -> bool:
    """Make the account of a form and log the user in; return False for a form with errors."""

    def account() -> int:
        if not form.is_valid():
            raise Refusal("bad_form", _("Some fields are missing or wrong."))
        with transaction.atomic():
            return make()

    try:
        made = request_keys.once(request, account, by_browser=True)
    except Refusal as refusal:
        if refusal.wait is not None:
            raise
        if form.is_valid():
            form.add_error(None, refusal.sentence)
        focus_first_error(form)
        return False
    user = get_user_model().objects.filter(pk=made).first()
    if user is None:
        form.add_error(None, _("This account has since been deleted. Check and try again."))
        return False
    if request.user.pk == user.pk:  # a guest: what the session holds goes on under another key
        request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        sessions.change_key(request)
    else:
        login(request, user, backend=guests.BACKEND)
    return True


def _signed_up(request: HttpRequest, form: SignUpForm, is_somebody: bool) -> int:
    if is_somebody:
        raise Refusal("has_account", _("You are already logged in."))
    most = quotas.of("network_accounts").account
    daily_counts.count("network_accounts", sessions.network_of(request), most=most, at=timezone.now())
    try:
        user = form.save()
    except IntegrityError:
        raise Refusal("name_taken", _("Someone has just taken this log-in name. Choose another.")) from None
    Player.objects.update_or_create(user=user, defaults={"name": form.cleaned_data["first_name"]})
    return int(user.pk)


def _send_link(request: HttpRequest, email: str) -> None:
    """Send a link that confirms the address; the owner of a known address gets a letter instead."""
    if not email:
        return
    if EmailAddress.objects.is_verified(email):
        get_adapter(request).send_account_already_exists_mail(email)
    elif not EmailAddress.objects.filter(user=request.user, email=email).exists():
        EmailAddress.objects.add_new_email(request, request.user, email)
        return  # which says the same
    messages.info(
        request, _("We sent a link to {email}. Open it to confirm the address.").format(email=email)
    )


def _named(request: HttpRequest, form: GuestForm) -> int:
    ip = get_adapter(request).get_client_ip(request)
    return guests.create(form.cleaned_data["name"], ip=ip, at=timezone.now())


def _wanted_table(request: HttpRequest) -> Table | None:
    wanted = request.GET.get("table", "")
    if not wanted.isdecimal():
        return None
    if len(wanted) > _LONGEST_NUMBER:
        raise Http404
    key = request.GET.get("key", "")[: invitations.LONGEST_KEY]
    shown = Table.objects.filter(Q(invited_only=None) | Q(invited_only__key=key))
    return get_object_or_404(
        shown.exclude(match__competition__in=invisible_competitions(request)), pk=int(wanted)
    )


def _comes_too_late(request: HttpRequest, table: Table) -> bool:
    """Return whether a visitor without a link to a seat asks for one at a table that has begun."""
    has_link = "seat" in request.GET or "key" in request.GET
    return table.status == Table.Status.RUNNING and not has_link


def _seated(request: HttpRequest, table: Table | None) -> HttpResponse:
    """Take a seat at the wanted table and go there; without a table go on."""
    player, seat = viewer(request), request.GET.get("seat", "")
    if table is None or player is None:
        return _onward(request)
    if request.method == "POST":  # merely opening a link seats nobody
        wanted = int(seat) if seat.isdecimal() and len(seat) <= _LONGEST_NUMBER else None
        key = request.GET.get("key", "")[: invitations.LONGEST_KEY]
        tables.sit_down(table.pk, seat=wanted, player=player, at=timezone.now(), key=key)
    return redirect(table)


def _onward(request: HttpRequest) -> HttpResponseRedirect:
    wanted = _wanted(request)
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(wanted if safe and urlsplit(wanted).path else reverse("lobby"))


def _wanted(request: HttpRequest) -> str:
    """Return the wanted page, from the form or the address."""
    return request.POST.get("next") or request.GET.get("next") or ""
