"""The strengths of bots: what a seat does that a bot of some strength plays.

`easy` lays any card that fits, `club` plays like a club player, `strong` thinks every choice through.
"""

from collections.abc import Callable
from typing import Final

from games.bots import random_bot, simple_bot, strong_bot
from games.bots.memory import Memory
from games.bots.seen_state import state_seen_by
from games.rules.base.chance import Chance
from games.rules.decisions.legal import legal_commands
from games.rules.decisions.reactions import reactions_of_bot
from games.rules.match.commands import Command
from games.rules.match.state import State
from games.rules.match.visibility import seen_by

EASY, CLUB, STRONG = "easy", "club", "strong"
STRENGTHS: Final = (EASY, CLUB, STRONG)

Remember = Callable[[], Memory]
"""Returns what the seat remembers of the deal."""


def choose(
    strength: str,
    state: State,
    seat: int,
    chance: Chance,
    remember: Remember,
    effort: strong_bot.Effort = strong_bot.USUAL,
) -> Command:
    """Return the move of the seat that is to act."""
    legal = legal_commands(state, seat)
    if strength == STRONG:
        return strong_bot.choose(state_seen_by(state, seat), legal, chance, remember(), effort)
    if strength == EASY:
        return random_bot.choose(None, legal, chance)
    return simple_bot.choose(seen_by(state, seat), legal, chance)


def react(
    strength: str,
    state: State,
    seat: int,
    chance: Chance,
    remember: Remember,
    effort: strong_bot.Effort = strong_bot.USUAL,
) -> Command | None:
    """Return the command of the seat out of turn, None for none."""
    legal = reactions_of_bot(state, seat)
    if not legal:
        return None
    if strength == STRONG:
        return strong_bot.react(state_seen_by(state, seat), legal, chance, remember(), effort)
    if strength == EASY:
        return random_bot.react(None, legal, chance)
    return simple_bot.react(seen_by(state, seat), legal, chance)
