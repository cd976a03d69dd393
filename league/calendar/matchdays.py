"""Announce, change, call off and restore matchdays; save the answers of players.

`by` is who acts, as for competitions, and `at` the time. The players concerned are notified after the commit.
What is impossible is a Refusal with code and sentence, and changes nothing.
"""

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from games.eventstore import ConflictError
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from league.calendar import matchday_notices
from league.calendar.attendance import ANSWERS, IN, attendance, is_concerned
from league.models import Availability, Club, Competition, Matchday

__all__ = [
    "ConflictError",
    "Facts",
    "Refusal",
    "announce",
    "answer",
    "call_off",
    "call_off_of",
    "change",
    "facts_of",
    "forget",
    "restore",
    "undo",
]

LONGEST: Final = dt.timedelta(days=14)
_KEPT: Final = (
    *("name", "starts_at", "ends_at", "place", "capacity", "note", "competition_id", "stage"),
    *("round_number", "remind_hours", "is_cancelled"),
)


class Facts(NamedTuple):
    """The description of a matchday. Without `capacity` there is room for everybody.

    `round_number` is the stage round of a `stage` of the competition that is played then, both from 1.
    `remind_hours` before it its people are reminded: 0 for never, None for the club's setting.
    """

    name: str
    starts_at: dt.datetime
    ends_at: dt.datetime
    place: str = ""
    capacity: int | None = None
    note: str = ""
    competition: Competition | None = None
    stage: int | None = None
    round_number: int | None = None
    remind_hours: int | None = None


def announce(club: Club, facts: Facts, *, at: dt.datetime) -> Matchday:
    """Add a matchday to the calendar of a club.

    Refusals: `bad_times`, `other_club`, `no_such_stage`, `hidden_characters`.
    """
    _check(club.pk, facts)
    with transaction.atomic():
        made = Matchday.objects.create(club=club, changed_at=at, **_columns(facts))
        matchday_notices.of_clashes(made, at=at)
    return made


def change(matchday_id: int, facts: Facts, *, after: int | None = None, by: str, at: dt.datetime) -> Matchday:
    """Change a matchday, such as its time. Players on the waiting list may get a place.

    `after` is the `sequence` that its sender saw. Refusals: `stale`, `bad_times`, `other_club`,
    `no_such_stage`, `hidden_characters`. Matchday.DoesNotExist.
    """
    with _changing(matchday_id, after=after, by=by, at=at) as matchday:
        _check(matchday.club_id, facts)
        for name, value in _columns(facts).items():
            setattr(matchday, name, value)
    return matchday


def call_off(matchday_id: int, *, after: int | None = None, by: str, at: dt.datetime) -> Matchday:
    """Call a matchday off. Refusals: `stale`, `called_off`. Matchday.DoesNotExist."""
    with _changing(matchday_id, after=after, by=by, at=at) as matchday:
        if matchday.is_cancelled:
            raise Refusal("called_off", _("This matchday is already called off."))
        matchday.is_cancelled = True
    return matchday


def call_off_of(competition: Competition, *, by: str, at: dt.datetime) -> None:
    """Call off the dates of a competition that are still to come."""
    for matchday in competition.matchdays.filter(is_cancelled=False, ends_at__gt=at):
        call_off(matchday.pk, by=by, at=at)


def restore(matchday_id: int, *, after: int | None = None, by: str, at: dt.datetime) -> Matchday:
    """Restore a matchday that was called off. Refusals: `stale`, `not_called_off`. Matchday.DoesNotExist."""
    with _changing(matchday_id, after=after, by=by, at=at) as matchday:
        if not matchday.is_cancelled:
            raise Refusal("not_called_off", _("This matchday is not called off."))
        matchday.is_cancelled = False
    return matchday


def undo(matchday_id: int, *, after: int | None = None, by: str, at: dt.datetime) -> Matchday:
    """Undo the last change of a matchday; that can be undone, too.

    Refusals: `stale`, `nothing_to_undo`. Matchday.DoesNotExist.
    """
    with _changing(matchday_id, after=after, by=by, at=at) as matchday:
        last = matchday.changes.last()
        if last is None:
            raise Refusal("nothing_to_undo", _("Nothing has changed since it was announced."))
        for name, value in _read(last.before).items():
            setattr(matchday, name, value)
    return matchday


