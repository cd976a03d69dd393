"""A competition in numbers: how much was played."""

from typing import NamedTuple

from games.rules.match.events import CardPlayed
from league.rules.awards.season import Season


class Numbers(NamedTuple):
    """Who played, and how much. Cards are those laid online: nobody writes down each real card."""

    players: int
    matches: int
    deals: int
    cards: int


def numbers(season: Season) -> Numbers:
    """Return a competition in numbers; where no log counts the deals those that somebody won are counted."""
    players = {who for match in season.matches for who in match.players}
    deals = sum(
        len(match.log.deals) if match.log else sum(one.deal_wins for one in match.finishes)
        for match in season.matches
    )
    cards = sum(isinstance(one.event, CardPlayed) for log in season.logs for one in log.told)
    return Numbers(len(players), len(season.matches), deals, cards)
