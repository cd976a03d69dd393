"""The state of a competition: its entrants, its stages and its status."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from league.rules.competition.stage import Match, Stage
from league.rules.settings.competition_settings import CompetitionSettings

NEW, PLANNED, REGISTRATION, CHECK_IN = "new", "planned", "registration", "check_in"
RUNNING, FINISHED, CANCELLED = "running", "finished", "cancelled"
DELETED = "deleted"
BEFORE_START = (PLANNED, REGISTRATION, CHECK_IN)


@dataclass(slots=True)
class Entrant:
    """A player in the competition; `seed` is 0 until seeded, `gone` is the reason of a withdrawal.

    `is_away` is a player of an arena who takes a break.
    """

    number: int
    player: int
    seed: int = 0
    team: str = ""
    gone: str = ""
    is_waiting: bool = False
    is_here: bool = False
    party: str = ""
    is_away: bool = False

    @property
    def is_withdrawn(self) -> bool:
        """Whether the entrant no longer plays, for any reason."""
        return bool(self.gone)

    def copy(self) -> "Entrant":
        """Return an entrant that can be changed independently."""
        return Entrant(
            self.number,
            self.player,
            self.seed,
            self.team,
            self.gone,
            self.is_waiting,
            self.is_here,
            self.party,
            self.is_away,
        )


@dataclass(frozen=True, slots=True)
class Timer:
    """The time of the tables of a round: until `ends_at` (seconds since 1970), longer for those in `extra`.

    While `is_paused`, `left` seconds remain. `extra` is given in seconds by stage and match. It belongs to
    the `matches` that were in play when it was started.
    """

    seconds: int
    ends_at: int
    left: int = 0
    is_paused: bool = False
    extra: Mapping[tuple[int, str], int] = field(default_factory=dict)
    matches: frozenset[tuple[int, str]] = frozenset()

    def seconds_left(self, at: int, stage: int = 0, match: str = "") -> int:
        """Return how much time is left, for all or for the table of a match; negative when it is over."""
        left = self.left if self.is_paused else self.ends_at - at
        return left + self.extra.get((stage, match), 0)


@dataclass(slots=True)
class State:
    """A competition. Read by the formats and the projection, changed by events only."""

    status: str = NEW
    created: CompetitionSettings | None = None
    entrants: dict[int, Entrant] = field(default_factory=dict)
    stages: list[Stage] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    code: str = ""
    was_checked_in: bool = False
    is_paused: bool = False
    is_archived: bool = False
    reason: str = ""  # of the cancellation
    timer: Timer | None = None
    was_open: bool = False  # started while players could still enter by themselves

    @property
    def settings(self) -> CompetitionSettings:
        """The settings announced at the creation."""
        assert self.created is not None
        return self.created

    @property
    def stage(self) -> Stage:
        """The last stage that has begun; before the start the first stage."""
        begun = [stage for stage in self.stages if stage.groups]
        return begun[-1] if begun else self.stages[0]

    @property
    def next_stage(self) -> Stage | None:
        """The first stage that has not begun."""
        return next((stage for stage in self.stages if not stage.groups), None)

    def match(self, stage: int, match: str) -> Match | None:
        """Return a match by the number of its stage and its id, None if it was never drawn."""
        if not 1 <= stage <= len(self.stages):
            return None
        return self.stages[stage - 1].matches.get(match)

    def matches_in_play(self) -> frozenset[tuple[int, str]]:
        """Return the matches, by stage and id, that nobody in them has an earlier match to play before."""
        in_play, busy = set(), set[int]()
        for stage in self.stages:
            for match in stage.matches.values():
                if match.is_waiting:
                    if busy.isdisjoint(match.entrants):
                        in_play.add((stage.number, match.id))
                    busy.update(match.entrants)
        return frozenset(in_play)

    def seed(self, order: Sequence[int]) -> None:
        """Seed these entrants, the first seed first, and no others."""
        for entrant in self.entrants.values():
            entrant.seed = 0
        for seed, number in enumerate(order, start=1):
            self.entrants[number].seed = seed

    def active(self) -> list[Entrant]:
        """Return the active entrants, by seed, then by entry number."""
        present = [
            entrant
            for entrant in self.entrants.values()
            if not entrant.is_withdrawn and not entrant.is_waiting
        ]
        return sorted(present, key=lambda entrant: (entrant.seed or 1_000_000, entrant.number))

    def gone(self) -> set[int]:
        """Return the entrants who no longer play."""
        return {entrant.number for entrant in self.entrants.values() if entrant.is_withdrawn}

    def parties(self) -> dict[int, str]:
        """Return the party of each entrant that should not meet its other members; see `brackets.parties`."""
        return {entrant.number: entrant.party for entrant in self.entrants.values() if entrant.party}

    def copy(self) -> "State":
        """Return a state that can be changed independently."""
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
            self.was_open,
        )
