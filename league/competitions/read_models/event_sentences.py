"""The context of the sentences of events: entrants, matches and results by name."""

from collections.abc import Callable, Iterable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.localization.lists import listed
from league.rules.brackets.plan import Slot
from league.rules.brackets.progress import FinalTables, at_place
from league.rules.competition.events import Result
from league.rules.competition.match_names import full_name
from league.rules.competition.stage import Met
from league.rules.competition.state import State
from league.rules.settings import result_kinds
from league.rules.settings.translated_names import translated
from league.rules.stages.play_offs import has_borders, planned

_BESIDE: Final = "\N{NO-BREAK SPACE}"
_KINDS: Final = {
    result_kinds.WALKOVER: gettext_noop("walkover"),
    result_kinds.FORFEIT: gettext_noop("forfeit"),
    result_kinds.DOUBLE_FORFEIT: gettext_noop("double forfeit"),
    result_kinds.VOID: gettext_noop("void"),
    result_kinds.ADJUDICATED: gettext_noop("adjudicated by the organizer"),
}


class History:
    """The events of a competition, told in their order.

    `named` returns the name of a player, and `about` words about a player as the reader may see them.
    `state` is the final state, which has all matches ever drawn. The players of entrants and the current
    results are tracked on the way, so each event has to be told, or passed over, exactly once.
    """

    def __init__(
        self,
        state: State,
        named: Callable[[int], str],
        about: Callable[[int, str], str] = lambda _player, words: words,
    ) -> None:
        self.state = state
        self._named, self._about = named, about
        self.players: dict[int, int] = {}
        self.results: dict[tuple[int, str, Met], Result] = {}

    def name(self, entrant: int) -> str:
        """Return the name of an entrant at this point of the log."""
        return self._named(self.players[entrant])

    def about(self, entrant: int, words: str) -> str:
        """Return words about an entrant, without the name if that is hidden."""
        return self._about(self.players[entrant], words)

    def names(self, entrants: Iterable[int]) -> str:
        """Return the names of entrants in a row."""
        return listed([self.name(entrant) for entrant in entrants])

    def in_order(self, entrants: Iterable[int]) -> str:
        """Return the names of entrants in an order, in which no “and” may hide."""
        return ", ".join(self.name(entrant) for entrant in entrants)

    def stage(self, number: int) -> str:
        """Return the name of a stage where there are several, otherwise “the competition”."""
        stages = self.state.stages
        return stages[number - 1].settings.title if len(stages) > 1 else _("the competition")

    def match(self, stage: int, match: str) -> str:
        """Return the name of a match, with a capital letter."""
        found_match = self.state.match(stage, match)
        name = translated(full_name(found_match)) if found_match else match
        return name[0].upper() + name[1:]

    def seats_of_play_offs(self, stage: int, tables: FinalTables) -> list[str]:
        """Return the play-offs by these tables; empty while the tables are not final."""
        matches = planned(self.state.stages[stage - 1]).matches if tables else []
        return [" – ".join(self._at(slot, tables) for slot in match.slots) for match in matches]

    def is_between_divisions(self, stage: int) -> bool:
        """Whether a lot in a stage decides about promotion, relegation or play-offs."""
        return has_borders(self.state.stages[stage - 1])

    def group(self, group: int) -> str:
        """Return the name of a group of the running stage."""
        if len(self.state.stage.groups) > 1:
            return _("group {number}").format(number=group + 1)
        return _("the current stage")

    def result(self, result: Result) -> str:
        """Return places with totals, and the kind unless the match was simply played."""
        places = sorted(result.places, key=lambda place: place.place)
        shows_totals = any(place.total for place in places)
        whole = ", ".join(
            f"{place.place}{_BESIDE}{self.name(place.entrant)}{f' ({place.total})' if shows_totals else ''}"
            for place in places
        )
        whole = whole or _("no one is placed")
        if result.kind != result_kinds.PLAYED:
            whole = _("{places} ({kind})").format(places=whole, kind=_(_KINDS[result.kind]))
        sentences = [f"{whole}."]
        if result.absent:
            sentences.append(_("Absent: {names}.").format(names=self.names(result.absent)))
        if places and result.is_tied:
            sentences.append(_("The qualifiers have yet to be decided."))
        return " ".join(sentences)

    def _at(self, slot: Slot, tables: FinalTables) -> str:
        entrant = at_place(slot, tables)
        if entrant:
            return self.name(entrant)
        return _("rank {place} of division {division}").format(place=slot.place, division=slot.division)
