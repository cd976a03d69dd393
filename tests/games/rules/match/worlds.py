"""Two worlds that differ only in what a viewer cannot know."""

from collections import Counter

import msgspec

from games.rules.base.chance import Chance
from games.rules.cards.cards import IS_BLACK, WILD_DRAW_FOUR
from games.rules.match import commands as c
from games.rules.match import events as e
from games.rules.match.state import State

NOBODY: Counter[int] = Counter()


def other_world(
    state: State,
    viewer: int | None,
    chance: Chance,
    *,
    kept: dict[int, Counter[int]] | None = None,
    piles: bool = True,
) -> State:
    """Return the same table with all cards mixed that the viewer has not seen.

    `kept` are cards that stay in the hands of a seat, for instance because it is about to play them;
    `piles` says whether the draw pile and the covered discards are mixed as well.
    """
    kept = kept or {}
    other = state.copy()
    hidden = [*state.draw_pile, *state.discard_pile[:-1]] if piles else []
    for seat, hand in enumerate(state.hands):
        if seat != viewer:
            hidden += (Counter(hand) - kept.get(seat, NOBODY)).elements()
    mixed = chance.shuffled(hidden)
    if piles:
        other.draw_pile = [mixed.pop() for _card in state.draw_pile]
        other.discard_pile = [*(mixed.pop() for _card in state.discard_pile[:-1]), *state.discard_pile[-1:]]
    for seat, hand in enumerate(state.hands):
        if seat != viewer:
            stays = [*(Counter(hand) & kept.get(seat, NOBODY)).elements()]
            other.hands[seat] = stays + [mixed.pop() for _card in range(len(hand) - len(stays))]
    _hide_what_is_remembered(state, other, viewer, kept)
    return other


def _hide_what_is_remembered(
    state: State, other: State, viewer: int | None, kept: dict[int, Counter[int]]
) -> None:
    """Change the drawn card, the offered card and the verdict on a Wild Draw Four as well."""
    drawer, layer = state.to_act, state.layer
    drawn, offered = state.drawn_card, state.offered_card
    if drawn >= 0 and drawer != viewer and drawn not in kept.get(drawer, NOBODY):
        other.drawn_card = other.hands[drawer][-1]
    if offered >= 0 and layer != viewer and offered not in kept.get(layer, NOBODY):
        other.offered_card = other.hands[layer][-1]
    other.pending_legal = not state.pending_legal


def hidden_form(state: State, command: c.Command, viewer: int | None) -> dict[int, Counter[int]]:
    """Return what must stay in the hands so that the viewer sees the same command given."""
    kept: dict[int, Counter[int]] = {}
    if isinstance(command, (c.PlayCard, c.JumpIn)):
        kept[command.seat] = Counter([command.card])
        if command.offered is not None and command.seat == viewer:
            kept[command.seat][command.offered] += 1
    if isinstance(command, c.LayPair):
        kept[command.seat] = Counter({command.card: 2})
    if isinstance(command, c.GiveCard) and viewer in (command.seat, state.layer):
        # The two who exchange see both cards.
        kept[command.seat] = Counter([command.card])
        kept[state.layer] = Counter([state.offered_card])
    return kept


def in_other_hands(other: State, command: c.Command, viewer: int | None) -> c.Command | None:
    """Return the command as the other world's owner of unseen cards gives it, None if there is no such."""
    if isinstance(command, c.GiveCard) and command.card not in other.hands[command.seat]:
        return c.GiveCard(command.seat, other.hands[command.seat][-1])
    if isinstance(command, (c.PlayCard, c.JumpIn)) and command.offered is not None and command.seat != viewer:
        rest = other.hands[command.seat][:]
        if command.card not in rest:
            return None
        rest.remove(command.card)
        return msgspec.structs.replace(command, offered=rest[-1]) if rest else None
    return command


_TELLING = (
    e.RoundEnded,  # the hands are opened
    e.ChallengeMade,  # the verdict is heard
    e.CharadeWon,  # cards are put down openly
    e.WildsDiscarded,
    e.RoundStarted,  # the cards are dealt anew
)


def may_tell(state: State, command: c.Command, events: list[e.Event], viewer: int | None) -> bool:
    """Whether by the rules the viewer learns something from what happened."""
    if any(isinstance(event, _TELLING) for event in events):
        return True
    if isinstance(command, c.DrawCard) and command.seat != viewer:
        return state.options.draw_rule == "until_playable"  # everybody sees when it stops
    if not isinstance(command, (c.PlayCard, c.JumpIn)) or not IS_BLACK[command.card]:
        return False
    # Without a challenge an accepted Wild Draw Four was honest; a Customizable card may bring wilds to light.
    is_judged_at_once = command.card == WILD_DRAW_FOUR and state.options.draw_four_challenge == "off"
    return is_judged_at_once or "others_discard_wilds" in state.options.customizable_effects


def receives(events: list[e.Event], viewer: int | None) -> bool:
    """Whether the viewer got cards to see that it did not hold before, other than by an exchange."""
    draws = any(isinstance(event, e.CardsDrawn) and event.seat == viewer and event.cards for event in events)
    return draws or any(isinstance(event, e.HandsShuffled) for event in events)
