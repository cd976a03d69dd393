"""The pages of tokens: those of the visitor, and those of a club for its owners."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from league.accounts import tokens
from league.accounts.token_forms import TokenForm
from league.models import ApiToken, Club
from league.permissions.policy import require


@login_required
@require_http_methods(["GET", "POST"])
def my_tokens(request: HttpRequest) -> HttpResponse:
    """Show the tokens of the visitor, and make another one."""
    return _page(request, _mine(request), None)


@login_required
@require_POST
def my_token_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a token of the visitor."""
    _revoke(request, get_object_or_404(_mine(request), pk=pk))
    return redirect("my_tokens")


@require_http_methods(["GET", "POST"])
def club_tokens(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tokens of a club, and make another one: for its owners."""
    club = get_object_or_404(Club, slug=slug)
    require(request, "club.own", club)
    return _page(request, ApiToken.objects.filter(club=club), club)


@require_POST
def club_token_revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Revoke a token of a club."""
    club = get_object_or_404(Club, slug=slug)
    require(request, "club.own", club)
    _revoke(request, get_object_or_404(ApiToken, club=club, pk=pk))
    return redirect("club_tokens", slug)


def _mine(request: HttpRequest) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=request.user.pk, club=None)


def _page(request: HttpRequest, rows: QuerySet[ApiToken], club: Club | None) -> HttpResponse:
    """Show the tokens; a new one needs the password first."""
    answer: HttpResponse = reauthentication_required(_tokens, allow_get=True)(request, rows, club)
    return answer


def _tokens(request: HttpRequest, rows: QuerySet[ApiToken], club: Club | None) -> HttpResponse:
    form, secret = TokenForm(request.POST or None, of_a_club=club is not None), ""
    if request.method == "POST" and form.is_valid():
        try:
            secret = _make(request, form, club)
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
    now = timezone.now()
    shown = [(token, token.is_good(now)) for token in rows.select_related("user__player")]
    facts: dict[str, Any] = {"form": form, "club": club, "tokens": shown, "secret": secret}
    facts["scopes"] = tokens.SCOPES
    response = render(request, "league/accounts/tokens.html", facts, status=422 if form.errors else 200)
    response["Cache-Control"] = "private, no-store"
    return response


def _make(request: HttpRequest, form: TokenForm, club: Club | None) -> str:
    """Make the token and return its secret, which no receipt keeps: a second click gets none."""
    assert isinstance(request.user, User)
    user, values, secret = request.user, form.cleaned_data, [""]

    def make() -> int:
        token, secret[0] = tokens.make(user, club=club, at=timezone.now(), **values)
        return token.pk

    request_keys.once(request, make)
    if not ApiToken.objects.filter(digest=tokens.digest(secret[0])).exists():
        raise Refusal("made_before", _("This token already exists and was shown once. Make another."))
    return secret[0]


def _revoke(request: HttpRequest, token: ApiToken) -> None:
    request_keys.once(request, lambda: tokens.revoke(token, at=timezone.now()))
    messages.success(request, _("Token {start}… revoked.").format(start=token.start))
