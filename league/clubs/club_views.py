"""The page of a club, and its settings for its owners: name, logo, time zone, rulebook, who may join."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, Count, F, Q, QuerySet, Value, When, Window
from django.db.models.functions import Coalesce, RowNumber
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games import quotas
from games.access.players import viewer
from games.idempotency import request_keys
from games.localization.collation import by_name
from games.models import Player
from games.rulebooks import catalogue
from games.rules.base.refusal import Refusal
from league.calendar.times import when
from league.clubs import logos, settings
from league.clubs.forms import ClubForm, NewClubForm
from league.clubs.new_club import found_club
from league.http import daily_counts
from league.models import Club, Competition, Entrant, JoinRequest, Logo, Matchday, Membership
from league.permissions.policy import require, standing


class FirstSteps(NamedTuple):
    """What a new club has done so far, and the competition that it plays now or next."""

    has_invited: bool
    has_announced: bool
    current: Competition | None
    has_played: bool


class ClubPage(NamedTuple):
    """A page of the competitions of a club; `name` is the name of its number in the address."""

    name: str
    rows: Sequence[Competition]
    number: int

    @property
    def size(self) -> int:
        """Return how many competitions all pages have."""
        return int(self.rows[0].size) if self.rows else 0  # type: ignore[attr-defined]  # annotated

    @property
    def has_more(self) -> bool:
        """Whether another page follows."""
        return self.size > self.number * _PER_PAGE


_PERSON = Coalesce("merged_into", "pk")
_EVENINGS = 3
"""The most coming dates on the page of a club; its calendar has all."""
_MOST_CHAMPIONS = 12
_CACHE_SECONDS = 31_536_000
_PER_PAGE = 20
_LAST_PAGE = 1000
_CURRENT = "current"
_IN_PAGES = ("past", "archived")
"""The lists of competitions that are over."""
_NOW = (Competition.Status.RUNNING, Competition.Status.CHECK_IN)
_NEXT = (Competition.Status.PLANNED, Competition.Status.REGISTRATION)


def club_of(slug: str) -> Club:
    """Return a club with what its head shows; Http404. One query."""
    clubs = Club.objects.select_related("logo").defer("logo__picture")
    return get_object_or_404(clubs, slug=slug)


@require_GET
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club: what is played now, next and was; to strangers of a closed club only how to join."""
    shown_club = club_of(slug)
    visitor = standing(request, "club.see", shown_club)
    player = viewer(request)
    facts = {
        "club": shown_club,
        "may_see": visitor.may("club.see"),
        "may_organize": visitor.may("club.organize"),
        "may_own": visitor.may("club.own"),
        "may_see_members": visitor.may("club.see_members"),
        "member_count": shown_club.members.aggregate(count=Count(_PERSON, distinct=True))["count"],
        "membership": _membership(shown_club, player) if player else None,
    }
    if player and not facts["membership"]:
        facts["request_made"] = JoinRequest.objects.filter(club=shown_club, player=player).first()
    if facts["may_see"]:
        facts |= _played(shown_club, request.GET.dict())
        facts["evenings"] = _evenings(shown_club)
        facts["champions"] = _champions(shown_club)
        if facts["may_organize"]:
            facts["first_steps"] = _first_steps(shown_club, facts)
    if facts["may_organize"]:
        facts["requests"] = shown_club.requests.filter(is_declined=False).count()
    return render(request, "league/clubs/club.html", facts)


def _first_steps(club: Club, facts: Mapping[str, Any]) -> FirstSteps | None:
    """Return how far a new club has come; None when nothing is left to do. A query as long as it is alone."""
    current, past = [*facts["now"], *facts["next"]], [*facts["past"].rows, *facts["archived"].rows]
    steps = FirstSteps(
        has_invited=facts["member_count"] > 1 or club.invitations.exists(),
        has_announced=bool(current or past),
        current=current[0] if current else None,
        has_played=any(competition.status == Competition.Status.FINISHED for competition in past),
    )
    return None if steps.has_invited and steps.has_played else steps


def _champions(club: Club) -> list[Entrant]:
    """Return the winners of the competition of the club that finished last. One query."""
    finished = Competition.objects.filter(
        club=club, status=Competition.Status.FINISHED, finished_at__isnull=False
    )
    latest = finished.order_by("-finished_at").values("pk")[:1]
    winners = Entrant.objects.filter(Entrant.placed(1), competition__in=latest)
    return list(
        winners.select_related("player", "competition").order_by("division", "number")[:_MOST_CHAMPIONS]
    )


