"""One match is played at random and looked at in between; what was found."""

import random
from collections import Counter
from dataclasses import dataclass, field

from games.rules.options import rulebooks as rules
from tests.league.every_address.two_worlds import listening
from tests.leaks.match import NAMES, SITE, Play
from tests.leaks.requests import Look

PRESETS = 10
LOOKS = 6  # at each match, half of them in the first deal
SHARE = 0.4  # of all that could be asked, each time


@dataclass
class Found:
    """What was looked at, and what was wrong with it."""

    matches: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    messages: int = 0
    bodies: int = 0
    log_lines: int = 0
    errors: list[str] = field(default_factory=list)

    @property
    def answers(self) -> int:
        """How many requests were answered."""
        return self.statuses.total()

    @property
    def in_words(self) -> str:
        """What was searched, in words."""
        return (
            f"{self.answers} answers, {self.messages} messages of streams, {self.bodies} bodies of webhooks "
            f"and {self.log_lines} lines of the log"
        )


def rulebooks(number: int) -> list[str]:
    """Return some rulebooks, as different as there are."""
    names = rules.names()
    return [names[at * len(names) // number] for at in range(number)]


def search(rulebook: str, dice: random.Random, search_: Found) -> None:
    """Play a match and look at it in between; what is wrong is added to what was found."""
    play = Play(rulebook, dice)
    look = Look(play, SHARE)
    try:
        for number in range(LOOKS):
            if not play.go_on(first_deal=number < LOOKS // 2):
                break
            with listening() as lines:
                _look(look, dice.choice([*NAMES, "", "Wim", "Olga", SITE]), search_)
            search_.log_lines += len(lines)
            search_.errors += play.told("", "the log", "\n".join(lines))
    finally:
        look.close()
    search_.matches += 1


def _look(look: Look, name: str, search: Found) -> None:
    play = look.play
    for where, answer in look.answers(name):
        search.statuses[answer.status] += 1
        search.errors += play.told(name, where, answer.text)
    for where, message in look.messages(name):
        search.messages += 1
        search.errors += play.told(name, where, message)
    for body in look.bodies():
        search.bodies += 1
        search.errors += play.told("", "a webhook", body)
