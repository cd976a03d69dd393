"""What all events of a competition have in common, and what their sentences and webhooks may ask."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Protocol

import msgspec

from games.rules.base.language import _
from league.rules.competition.outcomes import Draw, Result
from league.rules.competition.stage import Met
from league.rules.competition.state import State

WebhookEvent = tuple[str, dict[str, Any]]
"""The kind of event that webhooks are told of, and its `data`."""


class SentenceContext(Protocol):
    """What sentences may ask of a competition whose events are told in their order.

    `state` is that at the end. `players` are those in the seats of entrants and `results` those that stand,
    at this point of the log: the sentences keep both up to date, so every event has to be told once.
    """

    state: State
    players: dict[int, int]
    results: dict[tuple[int, str, Met], Result]

    def name(self, entrant: int) -> str:
        """Return what an entrant is called at this point of the log."""

    def names(self, entrants: Iterable[int]) -> str:
        """Return the names of entrants with commas between them."""

    def stage(self, number: int) -> str:
        """Return the name of a stage where there are several, else what to say instead of it."""

    def group(self, group: int) -> str:
        """Return what a group of the running stage is called."""

    def match(self, stage: int, match: str) -> str:
        """Return what a match is called, with a capital letter."""

    def result(self, result: Result) -> str:
        """Return places with totals, and the kind where it was not simply played."""

    def seats_of_play_offs(self, stage: int, tables: Sequence[Sequence[int]]) -> list[str]:
        """Return who meets whom in the play-offs by these tables; nothing while they are not final."""

    def is_between_divisions(self, stage: int) -> bool:
        """Whether a lot in a stage says who goes up, down or plays off."""


class WebhookContext(Protocol):
    """What webhooks may read of a competition: what everybody reads who may see it.

    Nothing of a draft, of a code for check-ins or of a seed; hidden names are numbers.
    """

    def person(self, number: int, **more: Any) -> dict[str, Any]:
        """Return an entrant as everybody may read them."""

    def people(self, numbers: Iterable[int]) -> list[dict[str, Any]]:
        """Return several of them."""

    def match(self, stage: int, key: str, entrants: Iterable[int]) -> dict[str, Any]:
        """Return a match between these entrants."""

    def result(self, stage: int, key: str, entrants: list[int], result: Result) -> dict[str, Any]:
        """Return a result."""

    def draw(self, stage: int, last: Draw) -> dict[str, Any]:
        """Return the published draw of which this is the last part, or all."""

    def adjustment(self, stage: int, number: int, *, is_withdrawn: bool) -> dict[str, Any]:
        """Return a bonus or penalty line."""

    def moment(self, seconds: int) -> str | None:
        """Return a moment (seconds since 1970) as text, None for 0."""


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The base class of all events of a competition."""

    is_for_organizers: ClassVar[bool] = False
    """Whether only organizers may know of it."""

    @abstractmethod
    def change(self, state: State, /) -> None:
        """Change the state. Nothing is worked out here that a rule decides."""

    @abstractmethod
    def sentence(self, context: SentenceContext, /) -> str:
        """Return what people read of it, empty for what is told with a later event."""

    @abstractmethod
    def webhook(self, context: WebhookContext, /) -> WebhookEvent | None:
        """Return what webhooks are told of it, None for what they are not told of."""


def changes_nothing(_event: Event, _state: State) -> None:
    """Say what follows from other events."""


def untold(_event: Event, _context: SentenceContext) -> str:
    """Return nothing: a later event tells it."""
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
    """Return nothing: webhooks are not told of it."""
    return None


def of_kind(kind: str) -> Callable[[Any, WebhookContext], WebhookEvent]:
    """Return an event of a kind whose name says all."""
    return lambda _event, _context: (kind, {})
