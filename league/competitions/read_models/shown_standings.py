"""The standings of a stage for pages: groups, a column for each tie-break, what decided each row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.models import Player
from games.naming.player_names import as_read
from league.competitions import promotion_text
from league.competitions.read_models.as_of import AsOf
from league.competitions.read_models.recent_form import Forms, Movement, Result, movement
from league.competitions.read_models.row_filter import STILL_IN, Look
from league.rules.competition.stage import Stage
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.settings.stages import ARENA, SEASON
from league.rules.settings.translated_names import translated
from league.rules.stages import standings_cache
from league.rules.stages.drawn_rounds import label
from league.rules.stages.possible_places import OUT, THROUGH
from league.rules.stages.stage_standings import chain_of
from league.rules.standings.row import DECIDERS, StandingsRow
from league.rules.standings.season_table import MINIMUM, AdjustmentLine, DayScore
from league.rules.tiebreaks import POINTS, TIE_BREAKS, chain
from league.rules.tiebreaks.tiebreak import TieBreak, written

_LONG = 12
_FIRST, _FEWEST = 50, 3
"""The first rows of each group on the first page of long standings; fewer where there are many groups."""
GONE = {
    "withdrawn": gettext_lazy("withdrawn"),
    "disqualified": gettext_lazy("disqualified"),
    "no_show": gettext_lazy("did not come"),
}
_CHANCES = {THROUGH: gettext_lazy("qualified"), OUT: gettext_lazy("eliminated")}


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of a row; `code` links to its arithmetic on the page of the row."""

    text: str
    code: str


