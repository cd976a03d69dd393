"""An attentive player without any plan: lays any card that fits, calls UNO, draws only when nothing fits."""

from games.bots.simple import others_to_catch
from games.rules.base.chance import Chance
from games.rules.match.commands import CallUno, Catch, Command, JumpIn, LayPair, PlaceHand, PlayCard
from games.rules.match.sight import Sight

_PLAYS = frozenset({PlayCard, LayPair})
_COLOURS = 4
_NOT_NOW = frozenset({CallUno, Catch, JumpIn})


def choose(_sight: Sight | None, legal: list[Command], chance: Chance) -> Command:
    """Return a legal play, each card equally likely, then any of its colours; or else another move."""
    plays = len(legal)  # they come first
    if plays == 1:
        return legal[0]
    while plays and type(legal[plays - 1]) not in _PLAYS:
        plays -= 1
    if not plays:
        return _any_of([one for one in legal if type(one) not in _NOT_NOW] or legal, chance)
    if legal[plays - 1].uno:  # type: ignore[attr-defined]  # a play
        return _any_of([one for one in legal[:plays] if one.uno], chance)  # type: ignore[attr-defined]
    while True:
        play = legal[chance.below(plays)] if plays > 1 else legal[0]
        # A black card is listed once for each colour.
        if not isinstance(play, PlayCard) or play.colour is None or not chance.below(_COLOURS):
            return play


def react(_sight: Sight | None, legal: list[Command], chance: Chance) -> Command | None:
    """Return a late call, a catch, a jump-in or a hand for the centre half of the time it is possible."""
    chances = [one for one in legal if isinstance(one, (CallUno, JumpIn, PlaceHand))] + others_to_catch(legal)
    return _any_of(chances, chance) if chances and chance.below(2) else None


def _any_of(commands: list[Command], chance: Chance) -> Command:
    return commands[chance.below(len(commands))] if len(commands) > 1 else commands[0]
