"""The order of strength: by number, by moving up and down, by lot, rating, a list, or earlier standings."""

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.rules.base.refusal import Refusal
from league import competitions
from league.competitions.desk.answers import competition_of, execute, render_desk, sentence
from league.competitions.entrants import seeding
from league.competitions.entrants.seeding import in_seed_order
from league.competitions.forms.entries import SeedForm, SeedList
from league.http.expected_version import seen
from league.models import Competition, Entrant
from league.permissions.policy import require
from league.rules.competition import commands

LONGEST_LIST: Final = 200_000


@require_POST
def competition_seed(request: HttpRequest, pk: int) -> HttpResponse:
    """Seed the entrants in the way that was asked for; nothing changes until all of it fits."""
    listed = _listed(request)
    if "csv" in request.POST:
        competition = competition_of(pk)
        require(request, "competition.organize", competition)
        seed_list = SeedList(listed, in_seed_order(competition))
        if seed_list.faults:
            refusal = Refusal("bad_list", _("Nothing was changed. Fix the list and try again."))
            return render_desk(request, competition, refusal=refusal, listed=listed, faults=seed_list.faults)
    return execute(
        request,
        pk,
        lambda competition, by: _seed(request, competition, listed, by),
        listed=listed,
        seeds_sent=request.POST,
    )


@transaction.atomic
def _seed(request: HttpRequest, competition: Competition, listed: str, by: str) -> None:
    entrants = in_seed_order(competition)
    at = timezone.now()
    if "csv" in request.POST:
        seed_list = SeedList(listed, entrants)
        competitions.act(
            competition.pk, commands.Seed(seed_list.order, "csv"), after=seen(request), by=by, at=at
        )
        competitions.act(competition.pk, commands.NameTeams(seed_list.teams), by=by, at=at)
        return
    seeding.require_seen_seeding(competition, seen(request))
    way = next((name for name in _WAYS if name in request.POST), "manual")
    is_sure = request.POST.get("replaces") == way
    if way in _REPLACING and not is_sure and _is_by_hand(request, competition, entrants):
        raise Refusal(
            "replaces_seeding",
            _("This would replace the order that you made by hand. Press the button again to replace it."),
        )
    command = commands.Seed(_WAYS[way](request, competition, entrants), way)
    competitions.act(competition.pk, command, by=by, at=at)


def _by_lot(_request: HttpRequest, _competition: Competition, _entrants: list[Entrant]) -> list[int]:
    return []  # drawn where it is decided, from a seed that is kept


def _by_rating(_request: HttpRequest, competition: Competition, entrants: list[Entrant]) -> list[int]:
    return seeding.by_rating(competition, entrants, at=timezone.now())


def _by_standings(request: HttpRequest, competition: Competition, entrants: list[Entrant]) -> list[int]:
    earlier = request.POST.get("earlier", "")
    number = int(earlier) if earlier.isdecimal() and earlier.isascii() and len(earlier) < 10 else 0
    return seeding.by_standings(competition, entrants, number)


def _by_number(request: HttpRequest, _competition: Competition, entrants: list[Entrant]) -> list[int]:
    """Take the numbers that were given, and move one entrant by a place if that was clicked."""
    form = SeedForm(entrants, request.POST)
    if not form.is_valid():
        raise Refusal("bad_form", sentence(form.errors))
    order = form.order()
    for name, by in (("up", -1), ("down", 1)):
        moved = request.POST.get(name, "")
        place = next((index for index, number in enumerate(order) if str(number) == moved), -1)
        if place >= 0 and 0 <= place + by < len(order):
            order[place], order[place + by] = order[place + by], order[place]
    return order


_WAYS: Final[dict[str, Callable[[HttpRequest, Competition, list[Entrant]], list[int]]]] = {
    "lot": _by_lot,
    "blocks": _by_number,
    "rating": _by_rating,
    "standings": _by_standings,
    "manual": _by_number,
}
"""By the name of the button, which is the name of the method too."""


_REPLACING: Final = ("lot", "rating", "standings")
"""These ways take nothing over from the order before."""


def _is_by_hand(request: HttpRequest, competition: Competition, entrants: list[Entrant]) -> bool:
    """Return whether somebody put the entrants in order by hand, on the page or before."""
    is_moved = seeding.shown_order(entrants, request.POST) != entrants
    return is_moved or seeding.is_by_hand(competition)


def _listed(request: HttpRequest) -> str:
    """Return the list that was pasted, or that of the file that was sent."""
    sent = request.FILES.get("file")
    if sent is None:
        return request.POST.get("list", "")[:LONGEST_LIST]
    read: bytes = sent.read(LONGEST_LIST)
    return read.decode("utf-8-sig", "replace")
