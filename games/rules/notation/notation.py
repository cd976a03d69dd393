"""The text notation of commands and states, both ways (rules.md 3.16 and 7.1)."""

import re
from collections.abc import Callable
from typing import Any, Final

from games.rules.base.language import _, gettext_noop
from games.rules.cards import cards
from games.rules.match import commands as c
from games.rules.match.state import CENTRE, MATCH_OVER, OVER, PENDING, State

_LETTERS: Final = "ABCDEFGHIJ"
_PENALTY: Final = re.compile(r"penalty([1-9]\d?)\Z")
_OF_NO_SEAT: Final = frozenset({"deal", "end_match"})
_REFEREE_CARDS: Final = 2  # the cards for silence and advice


class NotationError(ValueError):
    """The text is not in the notation."""


def seat(letter: str) -> int:
    """Return the number of a seat letter, 0 for A; NotationError for other texts."""
    if len(letter) != 1 or letter not in _LETTERS:
        raise NotationError(_("{text} is not a seat").format(text=repr(letter)))
    return _LETTERS.index(letter)


def seat_letter(number: int) -> str:
    """Return the letter of a seat, A for 0."""
    return _LETTERS[number]


def seats(letters: str) -> list[int]:
    """Return the seats of letters separated by blanks."""
    return [seat(letter) for letter in letters.split()]


def colour(letter: str) -> int:
    """Return the number of a colour letter; NotationError for other texts."""
    if len(letter) != 1 or letter not in cards.COLOURS:
        raise NotationError(_("{text} is not a colour").format(text=repr(letter)))
    return cards.COLOURS.index(letter)


def card(token: str) -> int:
    """Return the card of a token; NotationError if there is none."""
    try:
        return cards.card(token)
    except ValueError:
        raise NotationError(_("{text} is not a card").format(text=repr(token))) from None


def card_list(tokens: str) -> list[int]:
    """Return the cards of tokens separated by blanks, `-` for none; an empty text is an error."""
    if not tokens:
        raise NotationError(_("cards are missing; write `-` for none"))
    return [] if tokens == "-" else [card(token) for token in tokens.split()]


def command(text: str) -> c.Command:
    """Return the command of a text such as `A play w g uno`; NotationError for other texts."""
    words = text.split()
    if len(words) == 1 and words[0] in _BARE:
        return _BARE[words[0]]
    if len(words) == 3 and words[0] == "ref":
        return _referee(seat(words[1]), words[2])
    if len(words) < 2 or words[1] not in _VERBS:
        raise NotationError(_("{text} is not a command").format(text=repr(text)))
    rest = words[2:]
    parsed = _VERBS[words[1]](seat(words[0]), rest)
    if rest:
        sentence = _("{rest} is left over in {text}")
        raise NotationError(sentence.format(rest=repr(" ".join(rest)), text=repr(text)))
    return parsed


def command_of_seat(move: str, number: int) -> c.Command:
    """Return the command of a seat for a move such as `play w g uno`; NotationError for other texts."""
    return command(move if move in _OF_NO_SEAT else f"{seat_letter(number)} {move}")


def text(command: c.Command) -> str:
    """Return the text of a command; a dealer named with the deal is not part of the notation."""
    if isinstance(command, c.Penalise):
        return _referee_text(command)
    if isinstance(command, (c.Deal, c.DrawForDealer, c.EndCentre, c.EndMatch, c.CallTime)):
        return _BARE_TEXT[type(command)]
    verb, details = _WRITERS[type(command)]
    seat: int = getattr(command, "seat")  # noqa: B009 - all other commands have a seat
    return " ".join([seat_letter(seat), verb, *details(command)])


def state_item(state: State) -> str:
    """Return the state as in scenarios and records: `turn A`, `pending draw2 4 on B`, `over`."""
    if state.phase in (OVER, MATCH_OVER):
        return "over"
    if state.to_act < 0:
        return state.phase
    if state.phase == CENTRE:
        return f"centre {seat_letter(state.layer)}"
    if state.phase == PENDING and state.pending_kind == "skip":
        return f"pending skip on {seat_letter(state.to_act)}"
    if state.phase == PENDING:
        return f"pending {state.pending_kind} {state.pending_total} on {seat_letter(state.to_act)}"
    return f"{state.phase} {seat_letter(state.to_act)}"


def _take(rest: list[str], what: str) -> str:
    if not rest:
        raise NotationError(_("{what} is missing").format(what=_(what)))
    return rest.pop(0)


def _take_after(rest: list[str], word: str) -> str | None:
    """Take a word and the word after it, if the first is next; return the second."""
    if rest[:1] != [word]:
        return None
    rest.pop(0)
    if not rest:
        raise NotationError(_("what follows {word} is missing").format(word=repr(word)))
    return rest.pop(0)


def _take_flag(rest: list[str], word: str) -> bool:
    if rest[:1] != [word]:
        return False
    rest.pop(0)
    return True


def _take_colour(rest: list[str]) -> int | None:
    return colour(rest.pop(0)) if rest and len(rest[0]) == 1 else None


def _take_target(rest: list[str]) -> int | None:
    letter = _take_after(rest, "to")
    return None if letter is None else seat(letter)


def _take_aim(rest: list[str]) -> tuple[int | None, int | None]:
    """Take the target of a card and, for an exchange, the offered card."""
    target = _take_target(rest)
    partner = _take_after(rest, "ex")
    if partner is None:
        return target, None
    return seat(partner), card(_take(rest, gettext_noop("the offered card")))


