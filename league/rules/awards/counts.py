"""Awards for doing something most often: challenges won, catches, bluffs not called, jump-ins."""

from collections.abc import Callable, Iterator
from typing import Final

from games.rules.base.language import gettext_noop, ngettext
from games.rules.cards.cards import WILD_DRAW_FOUR
from games.rules.match import events as e
from league.rules.awards.award import Award, Feat, Moment, most
from league.rules.awards.season import Season
from league.rules.awards.table_log import TableLog


def _each(kind: type[e.Event], doer: str) -> Callable[[Season], Iterator[Feat]]:
    """Return a function that yields a feat for each event of a kind; its field `doer` names the seat."""

    def find(season: Season) -> Iterator[Feat]:
        for log in season.logs:
            for logged in log.events:
                if isinstance(logged.event, kind) and (player := logged.who(getattr(logged.event, doer))):
                    yield Feat(player, (1,), Moment(log.table, logged.step))

    return find


CHALLENGES_WON: Final = Award(
    "challenges_won",
    gettext_noop("Most challenges won"),
    gettext_noop("Wild Draw Fours rightly challenged as bluffs."),
    _each(e.ChallengeUpheld, "seat"),
    lambda figure: ngettext("{number} challenge won", "{number} challenges won", figure[0]).format(
        number=figure[0]
    ),
    most,
    adds_up=True,
)

CATCHES: Final = Award(
    "catches",
    gettext_noop("Sharpest ears"),
    gettext_noop("The most players caught with one card who had not said UNO."),
    _each(e.UnoCaught, "by"),
    lambda figure: ngettext("{number} player caught", "{number} players caught", figure[0]).format(
        number=figure[0]
    ),
    most,
    adds_up=True,
)

JUMP_INS: Final = Award(
    "jump_ins",
    gettext_noop("Fastest hand"),
    gettext_noop("The most cards played out of turn, where the rules allow jump-ins."),
    _each(e.JumpedIn, "seat"),
    lambda figure: ngettext("{number} jump-in", "{number} jump-ins", figure[0]).format(number=figure[0]),
    most,
    adds_up=True,
)


def _bluffs(season: Season) -> Iterator[Feat]:
    for log in season.logs:
        yield from _unseen(log)


def _unseen(log: TableLog) -> Iterator[Feat]:
    """Yield the Wild Draw Fours that were played as a bluff and accepted."""
    bluff: Feat | None = None
    for logged in log.events:
        event = logged.event
        if isinstance(event, e.ChallengeUpheld | e.RoundStarted):
            bluff = None
        elif isinstance(event, e.PenaltyAccepted | e.CardPlayed | e.RoundEnded):
            if bluff is not None:
                yield bluff
            bluff = None
            if isinstance(event, e.CardPlayed) and event.card == WILD_DRAW_FOUR and not event.legal:
                player = logged.who(event.seat)
                bluff = Feat(player, (1,), Moment(log.table, logged.step)) if player else None


POKER_FACE: Final = Award(
    "poker_face",
    gettext_noop("Best poker face"),
    gettext_noop("The most bluffed Wild Draw Fours that no one challenged."),
    _bluffs,
    lambda figure: ngettext("{number} successful bluff", "{number} successful bluffs", figure[0]).format(
        number=figure[0]
    ),
    most,
    adds_up=True,
)
