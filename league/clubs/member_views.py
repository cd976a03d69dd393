"""Who belongs to a club: the list, what each may do there, and those without an account."""

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from games.idempotency import request_keys
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.clubs import members
from league.clubs.club_views import club_of
from league.clubs.forms import RolesForm
from league.models import Club, Grant, JoinRequest, Membership, Team, role_words
from league.permissions.rules import Standing, require_standing, standing


@require_http_methods(["GET", "POST"])
def club_people(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who belongs to a club to those who do; organizers add people by name."""
    club = club_of(slug)
    mine = standing(request, "club.organize", club)
    require_standing(mine, "club.organize" if request.method == "POST" else "club.see_members")
    refusal = None
    if request.method == "POST":
        try:
            request_keys.once(request, lambda: members.add_by_name(club, request.POST.get("name", "")).pk)
        except Refusal as caught:
            refusal = caught
        else:
            messages.success(request, _("Added to the club."))
            return redirect("club_people", slug)
    return _shown(request, club, mine, refusal)


@require_http_methods(["GET", "POST"])
def club_person(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show what somebody is in a club, give and take roles, or take them out."""
    club = club_of(slug)
    mine = standing(request, "club.organize", club)
    require_standing(mine, "club.organize")
    membership = Membership.objects.filter(club=club, player=pk).select_related("player").first()
    if membership is None:
        raise Http404("Nobody of the club.")
    held = members.roles_of_person(membership)
    form = RolesForm(request.POST or None, giveable=mine.giveable, held=held)
    refusal = None
    if request.method == "POST":
        try:
            said = request_keys.once(request, lambda: _changed(request, membership, form, mine))
        except Refusal as caught:
            refusal = caught
        else:
            messages.success(request, _(said).format(name=membership.player.name))
            return redirect("club_people", slug)
    numbers = members.same_person(membership).values("player")
    facts = {
        "club": club,
        "membership": membership,
        "form": form,
        "kept": role_words(role for role in held if role not in mine.giveable),
        "grants": Grant.objects.filter(club=club, player__in=numbers).select_related("competition"),
        "teams": Team.objects.filter(club=club, people__in=numbers).distinct(),
        "refusal": refusal,
    }
    return render(
        request, "league/clubs/person.html", facts, status=refusal_status(refusal) if refusal else 200
    )


@require_http_methods(["GET", "POST"])
def club_leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask whether somebody wants to leave a club, and let them go."""
    club = club_of(slug)
    mine = Q(player__user=request.user.pk or 0) | Q(player__merged_into__user=request.user.pk or 0)
    membership = Membership.objects.filter(mine, club=club).first()
    if membership is None:
        raise Http404("Not somebody of the club.")
    refusal = None
    if request.method == "POST":
        try:
            request_keys.once(request, lambda: members.leave(membership, at=timezone.now()))
        except Refusal as caught:
            refusal = caught
        else:
            messages.success(request, _("You have left {club}.").format(club=club.name))
            return redirect("club", slug)
    facts = {"club": club, "membership": membership, "refusal": refusal}
    return render(
        request, "league/clubs/leave.html", facts, status=refusal_status(refusal) if refusal else 200
    )


def _changed(request: HttpRequest, membership: Membership, form: RolesForm, mine: Standing) -> str:
    """Do what is wanted and return what was done, in English: a receipt keeps it for a second click."""
    wanted = request.POST.get("do")
    if wanted == "remove":
        members.remove(membership, giveable=mine.giveable, at=timezone.now())
        return gettext_noop("{name} is no longer in the club.")
    if wanted != "roles" or not form.is_valid():
        raise Refusal("unknown_wish", _("It is not clear what should happen. Look again and decide anew."))
    members.change_roles(membership, form.given(), giveable=mine.giveable)
    return gettext_noop("{name} has these roles now.")


def _shown(request: HttpRequest, club: Club, mine: Standing, refusal: Refusal | None) -> HttpResponse:
    facts = {
        "club": club,
        "people": members.everybody(club),
        "may_organize": mine.may("club.organize"),
        "name": request.POST.get("name", "") if refusal else "",
        "refusal": refusal,
    }
    if facts["may_organize"]:
        facts["requests"] = (
            JoinRequest.objects.filter(club=club).select_related("player").order_by("is_declined", "pk")
        )
    return render(
        request, "league/clubs/people.html", facts, status=refusal_status(refusal) if refusal else 200
    )
