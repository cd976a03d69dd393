"""A competition in numbers: how much was played."""

from typing import NamedTuple

from games.rules.match.events import CardPlayed
from league.rules.awards.season import Season


class Numbers(NamedTuple):
    """The number of players, matches, deals and cards.

    Cards are counted online only; `deals` is 0 where those of some match are not known.
    """

    players: int
    matches: int
    deals: int
    cards: int


def numbers(season: Season) -> Numbers:
    """Return a competition in numbers; without a log, the deals won in the results are counted."""
    players = {player for match in season.matches for player in match.players}
    deals = sum(
        len(match.log.deals) if match.log else sum(finish.deal_wins for finish in match.finishes)
        for match in (season.matches if season.knows_all_deals else ())
    )
    cards = sum(isinstance(logged.event, CardPlayed) for log in season.logs for logged in log.events)
    return Numbers(len(players), len(season.matches), deals, cards)
