"""A bot without a plan: it plays a random card that fits, calls UNO, and draws only if no card fits."""

from games.rules.base.chance import Chance
from games.rules.match.commands import CallUno, Catch, Command, JumpIn, LayPair, PlaceHand, PlayCard
from games.rules.match.visibility import Sight

_PLAYS = frozenset({PlayCard, LayPair})
_COLOURS = 4
_NOT_NOW = frozenset({CallUno, Catch, JumpIn})


def choose(_sight: Sight | None, legal: list[Command], chance: Chance) -> Command:
    """Return a random legal play, each card equally likely with any of its colours; or another move."""
    plays = len(legal)  # plays come first
    if plays == 1:
        return legal[0]
    while plays and type(legal[plays - 1]) not in _PLAYS:
        plays -= 1
    if not plays:
        return _random([command for command in legal if type(command) not in _NOT_NOW] or legal, chance)
    if legal[plays - 1].uno:  # type: ignore[attr-defined]  # a play
        return _random([command for command in legal[:plays] if command.uno], chance)  # type: ignore[attr-defined]
    while True:
        play = legal[chance.below(plays)] if plays > 1 else legal[0]
        # A black card is listed once for each colour.
        if not isinstance(play, PlayCard) or play.colour is None or not chance.below(_COLOURS):
            return play


def react(_sight: Sight | None, legal: list[Command], chance: Chance) -> Command | None:
    """Return a late call, a catch, a jump-in or a hand for the centre in half of the possible cases."""
    reactions: list[Command] = [
        command for command in legal if isinstance(command, (CallUno, JumpIn, PlaceHand))
    ]
    reactions += [command for command in legal if isinstance(command, Catch)]
    return _random(reactions, chance) if reactions and chance.below(2) else None


def _random(commands: list[Command], chance: Chance) -> Command:
    return commands[chance.below(len(commands))] if len(commands) > 1 else commands[0]
