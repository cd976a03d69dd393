"""Entries: organizers enter people, take them out, replace them; players enter by themselves."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.access.players import viewer
from games.idempotency import request_keys
from games.localization.collation import by_name
from games.models import Player
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from league import competitions
from league.competitions.desk import readmission, withdrawal
from league.competitions.desk.answers import competition_of, desk_of, execute, sentence
from league.competitions.desk.context import DeskPage
from league.competitions.desk.visitor_actions import Visitor
from league.competitions.entrants import entering, own_entry
from league.competitions.entrants.entering import LONGEST_NAME, new_guest
from league.competitions.forms.entries import EntriesForm
from league.competitions.read_models.desk import GONE
from league.competitions.stream import state_and_head
from league.models import Competition, Entrant
from league.permissions.policy import may, require
from league.rules.brackets.parties import LONGEST_PARTY, are_apart, words
from league.rules.competition import commands
from league.rules.competition.commands import AnyCommand
from league.rules.decisions import arena

_LEAVING: Final = frozenset(GONE)


@require_POST
def competition_enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the ticked members, and others by name."""
    form = EntriesForm(competition_of(pk), request.POST, may_be_empty="last_time" in request.POST)

    def enter(competition: Competition, by: str) -> None:
        came = DeskPage(competition).last_time[1] if form.may_be_empty else []
        if not form.is_valid():
            raise Refusal("bad_form", sentence(form.errors))
        sent = form.cleaned_data
        if "is_sure" not in request.POST:
            _require_known_names(form, came)
        facts = {
            "members": [*came, *(player for player in sent["players"] if player not in came)],
            "newcomers": sent["new_name"],
            "beyond_limit": sent["beyond_limit"],
            "division": sent["division"] or 0,
        }
        entering.enter(competition, form.candidates, **facts, by=by, at=timezone.now())

    return execute(request, pk, enter, entries_form=form)


def _require_known_names(form: EntriesForm, came: Sequence[Player]) -> None:
    """Ask about names that people here have, or nearly have (`similar_names`)."""
    if any(form.candidates.by_name(new.name) not in came for new, _is_member in form.known):
        raise Refusal(
            "similar_names",
            _("Someone here has this name. Check which person is meant, or press the button again."),
        )
    if form.similar:
        sentence = _("Someone here has nearly this name. Check the names, or press the button again.")
        raise Refusal("similar_names", sentence)


