"""The history of a competition for its page: every step in words, with actor and time, the newest first."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.eventstore import Stored
from games.models import Player
from games.wording import actors
from league import competitions
from league.competitions.read_models.as_of import TimeWords
from league.competitions.read_models.event_sentences import History
from league.rules.competition import events

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


def history_page(competition_id: int, number: int, *, is_for_organizers: bool) -> HistoryPage:
    """Return a page of the history, the first for a number below 1, the last for a number that is too high.

    Steps only about drafts or parties are left out unless `is_for_organizers`. Three queries.
    Competition.DoesNotExist.
    """
    rows = competitions.history_of(competition_id)
    sentences = _told(rows)
    shown = {
        version: sentence
        for version, sentence in sentences.items()
        if sentence and (is_for_organizers or not rows[version - 1].event.is_for_organizers)
    }
    by_step: dict[int, list[Stored]] = {}
    for row in rows:
        if row.version in shown:
            by_step.setdefault(row.step, []).append(row)
    steps = list(reversed(by_step.items()))
    pages = max(1, -(-len(steps) // A_PAGE))
    number = min(max(1, number), pages)
    some = steps[(number - 1) * A_PAGE : number * A_PAGE]
    actor = actors.names(inside[0].by for _, inside in some)
    return HistoryPage(
        [
            ShownStep(
                step, actor[inside[0].by], TimeWords(inside[0].at), [shown[row.version] for row in inside]
            )
            for step, inside in some
        ],
        number,
        pages,
    )


def _told(rows: Sequence[Stored]) -> dict[int, str]:
    """Return the sentence of every event by its version. One query."""
    ids = {row.event.player for row in rows if isinstance(row.event, _NAMES_A_PLAYER)}
    players = Player.objects.in_bulk(ids)
    context = History(competitions.state_at(rows), lambda player: players[player].name)
    return {row.version: row.event.sentence(context) for row in rows}


_NAMES_A_PLAYER = events.EntrantEntered | events.PlayerSubstituted