def _play(number: int, rest: list[str]) -> c.Command:
    laid = card(_take(rest, gettext_noop("a card")))
    named = _take_colour(rest)
    target, offered = _take_aim(rest)
    return c.PlayCard(number, laid, named, _take_flag(rest, "uno"), target, offered)


def _jump(number: int, rest: list[str]) -> c.Command:
    laid = card(_take(rest, gettext_noop("a card")))
    named = _take_colour(rest)
    target, offered = _take_aim(rest)
    return c.JumpIn(number, laid, named, _take_flag(rest, "uno"), target, offered)


def _pair(number: int, rest: list[str]) -> c.Command:
    return c.LayPair(number, card(_take(rest, gettext_noop("a card"))), _take_flag(rest, "uno"))


def _choose_colour(number: int, rest: list[str]) -> c.Command:
    return c.ChooseColour(number, colour(_take(rest, gettext_noop("a colour"))), _take_target(rest))


def _perform(number: int, rest: list[str]) -> c.Command:
    outcome = _take(rest, gettext_noop("ok or fail"))
    if outcome not in ("ok", "fail"):
        raise NotationError(_("{text} is neither ok nor fail").format(text=repr(outcome)))
    return c.Perform(number, outcome == "ok")


def _award(number: int, rest: list[str]) -> c.Command:
    guesser = _take(rest, gettext_noop("a seat or none"))
    return c.AwardCharade(number, None if guesser == "none" else seat(guesser))


def _referee(number: int, kind: str) -> c.Command:
    if kind in ("silence", "advice"):
        return c.Penalise(number, _REFEREE_CARDS, kind)
    match = _PENALTY.match(kind)
    if not match:
        raise NotationError(_("{text} is not a penalty").format(text=repr(kind)))
    return c.Penalise(number, int(match[1]))


def _without_details(make: Callable[[int], c.Command]) -> Callable[[int, list[str]], c.Command]:
    return lambda number, _rest: make(number)


_VERBS: Final[dict[str, Callable[[int, list[str]], c.Command]]] = {
    "play": _play,
    "jump": _jump,
    "pair": _pair,
    "draw": _without_details(c.DrawCard),
    "pass": _without_details(c.Pass),
    "accept": _without_details(c.Accept),
    "challenge": _without_details(c.Challenge),
    "colour": _choose_colour,
    "uno": _without_details(c.CallUno),
    "catch": lambda number, rest: c.Catch(number, seat(_take(rest, gettext_noop("a seat")))),
    "give": lambda number, rest: c.GiveCard(number, card(_take(rest, gettext_noop("a card")))),
    "slap": _without_details(c.PlaceHand),
    "ready": _without_details(c.SayReady),
    "perform": _perform,
    "award": _award,
    "retire": _without_details(c.Retire),
}
_BARE: Final[dict[str, c.Command]] = {
    "deal": c.Deal(),
    "end_match": c.EndMatch(),
    "dealer_draw": c.DrawForDealer(),
    "clock": c.EndCentre(),
    "time": c.CallTime(),
}
_BARE_TEXT: Final = {type(command): word for word, command in _BARE.items()}


def _play_words(command: c.PlayCard | c.JumpIn) -> list[str]:
    words = [cards.TOKENS[command.card]]
    if command.colour is not None:
        words.append(cards.COLOURS[command.colour])
    offered = command.offered
    if command.target is not None:
        words += ["to" if offered is None else "ex", seat_letter(command.target)]
    if offered is not None:
        words.append(cards.TOKENS[offered])
    return [*words, "uno"] if command.uno else words


def _pair_words(command: c.LayPair) -> list[str]:
    return [cards.TOKENS[command.card], "uno"] if command.uno else [cards.TOKENS[command.card]]


def _colour_words(command: c.ChooseColour) -> list[str]:
    words = [cards.COLOURS[command.colour]]
    return words if command.target is None else [*words, "to", seat_letter(command.target)]


def _award_words(command: c.AwardCharade) -> list[str]:
    return ["none" if command.guesser is None else seat_letter(command.guesser)]


def _no_words(_command: c.Command) -> list[str]:
    return []


_WRITERS: Final[dict[type[c.Command], tuple[str, Callable[[Any], list[str]]]]] = {
    c.PlayCard: ("play", _play_words),
    c.JumpIn: ("jump", _play_words),
    c.LayPair: ("pair", _pair_words),
    c.DrawCard: ("draw", _no_words),
    c.Pass: ("pass", _no_words),
    c.Accept: ("accept", _no_words),
    c.Challenge: ("challenge", _no_words),
    c.ChooseColour: ("colour", _colour_words),
    c.CallUno: ("uno", _no_words),
    c.Catch: ("catch", lambda command: [seat_letter(command.target)]),
    c.GiveCard: ("give", lambda command: [cards.TOKENS[command.card]]),
    c.PlaceHand: ("slap", _no_words),
    c.SayReady: ("ready", _no_words),
    c.Perform: ("perform", lambda command: ["ok" if command.done else "fail"]),
    c.AwardCharade: ("award", _award_words),
    c.Retire: ("retire", _no_words),
}


def _referee_text(command: c.Penalise) -> str:
    kind = f"penalty{command.cards}" if command.reason == "penalty" else command.reason
    return f"ref {seat_letter(command.seat)} {kind}"