@transaction.atomic
def answer(matchday_id: int, player: int, choice: str, *, by: str, at: dt.datetime) -> None:
    """Save a player's answer: in, out, or maybe. The same answer again keeps the place in the queue.

    Refusals: `unknown_answer`, `called_off`, `matchday_over`, `not_concerned`, for others `unknown_player`.
    Matchday.DoesNotExist.
    """
    matchday = _locked(matchday_id)
    if choice not in ANSWERS:
        raise Refusal("unknown_answer", _("Answer “in”, “maybe” or “out”."))
    if matchday.is_cancelled:
        raise Refusal("called_off", _("This matchday is called off."))
    if matchday.is_over(at):
        raise Refusal("matchday_over", _("This matchday has ended."))
    if not is_concerned(matchday, player):
        sentence = _("Only club members and players of this matchday can answer.")
        if by == f"player:{player}":
            raise Refusal("not_concerned", sentence)
        raise Refusal("unknown_player", sentence)
    before = attendance(matchday)
    if before.answer_of(player) == choice:
        return
    facts = {"answer": choice, "since": at, "by": by}
    Availability.objects.update_or_create(matchday=matchday, player_id=player, defaults=facts)
    after = attendance(matchday)
    matchday_notices.of_places(matchday, before, after, at=at)
    if choice == IN:
        matchday_notices.of_clashes(matchday, among=[player], at=at)


@transaction.atomic
def forget(club_id: int, person: int, *, at: dt.datetime) -> None:
    """Delete the answers of a former member to coming matchdays of the club: others may get the places.

    Matchdays of competitions that they have entered still concern them.
    """
    answers = Availability.objects.filter(
        Q(player=person) | Q(player__merged_into=person), matchday__club=club_id, matchday__ends_at__gt=at
    )
    for pk in sorted(set(answers.values_list("matchday", flat=True))):
        matchday = _locked(pk)
        if not is_concerned(matchday, person):
            before = attendance(matchday)
            answers.filter(matchday=pk).delete()
            matchday_notices.of_places(matchday, before, attendance(matchday), at=at)


def facts_of(matchday: Matchday) -> Facts:
    """Return the description of a matchday."""
    return Facts(**{name: getattr(matchday, name) for name in Facts._fields})


def _columns(facts: Facts) -> dict[str, Any]:
    return facts._replace(name=spelled(facts.name))._asdict()


def _check(club_id: int, facts: Facts) -> None:
    if not facts.starts_at < facts.ends_at <= facts.starts_at + LONGEST:
        raise Refusal("bad_times", _("A matchday must end after it begins, and within two weeks."))
    if facts.competition is None:
        if facts.stage or facts.round_number:
            raise Refusal("no_such_stage", _("A round belongs to a competition: choose a competition."))
        return
    if facts.competition.club_id != club_id:
        raise Refusal("other_club", _("This competition is held by another club."))
    if not 1 <= (facts.stage or 1) <= len(facts.competition.stages):
        raise Refusal("no_such_stage", _("The competition does not have that stage."))


@contextmanager
def _changing(matchday_id: int, *, after: int | None, by: str, at: dt.datetime) -> Iterator[Matchday]:
    """Lock a matchday, remember its state, save the changes and notify its people."""
    with transaction.atomic():
        matchday = _locked(matchday_id)
        if after is not None and after != matchday.sequence:
            raise ConflictError(version=matchday.sequence)
        was, places = _kept(matchday), attendance(matchday)
        old = Matchday(pk=matchday.pk, club=matchday.club, **_read(was))
        yield matchday
        if _kept(matchday) == was:
            return
        matchday.sequence += 1
        matchday.changed_at = at
        matchday.save()
        matchday.changes.create(sequence=matchday.sequence, before=was, by=by, at=at)
        matchday_notices.of_change(old, matchday, at=at)
        matchday_notices.of_places(matchday, places, attendance(matchday), at=at)
        matchday_notices.of_clashes(matchday, at=at)


def _locked(matchday_id: int) -> Matchday:
    return (
        Matchday.objects.select_for_update(of=("self",))
        .select_related("club", "competition")
        .get(pk=matchday_id)
    )


def _kept(matchday: Matchday) -> dict[str, Any]:
    """Return the undoable fields of a matchday as JSON values."""
    values = {name: getattr(matchday, name) for name in _KEPT}
    return {
        name: value.astimezone(dt.UTC).isoformat() if isinstance(value, dt.datetime) else value
        for name, value in values.items()
    }


def _read(kept: dict[str, Any]) -> dict[str, Any]:
    times = {name: parse_datetime(kept[name]) for name in ("starts_at", "ends_at")}
    # The competition may have been deleted since.
    known = Competition.objects.filter(pk=kept["competition_id"]).values_list("pk", flat=True)
    return {**kept, **times, "competition_id": known.first() if kept["competition_id"] else None}