@require_http_methods(["GET", "POST"])
def competition_entrant(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show what can be done about an entrant, and do it."""
    if request.method == "POST":
        return execute(
            request,
            pk,
            lambda competition, by: _change(request, competition, number, by),
            to=lambda competition: _page_after(request, competition, number),
        )
    competition = competition_of(pk)
    require(request, "competition.organize", competition)
    desk = DeskPage(competition)
    entrant = next((entrant for entrant in desk.entrants if entrant.number == number), None)
    if entrant is None:
        raise Http404
    entered = {entrant.player_id for entrant in desk.entrants}
    candidates = [member for member in competition.club.players if member.pk not in entered]
    members = by_name(candidates, name=lambda member: member.name)
    facts = {"desk": desk, "entrant": entrant, "why": GONE.get(entrant.gone, ""), "members": members}
    facts |= _same_person(request, competition, entrant, members)
    facts["walkovers"] = readmission.preview(desk.state, number) if entrant.withdrawn else []
    plays = not entrant.withdrawn and not entrant.is_waiting
    facts["consequences"] = withdrawal.preview(desk.state, number) if plays else []
    parties = desk.state.parties()
    party = parties.get(number, "")
    others_of_party = [
        entrant
        for entrant in desk.entrants
        if entrant.number != number and are_apart(party, parties.get(entrant.number, ""))
    ]
    known = sorted({word for named in parties.values() for word in words(named)})
    facts |= {"party": party, "words": known, "kin": others_of_party, "longest_party": LONGEST_PARTY}
    facts["several"] = len(words(party)) > 1
    return render(request, "league/desk/entrant.html", facts)


def _same_person(
    request: HttpRequest, competition: Competition, entrant: Entrant, members: Sequence[Player]
) -> dict[str, Any]:
    """Return which member an entrant without an account may be, and with whom it is merged already."""
    if not may(request, "club.organize", competition.club):
        return {}
    player = entrant.player
    if player.merged_into_id is not None:
        return {"merged": [player]}
    facts: dict[str, Any] = {"merged": list(Player.objects.filter(merged_into=player).order_by("pk"))}
    if player.user_id is None:
        facts["nearest"] = entering.nearest(player.name, members)
        facts["may_be_member"] = True
    return facts


@require_GET
def competition_place(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the visitor their table in a competition, and what they can do there."""
    competition, at = competition_of(pk), timezone.now()
    require(request, "competition.see", competition)
    visitor = Visitor(request, competition, takes_newcomers=lambda: _takes_newcomers(competition), at=at)
    if request.GET.get("after") == visitor.stamp:
        return HttpResponse(status=204)
    facts = {"visitor": visitor, "competition": competition}
    response = render(request, "league/event_night/_place.html", facts)
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
def competition_join(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter the visitor, who needs an account or at least a name."""
    team = request.POST.get("team", "")[:LONGEST_NAME]

    def join(player: Player) -> AnyCommand:
        return own_entry.entry(competition_of(pk), player, team)

    return _by_themselves(request, pk, join)


@require_POST
def competition_leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the visitor out again, before the start."""

    def leave(player: Player) -> AnyCommand:
        return own_entry.withdrawal(competition_of(pk), player)

    return _by_themselves(request, pk, leave)


@require_POST
def competition_break(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the visitor take a break from an arena, or come back."""

    def step(player: Player) -> AnyCommand:
        return own_entry.take_break(competition_of(pk), player, is_away=request.POST.get("do") != "back")

    return _by_themselves(request, pk, step)


def _takes_newcomers(competition: Competition) -> bool:
    state, _head = state_and_head(competition)
    return arena.takes_newcomers(state)


def _by_themselves(request: HttpRequest, pk: int, wish: Callable[[Player], AnyCommand]) -> HttpResponse:
    competition, player = competition_of(pk), viewer(request)
    if player is None:
        return redirect(f"{reverse('guest')}?{urlencode({'next': competition.get_absolute_url()})}")

    def act() -> None:
        competitions.act(pk, wish(player), by=f"player:{player.pk}", at=timezone.now())

    try:
        request_keys.once(request, act)
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
    return redirect(competition)


def _page_after(request: HttpRequest, competition: Competition, number: int) -> str:
    """Return the address of the desk, there of whoever is out, or of the entrant, who alone shows a party."""
    if request.POST.get("do") == "party":
        return reverse("competition_entrant", args=[competition.pk, number])
    desk = desk_of(competition)
    return f"{desk}?out#out" if request.POST.get("do") in _LEAVING else desk


@transaction.atomic
def _change(request: HttpRequest, competition: Competition, number: int, by: str) -> None:
    wanted = request.POST.get("do", "")
    if wanted == "rename":
        entering.rename(_entrant(competition, number), request.POST.get("name", ""))
        return
    command = _wanted(request, competition, number, wanted)
    before = competitions.look(competition.pk) if wanted == "back" else None
    competitions.act(competition.pk, command, by=by, at=timezone.now())
    if before is not None:
        for told in readmission.outcome(before, competitions.look(competition.pk), number):
            messages.success(request, told)
    if wanted in _LEAVING:
        name = _entrant(competition, number).player.name
        told = _("{name} is out. “Readmit” brings the entrant back.")
        if not competition.is_before_start:
            told = _(
                "{name} is out. “Readmit” also takes back walkovers, unless other results depend on them."
            )
        messages.success(request, told.format(name=name))


def _wanted(request: HttpRequest, competition: Competition, number: int, wanted: str) -> AnyCommand:
    """Return the command that a button of an entrant's page stands for."""
    beyond = "beyond_limit" in request.POST
    if wanted in _LEAVING:
        return commands.Withdraw(number, wanted)
    if wanted in ("away", "here"):
        return commands.TakeBreak(number, wanted == "away")
    if wanted == "back":
        return commands.Reinstate(number, beyond)
    if wanted == "team":
        return commands.NameTeams({number: request.POST.get("team", "")})
    if wanted == "party":
        return commands.NameParties({number: request.POST.get("party", "")})
    if wanted == "late":
        return commands.Enter([_entrant(competition, number).player_id], beyond_limit=beyond)
    if wanted == "substitute":
        return commands.Substitute(number, _substitute(request, competition).pk)
    raise Refusal("unknown_wish", _("It is not clear what should happen. Check and try again."))


def _entrant(competition: Competition, number: int) -> Entrant:
    return get_object_or_404(competition.entrants.select_related("player"), number=number)


def _substitute(request: HttpRequest, competition: Competition) -> Player:
    """Return the member who was chosen, or else somebody new by name."""
    chosen, name = request.POST.get("player", ""), spelled(request.POST.get("name", ""))
    if chosen:
        members = {str(member.pk): member for member in competition.club.players}
        if chosen not in members:
            raise Refusal("unknown_player", _("This player is not in the club."))
        return members[chosen]
    if not name or len(name) > LONGEST_NAME:
        sentence = ngettext(
            "Choose a member, or enter a name of up to {n} character.",
            "Choose a member, or enter a name of up to {n} characters.",
            LONGEST_NAME,
        )
        raise Refusal("no_name", sentence.format(n=LONGEST_NAME))
    return new_guest(name)
