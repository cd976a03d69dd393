"""The state of a competition: who is in, its stages, how far it has come."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from league.rules.competition import events as happened
from league.rules.competition.stage import Match, Stage

NEW, PLANNED, REGISTRATION, CHECK_IN = "new", "planned", "registration", "check_in"
RUNNING, FINISHED, CANCELLED = "running", "finished", "cancelled"
BEFORE_START = (PLANNED, REGISTRATION, CHECK_IN)


@dataclass(slots=True)
class Entrant:
    """A player in the competition; `seed` is 0 until seeded, `gone` says why an entrant plays no more."""

    number: int
    player: int
    seed: int = 0
    team: str = ""
    gone: str = ""
    is_waiting: bool = False
    is_here: bool = False
    party: str = ""

    @property
    def is_withdrawn(self) -> bool:
        """Whether the entrant plays no more, for whatever reason."""
        return bool(self.gone)

    def copy(self) -> "Entrant":
        """Return an entrant that can be changed by itself."""
        return Entrant(
            self.number,
            self.player,
            self.seed,
            self.team,
            self.gone,
            self.is_waiting,
            self.is_here,
            self.party,
        )


@dataclass(frozen=True, slots=True)
class Timer:
    """How long the tables of a round have: until `ends_at` (seconds since 1970), some `extra` seconds more.

    While `is_paused` there are `left` seconds whenever it goes on. `extra` goes by stage and match.
    """

    seconds: int
    ends_at: int
    left: int = 0
    is_paused: bool = False
    extra: Mapping[tuple[int, str], int] = field(default_factory=dict)

    def seconds_left(self, at: int, stage: int = 0, match: str = "") -> int:
        """Return how much is left at a moment, for all or for the table of a match; below zero when over."""
        left = self.left if self.is_paused else self.ends_at - at
        return left + self.extra.get((stage, match), 0)


@dataclass(slots=True)
class State:
    """A competition. Read by the formats and the projection, changed by `evolve` only."""

    status: str = NEW
    created: happened.CompetitionCreated | None = None
    entrants: dict[int, Entrant] = field(default_factory=dict)
    stages: list[Stage] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    code: str = ""
    was_checked_in: bool = False
    is_paused: bool = False
    is_archived: bool = False
    reason: str = ""  # for which it was called off
    timer: Timer | None = None

    @property
    def settings(self) -> happened.CompetitionCreated:
        """What was announced at the creation."""
        assert self.created is not None
        return self.created

    @property
    def stage(self) -> Stage:
        """The last stage that has begun, the first one before the start."""
        begun = [stage for stage in self.stages if stage.groups]
        return begun[-1] if begun else self.stages[0]

    @property
    def next_stage(self) -> Stage | None:
        """The first stage that has not begun."""
        return next((stage for stage in self.stages if not stage.groups), None)

    def match(self, stage: int, match: str) -> Match | None:
        """Return a match by the number of its stage and its id, None when it was never drawn."""
        if not 1 <= stage <= len(self.stages):
            return None
        return self.stages[stage - 1].matches.get(match)

    def active(self) -> list[Entrant]:
        """Return the entrants who are in, by seed, then by entry number."""
        present = [one for one in self.entrants.values() if not one.is_withdrawn and not one.is_waiting]
        return sorted(present, key=lambda entrant: (entrant.seed or 1_000_000, entrant.number))

    def gone(self) -> set[int]:
        """Return those who entered and play no more."""
        return {one.number for one in self.entrants.values() if one.is_withdrawn}

    def parties(self) -> dict[int, str]:
        """Return by entrant who belongs together and is not to meet."""
        return {one.number: one.party for one in self.entrants.values() if one.party}

    def copy(self) -> "State":
        """Return a state that can be changed by itself."""
        entrants = {number: entrant.copy() for number, entrant in self.entrants.items()}
        return State(
            self.status,
            self.created,
            entrants,
            [stage.copy() for stage in self.stages],
            list(self.winners),
            self.code,
            self.was_checked_in,
            self.is_paused,
            self.is_archived,
            self.reason,
            self.timer,
        )
