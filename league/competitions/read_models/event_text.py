"""What happened in a competition, in plain words: a sentence for every event of its log."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.rules.base.spelling import legible
from league.rules.brackets.plan import Slot
from league.rules.brackets.progress import FinalTables, at_place
from league.rules.competition import events as happened
from league.rules.competition.events import Event, Result
from league.rules.competition.match_names import full_name
from league.rules.competition.stage import Met, met
from league.rules.competition.state import State
from league.rules.settings import result_kinds
from league.rules.settings.labels import spoken
from league.rules.stages.play_offs import has_borders, planned
from league.rules.tiebreaks import chain

_LEFT: Final = {
    "withdrawn": gettext_noop("{name} withdrew."),
    "disqualified": gettext_noop("{name} was disqualified."),
    "no_show": gettext_noop("{name} did not show up."),
}
_SEEDED: Final = {
    "manual": gettext_noop("The seeding was made as the organizer set it: {names}."),
    "rating": gettext_noop("The seeding was made by rating: {names}."),
    "lot": gettext_noop("The seeding was made by lot: {names}."),
    "csv": gettext_noop("The seeding was made from a list: {names}."),
    "standings": gettext_noop("The seeding was made by earlier standings: {names}."),
    "blocks": gettext_noop("The seeding was made by lot within blocks: {names}."),
}
_SEEDED_ANEW: Final = gettext_noop("The seeding was made anew: {names}.")

_PLAYED_AT: Final = {
    "online": gettext_noop("{match} is played at a table of this site."),
    "physical": gettext_noop("{match} is played with real cards."),
}

_KINDS: Final = {
    result_kinds.WALKOVER: gettext_noop("walkover"),
    result_kinds.FORFEIT: gettext_noop("forfeit"),
    result_kinds.DOUBLE_FORFEIT: gettext_noop("double forfeit"),
    result_kinds.VOID: gettext_noop("void"),
    result_kinds.ADJUDICATED: gettext_noop("adjudicated by the organizer"),
}

_NAMED_AT_MOST: Final = 4
"""Rounds of a draw; more are said from the first to the last."""

FOR_ORGANIZERS: Final = (
    happened.DraftMade,
    happened.DraftAdjusted,
    happened.DraftDiscarded,
    happened.PartyNamed,
)
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
        """Return the sentence of the next event, empty for what is told with a later one."""
        said = _SENTENCES[type(event)]
        if isinstance(said, str):
            return _(said) if said else ""
        sentence: str = said(self, event)
        return sentence

    def name(self, entrant: int) -> str:
        """Return what an entrant is called at this point of the log."""
        return self._named(self._players[entrant])

    def names(self, entrants: Iterable[int]) -> str:
        """Return the names of entrants with commas between them."""
        return ", ".join(self.name(one) for one in entrants)

    def entered(self, event: happened.EntrantEntered) -> str:
        """Tell of an entry."""
        self._players[event.entrant] = event.player
        said = _("{name} entered for {team}.") if event.team else _("{name} entered.")
        if event.group >= 0:
            said = _("{name} entered late, into {group}.")
            if event.team:
                said = _("{name} entered late, into {group} for {team}.")
        elif event.is_waiting:
            said = _("{name} entered and is on the waiting list.")
            if event.team:
                said = _("{name} entered for {team} and is on the waiting list.")
        group = self._group(event.group) if event.group >= 0 else ""
        return said.format(name=self.name(event.entrant), team=legible(event.team), group=group)

    def substituted(self, event: happened.PlayerSubstituted) -> str:
        """Tell of a substitute."""
        before = self.name(event.entrant)
        self._players[event.entrant] = event.player
        return _("{name} plays on for {before}.").format(name=self.name(event.entrant), before=before)

    def stage(self, number: int) -> str:
        """Return the name of a stage where there are several, else what to say instead of it."""
        stages = self._state.stages
        return stages[number - 1].settings.title if len(stages) > 1 else _("the competition")

    def match(self, stage: int, match: str) -> str:
        """Return what a match is called, with a capital letter."""
        found = self._state.match(stage, match)
        name = spoken(full_name(found)) if found else match
        return name[0].upper() + name[1:]

    def drawn(self, event: happened.StageRoundDrawn) -> str:
        """Tell of a draw."""
        draw = self._state.stages[event.stage - 1].published(event.draw)
        names = [spoken(planned.name) for planned in draw.rounds]
        rounds = ", ".join(names)
        if len(names) > _NAMED_AT_MOST:
            rounds = _("{first} to {last}").format(first=names[0], last=names[-1])
        if len(self._state.stages) > 1:
            rounds = _("{round} of {stage}").format(round=rounds, stage=self.stage(event.stage))
        said = ngettext("{rounds} was drawn.", "{rounds} were drawn.", len(names))
        if event.is_adjusted:
            said = ngettext(
                "{rounds} was drawn, as changed by the organizer.",
                "{rounds} were drawn, as changed by the organizer.",
                len(names),
            )
        return said.format(rounds=rounds)

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
        match = self.match(event.stage, event.match)
        if event.result is None:
            said = [_("{match}: taken back.").format(match=match)]
        else:
            now = self._result(event.result)
            said = [_("{match}: corrected to {result}").format(match=match, result=now)]
        if before:
            said.append(_("Before: {result}").format(result=self._result(before)))
        if event.reason:
            said.append(_("Reason: {reason}").format(reason=event.reason))
        return " ".join(said)

    def lot(self, event: happened.LotDrawn) -> str:
        """Tell of a lot between those level at the line of a match."""
        match = self.match(event.stage, event.match)
        return _("{match}: a lot put them in this order: {names}.").format(
            match=match, names=self.names(event.order)
        )

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
        points = abs(event.points)
        said = ngettext(
            "{name} got a penalty of {points} point: {reason}",
            "{name} got a penalty of {points} points: {reason}",
            points,
        )
        if event.points > 0:
            said = ngettext(
                "{name} got a bonus of {points} point: {reason}",
                "{name} got a bonus of {points} points: {reason}",
                points,
            )
        return said.format(name=self.name(event.entrant), points=points, reason=event.reason)

    def adjustment_withdrawn(self, event: happened.AdjustmentWithdrawn) -> str:
        """Tell of a line that was taken back."""
        line = self._state.stages[event.stage - 1].adjustments[event.number]
        said = _("The penalty of {name} ({points}: {reason}) was taken back.")
        if line.points > 0:
            said = _("The bonus of {name} ({points}: {reason}) was taken back.")
        return said.format(name=self.name(line.entrant), points=f"{line.points:+}", reason=line.reason)

    def tiebreaks(self, event: happened.TieBreaksChosen) -> str:
        """Tell of another chain of tie-breaks."""
        if not event.codes:
            return _("The standings of {stage} are decided in the usual order again.").format(
                stage=self.stage(event.stage)
            )
        names = ", ".join(one.name for one in chain(event.codes))
        return _("The standings of {stage} are decided in this order from here on: {names}.").format(
            stage=self.stage(event.stage), names=names
        )

    def finished(self, event: happened.CompetitionFinished) -> str:
        """Tell of the end."""
        said = _("The competition is over: {names} share the first place.")
        if len(event.winners) == 1:
            said = _("The competition is over: {names} wins.")
        return said.format(names=self.names(event.winners))

    def _at(self, slot: Slot, tables: FinalTables) -> str:
        who = at_place(slot, tables)
        if who:
            return self.name(who)
        return _("number {place} of division {division}").format(place=slot.place, division=slot.division)

    def _group(self, group: int) -> str:
        if len(self._state.stage.groups) > 1:
            return _("group {number}").format(number=group + 1)
        return _("the running stage")

    def _result(self, result: Result) -> str:
        """Return places with totals, and the kind where it was not simply played."""
        places = sorted(result.places, key=lambda one: one.place)
        shows_totals = any(one.total for one in places)
        whole = ", ".join(
            f"{one.place} {self.name(one.entrant)}{f' ({one.total})' if shows_totals else ''}"
            for one in places
        )
        whole = whole or _("nobody takes a place")
        if result.kind != result_kinds.PLAYED:
            whole = _("{places} ({kind})").format(places=whole, kind=_(_KINDS[result.kind]))
        said = [f"{whole}."]
        if result.absent:
            said.append(_("Not there: {names}.").format(names=self.names(result.absent)))
        if places and result.is_tied:
            said.append(_("A lot has to decide who goes on."))
        return " ".join(said)


def _called_off(_teller: Teller, event: happened.CompetitionCancelled) -> str:
    if event.reason:
        return _("The competition was called off: {reason}").format(reason=event.reason)
    return _("The competition was called off.")


def _stage_started(teller: Teller, event: happened.StageStarted) -> str:
    count = sum(len(group) for group in event.groups)
    what = teller.stage(event.stage)
    stage, groups = what[0].upper() + what[1:], len(event.groups)
    if groups < 2:
        said = ngettext("{stage} began with {count} entrant.", "{stage} began with {count} entrants.", count)
        return said.format(stage=stage, count=count)
    said = _("{stage} began with {entrants} {in_groups}.")
    entrants = ngettext("{number} entrant", "{number} entrants", count).format(number=count)
    in_groups = ngettext("in {number} group", "in {number} groups", groups).format(number=groups)
    return said.format(stage=stage, entrants=entrants, in_groups=in_groups)


def _minutes(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    said = []
    if minutes:
        said.append(ngettext("{number} minute", "{number} minutes", minutes).format(number=minutes))
    if rest:
        said.append(ngettext("{number} second", "{number} seconds", rest).format(number=rest))
    return " ".join(said)


def _ranked(teller: Teller, event: happened.DivisionsRanked) -> str:
    seats = teller.seats_of_play_offs(event)
    if not seats:
        return _("Who plays off between the divisions is open until their tables are final.")
    return _("By the tables of the divisions these play off: {seats}.").format(seats="; ".join(seats))


def _stage_lot(teller: Teller, event: happened.StageLotDrawn) -> str:
    names: Sequence[int] = event.order
    if teller.is_between_divisions(event.stage):
        return _("A lot put those who were level into this order: {names}.").format(names=teller.names(names))
    return _("A lot decided who goes on from {stage}: {names}, in this order.").format(
        stage=teller.stage(event.stage), names=teller.names(names)
    )


def _extended(teller: Teller, event: happened.TimerExtended) -> str:
    time = _minutes(event.seconds)
    if not event.match:
        return _("Everybody got {time} more.").format(time=time)
    return _("{match} got {time} more.").format(match=teller.match(event.stage, event.match), time=time)


def _named(said: str) -> Callable[[Teller, Any], str]:
    """Return what tells such a sentence of an entrant."""
    return lambda teller, event: _(said).format(name=teller.name(event.entrant))


def _of_match(said: str) -> Callable[[Teller, Any], str]:
    """Return what tells such a sentence of a match."""
    return lambda teller, event: _(said).format(match=teller.match(event.stage, event.match))


_SENTENCES: Final[dict[type[Event], Any]] = {
    happened.CompetitionCreated: lambda _teller, event: _("{name} was announced.").format(
        name=legible(event.name)
    ),
    happened.RegistrationOpened: gettext_noop("Registration was opened: players may enter by themselves."),
    happened.RegistrationClosed: gettext_noop("Registration was closed."),
    happened.CheckInOpened: gettext_noop("The check-in was opened."),
    happened.CheckInClosed: gettext_noop("The check-in was closed."),
    happened.EntrantEntered: Teller.entered,
    happened.EntrantAdmitted: _named(gettext_noop("{name} came in from the waiting list.")),
    happened.EntrantWithdrawn: lambda teller, event: _(_LEFT[event.kind]).format(
        name=teller.name(event.entrant)
    ),
    happened.EntrantReinstated: _named(gettext_noop("{name} is back in.")),
    happened.EntrantCheckedIn: lambda teller, event: (
        _("{name} is here.") if event.is_here else _("{name} is not here after all.")
    ).format(name=teller.name(event.entrant)),
    happened.PlayerSubstituted: Teller.substituted,
    happened.EntrantsSeeded: lambda teller, event: _(_SEEDED.get(event.method, _SEEDED_ANEW)).format(
        names=teller.names(event.order)
    ),
    happened.TeamNamed: lambda teller, event: (
        _("{name} plays for {team}.") if event.team else _("{name} plays for nobody but themselves.")
    ).format(name=teller.name(event.entrant), team=legible(event.team)),
    happened.PartyNamed: _named(gettext_noop("It was settled with whom {name} belongs together.")),
    happened.CompetitionStarted: lambda _teller, event: ngettext(
        "The competition started with {count} entrant.",
        "The competition started with {count} entrants.",
        len(event.order),
    ).format(count=len(event.order)),
    happened.StageStarted: _stage_started,
    happened.DrawPart: "",
    happened.DraftMade: gettext_noop("A draft of the next draw was made."),
    happened.DraftAdjusted: gettext_noop("Two seats of the draft were swapped."),
    happened.DraftDiscarded: gettext_noop("The draft was dropped."),
    happened.StageRoundDrawn: Teller.drawn,
    happened.TableAssigned: _of_match(gettext_noop("{match} began at its table.")),
    happened.MatchMoved: lambda teller, event: _(_PLAYED_AT[event.venue]).format(
        match=teller.match(event.stage, event.match)
    ),
    happened.TimerStarted: lambda _teller, event: _("The timer was started: {time}.").format(
        time=_minutes(event.seconds)
    ),
    happened.TimerExtended: _extended,
    happened.TimerPaused: gettext_noop("The timer was paused."),
    happened.TimerResumed: gettext_noop("The timer goes on."),
    happened.TimerStopped: gettext_noop("The timer was put away."),
    happened.LotDrawn: Teller.lot,
    happened.StageLotDrawn: _stage_lot,
    happened.DivisionsRanked: _ranked,
    happened.ResultRecorded: Teller.recorded,
    happened.ResultCorrected: Teller.corrected,
    happened.PointsAdjusted: Teller.adjusted,
    happened.AdjustmentWithdrawn: Teller.adjustment_withdrawn,
    happened.TieBreaksChosen: Teller.tiebreaks,
    happened.CompetitionPaused: gettext_noop("The competition was paused."),
    happened.CompetitionResumed: gettext_noop("The competition goes on."),
    happened.CompetitionCancelled: _called_off,
    happened.CompetitionArchived: gettext_noop("The competition was put into the archive."),
    happened.CompetitionRestored: gettext_noop("The competition came back from the archive."),
    happened.StageRoundFinished: lambda _teller, event: _("Round {number} was over.").format(
        number=event.round
    ),
    happened.CompetitionFinished: Teller.finished,
    happened.CompetitionReopened: gettext_noop("The competition goes on: its last result was taken away."),
}
