"""A history as programs write it (JSON), parsed and checked before anything is computed from it."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from games.rules.base.language import _, shown_number
from games.rules.base.refusal import Refusal, quoted
from league.rules.played_rounds import (
    DOUBLE_FORFEIT,
    FORFEIT,
    FULL,
    HALF,
    PAIRING_BYE,
    PLAYED,
    ZERO,
    Bye,
    Entrant,
    History,
    PlayedMatch,
    PlayedRound,
)

LIMIT: Final = 16_000_000
"""The largest document, in bytes."""

_ENTRANTS, _ROUNDS, _NUMBER, _NAME = 10_000, 1_000, 1_000_000_000, 200
_MATCH_KINDS = (PLAYED, FORFEIT, DOUBLE_FORFEIT)
_BYE_KINDS = (PAIRING_BYE, FULL, HALF, ZERO)


def read(data: bytes) -> History:
    """Return the history in a JSON document.

    Raises Refusal: `too_large`, `not_a_history` (no JSON in UTF-8, or a missing, wrong or unknown part), or
    what `check` raises.
    """
    if len(data) > LIMIT:
        raise Refusal(
            "too_large", _("The results are larger than {size} MB.").format(size=LIMIT // 1_000_000)
        )
    try:
        history = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=History)
    except msgspec.ValidationError as error:
        fault, _at, where = str(error).replace("`", "").partition(" - at $")
        sentence = _("The results are not as expected at {where}: {what}.")
        if not where:
            sentence = _("The results are not as expected: {what}.")
        raise Refusal("not_a_history", sentence.format(where=where.removeprefix("."), what=fault)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        fault = " ".join(str(error).split())[:200]
        raise Refusal(
            "not_a_history", _("The results are not JSON in UTF-8: {what}.").format(what=fault)
        ) from None
    check(history)
    return history


def check(history: History) -> None:
    """Refuse a history that contradicts itself.

    Raises Refusal: `too_many`, `bad_name`, `same_name`, `unknown_entrant`, `twice_in_a_round`, `bad_match`,
    `bad_bye`, `bad_number`.
    """
    if len(history.entrants) > _ENTRANTS or len(history.rounds) > _ROUNDS:
        raise Refusal(
            "too_many",
            _("At most {entrants} entrants and {rounds} rounds are possible.").format(
                entrants=_ENTRANTS, rounds=_ROUNDS
            ),
        )
    _check_names(history.entrants)
    known = frozenset(history.entrants)
    _check_known(history.withdrawn, known, _("Withdrawn entrants"))
    for number, played_round in enumerate(history.rounds, start=1):
        _check_round(played_round, known, _("Round {number}").format(number=number))


def _check_names(entrants: Sequence[Entrant]) -> None:
    seen: set[str] = set()
    for entrant in entrants:
        name = str(entrant)
        is_bad = abs(entrant) > _NUMBER if isinstance(entrant, int) else not name.strip() or len(name) > _NAME
        if is_bad:
            raise Refusal(
                "bad_name",
                _(
                    "{name} cannot be an entrant: a name has 1 to {longest} characters, and a number can "
                    "be at most {largest}."
                ).format(name=quoted(name), longest=_NAME, largest=shown_number(_NUMBER)),
            )
        if name in seen:
            raise Refusal("same_name", _("Two entrants are called {name}.").format(name=quoted(name)))
        seen.add(name)


def _check_known(entrants: Iterable[Entrant], known: frozenset[Entrant], where: str) -> None:
    for entrant in entrants:
        if entrant not in known:
            raise Refusal(
                "unknown_entrant",
                _("{where}: {name} is not an entrant.").format(where=where, name=quoted(str(entrant))),
            )


def _check_round(played_round: PlayedRound, known: frozenset[Entrant], where: str) -> None:
    named = [entrant for match in played_round.matches for entrant in match.entrants]
    named += [bye.entrant for bye in played_round.byes]
    named += played_round.unfinished
    _check_known(named, known, where)
    seen: set[Entrant] = set()
    for entrant in named:
        if entrant in seen:
            raise Refusal(
                "twice_in_a_round",
                _("{where}: {name} is named twice.").format(where=where, name=quoted(str(entrant))),
            )
        seen.add(entrant)
    for number, match in enumerate(played_round.matches, start=1):
        _check_match(match, _("{where}, match {number}").format(where=where, number=number))
    for bye in played_round.byes:
        _check_bye(bye, where)


def _check_match(match: PlayedMatch, where: str) -> None:
    count = len(match.entrants)
    if not 2 <= count <= 10:
        raise Refusal(
            "bad_match",
            _("{where}: a match has 2 to 10 entrants, not {count}.").format(where=where, count=count),
        )
    if match.kind not in _MATCH_KINDS:
        raise Refusal(
            "bad_match",
            _("{where}: the kind is {kind}, not one of {kinds}.").format(
                where=where, kind=quoted(match.kind), kinds=", ".join(_MATCH_KINDS)
            ),
        )
    for name in ("points", "places", "deal_wins", "points_in_hand"):
        numbers = getattr(match, name)
        if len(numbers) != count and (numbers or name == "points"):
            raise Refusal(
                "bad_match",
                _("{where}: {name} needs {count} numbers, not {number}.").format(
                    where=where, count=count, number=len(numbers), name=name
                ),
            )
        _check_numbers(numbers, where)
    if not all(1 <= place <= count for place in match.places):
        raise Refusal(
            "bad_number", _("{where}: a place is not between 1 and {count}.").format(where=where, count=count)
        )
    if any(wins < 0 for wins in match.deal_wins):
        raise Refusal(
            "bad_number", _("{where}: someone has a negative number of deals won.").format(where=where)
        )
    _check_absent(match, where)


def _check_absent(match: PlayedMatch, where: str) -> None:
    absent = set(match.absent)
    if len(absent) < len(match.absent) or not absent <= set(match.entrants):
        raise Refusal(
            "bad_match",
            _("{where}: someone is absent twice, or absent without being in the match.").format(where=where),
        )
    if match.kind == PLAYED and len(match.entrants) - len(absent) < 2:
        raise Refusal(
            "bad_match", _("{where}: fewer than two came, so it was not played.").format(where=where)
        )
    if match.kind == FORFEIT and len(match.entrants) > 2 and not absent:
        raise Refusal("bad_match", _("{where}: it is not stated who was absent.").format(where=where))


def _check_bye(bye: Bye, where: str) -> None:
    if bye.kind not in _BYE_KINDS:
        raise Refusal(
            "bad_bye",
            _("{where}: the kind of a bye is {kind}, not one of {kinds}.").format(
                where=where, kind=quoted(bye.kind), kinds=", ".join(_BYE_KINDS)
            ),
        )
    _check_numbers([bye.points], where)


def _check_numbers(numbers: Sequence[float], where: str) -> None:
    if not all(abs(number) <= _NUMBER for number in numbers):
        raise Refusal(
            "bad_number", _("{where}: a number is larger than {number}.").format(where=where, number=_NUMBER)
        )
