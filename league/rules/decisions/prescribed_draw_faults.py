"""The faults of a draw prescribed by organizers, row by row, before anything is changed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from games.rules.base.language import _, listed
from games.rules.base.refusal import Refusal, quoted
from league.rules.competition.state import State
from league.rules.decisions.announcement import MOST_ROUNDS, check_options
from league.rules.settings.stages import ELIMINATION_500, SEASON
from league.rules.settings.translated_names import translated
from league.rules.stages.drawn_rounds import label

BYE: Final = 0
"""In place of a table: the entrant has a bye."""
NOBODY: Final = 0
"""In place of an entrant: an empty seat of a bracket."""
UNKNOWN: Final = -1
"""In place of an entrant: a name that another fault already reports as unknown."""

_MOST_TOLD: Final = 20
_MOST_NAMED: Final = 8


class PrescribedSeat(NamedTuple):
    """A prescribed seat, with the number of its line; `seat` is 0 where the lines are in seat order.

    `round` is 0 for the next round, `group` an index from 0.
    """

    line: int
    table: int
    seat: int
    entrant: int
    round: int = 0
    group: int = 0


class Fault(NamedTuple):
    """A fault in a line, or in no particular line if it is 0."""

    line: int
    sentence: str


class Frame(NamedTuple):
    """The entrants of a group that have to be seated in each round, from the `first` round on.

    `is_whole` requires all rounds of a round robin. A knock-out has a table for each of the `sizes`, and
    `byes`. In a bracket of two a table has exactly its size, perhaps with one empty seat; a larger table has
    more entrants than `advance`.
    """

    group: int
    entrants: list[int]
    first: int
    is_whole: bool = False
    sizes: Sequence[int] = ()
    byes: int = 0
    advance: int = 0
    is_bracket: bool = False


def refused(faults: Sequence[Fault]) -> Refusal:
    """Return the refusal with the faults in the order of their lines, limited to a readable number.

    Its sentence is the first fault; `errors` has the listed faults, under `rows`.
    """
    ordered = sorted(faults, key=lambda fault: (not fault.line, fault.line))
    listed = [_in_line(fault) for fault in ordered[:_MOST_TOLD]]
    sentence, more = listed[0], len(ordered) - 1
    if more:
        sentence += " " + _("And {more} more.").format(more=more)
    refusal = Refusal("bad_seating", sentence)
    refusal.errors = {"rows": listed}
    return refusal


def tables_of(rows: Sequence[PrescribedSeat]) -> dict[int, list[PrescribedSeat]]:
    """Return the rows of each table in its order, without byes."""
    by_table: dict[int, list[PrescribedSeat]] = {}
    for row in rows:
        if row.table != BYE:
            by_table.setdefault(row.table, []).append(row)
    return dict(sorted(by_table.items()))


def seated(rows: Sequence[PrescribedSeat]) -> list[int]:
    """Return the entrants at a table, in seat order."""
    return [row.entrant for row in sorted(rows, key=lambda row: row.seat) if row.entrant != NOBODY]


def byes_of(rows: Sequence[PrescribedSeat]) -> list[int]:
    """Return the entrants with a bye, in the order of the lines."""
    return [row.entrant for row in rows if row.table == BYE]


class Check:
    """Checks rows against the frames of the next draw."""

    def __init__(self, state: State, expected: Sequence[Frame], names: Mapping[int, str]) -> None:
        self._state, self._stage, self._names = state, state.stage, names
        self._frames = {frame.group: frame for frame in expected}
        self._unfit: dict[tuple[int, int], str] = {}
        self._faults: list[Fault] = []

    def rows(self, rows: Sequence[PrescribedSeat], faults: Sequence[Fault] = ()) -> None:
        """Check every row by itself, then each round, then all rounds together; `faults` are known already.

        Refusal `bad_seating`.
        """
        self._faults = list(faults)
        checked = [checked_row for row in rows for checked_row in self._checked(row)]
        for frame in self._frames.values():
            here = [row for row in checked if row.group == frame.group]
            rounds = sorted({row.round for row in here}) or [frame.first]
            if frame.is_whole:
                self._numbers(rounds)
            for number in rounds:
                self._round(frame, number, [row for row in here if row.round == number])
            if frame.is_whole and self._stage.settings.table_size == 2 and not self._faults:
                self._meetings(frame, here)
        if self._faults:
            raise refused(self._faults)

    def _note(self, line: int, sentence: str, /, **facts: object) -> None:
        self._faults.append(Fault(line, sentence.format(**facts) if facts else sentence))

    def _checked(self, row: PrescribedSeat) -> Iterator[PrescribedSeat]:
        """Yield a row with its round, if that is known; record its own faults."""
        frame = self._frames.get(row.group)
        if frame is None:
            self._note(row.line, _("There is nothing to pair in this group now."))
            return
        fault = self._fault_of_entrant(row, frame)
        if fault:
            self._note(row.line, fault)
            row = row._replace(entrant=UNKNOWN)
        if frame.is_whole and not row.round:
            self._note(row.line, _("The round is missing: all rounds of a round robin are paired at once."))
            return
        if not frame.is_whole and row.round not in (0, frame.first):
            sentence = _("Round {number} is not the next round: that is round {next}.")
            self._note(row.line, sentence, number=row.round, next=frame.first)
        yield row if frame.is_whole else row._replace(round=frame.first)

    def _fault_of_entrant(self, row: PrescribedSeat, frame: Frame) -> str:
        """Return the reason against this seat or bye; empty if it is possible."""
        if row.table == BYE and frame.is_bracket:
            return _("In this bracket an entrant with a bye sits at a table without an opponent.")
        if row.entrant == NOBODY:
            is_bye = row.table != BYE and frame.is_bracket
            return "" if is_bye else _("The entrant is missing: give an entrant number.")
        if row.entrant == UNKNOWN or row.entrant in frame.entrants:
            return ""
        return self._reason_against(row.entrant)

    def _reason_against(self, entrant: int) -> str:
        name, known = self._name(entrant), self._state.entrants.get(entrant)
        if known is None:
            return _("There is no entrant {number}.").format(number=entrant)
        if known.is_withdrawn:
            return _("{name} has left the competition.").format(name=name)
        groups = [n for n, group in enumerate(self._stage.groups) if entrant in group]
        if groups and len(self._stage.groups) > 1:
            group = translated(label(self._stage, groups[0]))
            return _("{name} plays in another group: {group}.").format(name=name, group=group)
        return _("{name} does not play in this stage.").format(name=name)

    def _numbers(self, rounds: Sequence[int]) -> None:
        """Check the number of rounds."""
        settings = self._stage.settings
        most = settings.rounds if settings.table_size > 2 else 0
        missing = next((n for n in range(1, rounds[-1] + 1) if n not in rounds), 0)
        if missing:
            self._note(0, _("Round {number} is missing."), number=missing)
        elif most and len(rounds) != most:
            sentence = _("Rounds: {number}. There must be {most}.")
            self._note(0, sentence, most=most, number=len(rounds))
        elif settings.table_size > 2 and len(rounds) > MOST_ROUNDS:
            self._note(0, _("A stage has at most {most} rounds."), most=MOST_ROUNDS)

    def _round(self, frame: Frame, number: int, rows: Sequence[PrescribedSeat]) -> None:
        """Check that each entrant is there once, at tables of a possible size."""
        seen: dict[int, int] = {}
        for row in rows:
            if row.entrant in seen:
                sentence = _("{name} is already in this round, in line {line}.")
                self._note(row.line, sentence, name=self._name(row.entrant), line=seen[row.entrant])
            elif row.entrant > NOBODY:
                seen[row.entrant] = row.line
        missing = [self._name(entrant) for entrant in frame.entrants if entrant not in seen]
        if missing:
            sentence = _("Without a seat or a bye in round {number}: {names} ({count}).")
            self._note(0, sentence, number=number, names=_cut(missing), count=len(missing))
        tables = tables_of(rows)
        self._check_count(frame, tables, len(byes_of(rows)))
        for table, here in tables.items():
            self._check_seats(here)
            self._check_size(frame, table, here)

    def _check_count(self, frame: Frame, tables: Mapping[int, Sequence[PrescribedSeat]], byes: int) -> None:
        """Check that the tables are numbered from 1, and in a knock-out as many as in the draw."""
        most = len(frame.sizes) or max(tables, default=1)
        missing = next((number for number in range(1, most + 1) if number not in tables), 0)
        if missing:
            self._note(0, _("Table {number} is missing."), number=missing)
        for number, rows in tables.items():
            if number > most:
                sentence = _("There is no table {number}: the last is {most}.")
                self._note(rows[0].line, sentence, number=number, most=most)
        if frame.sizes and not frame.is_bracket and byes != frame.byes:
            sentence = _("Byes: {given}. There must be {byes}.")
            self._note(0, sentence, given=byes, byes=frame.byes)

    def _check_seats(self, rows: Sequence[PrescribedSeat]) -> None:
        """Check that no seat is taken twice."""
        is_numbered = any(row.seat for row in rows)
        taken: dict[int, int] = {}
        for row in rows:
            if is_numbered and not row.seat:
                self._note(row.line, _("The seat is missing: the others at this table have seats."))
            elif row.seat and row.seat in taken:
                sentence = _("This seat is already taken, in line {line}.")
                self._note(row.line, sentence, line=taken[row.seat])
            taken.setdefault(row.seat, row.line)

    def _check_size(self, frame: Frame, table: int, rows: Sequence[PrescribedSeat]) -> None:
        """Check that the number of entrants at a table is possible."""
        count, sizes = len(seated(rows)), self._sizes(frame, table)
        if count in sizes:
            fault = self._against_rulebook(count, frame.advance)
            if fault:
                self._note(rows[0].line, fault)
            return
        sentence = _("Players at table {table}: {count}. There must be {least} to {most}.")
        if len(sizes) == 1:
            sentence = _("Players at table {table}: {count}. There must be {least}.")
        self._note(rows[-1].line, sentence, table=table, count=count, least=sizes[0], most=sizes[-1])

    def _sizes(self, frame: Frame, table: int) -> range:
        """Return the possible numbers of entrants at a table."""
        settings = self._stage.settings
        if settings.format == SEASON:  # a season has no byes: of an odd number three play where two would
            return range(2, max(3, settings.table_size) + 1)
        if not frame.sizes:
            least = min(3, settings.table_size, len(frame.entrants))
            return range(least, settings.table_size + 1)
        if not frame.is_bracket:
            return range(frame.advance + 1, settings.seats + 1)
        seats = frame.sizes[table - 1] if table <= len(frame.sizes) else 2
        return range(seats, seats + 1)

    def _against_rulebook(self, seats: int, survivors: int) -> str:
        """Return the reason against the rulebook at a table of this size; empty if there is none."""
        if seats < 2 or (seats, survivors) in self._unfit:
            return self._unfit.get((seats, survivors), "")
        settings, fault = self._state.settings, ""
        more = {"survivors": survivors} if self._stage.settings.format == ELIMINATION_500 else {}
        try:
            check_options(settings.rulebook, {**settings.options, **more}, seats)
        except Refusal as refusal:
            fault = refusal.sentence
        self._unfit[seats, survivors] = fault
        return fault

    def _meetings(self, frame: Frame, rows: Sequence[PrescribedSeat]) -> None:
        """Check that in a round robin of two everybody meets everybody, as often as it has legs."""
        legs, met = self._stage.settings.legs, Counter[frozenset[int]]()
        rounds: dict[int, list[PrescribedSeat]] = {}
        for row in rows:
            rounds.setdefault(row.round, []).append(row)
        for _number, of_round in sorted(rounds.items()):
            for here in tables_of(of_round).values():
                pair = frozenset(seated(here))
                met[pair] += 1
                if met[pair] == legs + 1:
                    sentence = _("{names} meet more often than {legs}×.")
                    self._note(here[-1].line, sentence, names=self._names_of(pair), legs=legs)
        seldom = [pair for pair in map(frozenset, combinations(frame.entrants, 2)) if met[pair] < legs]
        if seldom:
            names = _cut([self._names_of(pair) for pair in seldom[: _MOST_NAMED + 1]])
            sentence = _("These meet less often than {legs}×: {pairs} ({count}).")
            self._note(0, sentence, legs=legs, pairs=names, count=len(seldom))

    def _names_of(self, pair: frozenset[int]) -> str:
        return " – ".join(self._name(entrant) for entrant in sorted(pair))

    def _name(self, entrant: int) -> str:
        return quoted(self._names.get(entrant, str(entrant)))


def _in_line(fault: Fault) -> str:
    if not fault.line:
        return fault.sentence
    return _("Line {number}: {sentence}").format(number=fault.line, sentence=fault.sentence)


def _cut(names: Sequence[str]) -> str:
    if len(names) > _MOST_NAMED:
        return ", ".join(names[:_MOST_NAMED]) + " …"
    return listed(names)
