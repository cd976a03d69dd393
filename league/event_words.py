"""What happened in a competition, in plain English: a sentence for every event of its log."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from league.rules import events as happened
from league.rules import kinds
from league.rules.events import Event, Result
from league.rules.match_names import full_name
from league.rules.plan import Slot
from league.rules.play_offs import has_borders, planned
from league.rules.progress import FinalTables, at_place
from league.rules.stage import Met, met
from league.rules.state import State
from league.rules.tiebreaks import chain

_LEFT: Final = {
    "withdrawn": "{} withdrew.",
    "disqualified": "{} was disqualified.",
    "no_show": "{} did not show up.",
}
_SEEDED: Final = {
    "manual": "as the organizer set it",
    "rating": "by rating",
    "lot": "by lot",
    "csv": "from a list",
    "standings": "by earlier standings",
    "blocks": "by lot within blocks",
}

_VENUES: Final = {"online": "at a table of this site", "physical": "with real cards"}

_NAMED_AT_MOST: Final = 4
"""Rounds of a draw; more are said from the first to the last."""

DRAFTS: Final = (happened.DraftMade, happened.DraftAdjusted, happened.DraftDiscarded)
"""What only organizers may know of."""


class Teller:
    """Tells the events of one competition in their order; `named` says what a player is called.

    `state` is that at the end, which knows all matches ever drawn. Who sat in an entrant's seat at the time
    and which result was there before is remembered on the way, so every event has to be told once.
    """

    def __init__(self, state: State, named: Callable[[int], str]) -> None:
        self._state = state
        self._named = named
        self._players: dict[int, int] = {}
        self._results: dict[tuple[int, str, Met], Result] = {}

    def tell(self, event: Event) -> str:
        """Return the sentence of the next event."""
        said = _SENTENCES[type(event)]
        return said if isinstance(said, str) else said(self, event)

    def name(self, entrant: int) -> str:
        """Return what an entrant is called at this point of the log."""
        return self._named(self._players[entrant])

    def names(self, entrants: Iterable[int]) -> str:
        """Return the names of entrants with commas between them."""
        return ", ".join(self.name(one) for one in entrants)

    def entered(self, event: happened.EntrantEntered) -> str:
        """Tell of an entry."""
        self._players[event.entrant] = event.player
        late = f" late, into {self._group(event.group)}" if event.group >= 0 else ""
        team = f" for {event.team}" if event.team else ""
        where = " and is on the waiting list" if event.is_waiting else ""
        return f"{self.name(event.entrant)} entered{late}{team}{where}."

    def substituted(self, event: happened.PlayerSubstituted) -> str:
        """Tell of a substitute."""
        before = self.name(event.entrant)
        self._players[event.entrant] = event.player
        return f"{self.name(event.entrant)} plays on for {before}."

    def stage(self, number: int) -> str:
        """Return the name of a stage where there are several, else what to say instead of it."""
        stages = self._state.stages
        return stages[number - 1].settings.name if len(stages) > 1 else "the competition"

    def match(self, stage: int, match: str) -> str:
        """Return what a match is called, with a capital letter."""
        found = self._state.match(stage, match)
        name = full_name(found) if found else match
        return name[0].upper() + name[1:]

    def drawn(self, event: happened.StageRoundDrawn) -> str:
        """Tell of a draw."""
        names = [planned.name for planned in event.draw.rounds]
        what = ", ".join(names) if len(names) <= _NAMED_AT_MOST else f"{names[0]} to {names[-1]}"
        of = f" of {self.stage(event.stage)}" if len(self._state.stages) > 1 else ""
        verb = "was" if len(names) == 1 else "were"
        changed = ", as changed by the organizer" if event.is_adjusted else ""
        return f"{what}{of} {verb} drawn{changed}."

    def recorded(self, event: happened.ResultRecorded) -> str:
        """Tell of a first result."""
        self._results[event.stage, event.match, met(event.entrants)] = event.result
        return f"{self.match(event.stage, event.match)}: {self._result(event.result)}"

    def corrected(self, event: happened.ResultCorrected) -> str:
        """Tell of a correction, with what stood there before."""
        key = event.stage, event.match, met(event.entrants)
        before = self._results.pop(key, None)
        if event.result is not None:
            self._results[key] = event.result
        now = "taken back." if event.result is None else f"corrected to {self._result(event.result)}"
        was = f" Before: {self._result(before)}" if before else ""
        why = f" Reason: {event.reason}" if event.reason else ""
        return f"{self.match(event.stage, event.match)}: {now}{was}{why}"

    def lot(self, event: happened.LotDrawn) -> str:
        """Tell of a lot between those level at the line of a match."""
        match = self.match(event.stage, event.match)
        return f"{match}: a lot put them in this order: {self.names(event.order)}."

    def seats_of_play_offs(self, event: happened.DivisionsRanked) -> list[str]:
        """Return who meets whom in the play-offs by these tables; nothing while they are not final."""
        stage = self._state.stages[event.stage - 1]
        matches = planned(stage).matches if event.tables else []
        return [" – ".join(self._at(slot, event.tables) for slot in match.slots) for match in matches]

    def is_between_divisions(self, stage: int) -> bool:
        """Whether a lot in a stage says who goes up, down or plays off."""
        return has_borders(self._state.stages[stage - 1])

    def adjusted(self, event: happened.PointsAdjusted) -> str:
        """Tell of a bonus or a penalty."""
        kind = "bonus" if event.points > 0 else "penalty"
        points = f"{abs(event.points)} point{'s' if abs(event.points) != 1 else ''}"
        return f"{self.name(event.entrant)} got a {kind} of {points}: {event.reason}"

    def adjustment_withdrawn(self, event: happened.AdjustmentWithdrawn) -> str:
        """Tell of a line that was taken back."""
        line = self._state.stages[event.stage - 1].adjustments[event.number]
        kind = "bonus" if line.points > 0 else "penalty"
        return f"The {kind} of {self.name(line.entrant)} ({line.points:+}: {line.reason}) was taken back."

    def tiebreaks(self, event: happened.TieBreaksChosen) -> str:
        """Tell of another chain of tie-breaks."""
        if not event.codes:
            return f"The standings of {self.stage(event.stage)} are decided in the usual order again."
        names = ", ".join(one.name for one in chain(event.codes))
        return f"The standings of {self.stage(event.stage)} are decided in this order from here on: {names}."

    def finished(self, event: happened.CompetitionFinished) -> str:
        """Tell of the end."""
        verb = "wins" if len(event.winners) == 1 else "share the first place"
        return f"The competition is over: {self.names(event.winners)} {verb}."

    def _at(self, slot: Slot, tables: FinalTables) -> str:
        who = at_place(slot, tables)
        return self.name(who) if who else f"number {slot.place} of division {slot.division}"

    def _group(self, group: int) -> str:
        return f"group {group + 1}" if len(self._state.stage.groups) > 1 else "the running stage"

    def _result(self, result: Result) -> str:
        """Return places with totals, and the kind where it was not simply played."""
        kind = "" if result.kind == kinds.PLAYED else f" ({kinds.SAID[result.kind].split(':')[0]})"
        absent = f" Not there: {self.names(result.absent)}." if result.absent else ""
        tied = " A lot has to decide who goes on." if result.is_tied else ""
        places = sorted(result.places, key=lambda one: one.place)
        if not places:
            return f"nobody takes a place{kind}.{absent}"
        shows_totals = any(one.total for one in places)
        said = ", ".join(
            f"{one.place} {self.name(one.entrant)}{f' ({one.total})' if shows_totals else ''}"
            for one in places
        )
        return f"{said}{kind}.{absent}{tied}"


def _called_off(_teller: Teller, event: happened.CompetitionCancelled) -> str:
    return (
        f"The competition was called off: {event.reason}"
        if event.reason
        else "The competition was called off."
    )


def _stage_started(teller: Teller, event: happened.StageStarted) -> str:
    count = sum(len(group) for group in event.groups)
    groups = f" in {len(event.groups)} groups" if len(event.groups) > 1 else ""
    what = teller.stage(event.stage)
    return f"{what[0].upper()}{what[1:]} began with {count} entrants{groups}."


def _minutes(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    said = [f"{minutes} minute{'s' if minutes != 1 else ''}"] if minutes else []
    return " ".join([*said, *([f"{rest} second{'s' if rest != 1 else ''}"] if rest else [])])


def _ranked(teller: Teller, event: happened.DivisionsRanked) -> str:
    seats = teller.seats_of_play_offs(event)
    if not seats:
        return "Who plays off between the divisions is open until their tables are final."
    return f"By the tables of the divisions these play off: {'; '.join(seats)}."


def _stage_lot(teller: Teller, event: happened.StageLotDrawn) -> str:
    names: Sequence[int] = event.order
    if teller.is_between_divisions(event.stage):
        return f"A lot put those who were level into this order: {teller.names(names)}."
    return (
        f"A lot decided who goes on from {teller.stage(event.stage)}: {teller.names(names)}, in this order."
    )


_SENTENCES: Final[dict[type[Event], Any]] = {
    happened.CompetitionCreated: lambda _teller, event: f"{event.name} was announced.",
    happened.RegistrationOpened: "Registration was opened: players may enter by themselves.",
    happened.RegistrationClosed: "Registration was closed.",
    happened.CheckInOpened: "The check-in was opened.",
    happened.CheckInClosed: "The check-in was closed.",
    happened.EntrantEntered: Teller.entered,
    happened.EntrantAdmitted: lambda teller, event: (
        f"{teller.name(event.entrant)} came in from the waiting list."
    ),
    happened.EntrantWithdrawn: lambda teller, event: _LEFT[event.kind].format(teller.name(event.entrant)),
    happened.TeamNamed: lambda teller, event: (
        f"{teller.name(event.entrant)} plays for {event.team}."
        if event.team
        else f"{teller.name(event.entrant)} plays for nobody any more."
    ),
    happened.EntrantReinstated: lambda teller, event: f"{teller.name(event.entrant)} is back in.",
    happened.EntrantCheckedIn: lambda teller, event: (
        f"{teller.name(event.entrant)} {'is here' if event.is_here else 'is not here after all'}."
    ),
    happened.PlayerSubstituted: Teller.substituted,
    happened.EntrantsSeeded: lambda teller, event: (
        f"The seeding was made {_SEEDED.get(event.method, 'anew')}: {teller.names(event.order)}."
    ),
    happened.TeamNamed: lambda teller, event: (
        f"{teller.name(event.entrant)} plays for {event.team or 'nobody but themselves'}."
    ),
    happened.CompetitionStarted: lambda _teller, event: (
        f"The competition started with {len(event.order)} entrants."
    ),
    happened.StageStarted: _stage_started,
    happened.DraftMade: "A draft of the next draw was made.",
    happened.DraftAdjusted: "Two seats of the draft were swapped.",
    happened.DraftDiscarded: "The draft was dropped.",
    happened.StageRoundDrawn: Teller.drawn,
    happened.TableAssigned: lambda teller, event: (
        f"{teller.match(event.stage, event.match)} began at its table."
    ),
    happened.MatchMoved: lambda teller, event: (
        f"{teller.match(event.stage, event.match)} is played {_VENUES[event.venue]}."
    ),
    happened.TimerStarted: lambda _teller, event: f"The timer was started: {_minutes(event.seconds)}.",
    happened.TimerExtended: lambda teller, event: (
        f"{teller.match(event.stage, event.match) if event.match else 'Everybody'} got "
        f"{_minutes(event.seconds)} more."
    ),
    happened.TimerPaused: "The timer was paused.",
    happened.TimerResumed: "The timer goes on.",
    happened.TimerStopped: "The timer was put away.",
    happened.LotDrawn: Teller.lot,
    happened.StageLotDrawn: _stage_lot,
    happened.DivisionsRanked: _ranked,
    happened.ResultRecorded: Teller.recorded,
    happened.ResultCorrected: Teller.corrected,
    happened.PointsAdjusted: Teller.adjusted,
    happened.AdjustmentWithdrawn: Teller.adjustment_withdrawn,
    happened.TieBreaksChosen: Teller.tiebreaks,
    happened.CompetitionPaused: "The competition was paused.",
    happened.CompetitionResumed: "The competition goes on.",
    happened.CompetitionCancelled: _called_off,
    happened.CompetitionArchived: "The competition was put into the archive.",
    happened.CompetitionRestored: "The competition came back from the archive.",
    happened.StageRoundFinished: lambda _teller, event: f"Round {event.round} was over.",
    happened.CompetitionFinished: Teller.finished,
    happened.CompetitionReopened: "The competition goes on: its last result was taken away.",
}
