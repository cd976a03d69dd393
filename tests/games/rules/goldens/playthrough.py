"""Plays one deal and tells it in words that do not depend on how the engine is made."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from games.rules.cards.cards import COLOURS, TOKENS, text
from games.rules.decisions.decide import new_match, step
from games.rules.match import commands as c
from games.rules.match.events import CardsDealt, DealerChosen, Event, RoundStarted
from games.rules.match.state import CALLED, OPEN, RUNNING, State
from games.rules.notation import notation
from games.rules.options.options import build
from tests.games.rules import oracle
from tests.games.rules.any_match import RichChance, some_move, thinkable

MOVES: Final = 400
_SEATS: Final = frozenset({"seat", "target", "victim", "source", "by", "dealer", "winner", "loser"})
_CARDS: Final = frozenset({"cards", "pile", "shown"})
_QUIET: Final = frozenset({"later", "options", "rulebook", "height", "hands"})


class Golden(msgspec.Struct, frozen=True):
    """What is played: the rulebook, changes to it, how many play, and the seed of all chance."""

    rulebook: str
    seats: int
    seed: int
    changes: dict[str, Any] = {}


GOLDENS: Final = (
    Golden(
        "classic-112-swap", 4, 88, {"customizable_effects": ["others_discard_wilds", "charade_colour_dump"]}
    ),
    Golden("classic-112-shuffle", 3, 40, {"customizable_effects": ["next_sings_or_draw_2", "extra_turn"]}),
    Golden("super-mario", 4, 50, {"stack_draw_two": "sum", "uno_penalty_trigger": "automatic"}),
    Golden("filipino", 3, 105, {"scoring": "elimination", "target_score": 30}),
    Golden("welsh-draw-ten", 5, 91, {"play_after_draw": "forced", "hand_size": 4}),
    Golden("partners", 4, 96, {"jump_in": True, "false_call_penalty": 2}),
    Golden("russian-twins", 5, 9, {"seven_zero": True, "five_exchange": True, "illegal_card_penalty": 2}),
    Golden(
        "russian-stacked", 4, 27, {"reverse_reflects": True, "silence": "black", "colours_in_circle": True}
    ),
    Golden("russian-to-last", 4, 7, {"uno_centre": True, "silence": "twos"}),
    Golden("russian-board", 3, 93, {"deck": "plus_ten_112", "stack_ten": True}),
)


def playthrough(golden: Golden) -> str:
    """Return the text of one deal."""
    options = build(golden.rulebook, golden.changes)
    state = new_match(golden.rulebook, options, golden.seats)
    chance = RichChance(str(golden.seed).encode())
    lines = [f"{golden.rulebook}, {golden.seats} seats, seed {golden.seed}"]
    lines += [f"{name} = {value}" for name, value in golden.changes.items()]
    for number in range(MOVES):
        move = _some_move(state, chance) if number else c.Deal()
        lines += ["", notation.text(move)]
        lines += [f"    {line}" for event in step(state, move, chance) for line in _told(event)]
        lines.append(f"    = {_position(state)}")
        if state.phase not in RUNNING:
            break
    lines += ["", "At the end", *_hands(state), f"totals {state.totals}", f"places {state.places}"]
    return "\n".join(lines) + "\n"


def _some_move(state: State, chance: RichChance) -> c.Command:
    """Return mostly a card, now and then anything the rules let pass, false calls and wrong cards too."""
    odd = []
    if not chance.below(9):
        passed = [command for command in thinkable(state, chance) if oracle.allows(state, command)]
        odd = [seat for seat in passed if not isinstance(seat, c.Retire | c.CallTime)]
    return odd[chance.below(len(odd))] if odd else some_move(state, chance)


def _told(event: Event) -> Iterator[str]:
    if isinstance(event, CardsDealt):
        for seat, hand in enumerate(event.hands):
            yield f"CardsDealt {_letter(seat)}: {text(hand)}"
        yield f"CardsDealt pile: {text(event.pile)}"
        return
    if isinstance(event, DealerChosen):
        drawn = " ".join(f"{_letter(seat)}={TOKENS[card]}" for seat, card in event.draws)
        yield f"DealerChosen {_letter(event.seat)} {drawn}".rstrip()
        return
    if isinstance(event, RoundStarted):
        yield f"RoundStarted {event.round} dealer {_letter(event.dealer)}"
        return
    words = [_word(name, getattr(event, name)) for name in event.__struct_fields__ if name not in _QUIET]
    yield " ".join([type(event).__name__, *filter(None, words)])


def _word(name: str, value: Any) -> str:
    if name in _SEATS:
        return f"{name} {_letter(value)}"
    if name in ("card", "received"):
        return TOKENS[value] if value >= 0 else ""
    if name in _CARDS and isinstance(value, list):
        return text(value)
    if name == "colour":
        return COLOURS[value]
    return f"{name} {value}"


def _letter(seat: int) -> str:
    return notation.seat_letter(seat) if seat >= 0 else "nobody"


def _position(state: State) -> str:
    counts = " ".join(
        f"{_letter(seat)}{len(hand)}{_duty(state.uno[seat])}" for seat, hand in enumerate(state.hands)
    )
    colour = COLOURS[state.colour] if state.colour >= 0 else "-"
    way = "cw" if state.direction == 1 else "ccw"
    text = f"{notation.state_item(state)} | top {TOKENS[state.top]} | {colour} {way} | {counts}"
    return f"{text} | draw #{len(state.draw_pile)} | discard #{len(state.discard_pile)}"


def _duty(duty: int) -> str:
    return {OPEN: "?", CALLED: "!"}.get(duty, "")


def _hands(state: State) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        yield f"{_letter(seat)}: {text(sorted(hand))}"
