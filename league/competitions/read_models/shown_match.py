"""A match as pages show it, with its lines and marks; a meeting of several matches as one, with its score."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.competitions.bracket import FINISHED, RUNNING, WAITING, BracketMatch, BracketRound, Contender
from league.rules.settings import result_kinds
from league.rules.settings.labels import spoken

_KINDS = {
    result_kinds.WALKOVER: gettext_lazy("Walkover"),
    result_kinds.FORFEIT: gettext_lazy("Forfeit"),
    result_kinds.DOUBLE_FORFEIT: gettext_lazy("Double forfeit: nobody takes a place"),
    result_kinds.VOID: gettext_lazy("Void: does not count"),
    result_kinds.ADJUDICATED: gettext_lazy("Adjudicated by the organizer"),
}
_DECIDED = {
    "lot": gettext_lazy("A lot decided who goes on."),
    "last_deal": gettext_lazy("The last deal decided who goes on."),
}
_NO_WINNER: Final = {
    result_kinds.DOUBLE_FORFEIT: gettext_lazy("double forfeit"),
    result_kinds.VOID: gettext_lazy("void"),
}


class ShownContender:
    """An entrant of a match; `mark` is `on`, `down`, `out`, `won` or empty, `figure` its total or place.

    Behind the one who `is_cut` nobody of a table goes on.
    """

    def __init__(self, contender: Contender, mark: str, figure: str) -> None:
        self.contender, self.mark, self.figure = contender, mark, figure
        self.is_cut = False


@dataclass(frozen=True, slots=True)
class ShownGame:
    """One match of a meeting: `words` say how it stands or what it waits for."""

    key: str
    number: int
    words: str


class ShownMatch:
    """A match of a stage round, in seat order and after the result by places.

    `link` is the line that leads from it to the next round of a tree, `is_linked` whether one leads to it.
    More is known at the page of the match `page_key`. The best of `best_of` `games` decides a meeting.
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

    # A round robin of 48 has 1,128 of them and shows a part: what only those need is made then.

    @cached_property
    def match(self) -> BracketMatch:
        """The match with what is said of it in the reader's language."""
        match = self._match
        return replace(match, name=spoken(match.name), open_seats=list(map(spoken, match.open_seats)))

    @property
    def byes(self) -> range:
        """The seats in which nobody will ever sit."""
        return range(self._match.byes)

    @property
    def has_bars(self) -> bool:
        """Whether totals are drawn as bars."""
        return self._has_totals and (self.is_running or len(self._match.entrants) > 2)

    @cached_property
    def lines(self) -> list[ShownContender]:
        """Those who sit in it, after the result by places."""
        found = [
            ShownContender(
                one,
                "on" if self.is_free else _mark(one, self._round),
                _figure(one, has_totals=self._has_totals),
            )
            for one in sorted(self._match.entrants, key=lambda one: one.place or 0)
        ]
        _cut(found)
        return found

    @cached_property
    def _has_totals(self) -> bool:
        return any(one.total for one in self._match.entrants)

    def has(self, entrant: int) -> bool:
        """Whether an entrant sits in the match."""
        return any(one.entrant == entrant for one in self._match.entrants)

    def is_of(self, player: int) -> bool:
        """Whether a player, by number, sits in the match."""
        return any(one.player.pk == player for one in self._match.entrants)

    @property
    def note(self) -> str:
        """What is special about the match or its result; empty for one that was simply played."""
        if self.match.is_tied:
            return _("Level at the line: a lot has to decide.")
        if self.match.is_needed is None:
            return _("Only if the losers' side wins the first.")
        if self.is_free and self.match.entrants:
            return _("Goes on without playing.")
        return str(_KINDS.get(self.match.kind, "") or _DECIDED.get(self.match.decided_by, ""))


