"""Substitutes for an entrant: find them, ask them, and save their answers.

A player who accepts replaces the entrant by the command `Substitute` of the competition, in the same
transaction; the others who were asked are told that nobody is needed any more.
"""

import datetime as dt
from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.localization.collation import by_name
from games.models import Player
from games.rules.base.refusal import Refusal
from league import competitions
from league.calendar.attendance import IN, MAYBE, OUT, PERSON, answers_about, booked_twice
from league.calendar.times import when
from league.competitions import rating_updates
from league.models import Availability, Entrant, Matchday, Membership, SubstituteRequest
from league.notifications import kinds, notices
from league.notifications.notices import About
from league.notifications.recipients import organizers_of
from league.rules.competition.commands import Substitute
from league.rules.ratings import RATED

__all__ = ["Candidate", "Refusal", "ask", "candidates", "is_asked", "missing", "reply"]

AT_ONCE: Final = 100
"""The most possible substitutes on a page."""
LONGEST_SEARCH: Final = 60
_ORDER: Final = {IN: 0, MAYBE: 1, "": 2, OUT: 3}
_STATES = SubstituteRequest.State
_OPEN: Final = (_STATES.ASKED, _STATES.DECLINED)


class Candidate(NamedTuple):
    """A possible substitute: the answer for the day, the rating, other bookings."""

    player: Player
    answer: str
    rating: float | None
    elsewhere: Sequence[Matchday]
    request: SubstituteRequest | None

    @property
    def answer_label(self) -> str:
        """The answer for the day, in a word."""
        words = {
            IN: pgettext("coming to a matchday", "in"),
            MAYBE: _("maybe"),
            OUT: pgettext("not coming to a matchday", "out"),
        }
        return words.get(self.answer, "")


def missing(matchday: Matchday) -> list[Entrant]:
    """Return the entrants of a matchday's competition who have said that they stay away. One query."""
    if matchday.competition_id is None:
        return []
    away = Availability.objects.filter(matchday=matchday, answer=OUT).values(person=PERSON)
    entrants = Entrant.objects.filter(competition=matchday.competition_id, withdrawn=False, is_waiting=False)
    return list(entrants.filter(player__in=away).select_related("player"))


def candidates(
    matchday: Matchday, entrant: Entrant, *, at: dt.datetime, number: int | str | None = 1, find: str = ""
) -> Page[Any]:
    """Return a page of the members who are not in the competition, by answer and then by rating, best first.

    With letters to find only those who have them in their name. A constant number of queries; only those of
    the page are read whole.
    """
    named = _possible(matchday).order_by().values_list("pk", "name")
    wanted = by_name([row for row in named if find.casefold() in row[1].casefold()], name=lambda row: row[1])
    answers = {player: answer for (_on, player), answer in answers_about([matchday]).items()}
    ratings = {row.player.pk: row.shown for row in rating_updates.ladder(matchday.club_id, RATED, at=at)}
    ranked = sorted(
        (player for player, _name in wanted),
        key=lambda player: _rank(answers.get(player, ""), ratings.get(player)),
    )
    page: Page[Any] = Paginator(ranked, AT_ONCE).get_page(number)
    shown = list(page.object_list)
    players = Player.objects.in_bulk(shown)
    elsewhere = booked_twice(matchday, shown)
    rows = matchday.substitute_requests.filter(
        entrant=entrant.number, replaces=entrant.player_id, player__in=shown
    )
    request_of = {row.player_id: row for row in rows}
    page.object_list = [
        Candidate(
            players[player],
            answers.get(player, ""),
            ratings.get(player),
            elsewhere.get(player, ()),
            request_of.get(player),
        )
        for player in shown
        if player in players
    ]
    return page


def is_asked(request: SubstituteRequest, player: Player | None) -> bool:
    """Whether the request is for this player, also after a merge."""
    return player is not None and player.pk in (request.player_id, request.player.merged_into_id)


@transaction.atomic
def ask(matchday_id: int, entrant: int, player: int, *, by: str, at: dt.datetime) -> SubstituteRequest:
    """Ask a player to replace an entrant, by entry number. Asking again sends a reminder.

    Refusals: `no_competition`, `unknown_entrant`, `called_off`, `matchday_over`, `no_candidate`, `filled`.
    Matchday.DoesNotExist.
    """
    matchday = Matchday.objects.select_for_update(of=("self",)).select_related("club").get(pk=matchday_id)
    _check_open(matchday, at)
    replaced = _entrant(matchday, entrant)
    if not _possible(matchday).filter(pk=player).exists():
        raise Refusal("no_candidate", _("Only club members who are not in the competition can step in."))
    facts = {"asked_by": by, "asked_at": at, "state": _STATES.ASKED, "answered_at": None}
    request, _is_new = SubstituteRequest.objects.update_or_create(
        defaults=facts, matchday=matchday, entrant=entrant, replaces=replaced.player, player_id=player
    )
    about = partial(_asking, matchday, request.get_absolute_url())
    notices.send(kinds.SUBSTITUTE, [player], f"{request.pk}:{at:%Y%m%dT%H%M%S}", about=about, at=at)
    return request


