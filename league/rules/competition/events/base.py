"""The base class of events, and what their sentences and webhooks can read."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Protocol

import msgspec

from games.rules.base.language import _
from league.rules.competition.event_values import Draw, Result
from league.rules.competition.stage import Met
from league.rules.competition.state import State

WebhookEvent = tuple[str, dict[str, Any]]
"""The kind of the event for webhooks, and its `data`."""


class SentenceContext(Protocol):
    """The facts of a competition that sentences can read while its events are described in their order.

    `state` is the state at the end. `players` are those in the seats of entrants and `results` the valid
    ones, at this point of the log: sentences keep both current, so every event must be described, or passed
    over, exactly once.
    """

    state: State
    players: dict[int, int]
    results: dict[tuple[int, str, Met], Result]

    def name(self, entrant: int) -> str:
        """Return the name of an entrant at this point of the log."""

    def about(self, entrant: int, words: str) -> str:
        """Return words about an entrant, without the name if that is hidden."""

    def names(self, entrants: Iterable[int]) -> str:
        """Return the names of entrants: `Ana, Bo and Cy`."""

    def in_order(self, entrants: Iterable[int]) -> str:
        """Return the names of entrants where their order matters: `Ana, Bo, Cy`."""

    def stage(self, number: int) -> str:
        """Return the name of a stage if there are several, else words for the only one."""

    def group(self, group: int) -> str:
        """Return the name of a group of the running stage."""

    def match(self, stage: int, match: str) -> str:
        """Return the name of a match, with a capital letter."""

    def result(self, result: Result) -> str:
        """Return places with totals, and the kind of the result unless it was played normally."""

    def seats_of_play_offs(self, stage: int, tables: Sequence[Sequence[int]]) -> list[str]:
        """Return the pairings of the play-offs by these tables; empty while the tables are not final."""

    def is_between_divisions(self, stage: int) -> bool:
        """Whether a lot in a stage decides about promotion, relegation or play-offs."""


class WebhookContext(Protocol):
    """The facts of a competition that webhooks can read: those that every visitor of it may read.

    No drafts, no check-in codes and no seeds of lots; hidden names are numbers.
    """

    def person(self, number: int, **more: Any) -> dict[str, Any]:
        """Return an entrant as every visitor may see it."""

    def people(self, numbers: Iterable[int]) -> list[dict[str, Any]]:
        """Return several entrants as every visitor may see them."""

    def match(self, stage: int, key: str, entrants: Iterable[int]) -> dict[str, Any]:
        """Return a match between these entrants."""

    def result(self, stage: int, key: str, entrants: list[int], result: Result) -> dict[str, Any]:
        """Return a result."""

    def draw(self, stage: int, last: Draw) -> dict[str, Any]:
        """Return the published draw whose last or only part this is."""

    def adjustment(self, stage: int, number: int, *, is_withdrawn: bool) -> dict[str, Any]:
        """Return a bonus or penalty line."""

    def moment(self, seconds: int) -> str | None:
        """Return a time (seconds since 1970) as text, None for 0."""


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The base class of all events of a competition."""

    is_for_organizers: ClassVar[bool] = False
    """Whether only organizers may see it."""

    @abstractmethod
    def change(self, state: State, /) -> None:
        """Change the state. Decisions of rules are stored in the event, not computed here."""

    @abstractmethod
    def sentence(self, context: SentenceContext, /) -> str:
        """Return the sentence for readers, empty unless it `is_told`."""

    def is_told(self, _state: State, /) -> bool:
        """Whether it has a sentence; without one another event includes it. `_state` is that at the end."""
        return True

    def pass_over(self, context: SentenceContext, /) -> None:
        """Keep the context current without a sentence."""

    @abstractmethod
    def webhook(self, context: WebhookContext, /) -> WebhookEvent | None:
        """Return the event for webhooks, None if they do not receive it."""


def changes_nothing(_event: Event, _state: State) -> None:
    """Change nothing: the event follows from others."""


def untold(_event: Event, _context: SentenceContext) -> str:
    """Return an empty sentence: a later event includes it."""
    return ""


def always(text: str) -> Callable[[Any, SentenceContext], str]:
    """Return the same sentence for every event of a type."""
    return lambda _event, _context: _(text)


def of_entrant(text: str) -> Callable[[Any, SentenceContext], str]:
    """Return a sentence with the {name} of an entrant."""
    return lambda event, context: _(text).format(name=context.name(event.entrant))


def of_match(text: str) -> Callable[[Any, SentenceContext], str]:
    """Return a sentence with the name of a {match}."""
    return lambda event, context: _(text).format(match=context.match(event.stage, event.match))


def not_sent(_event: Event, _context: WebhookContext) -> WebhookEvent | None:
    """Return None: webhooks do not receive it."""
    return None


def of_kind(kind: str) -> Callable[[Any, WebhookContext], WebhookEvent]:
    """Return an event without data: its kind says everything."""
    return lambda _event, _context: (kind, {})
