"""What is done for a player whose time is up (rules.md 3.18), and how the engine's answer differs from it."""

from collections.abc import Callable
from typing import cast

from games.rules.match import commands as c
from games.rules.match.state import State
from tests.games.rules import oracle
from tests.games.rules.oracle import COLOURS, is_black, symbol, token
from tests.games.rules.outcomes.table import Table


def difference_in_time(table: Table, command: c.Command | None) -> str:
    """Return how the engine's command differs from what 3.18 allows, an empty text if it does not."""
    allowed = allowed_by_time(table)
    return "" if command in allowed else f"when time is up it does {command}, not one of {allowed}"


def allowed_by_time(table: Table) -> list[c.Command | None]:
    """Return what may be done: several commands where 3.18 does not say which of two equal cards is meant."""
    if table.phase in ("created", "match_over"):
        return [None]
    if table.phase == "over":
        return [c.Deal()]
    return [*_AT_TIME[table.phase](table, table.to_act)]


def _in_turn(table: Table, seat: int) -> list[c.Command]:
    playable = [card for card in table.hands[seat] if _is_legal(table, seat, card)]
    if table.options.voluntary_draw or not playable:
        return [c.DrawCard(seat)]
    worth = {card: table._points(card) for card in playable}
    dearest = [card for card in playable if worth[card] == max(worth.values())]
    return [_play(table, seat, card) for card in _first_by_colour(dearest)]


def _after_draw(table: Table, seat: int) -> list[c.Command]:
    forced = table.options.play_after_draw == "forced" and table.drawn_card >= 0
    if forced and _is_legal(table, seat, table.drawn_card):
        return [_play(table, seat, table.drawn_card)]
    return [c.Pass(seat)]


def _in_exchange(table: Table, seat: int) -> list[c.Command]:
    hand = table.hands[seat]
    lowest = min(map(table._points, hand))
    return [
        c.GiveCard(seat, card)
        for card in _first_by_colour([card for card in hand if table._points(card) == lowest])
    ]


def _starter(table: Table, seat: int) -> list[c.Command]:
    target = table.after(seat, 1) if token(table.top) == "ws" else None
    return [c.ChooseColour(seat, _most_held(table, seat), target)]


def _play(table: Table, seat: int, card: int) -> c.PlayCard:
    names = is_black(card) and not table.options.colours_in_circle
    aims = token(card) == "ws" or (symbol(card) == "7" and table.options.seven_zero)
    target = table.after(seat, 1) if aims and len(table.hands[seat]) > 1 else None
    return c.PlayCard(seat, card, _most_held(table, seat) if names else None, target=target)


def _is_legal(table: Table, seat: int, card: int) -> bool:
    return oracle.legally_playable(cast("State", table), seat, card)


def _most_held(table: Table, seat: int) -> int:
    held = "".join(token(card)[0] for card in table.hands[seat] if not is_black(card))
    return COLOURS.index(max(COLOURS, key=held.count))


def _first_by_colour(cards: list[int]) -> list[int]:
    """Return those of the first colour there is, in the order red, yellow, green, blue, black."""
    order = {card: 4 if is_black(card) else COLOURS.index(token(card)[0]) for card in cards}
    return [card for card in cards if order[card] == min(order.values())]


_AT_TIME: dict[str, Callable[[Table, int], list[c.Command]]] = {
    "turn": _in_turn,
    "after_draw": _after_draw,
    "pending": lambda _table, seat: [c.Accept(seat)],
    "starter_choice": _starter,
    "exchange": _in_exchange,
    "centre": lambda _table, _seat: [c.EndCentre()],
    "ready": lambda _table, seat: [c.SayReady(seat)],
    "forfeit": lambda _table, seat: [c.Perform(seat, done=False)],
    "award": lambda _table, seat: [c.AwardCharade(seat, None)],
}