@transaction.atomic
def reply(request_id: int, *, is_yes: bool, by: str, at: dt.datetime) -> SubstituteRequest:
    """Answer a request. With a yes the player replaces the entrant at once.

    The same answer again changes nothing. Refusals: `filled` when another was faster or nobody is needed,
    `stepped_in`, `called_off`, `matchday_over`, those of the command `Substitute`. DoesNotExist.
    """
    substitute_requests = SubstituteRequest.objects.select_related("matchday__club", "replaces", "player")
    request = substitute_requests.get(pk=request_id)
    # Everything about a matchday locks its row, so that of two who say yes one is the first.
    matchday = (
        Matchday.objects.select_for_update(of=("self",)).select_related("club").get(pk=request.matchday_id)
    )
    request.refresh_from_db(fields=["state"])
    if request.state == (_STATES.ACCEPTED if is_yes else _STATES.DECLINED):
        return request
    _check_open(matchday, at)
    if request.state == _STATES.ACCEPTED:
        raise Refusal(
            "stepped_in", _("You have already stepped in: ask the organizers to find a replacement for you.")
        )
    if request.state not in _OPEN or not _is_needed(request):
        raise Refusal("filled", _("Thank you, but no substitute is needed here any more."))
    request.state = _STATES.ACCEPTED if is_yes else _STATES.DECLINED
    request.answered_at = at
    request.save(update_fields=["state", "answered_at"])
    if is_yes:
        _step_in(request, matchday, by, at)
    about = partial(_answered, matchday, is_yes=is_yes)
    key = f"answer:{request.pk}:{request.state}:{at:%Y%m%dT%H%M%S}"
    notices.send(kinds.SUBSTITUTE, organizers_of(matchday.club_id), key, about=about, at=at)
    return request


def _possible(matchday: Matchday) -> QuerySet[Player]:
    """Return the members of the club who are not in the competition."""
    entered = Entrant.objects.order_by().filter(competition=matchday.competition_id).values(person=PERSON)
    members = Membership.objects.filter(club=matchday.club_id).values(person=PERSON)
    return Player.objects.filter(pk__in=members).exclude(pk__in=entered)


def _step_in(request: SubstituteRequest, matchday: Matchday, by: str, at: dt.datetime) -> None:
    assert matchday.competition_id is not None
    person = request.player.merged_into_id or request.player_id
    competitions.act(matchday.competition_id, Substitute(request.entrant, person), by=by, at=at)
    facts = {"answer": IN, "since": at, "by": by}
    Availability.objects.update_or_create(matchday=matchday, player_id=person, defaults=facts)
    others = matchday.substitute_requests.filter(entrant=request.entrant, state__in=_OPEN)
    waiting = list(others.filter(state=_STATES.ASKED).values_list("player_id", flat=True))
    others.update(state=_STATES.FILLED)
    about = partial(_filled, matchday)
    notices.send(kinds.SUBSTITUTE, waiting, f"filled:{request.pk}", about=about, at=at)


def _asking(matchday: Matchday, link: str) -> About:
    text = _("Can you step in at {name} on {when}? A player is missing.")
    subject = _("Can you step in? {name}").format(name=matchday.name)
    return About(subject, text.format(name=matchday.name, when=when(matchday)), link)


def _answered(matchday: Matchday, *, is_yes: bool) -> About:
    if is_yes:
        subject, text = (
            _("Substitute found: {name}"),
            _("The substitute you asked steps in at {name} on {when}."),
        )
    else:
        subject = _("Substitute not available: {name}")
        text = _(
            "The substitute you asked cannot step in at {name} on {when}. The list of substitutes has others."
        )
    body = text.format(name=matchday.name, when=when(matchday))
    return About(subject.format(name=matchday.name), body, matchday.get_absolute_url())


def _filled(matchday: Matchday) -> About:
    text = _("No substitute is needed any more on {when}. Thank you for your offer.")
    subject = _("No longer needed: {name}").format(name=matchday.name)
    return About(subject, text.format(when=when(matchday)), matchday.get_absolute_url())


def _entrant(matchday: Matchday, number: int) -> Entrant:
    entrants = Entrant.objects.filter(
        competition=matchday.competition_id, number=number, withdrawn=False, is_waiting=False
    )
    entrant = entrants.select_related("player").first()
    if entrant is None:
        raise Refusal("unknown_entrant", _("The competition of this matchday does not have that entrant."))
    return entrant


def _is_needed(request: SubstituteRequest) -> bool:
    """Whether the entrant has not been replaced yet."""
    return Entrant.objects.filter(
        competition=request.matchday.competition_id,
        number=request.entrant,
        player=request.replaces_id,
        withdrawn=False,
    ).exists()


def _check_open(matchday: Matchday, at: dt.datetime) -> None:
    if matchday.competition_id is None:
        raise Refusal("no_competition", _("This matchday has no competition that needs substitutes."))
    if matchday.is_cancelled:
        raise Refusal("called_off", _("This matchday is called off."))
    if matchday.is_over(at):
        raise Refusal("matchday_over", _("This matchday has ended."))


def _rank(answer: str, rating: float | None) -> tuple[int, bool, float]:
    return _ORDER[answer], rating is None, -(rating or 0)
