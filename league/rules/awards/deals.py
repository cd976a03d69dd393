"""Awards for a single deal: the best deal, the fastest way out, the longest chain of draw cards."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from games.rules.base.language import _, gettext_noop, ngettext
from games.rules.match import events as e
from league.rules.awards.award import Award, Feat, Figure, Moment, fewest, most
from league.rules.awards.season import LOW_IS_GOOD, Season
from league.rules.awards.table_log import Deal, LoggedEvent, TableLog

_CHAIN: Final = 4
"""The smallest number of cards in a chain that counts."""


def _best_deal(season: Season) -> Iterator[Feat]:
    for log in season.logs:
        for deal in log.deals:
            points = _taken(deal)
            if points and deal.who(deal.winner):
                yield Feat(deal.who(deal.winner), (points,), Moment(log.table, deal.step))


def _taken(deal: Deal) -> int:
    """Return the points that a deal gave its winner, or left to the others; 0 where it does not count."""
    if deal.reason != "out" or deal.winner == e.NOBODY:
        return 0
    if deal.options.scoring in LOW_IS_GOOD:
        return sum(deal.points) - deal.points[deal.winner]
    return deal.points[deal.winner] if deal.options.scoring == "winner_takes_all" else 0


BEST_DEAL: Final = Award(
    "best_deal",
    gettext_noop("Best deal"),
    gettext_noop("The most points from everyone else’s cards, by going out in a single deal."),
    _best_deal,
    lambda figure: ngettext("{number} point", "{number} points", figure[0]).format(number=figure[0]),
    most,
)


def _fastest_out(season: Season) -> Iterator[Feat]:
    for log in season.logs:
        for deal in log.deals:
            if way_out := _way_out(deal):
                out, turns, laid = way_out
                yield Feat(out.who(out.event.seat), (turns, laid), Moment(log.table, out.step))


def _way_out(deal: Deal) -> tuple[LoggedEvent, int, int] | None:
    """Return the first going out of a deal, the turns it took, and the cards played by all until then.

    None where nobody went out, or the played cards are not known.
    """
    out = next((logged for logged in deal.events if isinstance(logged.event, e.WentOut)), None)
    if out is None or not out.who(out.event.seat):
        return None
    turns, laid, is_on = 0, 0, False
    for logged in takewhile(lambda logged: logged is not out, deal.events):
        is_mine = getattr(logged.event, "seat", e.NOBODY) == out.event.seat
        if isinstance(logged.event, e.TurnStarted):
            turns, is_on = turns + is_mine, is_mine
        elif isinstance(logged.event, e.CardPlayed):
            laid += 1
            # An answer to an effect, or a jump-in, is a turn without a start.
            turns, is_on = turns + (is_mine and not is_on), is_mine
    return (out, turns, laid) if laid else None


def _in_turns(figure: Figure) -> str:
    turns = ngettext("out in {number} turn", "out in {number} turns", figure[0]).format(number=figure[0])
    cards = ngettext("after {number} card of the deal", "after {number} cards of the deal", figure[1])
    return _("{turns}, {cards}").format(turns=turns, cards=cards.format(number=figure[1]))


FASTEST_OUT: Final = Award(
    "fastest_out",
    gettext_noop("Fastest out"),
    gettext_noop(
        "The fewest turns from the deal to going out; if tied, the fewest cards played by the whole table."
    ),
    _fastest_out,
    _in_turns,
    fewest,
)


def _longest_chain(season: Season) -> Iterator[Feat]:
    for log in season.logs:
        for logged in _passed_on(log):
            yield Feat(logged.who(logged.event.source), (logged.event.total,), Moment(log.table, logged.step))


def _passed_on(log: TableLog) -> Iterator[LoggedEvent]:
    """Yield the penalties that a player passed on instead of drawing."""
    waiting: e.PenaltyRaised | None = None
    for logged in log.events:
        event = logged.event
        if isinstance(event, e.PenaltyRaised):
            is_answer = waiting is not None and waiting.victim == event.source
            if is_answer and event.total >= _CHAIN and logged.who(event.source):
                yield logged
            waiting = event
        elif isinstance(event, e.PenaltyAccepted | e.ChallengeUpheld | e.ChallengeFailed | e.RoundStarted):
            waiting = None


LONGEST_CHAIN: Final = Award(
    "longest_chain",
    gettext_noop("Longest chain passed on"),
    gettext_noop("The most cards to draw that a player passed on by playing another draw card."),
    _longest_chain,
    lambda figure: ngettext("{number} card passed on", "{number} cards passed on", figure[0]).format(
        number=figure[0]
    ),
    most,
)