@dataclass(slots=True)
class ShownRow:
    """A row of the standings; `tags` are remarks about its entrant, first its `chance`, if any.

    There are thousands of rows: their columns are worked out where they are shown, and by no loop of a
    template, which would take longer than all the rest.
    """

    row: StandingsRow
    player: Player
    team: str
    chance: str
    tags: list[str]
    moved: Movement | None
    _of: "StandingsPage"
    is_last_to_qualify: bool = False

    @property
    def href(self) -> str:
        """The address of the page of the row."""
        return self._of.address_of(self.row)

    @property
    def cells(self) -> list[Cell]:
        """The number of each tie-break."""
        return [Cell(value_of(self.row, tie_break), tie_break.code) for tie_break in self._of.chain]

    @property
    def sums(self) -> SafeString:
        """The columns of the tie-breaks, each a link to its arithmetic."""
        title = escape(_("How this is calculated"))
        link = f'<a class="sum" title="{title}" href="{escape(self.href)}'
        columns = [f'<td class="number">{link}#{cell.code}">{cell.text}</a></td>' for cell in self.cells]
        columns[:1] = [column.replace("number", "number standings__points", 1) for column in columns[:1]]
        return mark_safe("".join(columns))  # noqa: S308 - numbers, and words of ours

    @property
    def form(self) -> SafeString:
        """The newest results, the newest last."""
        return mark_safe("".join(map(_abbreviated, self._of.forms.of(self.row.entrant))))  # noqa: S308 - ours

    @property
    def decided_by(self) -> str:
        """The name of what put it below the row above."""
        return _decider(self.row.decided_by or "")

    @property
    def days(self) -> SafeString:
        """The rounds with their points."""
        return mark_safe(" ".join(map(_day, self.row.days)))  # noqa: S308 - numbers, and words of ours

    @property
    def possible(self) -> str:
        """The places still possible, in words; empty where they are not computed or all is over."""
        if not self.row.best:
            return ""
        return f"{self.row.best}" if self.row.best == self.row.worst else f"{self.row.best}–{self.row.worst}"


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A bonus or a penalty."""

    line: AdjustmentLine
    player: Player
    number: int

    @property
    def reason(self) -> str:
        """Its reason, as the reader may see it."""
        return as_read(self.line.reason, self.player)

    @property
    def points(self) -> str:
        """The points with their sign."""
        return f"{self.line.points:+}".replace("-", "−")


@dataclass(slots=True)
class ShownGroup:
    """The standings of a group; `title` is empty for a single group."""

    title: str
    rows: list[ShownRow]
    lines: list[ShownLine] = field(default_factory=list)
    size: int = 0
    """The number of rows, including those not shown."""


class StandingsPage:
    """The standings of a stage, at a moment, with the selected rows.

    `head` is the hash of the last event of the state; `lots` are the orders drawn by lot in the stage.
    """

    def __init__(
        self,
        competition_id: int,
        head: bytes,
        state: State,
        stage: Stage,
        players: Mapping[int, Player],
        as_of: AsOf,
        look: Look,
        lots: Sequence[Sequence[int]],
    ) -> None:
        self._competition_id, self._state, self._players, self._as_of = competition_id, state, players, as_of
        self._look = look
        self._fates = promotion_text.of(state, stage)
        self._lots = [
            [players[state.entrants[entrant].player].name for entrant in tied] for tied in _ties(lots)
        ]
        self.settings = stage.settings
        self.number = stage.number
        self.is_knock_out = stage.settings.is_knock_out
        self.chain: list[TieBreak] = [] if self.is_knock_out else points_first(chain(chain_of(stage)))
        self.forms = Forms(stage)
        tables, before = standings_cache.tables(head, state, stage)
        self.entrants = sum(map(len, tables))
        self.matching, self.pages, chosen = self._chosen(tables)
        self.groups = [
            self._group(translated(label(stage, index)), rows, chosen[index], before[index])
            for index, rows in enumerate(tables)
        ]

    def address_of(self, row: StandingsRow) -> str:
        """Return the address of the page of a row."""
        before, after = self._around_entrant
        return f"{before}{row.entrant}{after}"

    @cached_property
    def _around_entrant(self) -> tuple[str, str]:
        """The parts of the addresses of rows before and after the number of the entrant."""
        path = reverse("standings_row", args=[self._competition_id, self.number, 0])
        before, _zero, after = path.rpartition("0")
        return before, after + self._as_of.query()

    @property
    def is_long(self) -> bool:
        """Whether searching for a name is easier than scrolling."""
        return self.entrants > _LONG

    @property
    def titles(self) -> list[str]:
        """The titles of the groups to choose from, none for a single group."""
        return [group.title for group in self.groups] if len(self.groups) > 1 else []

    @property
    def columns(self) -> list[TieBreak]:
        """The tie-breaks that have a column."""
        return self.chain

    # Each row asks for these two.
    @cached_property
    def has_days(self) -> bool:
        """Whether there are points by round to show."""
        return any(row.row.days for group in self.groups for row in group.rows)

    @property
    def has_form(self) -> bool:
        """Whether there are results to show as form."""
        return bool(self.forms)

    @cached_property
    def has_possible(self) -> bool:
        """Whether places can still change and are computed."""
        return any(row.row.best != row.row.worst for group in self.groups for row in group.rows)

    @property
    def notes(self) -> list[str]:
        """Sentences about what counts and who advances."""
        sentences = self._on_counting()
        if self._has_unknown:
            sentences.append(
                _("A dash stands for a number that a result does not say; in a tie it is skipped.")
            )
        if self.settings.qualify:
            sentences.append(self._on_qualifying())
        sentence = _("Those who were tied were put in this order by lot: {names}.")
        sentences += [sentence.format(names=", ".join(names)) for names in self._lots]
        if self.settings.consolation:
            sentences.append(_("The consolation has its own winner and changes no rank."))
        at_borders = promotion_text.at_borders(self.settings) if len(self.groups) > 1 else []
        return sentences + self._on_chances() + at_borders

    @property
    def _has_unknown(self) -> bool:
        """Whether a number of the rows shown is not known."""
        rows = (row.row for group in self.groups for row in group.rows)
        return any(worth.is_unknown for row in rows for worth in row.worths.values())

    def _on_counting(self) -> list[str]:
        best_of, minimum = self.settings.best_of, self.settings.minimum
        is_season = self.settings.format == SEASON
        sentences = []
        if best_of:
            sentence = _best_matchdays(best_of) if is_season else _best_rounds(best_of)
            sentences.append(sentence.format(n=best_of))
        if minimum:
            sentence = _too_few_matchdays(minimum) if is_season else _too_few_rounds(minimum)
            sentences.append(sentence.format(n=minimum))
        return sentences

    def _on_qualifying(self) -> str:
        count, rest = self.settings.qualify, self.settings.best_of_rest
        sentence = self._qualifiers(count) if len(self.groups) < 2 else self._qualifiers_of_each(count)
        sentence = sentence.format(n=count, stage=self._next_name())
        if not rest:
            return sentence
        more = ngettext(
            "{said}, and the best {n} of the others.", "{said}, and the best {n} of the others.", rest
        )
        return more.format(said=sentence.removesuffix("."), n=rest)

    @staticmethod
    def _qualifiers(count: int) -> str:
        if count == 1:
            return _("The first advances to the next stage ({stage}).")
        return ngettext(
            "The first {n} advances to the next stage ({stage}).",
            "The first {n} advance to the next stage ({stage}).",
            count,
        )

    @staticmethod
    def _qualifiers_of_each(count: int) -> str:
        if count == 1:
            return _("The first of each group advances to the next stage ({stage}).")
        return ngettext(
            "The first {n} of each group advances to the next stage ({stage}).",
            "The first {n} of each group advance to the next stage ({stage}).",
            count,
        )

    def _on_chances(self) -> list[str]:
        sentences = []
        if any(row.row.chance for group in self.groups for row in group.rows):
            sentences.append(
                _(
                    "“Qualified” and “eliminated” are certain whatever the results are; only a "
                    "withdrawal can change them."
                )
            )
        if self.has_possible:
            sentences.append(_("“Still possible” shows which ranks a player can still reach."))
        return sentences

    def _next_name(self) -> str:
        return self._state.stages[self.number].settings.title

    def _group(
        self,
        title: str,
        rows: Sequence[StandingsRow],
        chosen: Sequence[StandingsRow],
        before: Mapping[int, int],
    ) -> ShownGroup:
        shown = [self._row(row, movement(row, before)) for row in chosen]
        inside = [row for row in shown if row.row.rank <= self.settings.qualify]
        if inside and len(inside) < len(shown):
            inside[-1].is_last_to_qualify = True
        lines = [ShownLine(line, self._player(row), row.entrant) for row in rows for line in row.lines]
        return ShownGroup(
            title, shown, sorted(lines, key=lambda shown_line: shown_line.line.number), len(rows)
        )

    def _chosen(
        self, tables: Sequence[Sequence[StandingsRow]]
    ) -> tuple[int, Page[tuple[int, StandingsRow]] | None, list[Sequence[StandingsRow]]]:
        """Return how many rows match, their page if they need pages, and the rows to show by group."""
        look = self._look
        numbered = [(index, row) for index, rows in enumerate(tables) for row in rows]
        wanted = [(index, row) for index, row in numbered if self._is_wanted(index + 1, row)]
        if look.is_whole or len(wanted) <= look.at_once:
            return len(wanted), None, _parted(wanted, len(tables))
        if look.filters or look.page:
            page = Paginator(wanted, look.at_once).get_page(max(1, look.page))
            return len(wanted), page, _parted(page.object_list, len(tables))
        first = min(_FIRST, max(_FEWEST, look.at_once // len(tables)))
        return len(wanted), None, [self._first(rows, first) for rows in tables]

    def _is_wanted(self, group: int, row: StandingsRow) -> bool:
        look = self._look
        if look.group not in (0, group) or (look.find and look.find.casefold() not in self._words(row)):
            return False
        return not look.who or (look.who == STILL_IN) == self._is_still_in(row)

    def _is_still_in(self, row: StandingsRow) -> bool:
        return not self._state.entrants[row.entrant].gone and row.chance != OUT and not row.is_out

    def _first(self, rows: Sequence[StandingsRow], count: int) -> Sequence[StandingsRow]:
        own_rows = [row for row in rows[count:] if self._player(row).pk == self._look.me]
        return [*rows[:count], *own_rows]

    def _player(self, row: StandingsRow) -> Player:
        return self._players[self._state.entrants[row.entrant].player]

    def _words(self, row: StandingsRow) -> str:
        return f"{self._player(row).name}\n{self._state.entrants[row.entrant].team}".casefold()

    def _row(self, row: StandingsRow, moved: Movement | None) -> ShownRow:
        entrant = self._state.entrants[row.entrant]
        return ShownRow(
            row,
            self._player(row),
            entrant.team,
            "" if entrant.gone else self._chance(row),
            self._tags(row, entrant.gone),
            moved,
            self,
        )

    def _tags(self, row: StandingsRow, gone: str) -> list[str]:
        tags = [str(GONE[gone])] if gone else []
        if not gone and (chance := self._chance(row)):
            tags.append(str(_CHANCES[chance]))
        if row.is_consoled:
            tags.append(_("Consolation winner"))
        if MINIMUM in row.worths and row.worths[MINIMUM].value:
            played, minimum = sum(day.is_played for day in row.days), self.settings.minimum
            tags.append(_("{played} of {n} played").format(played=played, n=minimum))
        if not gone and self._has_streak(row):
            tags.append(_("next win counts double"))
        return tags if gone else tags + self._fates.get(row.entrant, [])

    def _chance(self, row: StandingsRow) -> str:
        """Return whether an entrant has qualified or is eliminated; nothing where the final rank says it."""
        is_final = self._state.status == FINISHED and self.number == len(self._state.stages)
        return row.chance or (OUT if row.is_out and not is_final else "")

    def _has_streak(self, row: StandingsRow) -> bool:
        """Whether the next win of an entrant counts double, in an arena that is still played."""
        streak = self.settings.streak
        if self.settings.format != ARENA or not streak or self._state.status != RUNNING:
            return False
        return self.forms.wins_in_a_row(row.entrant) >= streak


class Overall:
    """The order of a competition of several stages: the entrants who came furthest first."""

    def __init__(self, head: bytes, state: State, players: Mapping[int, Player], look: Look) -> None:
        rows = standings_cache.overall(head, state)
        self.pages = None
        if not look.is_whole and len(rows) > look.at_once:
            self.pages = Paginator(rows, look.at_once).get_page(max(1, look.page))
        self.rows = [
            (row, players[state.entrants[row.entrant].player], GONE.get(state.entrants[row.entrant].gone, ""))
            for row in self.pages or rows
        ]


def _best_matchdays(count: int) -> str:
    return ngettext(
        "Only the best matchday counts; the others are struck through.",
        "Only the best {n} matchdays count; the others are struck through.",
        count,
    )


def _best_rounds(count: int) -> str:
    return ngettext(
        "Only the best round counts; the others are struck through.",
        "Only the best {n} rounds count; the others are struck through.",
        count,
    )


def _too_few_matchdays(minimum: int) -> str:
    return ngettext(
        "Players without a matchday rank below the others.",
        "Players with fewer than {n} matchdays rank below the others.",
        minimum,
    )


def _too_few_rounds(minimum: int) -> str:
    return ngettext(
        "Players without a round rank below the others.",
        "Players with fewer than {n} rounds rank below the others.",
        minimum,
    )


def _ties(lots: Iterable[Sequence[int]]) -> list[list[int]]:
    """Return the order of each tie; a later lot only adds entrants, since the first lot of each counts."""
    orders: list[list[int]] = []
    for lot in lots:
        order = next((order for order in orders if set(order) & set(lot)), None)
        if order is None:
            orders.append(list(lot))
        else:
            order += [entrant for entrant in lot if entrant not in order]
    return orders


def _parted(rows: Iterable[tuple[int, StandingsRow]], groups: int) -> list[Sequence[StandingsRow]]:
    by_group: list[list[StandingsRow]] = [[] for _group in range(groups)]
    for index, row in rows:
        by_group[index].append(row)
    return list(by_group)


def _day(day: DayScore) -> str:
    """Return the points of a round as HTML; a number needs no escaping."""
    if not day.is_played and not day.points:
        return f'<span class="soft" title="{escape(_("Not played"))}">–</span>'
    if day.is_counted:
        return f"<span>{day.points}</span>"
    title = escape(pgettext("a result that does not count", "Left out"))
    words = escape(pgettext("a result that does not count", "left out"))
    return f'<s title="{title}">{day.points}<span class="unseen"> {words}</span></s>'


def _abbreviated(result: Result) -> str:
    """Return a result as HTML."""
    won = ' class="form__won"' if result.is_won else ""
    return f'<abbr{won} title="{escape(result.words)}">{escape(result.text)}</abbr>'


def _decider(code: str) -> str:
    if code in TIE_BREAKS:
        return _(TIE_BREAKS[code].name).lower()
    return _(DECIDERS[code]) if code else ""


def value_of(row: StandingsRow, tie_break: TieBreak, write: Callable[[Fraction], str] = written) -> str:
    """Return the value of a tie-break in a row; a dash where it had nothing to separate."""
    worth = row.worths.get(tie_break.code)
    if (
        worth is None
        or worth.is_unknown
        or (tie_break.is_relative and not worth.has_terms and not worth.value)
    ):
        return "–"
    return write(worth.value)


def points_first(tie_breaks: Sequence[TieBreak]) -> list[TieBreak]:
    """Put the points first: standings of a stage count them first, wherever they are named."""
    return sorted(tie_breaks, key=lambda tie_break: tie_break.code != POINTS)
