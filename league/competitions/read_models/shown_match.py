"""A match for pages, with its lines and marks; a meeting of several matches is a match with a score."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.localization.numbers import number
from league.competitions.bracket import FINISHED, RUNNING, WAITING, BracketMatch, BracketRound, Contender
from league.competitions.read_models.desk import GONE
from league.rules.settings import result_kinds
from league.rules.settings.translated_names import translated

_KINDS = {
    result_kinds.WALKOVER: gettext_lazy("Walkover"),
    result_kinds.FORFEIT: gettext_lazy("Forfeit"),
    result_kinds.DOUBLE_FORFEIT: gettext_lazy("Double forfeit: no one is placed"),
    result_kinds.VOID: gettext_lazy("Void: does not count"),
    result_kinds.ADJUDICATED: gettext_lazy("Adjudicated by the organizer"),
}
_DECIDED = {
    "lot": gettext_lazy("The qualifiers were decided by lot."),
    "last_deal": gettext_lazy("The last deal decided who advances."),
}
_NO_WINNER: Final = {
    result_kinds.DOUBLE_FORFEIT: gettext_lazy("double forfeit"),
    result_kinds.VOID: gettext_lazy("void"),
}


class ShownContender:
    """An entrant of a match: a `mark` of `_mark`, and as `figure` its total or place.

    Below an entrant who `is_cut` nobody of the table advances.
    """

    def __init__(self, contender: Contender, mark: str, figure: str) -> None:
        self.contender, self.mark, self.figure = contender, mark, figure
        self.is_cut = False

    @property
    def why_out(self) -> str:
        """Why an entrant who is out has no result here; empty for others."""
        return str(GONE.get(self.contender.gone, ""))


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A match of a meeting: `words` are its outcome or what it waits for."""

    key: str
    number: int
    words: str


class ShownMatch:
    """A match of a stage round, in seat order, and by place once there is a result.

    `link` is the line from it to the next round of a tree, `is_linked` whether a line leads to it. `page_key`
    is the match of its detail page. A meeting is the best of `best_of` `games`.
    """

    games: Sequence[ShownGame] = ()

    def __init__(self, match: BracketMatch, stage_round: BracketRound) -> None:
        self._match, self._round = match, stage_round
        self.key, self.goes_on_to = match.key, match.goes_on_to
        self.page_key, self.best_of = match.key, match.best_of
        self.is_running = match.status == RUNNING
        self.is_over = match.status == FINISHED
        self.is_playable = match.is_playable
        self.is_shown = match.is_needed is not False
        self.is_free = self.is_over and not match.is_playable  # settled itself: a bye
        self.link, self.is_linked = "", False

    # A round robin of 48 has 1,128 matches and shows a part: what follows is computed on demand.

    @cached_property
    def match(self) -> BracketMatch:
        """The match with its names in the reader's language."""
        match = self._match
        return replace(match, name=translated(match.name), open_seats=list(map(translated, match.open_seats)))

    @property
    def byes(self) -> range:
        """The seats that stay empty."""
        return range(self._match.byes)

    @property
    def has_bars(self) -> bool:
        """Whether totals are drawn as bars."""
        return self._has_totals and (self.is_running or len(self._match.entrants) > 2)

    def _mark(self, contender: Contender) -> str:
        """Return the mark of an entrant; `placed` behind the winner of a match that nothing follows."""
        if self.is_free:
            return "on"
        is_placed = self._is_last and not contender.is_tied and (contender.place or 0) > 1
        return "placed" if is_placed else _mark(contender, self._round)

    @property
    def _is_last(self) -> bool:
        """Whether it eliminates entrants, and nothing follows for any of them."""
        if not self._round.survivors:
            return False
        return self._round.is_final or all(each.plays_on is False for each in self._match.entrants)

    @cached_property
    def lines(self) -> list[ShownContender]:
        """Its entrants, by place once there is a result."""
        contenders = [
            ShownContender(
                contender,
                self._mark(contender),
                _figure(contender, has_totals=self._has_totals),
            )
            for contender in sorted(self._match.entrants, key=lambda contender: contender.place or 0)
        ]
        _cut(contenders)
        return contenders

    @cached_property
    def _has_totals(self) -> bool:
        return any(contender.total for contender in self._match.entrants)

    @property
    def note(self) -> str:
        """A remark about the match or its result; empty if it was simply played."""
        if self.match.is_tied:
            return _("Tied: who advances has yet to be decided.")
        if self.match.is_needed is None:
            return _("Only if the losers’ side wins the first match.")
        if self.is_free and self.match.entrants:
            return _("Advances without playing.")
        return str(_KINDS.get(self.match.kind, "") or _DECIDED.get(self.match.decided_by, ""))