class ShownMeeting(ShownMatch):
    """A meeting that the best of several matches decides: its `lines` say how many of them each has won."""

    def __init__(self, matches: Sequence[BracketMatch], stage_round: BracketRound) -> None:
        super().__init__(_as_one(matches), stage_round)
        shown = [one for one in matches if one.is_needed is not False]
        going = [one for one in shown if one.status != FINISHED] or shown[-1:]
        if going and not self.is_free:
            self.page_key = going[0].key
            order = [line.contender.entrant for line in self.lines]
            self.games = [ShownGame(one.key, one.game, _said(one, order)) for one in shown]

    @property
    def has_bars(self) -> bool:
        """Whether totals are drawn as bars: those of a meeting are matches."""
        return False


def shown_matches(stage_round: BracketRound) -> list[ShownMatch]:
    """Return the matches of a stage round that are shown, each meeting as one."""
    found = [
        ShownMatch(matches[0], stage_round) if matches[0].best_of == 1 else ShownMeeting(matches, stage_round)
        for matches in stage_round.meetings
    ]
    return [one for one in found if one.is_shown]


def _as_one(matches: Sequence[BracketMatch]) -> BracketMatch:
    """Return a meeting like a match: with the matches won as totals, and places once it is decided."""
    first, is_over = matches[0], all(one.status == FINISHED for one in matches)
    running = next((one for one in matches if one.status == RUNNING), None)
    decider = next((one for one in reversed(matches) if one.kind), first)
    entrants = [
        Contender(one.entrant, one.player, one.seed, sum(match.winner == one.entrant for match in matches))
        for one in first.entrants
    ]
    ways = {one.entrant: one.plays_on for one in decider.entrants}
    for entrant in entrants if is_over and len(entrants) > 1 else []:
        entrant.plays_on, entrant.advances = ways[entrant.entrant], entrant.entrant == decider.through
        if decider.through:
            entrant.place = 1 if entrant.advances else 2
    played = {one.kind for one in matches if one.kind}
    return replace(
        first,
        name=first.meeting_name,
        status=FINISHED if is_over else RUNNING if running else WAITING,
        entrants=entrants,
        table_id=running.table_id if running else None,
        deal=running.deal if running else 0,
        decided_by="",
        kind=played.pop() if len(played) == 1 else "",
        is_tied=any(one.is_tied for one in matches),
    )


def _said(one: BracketMatch, order: Sequence[int]) -> str:
    """Return the totals of one match of a meeting in the order of its lines, else who won it."""
    by_entrant = {each.entrant: each for each in one.entrants}
    there = [by_entrant[entrant] for entrant in order if entrant in by_entrant]
    if any(each.total for each in there):
        return " : ".join(str(each.total) for each in there)
    if one.is_tied:
        return _("a lot has to decide")
    if one.is_needed is None:
        return _("if needed") if one.game > one.best_of // 2 + 1 else ""
    winner = by_entrant.get(one.winner)
    return winner.name if winner else str(_NO_WINNER.get(one.kind, ""))


def _cut(lines: Sequence[ShownContender]) -> None:
    """Mark the last one of a table who goes on, if somebody does not."""
    inside = [one for one in lines if one.mark == "on"]
    if len(lines) > 2 and inside and len(inside) < len(lines):  # of two the tick says it
        inside[-1].is_cut = True


def _figure(one: Contender, *, has_totals: bool) -> str:
    if has_totals or one.place is None:
        return str(one.total) if has_totals else ""
    return f"{one.place}."


def _mark(one: Contender, stage_round: BracketRound) -> str:
    """Return `on`, `down` (lost, but plays on), `out`, `won` (there is nothing behind it) or nothing."""
    if stage_round.is_play_off:
        return "won" if one.advances else ""
    if one.plays_on is not None:
        if one.plays_on:
            return "on" if one.advances else "down"
        return "won" if one.advances and one.place == 1 else "out"
    if one.place == 1 and (stage_round.is_final or not stage_round.survivors):
        return "won"
    if not stage_round.survivors:  # a season puts nobody out
        return ""
    if one.advances is not None:
        return "on" if one.advances and not stage_round.is_final else "out"
    return "out" if one.is_eliminated else ""
