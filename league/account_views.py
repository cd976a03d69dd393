"""Signing up, playing under a mere name, and one's own page. Logging in and out is Django's."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth import get_user_model, login, logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_http_methods

from games import command_ids
from games.models import Player, Table
from games.players import viewer
from games.rules.refusal import Refusal
from games.seat_views import sit_down
from league import accounts
from league.forms import GuestForm, SignUpForm

BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account with a password."""
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and _logged_in(request, form, lambda: _signed_up(form)):
        return _onward(request)
    facts = {"form": form, "next": request.GET.get("next", "")}
    return render(request, "league/sign_up.html", facts, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def guest(request: HttpRequest) -> HttpResponse:
    """Let somebody play under a name: an account without password that lives as long as the session.

    `?table=` and `?seat=` say where they wanted to sit, `?next=` what else they were up to.
    """
    table = _wanted_table(request)
    if request.user.is_authenticated:
        return _seated(request, table)
    form = GuestForm(request.POST or None)
    if request.method == "POST" and _logged_in(request, form, lambda: _named(form.cleaned_data["name"])):
        return _seated(request, table)
    facts = {"form": form, "table": table, "next": request.get_full_path()}
    return render(request, "league/guest.html", facts, status=422 if form.errors else 200)


@login_required
@require_GET
def me(request: HttpRequest) -> HttpResponse:
    """Lead to one's own player page."""
    player = viewer(request)
    assert player is not None
    return redirect(player)


@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Say what deleting the account means, and do it once its owner has typed in the name."""
    player = viewer(request)
    assert player is not None
    typed = request.POST.get("name", "")
    if request.method == "POST" and typed.strip() == player.name:
        accounts.delete(player, at=timezone.now())
        logout(request)
        messages.success(request, "Your account is deleted.")
        return redirect("lobby")
    is_wrong = request.method == "POST"
    facts = {"player": player, "is_wrong": is_wrong, "heirs": accounts.heirs(player)}
    return render(request, "league/delete_account.html", facts, status=422 if is_wrong else 200)


def _logged_in(request: HttpRequest, form: BaseForm, make: Callable[[], int]) -> bool:
    """Make the account that a form asks for and log its owner in; False if something is to be mended."""

    def account() -> int:
        if not form.is_valid():
            raise Refusal("bad_form", "Something is missing or wrong.")
        with transaction.atomic():
            return make()

    try:
        made = command_ids.once(request, account)
    except Refusal as refusal:
        if form.is_valid():
            form.add_error(None, refusal.sentence)
        return False
    user = get_user_model().objects.filter(pk=made).first()
    if user is None:
        form.add_error(None, "This account has been deleted since. Look again and decide anew.")
        return False
    login(request, user, backend=BACKEND)
    return True


def _signed_up(form: SignUpForm) -> int:
    try:
        user = form.save()
    except IntegrityError:
        raise Refusal("name_taken", "Somebody was faster: this log-in name is taken.") from None
    Player.objects.create(user=user, name=form.cleaned_data["first_name"])
    return int(user.pk)


def _named(name: str) -> int:
    users = get_user_model().objects
    user = users.create_user(f"guest-{get_random_string(10).lower()}", password=None, first_name=name)
    Player.objects.create(user=user, name=name)
    return int(user.pk)


def _wanted_table(request: HttpRequest) -> Table | None:
    wanted = request.GET.get("table", "")
    return get_object_or_404(Table, pk=int(wanted)) if wanted.isdecimal() else None


def _seated(request: HttpRequest, table: Table | None) -> HttpResponse:
    """Sit down at the table that was wished for and go there; without one go on."""
    player, seat = viewer(request), request.GET.get("seat", "")
    if table is None or player is None:
        return _onward(request)
    if request.method == "POST":  # merely opening a link seats nobody
        sit_down(table.pk, player, int(seat) if seat.isdecimal() else None)
    return redirect(table)


def _onward(request: HttpRequest) -> HttpResponseRedirect:
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(wanted if safe and urlsplit(wanted).path else reverse("lobby"))
