"""A penalty that the host asks for, and whose answers are missing."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.localization.lists import listed
from games.rules.match.sentence_patterns import count
from games.tables import Look, rulings
from games.tables.events import penalty_reason


class PenaltyRequest(NamedTuple):
    """A penalty that waits for answers, as its viewer sees it; `words` tell who is to draw how many."""

    words: str
    reason: str
    asked: int
    may_answer: bool
    may_withdraw: bool
    waits_for: str


def request_of(look: Look, names: list[str]) -> PenaltyRequest | None:
    """Return the penalty that waits for answers at a table; None if there is none."""
    if not rulings.is_open(look.table):
        return None
    asked = look.table.penalty_asked
    missing = rulings.missing_answers(look.seats, asked)
    return PenaltyRequest(
        words=_words(asked, names, look.seat),
        reason=penalty_reason(asked["kind"], asked["words"]),
        asked=asked["at"],
        may_answer=look.seat in missing,
        may_withdraw=look.seat == asked["by"],
        waits_for=listed([_answerer(seat, names, look.seat) for seat in missing]),
    )


def asks_others(look: Look) -> bool:
    """Whether the host plays, and other people are there who could agree to a penalty."""
    if not rulings.host_plays(look.table, look.seats):
        return False
    return any(_is_another_person(look, seat.index) for seat in look.seats)


def _words(asked: Mapping[str, Any], names: Sequence[str], viewer: int | None) -> str:
    by, seat = asked["by"], asked["seat"]
    if viewer == by == seat:
        sentence = _("You ask for a penalty of {cards} for yourself.")
    elif viewer == by:
        sentence = _("You ask for a penalty of {cards} for {name}.")
    elif viewer == seat:
        sentence = _("{asker} wants you to draw {cards}.")
    else:
        sentence = _("{asker} asks for a penalty of {cards} for {name}.")
    return sentence.format(asker=names[by], cards=count(asked["cards"]), name=names[seat])


def _answerer(seat: int, names: Sequence[str], viewer: int | None) -> str:
    return pgettext("among those who have not answered", "you") if seat == viewer else names[seat]


def _is_another_person(look: Look, seat: int) -> bool:
    row = look.seats[seat]
    return bool(row.player_id) and not row.is_bot and row.player_id != look.table.host_id
