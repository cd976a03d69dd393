"""What people are told of a matchday: that it is soon, has changed, has a place for them, clashes."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from django.urls import reverse

from league.calendar.people import Attendance, attendance, booked, booked_twice, expected, insiders
from league.calendar.said import answer_token
from league.calendar.times import how_soon, when
from league.messages import kinds, notices
from league.messages.notices import About, Letter
from league.messages.whom import organizers_of
from league.models import Matchday

CLOSED: Final = "a club that keeps to itself"
"""What is said of a club to those who may not know what is played there."""
_SAID: Final = {"in": "You are in.", "maybe": "You said that you may come.", "": "Are you coming?"}
_WAITING: Final = "You are on the waiting list."
_LINKS: Final = (("I am in", "in"), ("Maybe", "maybe"), ("I am out", "out"))


def of_reminder(matchday: Matchday, *, at: dt.datetime) -> None:
    """Remind everybody expected, each once for this beginning. A constant number of queries."""
    here, soon = attendance(matchday), how_soon(matchday, at)
    where = f", {matchday.place}" if matchday.place else ""
    subject = f"Matchday {soon}: {matchday.name}"
    key = f"{matchday.pk}:{matchday.starts_at:%Y%m%dT%H%M}"
    letters = []
    for player in expected(matchday):
        said = _WAITING if player in here.waiting else _SAID[here.answer_of(player)]
        text = f"{matchday.name} is {soon}: {when(matchday)}{where}. {said}"
        about = About(subject, text, matchday.get_absolute_url(), answers(matchday, player))
        letters.append(Letter(kinds.MATCHDAY, player, key, about))
    notices.send_all(letters, at=at)


def of_change(old: Matchday, matchday: Matchday, *, at: dt.datetime) -> None:
    """Tell everybody expected what has become of a matchday that is not over: time, place, off or on."""
    found = list(_changes(old, matchday))
    if not found or max(old.ends_at, matchday.ends_at) <= at:
        return
    subject, text = f"{found[0][0]}: {matchday.name}", " ".join(sentence for _word, sentence in found)
    key, link = f"{matchday.pk}:{matchday.sequence}", matchday.get_absolute_url()
    letters = []
    for player in expected(matchday):
        links = () if matchday.is_cancelled else answers(matchday, player)
        letters.append(Letter(kinds.CHANGED, player, key, About(subject, text, link, links)))
    notices.send_all(letters, at=at)


def of_places(matchday: Matchday, before: Attendance, after: Attendance, *, at: dt.datetime) -> None:
    """Tell those who waited and now have a place."""
    moved = [player for player in before.waiting if player in after.coming]
    if moved and not matchday.is_cancelled and matchday.ends_at > at:
        text = f"A place has become free for {matchday.name} on {when(matchday)}, and it is yours."
        about = About(f"You are in: {matchday.name}", text, matchday.get_absolute_url())
        stamp = f"{at:%Y%m%dT%H%M%S}"
        notices.send(kinds.MOVED_UP, moved, f"matchday:{matchday.pk}:{stamp}", about=about, at=at)


def of_clashes(matchday: Matchday, *, among: Iterable[int] | None = None, at: dt.datetime) -> None:
    """Tell players who are booked twice of both dates, and the organizers that there is somebody."""
    if matchday.is_cancelled or matchday.ends_at <= at:
        return
    clashes = booked_twice(matchday, booked(matchday) if among is None else among)
    letters = [
        Letter(kinds.BOOKED_TWICE, player, _pair(matchday, other), _clash(matchday, other, "You are booked"))
        for player, others in clashes.items()
        for other in others
    ]
    others = {other.pk: other for found in clashes.values() for other in found}
    for other in others.values():
        letters += [*_to_organizers(matchday, other), *_to_organizers(other, matchday)]
    notices.send_all(letters, at=at)


def answers(matchday: Matchday, player: int) -> Sequence[tuple[str, str]]:
    """Return the links by which a player answers from an e-mail, each with what it says."""
    return [
        (label, reverse("matchday_said", args=[answer_token(matchday.pk, player), said]))
        for label, said in _LINKS
    ]


def _changes(old: Matchday, new: Matchday) -> Iterator[tuple[str, str]]:
    """Yield what has changed for those who come, in a word and as a sentence."""
    if new.is_cancelled:
        if not old.is_cancelled:
            yield "Called off", f"{new.name} on {when(new)} is called off."
        return
    if old.is_cancelled:
        yield "Back on", f"{new.name} takes place after all: {when(new)}."
    if (old.starts_at, old.ends_at) != (new.starts_at, new.ends_at):
        yield "New date", f"{new.name} is now on {when(new)}; it was on {when(old)}. Are you coming then?"
    if old.place != new.place:
        yield "New place", f"The place of {new.name} is now: {new.place or 'not settled'}."


def _to_organizers(matchday: Matchday, other: Matchday) -> Iterator[Letter]:
    """Yield what the organizers of a matchday are told; of a closed club only its people read more."""
    open_about = _clash(matchday, other, "Somebody is booked")
    text = f"Somebody is booked twice: for {matchday.name}, {when(matchday)}, and by {CLOSED} at that time."
    known = None if other.club.is_public else insiders(other.club_id)
    for player in organizers_of(matchday.club_id):
        about = open_about if known is None or player in known else open_about._replace(text=text)
        yield Letter(kinds.BOOKED_TWICE, player, f"org:{_pair(matchday, other)}", about)


def _pair(one: Matchday, other: Matchday) -> str:
    """Return the key of a clash: the same whichever of the two it is seen from, another for other times."""
    return "+".join(sorted(f"{day.pk}:{day.starts_at:%Y%m%dT%H%M}" for day in (one, other)))


def _clash(matchday: Matchday, other: Matchday, who: str) -> About:
    both = " and ".join(f"{day.name} ({day.club.name}), {when(day)}" for day in (matchday, other))
    text = f"{who} for two dates that overlap: {both}."
    return About(f"Booked twice: {matchday.name}", text, matchday.get_absolute_url())
