"""A player without any plan: lays a random card that fits, and draws only when none does."""

from games.bots.simple import others_to_catch
from games.rules.chance import Chance
from games.rules.commands import CallUno, Catch, Command, JumpIn, PlaceHand, PlayCard
from games.rules.sight import Sight


def choose(_sight: Sight, legal: list[Command], chance: Chance) -> Command:
    """Return one of the legal commands: any card that can be laid, else any other move."""
    plays = [one for one in legal if isinstance(one, PlayCard)]
    if plays:
        cards = sorted({one.card for one in plays})
        card = cards[chance.below(len(cards))]
        return _any_of([one for one in plays if one.card == card], chance)
    moves = [one for one in legal if not isinstance(one, (CallUno, Catch, JumpIn))]
    return _any_of(moves or legal, chance)


def react(_sight: Sight, legal: list[Command], chance: Chance) -> Command | None:
    """Return a late call, a catch, a jump-in or a hand for the centre half of the time it is possible."""
    chances = [one for one in legal if isinstance(one, (CallUno, JumpIn, PlaceHand))] + others_to_catch(legal)
    return _any_of(chances, chance) if chances and chance.below(2) else None


def _any_of(commands: list[Command] | list[PlayCard], chance: Chance) -> Command:
    return commands[chance.below(len(commands))]
