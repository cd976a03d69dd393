"""Notices about a matchday: reminders, changes, places, clashes."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from league.calendar.answer_links import answer_token
from league.calendar.attendance import Attendance, attendance, booked, booked_twice, expected, members_of
from league.calendar.times import how_soon, when
from league.models import Matchday
from league.notifications import kinds, notices
from league.notifications.notices import About, Letter, Write
from league.notifications.recipients import organizers_of

CLOSED: Final = gettext_lazy("a private club")
"""The name of a closed club for players who may not know what is played there."""
_CURRENT_ANSWER: Final = {
    "in": gettext_lazy("You are in."),
    "maybe": gettext_lazy("You answered “maybe”."),
    "": gettext_lazy("Are you coming?"),
}
_WAITING: Final = gettext_lazy("You are on the waiting list.")
_LINKS: Final = (
    (gettext_lazy("I am in"), "in"),
    (gettext_lazy("Maybe"), "maybe"),
    (gettext_lazy("I am out"), "out"),
)
_YOURS: Final = gettext_noop("You are booked for two dates that overlap: {one} and {two}.")
_OF_SOMEBODY: Final = gettext_noop("Someone is booked for two dates that overlap: {one} and {two}.")


def of_reminder(matchday: Matchday, *, at: dt.datetime) -> None:
    """Remind everybody expected, each once for this start. A constant number of queries."""
    here = attendance(matchday)
    key = f"{matchday.pk}:{matchday.starts_at:%Y%m%dT%H%M}"
    letters = []
    for player in expected(matchday):
        answer = _WAITING if player in here.waiting else _CURRENT_ANSWER[here.answer_of(player)]
        about = partial(_reminder, matchday, player, answer, at)
        letters.append(Letter(kinds.MATCHDAY, player, key, about))
    notices.send_all(letters, at=at)


def of_change(old: Matchday, matchday: Matchday, *, at: dt.datetime) -> None:
    """Notify everybody expected of a change of a matchday that is not over: time, place, off or on."""
    if not any(_changes(old, matchday)) or max(old.ends_at, matchday.ends_at) <= at:
        return
    key = f"{matchday.pk}:{matchday.sequence}"
    letters = [
        Letter(kinds.CHANGED, player, key, partial(_change, old, matchday, player))
        for player in expected(matchday)
    ]
    notices.send_all(letters, at=at)


def of_places(matchday: Matchday, before: Attendance, after: Attendance, *, at: dt.datetime) -> None:
    """Notify players who waited and now have a place."""
    moved = [player for player in before.waiting if player in after.coming]
    if moved and not matchday.is_cancelled and matchday.ends_at > at:
        stamp = f"{at:%Y%m%dT%H%M%S}"
        notices.send(
            kinds.MOVED_UP, moved, f"matchday:{matchday.pk}:{stamp}", about=partial(_place, matchday), at=at
        )


def of_clashes(matchday: Matchday, *, among: Iterable[int] | None = None, at: dt.datetime) -> None:
    """Notify players who are booked twice of both dates, and the organizers that there is a clash."""
    if matchday.is_cancelled or matchday.ends_at <= at:
        return
    clashes = booked_twice(matchday, booked(matchday) if among is None else among)
    letters = [
        Letter(kinds.BOOKED_TWICE, player, _pair(matchday, other), partial(_clash, matchday, other, _YOURS))
        for player, others in clashes.items()
        for other in others
    ]
    others = {other.pk: other for clashing in clashes.values() for other in clashing}
    for other in others.values():
        letters += [*_to_organizers(matchday, other), *_to_organizers(other, matchday)]
    notices.send_all(letters, at=at)


def answers(matchday: Matchday, player: int) -> Sequence[tuple[str, str]]:
    """Return the links for a player's answer from an e-mail, each with its label."""
    return [
        (str(label), reverse("matchday_answer_link", args=[answer_token(matchday.pk, player), choice]))
        for label, choice in _LINKS
    ]


def _changes(old: Matchday, new: Matchday) -> Iterator[tuple[str, str]]:
    """Yield the changes for people who come, as a subject and a sentence."""
    if new.is_cancelled:
        if not old.is_cancelled:
            yield _("Called off: {name}"), _("{name} on {when} is called off.")
        return
    if old.is_cancelled:
        yield _("Back on: {name}"), _("{name} takes place after all: {when}.")
    if (old.starts_at, old.ends_at) != (new.starts_at, new.ends_at):
        yield _("New date: {name}"), _("{name} is now on {when}; it was on {before}. Are you coming?")
    if old.place != new.place:
        settled, open_ = (
            _("New venue for {name}: {place}."),
            _("The venue of {name} is not decided yet."),
        )
        yield _("New venue: {name}"), settled if new.place else open_


def _to_organizers(matchday: Matchday, other: Matchday) -> Iterator[Letter]:
    """Yield the notices for the organizers of a matchday; only members of a closed club get the details."""
    known = None if other.club.is_public else members_of(other.club_id)
    for player in organizers_of(matchday.club_id):
        about: Write = partial(_clash, matchday, other, _OF_SOMEBODY)
        if known is not None and player not in known:
            about = partial(_half_a_clash, matchday)
        yield Letter(kinds.BOOKED_TWICE, player, f"org:{_pair(matchday, other)}", about)


def _pair(matchday: Matchday, other: Matchday) -> str:
    """Return the key of a clash: the same in both directions, different for other times."""
    return "+".join(sorted(f"{day.pk}:{day.starts_at:%Y%m%dT%H%M}" for day in (matchday, other)))


def _reminder(matchday: Matchday, player: int, answer: str | Promise, at: dt.datetime) -> About:
    soon = how_soon(matchday, at)
    subject = _("Matchday {soon}: {name}").format(soon=soon, name=matchday.name)
    text = _("{name} is {soon}: {when}.").format(
        name=matchday.name, soon=soon, when=", ".join(filter(None, (when(matchday), matchday.place)))
    )
    return About(subject, f"{text} {answer}", matchday.get_absolute_url(), answers(matchday, player))


def _change(old: Matchday, matchday: Matchday, player: int) -> About:
    changes = list(_changes(old, matchday))
    facts = {"name": matchday.name, "when": when(matchday), "before": when(old), "place": matchday.place}
    links = () if matchday.is_cancelled else answers(matchday, player)
    text = " ".join(sentence.format(**facts) for _subject, sentence in changes)
    return About(changes[0][0].format(**facts), text, matchday.get_absolute_url(), links)


def _place(matchday: Matchday) -> About:
    text = _("A space for {name} on {when} is now free, and it is yours.")
    subject = _("You are in: {name}").format(name=matchday.name)
    return About(subject, text.format(name=matchday.name, when=when(matchday)), matchday.get_absolute_url())


def _clash(matchday: Matchday, other: Matchday, sentence: str) -> About:
    first, second = (
        _("{name} ({club}), {when}").format(name=day.name, club=day.club.name, when=when(day))
        for day in (matchday, other)
    )
    return _of_clash(matchday, _(sentence).format(one=first, two=second))


def _half_a_clash(matchday: Matchday) -> About:
    text = _("Someone is booked twice: for {name}, {when}, and by {club} at that time.")
    return _of_clash(matchday, text.format(name=matchday.name, when=when(matchday), club=CLOSED))


def _of_clash(matchday: Matchday, text: str) -> About:
    subject = _("Booked twice: {name}").format(name=matchday.name)
    return About(subject, text, matchday.get_absolute_url())
