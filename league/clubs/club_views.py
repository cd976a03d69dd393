"""The page of a club, and what its owners make of it: name, logo, time zone, rulebook, who may come."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, Count, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import quotas
from games.access.players import viewer
from games.idempotency import request_keys
from games.models import Player
from games.rulebooks import catalogue
from games.rules.base.refusal import Refusal
from league.clubs import logos, settings
from league.clubs.forms import ClubForm, NewClubForm
from league.clubs.founding import found_club
from league.http import daily_counts
from league.models import Club, Competition, JoinRequest, Logo, Membership
from league.permissions.rules import require, standing

_PERSON = Coalesce("merged_into", "pk")
_KEPT_SECONDS = 31_536_000
_NOW = (Competition.Status.RUNNING, Competition.Status.CHECK_IN)
_NEXT = (Competition.Status.PLANNED, Competition.Status.REGISTRATION)


def club_of(slug: str) -> Club:
    """Return a club with what its head shows; a page that is not there otherwise. One query."""
    clubs = Club.objects.select_related("logo").defer("logo__picture")
    return get_object_or_404(clubs, slug=slug)


@require_GET
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: what is played now, next and was; to strangers of a closed club only how to come in."""
    found = club_of(slug)
    mine = standing(request, "club.see", found)
    player = viewer(request)
    facts = {
        "club": found,
        "may_see": mine.may("club.see"),
        "may_organize": mine.may("club.organize"),
        "may_own": mine.may("club.own"),
        "may_see_members": mine.may("club.see_members"),
        "members": found.members.aggregate(count=Count(_PERSON, distinct=True))["count"],
        "membership": _membership(found, player) if player else None,
        "request_made": JoinRequest.objects.filter(club=found, player=player).first() if player else None,
    }
    if facts["may_see"]:
        facts |= _played(found)
    if facts["may_organize"]:
        facts["requests"] = found.requests.filter(is_declined=False).count()
    return render(request, "league/clubs/club.html", facts)


@login_required
@require_http_methods(["GET", "POST"])
def club_new(request: HttpRequest) -> HttpResponse:
    """Found a club; whoever does is its owner. Guests are led to the sign-up."""
    quotas.require_account(request.user)
    form = NewClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            slug = request_keys.once(request, lambda: _founded(request, form))
        except Refusal as refusal:
            form.add_error(None, refusal.sentence)
        else:
            return redirect("club", slug)
    return render(request, "league/clubs/new.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "POST"])
def club_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be changed about a club, and change it. Its address stays."""
    found = club_of(slug)
    require(request, "club.own", found)
    if request.FILES and isinstance(request.user, User):
        daily_counts.upload(request.user, at=timezone.now())
    form = _form(request, found)
    if request.method == "POST" and form.is_valid():
        try:
            request_keys.once(request, lambda: _keep(request, form))
        except Refusal as refusal:
            form.add_error(_field_of(refusal), refusal.sentence)
        else:
            messages.success(request, _("The club is as you want it now."))
            return redirect("club", slug)
    # The heading keeps the name that is stored.
    facts = {"form": form, "club": club_of(slug)}
    return render(request, "league/clubs/edit.html", facts, status=422 if form.errors else 200)


def _field_of(refusal: Refusal) -> str | None:
    """Return the field of the settings that a refusal is about."""
    if refusal.code.startswith("picture_"):
        return "logo"
    return "needs_second_factor" if refusal.code == "second_factor_needed" else None


@require_GET
def club_logo(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the logo of a club. With its digest in the address browsers keep it."""
    found = Logo.objects.filter(club__slug=slug).first()
    if found is None:
        raise Http404("There is no such logo.")
    etag = f'"{found.digest}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(bytes(found.picture), content_type=logos.CONTENT_TYPE)
    is_this_one = request.GET.get("v") == found.digest
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={_KEPT_SECONDS}, immutable" if is_this_one else "no-cache"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _membership(club: Club, player: Player) -> Membership | None:
    same = Q(player=player) | Q(player__merged_into=player)
    return Membership.objects.filter(same, club=club).first()


def _played(club: Club) -> dict[str, object]:
    """Return what the club plays, each list by what comes first to mind. Two queries."""
    rows = list(_by_life(club.competitions.all()))
    alive = [one for one in rows if not one.is_archived]
    return {
        "now": [one for one in alive if one.status in _NOW],
        "next": [one for one in alive if one.status in _NEXT],
        "past": [one for one in alive if one.status not in (*_NOW, *_NEXT)],
        "archived": [one for one in rows if one.is_archived],
        "usual": catalogue.find(club.default_rulebook),
        "rulebooks": [catalogue.made(row) for row in club.rulebooks.all()],
    }


def _by_life(rows: QuerySet[Competition]) -> QuerySet[Competition]:
    ended = When(finished_at__isnull=False, then="finished_at")
    begun = When(started_at__isnull=False, then="started_at")
    return rows.annotate(when=Case(ended, begun, default="created_at")).order_by("-when", "-pk")


def _founded(request: HttpRequest, form: NewClubForm) -> str:
    player = viewer(request)
    assert player is not None
    return found_club(owner=player, **form.cleaned_data).slug


def _form(request: HttpRequest, club: Club) -> ClubForm:
    posted = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    return ClubForm(*posted, instance=club)


@transaction.atomic
def _keep(request: HttpRequest, form: ClubForm) -> None:
    assert isinstance(request.user, User)
    settings.change(form.instance, form.cleaned_data, by=request.user)
    picture = form.cleaned_data["logo"]
    if picture:
        logos.put(form.instance, picture)
    elif request.POST.get("no_logo"):
        logos.remove(form.instance)