@login_required
@require_http_methods(["GET", "POST"])
def club_new(request: HttpRequest) -> HttpResponse:
    """Found a club; the founder becomes its owner. Guests are led to the sign-up."""
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
    """Show the settings of a club, and change them. Its address stays."""
    edited = club_of(slug)
    require(request, "club.own", edited)
    if request.FILES and isinstance(request.user, User):
        daily_counts.upload(request.user, at=timezone.now())
    form = _form(request, edited)
    if request.method == "POST" and form.is_valid():
        try:
            request_keys.once(request, lambda: _save(request, form))
        except Refusal as refusal:
            form.add_error(_field_of(refusal), refusal.sentence)
        else:
            messages.success(request, _("Saved."))
            return redirect("club", slug)
    # The heading keeps the stored name.
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
    logo = Logo.objects.filter(club__slug=slug).first()
    if logo is None:
        raise Http404("There is no such logo.")
    etag = f'"{logo.digest}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(bytes(logo.picture), content_type=logos.CONTENT_TYPE)
    is_current = request.GET.get("v") == logo.digest
    response["ETag"] = etag
    response["Cache-Control"] = f"public, max-age={_CACHE_SECONDS}, immutable" if is_current else "no-cache"
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _membership(club: Club, player: Player) -> Membership | None:
    same = Q(player=player) | Q(player__merged_into=player)
    return Membership.objects.filter(same, club=club).first()


def _played(club: Club, numbers: Mapping[str, str]) -> dict[str, object]:
    """Return the competitions of a club in lists, the latest first, and its rulebooks. Two queries.

    `numbers` are the pages asked for, by list: what is over comes in pages.
    """
    asked = {name: _number(numbers.get(name)) for name in _IN_PAGES}
    lists: dict[str, list[Competition]] = {name: [] for name in (_CURRENT, *_IN_PAGES)}
    for row in _listed(club.competitions.all(), asked):
        lists[row.list_name].append(row)  # type: ignore[attr-defined]  # annotated
    return {
        "now": [row for row in lists[_CURRENT] if row.status in _NOW],
        "next": [row for row in lists[_CURRENT] if row.status in _NEXT],
        **{name: ClubPage(name, lists[name], asked[name]) for name in _IN_PAGES},
        "usual": catalogue.find(club.default_rulebook),
        "rulebooks": [
            catalogue.custom_rulebook(row) for row in by_name(club.rulebooks.all(), name=lambda row: row.name)
        ],
    }


def _number(asked: str | None) -> int:
    """Return the page asked for; the first instead of nonsense."""
    is_number = asked is not None and asked.isascii() and asked.isdigit()
    return min(max(1, int(asked[:6])), _LAST_PAGE) if is_number and asked else 1


def _listed(rows: QuerySet[Competition], asked: Mapping[str, int]) -> QuerySet[Competition]:
    """Number the competitions within their lists, and keep those of the pages asked for. One query."""
    lists = Case(
        When(is_archived=True, then=Value("archived")),
        When(status__in=(*_NOW, *_NEXT), then=Value(_CURRENT)),
        default=Value("past"),
    )
    numbered = _latest_first(rows.annotate(list_name=lists)).annotate(
        place=Window(RowNumber(), partition_by=F("list_name"), order_by=("-when", "-pk")),
        size=Window(Count("pk"), partition_by=F("list_name")),
    )
    of_page = Q(list_name=_CURRENT)
    for name, number in asked.items():
        end = number * _PER_PAGE
        of_page |= Q(list_name=name, place__gt=end - _PER_PAGE, place__lte=end)
    return numbered.filter(of_page)


def _evenings(club: Club) -> list[tuple[Matchday, str]]:
    """Return the next dates in the calendar of a club, in words. One query."""
    to_come = club.matchdays.filter(Matchday.to_come(timezone.now()), is_cancelled=False)
    coming = to_come.select_related("club")
    return [(matchday, when(matchday)) for matchday in coming[:_EVENINGS]]


def _latest_first(rows: QuerySet[Competition]) -> QuerySet[Competition]:
    ended = When(finished_at__isnull=False, then="finished_at")
    begun = When(started_at__isnull=False, then="started_at")
    return rows.annotate(when=Case(ended, begun, default="created_at")).order_by("-when", "-pk")


def _founded(request: HttpRequest, form: NewClubForm) -> str:
    player = viewer(request)
    assert player is not None
    return found_club(owner=player, **form.cleaned_data, at=timezone.now()).slug


def _form(request: HttpRequest, club: Club) -> ClubForm:
    posted = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    return ClubForm(*posted, instance=club)


@transaction.atomic
def _save(request: HttpRequest, form: ClubForm) -> None:
    assert isinstance(request.user, User)
    settings.change(form.instance, form.cleaned_data, by=request.user)
    picture = form.cleaned_data["logo"]
    if picture:
        logos.put(form.instance, picture)
    elif request.POST.get("no_logo"):
        logos.remove(form.instance)
