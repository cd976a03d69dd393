"""The history of a competition for its page: every step in words, with actor and time, the newest first."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.eventstore import Stored, replica
from games.models import Player
from games.naming.player_names import as_read
from games.wording import actors
from league import competitions
from league.competitions.read_models.as_of import TimeWords
from league.competitions.read_models.event_sentences import History
from league.models import Competition, CompetitionEvent
from league.rules.competition import events
from league.rules.competition.state import State

A_PAGE = 40
"""Steps per page."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of the log: its events in words, its actor, its time."""

    number: int
    who: str
    moment: TimeWords
    sentences: list[str]


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of steps, the newest first; `newer` and `older` are numbers of pages, 0 where there is none."""

    steps: list[ShownStep]
    number: int
    pages: int

    @property
    def newer(self) -> int:
        """The previous page."""
        return self.number - 1

    @property
    def older(self) -> int:
        """The next page."""
        return self.number + 1 if self.number < self.pages else 0


def history_page(competition: Competition, number: int, *, is_for_organizers: bool) -> HistoryPage:
    """Return a page of the history, the first for a number below 1, the last for a number that is too high.

    Steps only about drafts or parties are left out unless `is_for_organizers`. Three queries.
    Competition.DoesNotExist.
    """
    with replica.reading(CompetitionEvent, competition):
        rows = competitions.history_of(competition.pk)
    state = competitions.state_at(rows)
    by_step: dict[int, list[Stored]] = {}
    for row in rows:
        if row.event.is_told(state) and (is_for_organizers or not row.event.is_for_organizers):
            by_step.setdefault(row.step, []).append(row)
    steps = list(reversed(by_step.items()))
    pages = max(1, -(-len(steps) // A_PAGE))
    number = min(max(1, number), pages)
    some = steps[(number - 1) * A_PAGE : number * A_PAGE]
    actor = actors.names(inside[0].by for _, inside in some)
    told = _told(rows, {row.version for _, inside in some for row in inside}, state)
    return HistoryPage(
        [
            ShownStep(
                step, actor[inside[0].by], TimeWords(inside[0].at), [told[row.version] for row in inside]
            )
            for step, inside in some
        ],
        number,
        pages,
    )


def _told(rows: Sequence[Stored], shown: Collection[int], state: State) -> dict[int, str]:
    """Return the sentences of the events of these versions. One query."""
    ids = {row.event.player for row in rows if isinstance(row.event, _NAMES_A_PLAYER)}
    players = Player.objects.in_bulk(ids)
    context = History(
        state, lambda player: players[player].name, lambda player, words: as_read(words, players[player])
    )
    told: dict[int, str] = {}
    for row in rows:
        # Of thousands of events a page shows a few: the others are not put into words.
        if row.version in shown:
            told[row.version] = row.event.sentence(context)
        else:
            row.event.pass_over(context)
    return told


_NAMES_A_PLAYER = events.EntrantEntered | events.PlayerSubstituted
