"""What the sentences of events say of a competition: its entrants, matches and results by name."""

from collections.abc import Callable, Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.rules.brackets.plan import Slot
from league.rules.brackets.progress import FinalTables, at_place
from league.rules.competition.events import Result
from league.rules.competition.match_names import full_name
from league.rules.competition.stage import Met
from league.rules.competition.state import State
from league.rules.settings import result_kinds
from league.rules.settings.labels import spoken
from league.rules.stages.play_offs import has_borders, planned

_KINDS: Final = {
    result_kinds.WALKOVER: gettext_noop("walkover"),
    result_kinds.FORFEIT: gettext_noop("forfeit"),
    result_kinds.DOUBLE_FORFEIT: gettext_noop("double forfeit"),
    result_kinds.VOID: gettext_noop("void"),
    result_kinds.ADJUDICATED: gettext_noop("adjudicated by the organizer"),
}


class History:
    """The events of one competition, told in their order; `named` says what a player is called.

    `state` is that at the end, which knows all matches ever drawn. Who sits in an entrant's seat and which
    result stands is remembered on the way, so every event has to be told once.
    """

    def __init__(self, state: State, named: Callable[[int], str]) -> None:
        self.state = state
        self._named = named
        self.players: dict[int, int] = {}
        self.results: dict[tuple[int, str, Met], Result] = {}

    def name(self, entrant: int) -> str:
        """Return what an entrant is called at this point of the log."""
        return self._named(self.players[entrant])

    def names(self, entrants: Iterable[int]) -> str:
        """Return the names of entrants with commas between them."""
        return ", ".join(self.name(entrant) for entrant in entrants)

    def stage(self, number: int) -> str:
        """Return the name of a stage where there are several, else what to say instead of it."""
        stages = self.state.stages
        return stages[number - 1].settings.title if len(stages) > 1 else _("the competition")

    def match(self, stage: int, match: str) -> str:
        """Return what a match is called, with a capital letter."""
        found = self.state.match(stage, match)
        name = spoken(full_name(found)) if found else match
        return name[0].upper() + name[1:]

    def seats_of_play_offs(self, stage: int, tables: FinalTables) -> list[str]:
        """Return who meets whom in the play-offs by these tables; nothing while they are not final."""
        matches = planned(self.state.stages[stage - 1]).matches if tables else []
        return [" – ".join(self._at(slot, tables) for slot in match.slots) for match in matches]

    def is_between_divisions(self, stage: int) -> bool:
        """Whether a lot in a stage says who goes up, down or plays off."""
        return has_borders(self.state.stages[stage - 1])

    def group(self, group: int) -> str:
        """Return what a group of the running stage is called."""
        if len(self.state.stage.groups) > 1:
            return _("group {number}").format(number=group + 1)
        return _("the running stage")

    def result(self, result: Result) -> str:
        """Return places with totals, and the kind where it was not simply played."""
        places = sorted(result.places, key=lambda place: place.place)
        shows_totals = any(place.total for place in places)
        whole = ", ".join(
            f"{place.place} {self.name(place.entrant)}{f' ({place.total})' if shows_totals else ''}"
            for place in places
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

    def _at(self, slot: Slot, tables: FinalTables) -> str:
        who = at_place(slot, tables)
        if who:
            return self.name(who)
        return _("number {place} of division {division}").format(place=slot.place, division=slot.division)
