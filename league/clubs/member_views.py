"""The pages of the members of a club: the list, the roles of a member, leaving."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from games.idempotency import request_keys
from games.localization.collation import by_name
from games.rules.base.refusal import Refusal
from games.wording.http_status import refusal_status
from league.clubs import members
from league.clubs.club_views import club_of
from league.clubs.forms import RolesForm
from league.models import Club, Grant, JoinRequest, Membership, Team, role_words
from league.permissions.policy import Standing, require_standing, standing


@require_http_methods(["GET", "POST"])
def club_people(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the members of a club to its members; organizers add people by name."""
    club = club_of(slug)
    visitor = standing(request, "club.organize", club)
    require_standing(visitor, "club.organize" if request.method == "POST" else "club.see_members")
    refusal = None
    if request.method == "POST":
        try:
            request_keys.once(request, lambda: members.add_by_name(club, request.POST.get("name", "")).pk)
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("Added to the club."))
            return redirect("club_people", slug)
    return _members_page(request, club, visitor, refusal)


@require_http_methods(["GET", "POST"])
def club_person(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the roles of a member, give and take roles, or take the member out of the club."""
    club = club_of(slug)
    visitor = standing(request, "club.organize", club)
    require_standing(visitor, "club.organize")
    membership = Membership.objects.filter(club=club, player=pk).select_related("player").first()
    if membership is None:
        raise Http404("Nobody of the club.")
    held = members.roles_of_person(membership)
    form = RolesForm(request.POST or None, giveable=visitor.giveable, held=held)
    refusal = None
    if request.method == "POST":
        try:
            sentence = request_keys.once(request, lambda: _change(request, membership, form, visitor))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _(sentence).format(name=membership.player.name))
            return redirect("club_people", slug)
    numbers = members.same_person(membership).values("player")
    facts = {
        "club": club,
        "membership": membership,
        "form": form,
        "kept": role_words(role for role in held if role not in visitor.giveable),
        "grants": Grant.objects.filter(club=club, player__in=numbers).select_related("competition"),
        "teams": by_name(
            Team.objects.filter(club=club, people__in=numbers).distinct(), name=lambda team: team.name
        ),
        "refusal": refusal,
    }
    return render(
        request, "league/clubs/person.html", facts, status=refusal_status(refusal) if refusal else 200
    )


@require_http_methods(["GET", "POST"])
def club_leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask whether the visitor wants to leave the club, and let them leave."""
    club = club_of(slug)
    is_visitor = Q(player__user=request.user.pk or 0) | Q(player__merged_into__user=request.user.pk or 0)
    membership = Membership.objects.filter(is_visitor, club=club).first()
    if membership is None:
        raise Http404("Not somebody of the club.")
    refusal = None
    if request.method == "POST":
        try:
            request_keys.once(request, lambda: members.leave(membership, at=timezone.now()))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("You have left {club}.").format(club=club.name))
            return redirect("club", slug)
    facts = {"club": club, "membership": membership, "refusal": refusal}
    return render(
        request, "league/clubs/leave.html", facts, status=refusal_status(refusal) if refusal else 200
    )


def _change(request: HttpRequest, membership: Membership, form: RolesForm, visitor: Standing) -> str:
    """Carry out the action; return a sentence in English, which a receipt keeps for a second click."""
    action = request.POST.get("do")
    if action == "remove":
        members.remove(membership, giveable=visitor.giveable, at=timezone.now())
        return gettext_noop("{name} is no longer in the club.")
    if action != "roles" or not form.is_valid():
        raise Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))
    members.change_roles(membership, form.chosen_roles(), giveable=visitor.giveable)
    return gettext_noop("Roles of {name} saved.")


def _members_page(
    request: HttpRequest, club: Club, visitor: Standing, refusal: Refusal | None
) -> HttpResponse:
    find = request.GET.get("find", "").strip()[: members.LONGEST_NAME]
    facts = {
        "club": club,
        "people": members.page_of(club, request.GET.get("page"), find),
        "find": find,
        "may_organize": visitor.may("club.organize"),
        "name": request.POST.get("name", "") if refusal else "",
        "refusal": refusal,
    }
    if facts["may_organize"]:
        requests = JoinRequest.objects.filter(club=club).select_related("player")
        pages = Paginator(requests.order_by("is_declined", "pk"), members.PEOPLE_AT_ONCE)
        facts["requests"] = pages.get_page(request.GET.get("asking"))
    return render(
        request, "league/clubs/people.html", facts, status=refusal_status(refusal) if refusal else 200
    )