class ShownMeeting(ShownMatch):
    """A meeting of several matches: its `lines` have the number of matches won."""

    def __init__(self, matches: Sequence[BracketMatch], stage_round: BracketRound) -> None:
        super().__init__(_as_one(matches), stage_round)
        shown = [match for match in matches if match.is_needed is not False]
        going = [match for match in shown if match.status != FINISHED] or shown[-1:]
        if going and not self.is_free:
            self.page_key = going[0].key
            order = [line.contender.entrant for line in self.lines]
            self.games = [ShownGame(match.key, match.game, _outcome(match, order)) for match in shown]

    @property
    def has_bars(self) -> bool:
        """Whether totals are drawn as bars: not in a meeting, where they count matches."""
        return False


def shown_matches(stage_round: BracketRound, meetings: Sequence[Sequence[BracketMatch]]) -> list[ShownMatch]:
    """Return the visible ones of these meetings of a stage round, each as a single match."""
    shown = [
        ShownMatch(matches[0], stage_round) if matches[0].best_of == 1 else ShownMeeting(matches, stage_round)
        for matches in meetings
    ]
    return [match for match in shown if match.is_shown]


def _as_one(matches: Sequence[BracketMatch]) -> BracketMatch:
    """Return a meeting as a match: with the matches won as totals, and places once it is decided."""
    first, is_over = matches[0], all(match.status == FINISHED for match in matches)
    running = next((match for match in matches if match.status == RUNNING), None)
    decider = next((match for match in reversed(matches) if match.kind), first)
    entrants = [
        Contender(
            contender.entrant,
            contender.player,
            contender.seed,
            sum(match.winner == contender.entrant for match in matches),
            gone=contender.gone,
        )
        for contender in first.entrants
    ]
    ways = {contender.entrant: contender.plays_on for contender in decider.entrants}
    for entrant in entrants if is_over and len(entrants) > 1 else []:
        entrant.plays_on, entrant.advances = ways[entrant.entrant], entrant.entrant == decider.through
        if decider.through:
            entrant.place = 1 if entrant.advances else 2
    played = {match.kind for match in matches if match.kind}
    return replace(
        first,
        name=first.meeting_name,
        status=FINISHED if is_over else RUNNING if running else WAITING,
        entrants=entrants,
        table_id=running.table_id if running else None,
        deal=running.deal if running else 0,
        decided_by="",
        kind=played.pop() if len(played) == 1 else "",
        is_tied=any(match.is_tied for match in matches),
    )


def _outcome(match: BracketMatch, order: Sequence[int]) -> str:
    """Return the totals of a match of a meeting in the order of its lines, otherwise its winner."""
    by_entrant = {each.entrant: each for each in match.entrants}
    there = [by_entrant[entrant] for entrant in order if entrant in by_entrant]
    if any(each.total for each in there):
        return " : ".join(str(each.total) for each in there)
    if match.is_tied:
        return _("to be decided")
    if match.is_needed is None:
        return _("if needed") if match.game > match.best_of // 2 + 1 else ""
    winner = by_entrant.get(match.winner)
    return winner.name if winner else str(_NO_WINNER.get(match.kind, ""))


def _cut(lines: Sequence[ShownContender]) -> None:
    """Mark the last entrant of a table who advances, if not all do, and no tie is to be decided."""
    inside = [line for line in lines if line.mark == "on"]
    is_decided = not any(line.mark == "tied" for line in lines)
    if is_decided and len(lines) > 2 and inside and len(inside) < len(lines):  # of two a tick shows it
        inside[-1].is_cut = True


def _figure(contender: Contender, *, has_totals: bool) -> str:
    if has_totals or contender.place is None:
        return number(contender.total) if has_totals else ""
    return f"{contender.place}."


def _mark(contender: Contender, stage_round: BracketRound) -> str:
    """Return `on`, `down` (lost, but plays on), `out`, `won` (nothing follows), `tied` or empty."""
    if contender.is_tied:
        return "tied"
    if stage_round.is_play_off:
        return "won" if contender.advances else ""
    if contender.plays_on is not None:
        if contender.plays_on:
            return "on" if contender.advances else "down"
        return "won" if contender.advances and contender.place == 1 else "out"
    if contender.place == 1 and (stage_round.is_final or not stage_round.survivors):
        return "won"
    if not stage_round.survivors:  # a season eliminates nobody
        return ""
    if contender.advances is not None:
        return "on" if contender.advances and not stage_round.is_final else "out"
    return "out" if contender.is_eliminated else ""
