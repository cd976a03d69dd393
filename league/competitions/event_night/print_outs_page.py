"""Print-outs of an event: table lists, score sheets, posters, standings, certificates."""

import datetime as dt
from collections import defaultdict
from functools import cached_property
from itertools import groupby, islice
from operator import attrgetter
from typing import Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.localization.lists import listed
from games.localization.numbers import ordinal
from games.rulebooks import explanations
from games.rules.cards.card_names import capital, symbol_called
from games.rules.cards.cards import COLOUR_OF, SYMBOL_OF, WILD
from games.rules.options.options import Options, stored
from games.rules.play.dealing import whole_deck
from games.rules.play.scoring import hand_points
from league import competitions
from league.competitions.event_night import tables_in_play
from league.competitions.event_night.shown_round import ShownRound
from league.competitions.event_night.tables_in_play import Chair, TableInPlay
from league.competitions.read_models.context import WHOLE, CompetitionPage, rulebook_of
from league.competitions.read_models.poster import Poster, poster, posters
from league.competitions.read_models.rounds import Section
from league.competitions.read_models.row_filter import Look
from league.models import Competition, Entrant
from league.rules.competition.stage import Match as StageMatch
from league.rules.competition.state import FINISHED
from league.rules.settings.stages import KNOCK_OUTS
from league.rules.settings.translated_names import translated
from league.rules.settings.venues import ONLINE

SHEETS: Final = 120
"""The most score sheets that are printed at once."""
DEALS: Final = 14
"""Rows of a score sheet."""
_HONOURED: Final = 3
"""The last place that gets a certificate."""
_CERTIFICATES: Final = 60
"""The most certificates of a division: so many can share a place."""


class Worth(NamedTuple):
    """Cards with the same points."""

    cards: str
    points: str


class Certificate(NamedTuple):
    """A rank in words, its holder, and the division, empty where there is only one."""

    place: str
    entrant: Entrant
    division: str


class PrintOutPage:
    """The print-outs of a competition; `look` selects the rows of its standings."""

    def __init__(
        self,
        competition: Competition,
        at: dt.datetime,
        *,
        look: Look = WHOLE,
        is_split: bool = False,
        number: int = 1,
        asked_round: str = "",
    ) -> None:
        self.competition, self.at, self.is_split = competition, at, is_split
        self._look, self._number, self._asked_round = look, number, asked_round
        self.deals = range(1, DEALS + 1)

    @cached_property  # lists of tables do without
    def page(self) -> CompetitionPage:
        """The competition with its standings and its bracket."""
        return CompetitionPage(self.competition.pk, look=self._look)

    @cached_property
    def shown_round(self) -> ShownRound:
        """The round that is asked for, or those in play."""
        return ShownRound(self.competition, self._asked_round)

    @cached_property
    def tables(self) -> list[TableInPlay]:
        """The tables of that round."""
        return self.shown_round.tables()

    @property
    def round_name(self) -> str:
        """The name of the round; empty where there are several in play, such as those of divisions."""
        shown = self.shown_round.round
        return shown.title if shown else tables_in_play.round_of(self.tables)

    @property
    def people(self) -> list[tuple[Chair, TableInPlay]]:
        """Everybody who plays now, from A to Z, with their table."""
        return tables_in_play.by_name(self.tables)

    @cached_property
    def sheets(self) -> Page[TableInPlay]:
        """The tables that need a score sheet, those with real cards: so many as one page prints."""
        wanted = [table for table in self.tables if table.match.venue != ONLINE]
        sheets = Paginator(wanted, SHEETS).get_page(self._number)
        state = competitions.look(self.competition.pk) if sheets else None
        for table in sheets:
            match = state.match(table.match.stage, table.match.key) if state else None
            table.advancing = _advancing(match) if match else ""
        return sheets

    @cached_property
    def options(self) -> Options:
        """What is played."""
        return stored(self.competition.rulebook, self.competition.options)

    @cached_property
    def rulebook(self) -> str:
        """The name of the rulebook."""
        return rulebook_of(self.competition).title

    @cached_property  # each sheet asks
    def worth(self) -> list[Worth]:
        """The points of the cards of this deck, lowest first."""
        return worth(self.options)

    @cached_property  # each sheet asks
    def ends(self) -> str:
        """The end of a match in a few words; empty where people decide it."""
        options = self.options
        if options.match_end == "manual":
            return ""
        score = options.target_score
        return ngettext("to {score} point", "to {score} points", score).format(score=score)

    @cached_property  # each sheet asks
    def scoring(self) -> str:
        """How a deal scores, in a sentence."""
        settings = (setting for group in explanations.settings(self.options) for setting in group.settings)
        return next((setting.meaning for setting in settings if setting.option.name == "scoring"), "")

    @property
    def has_bracket(self) -> bool:
        """Whether there is a bracket to hang up."""
        return self.page.has_begun and self.page.settings.format in KNOCK_OUTS

    @property
    def certificates(self) -> list[Certificate]:
        """Those of the first three of each division, once the competition is over. One query."""
        if self.competition.status != FINISHED:
            return []
        rows = self.competition.entrants.filter(Entrant.placed(_HONOURED), withdrawn=False)
        rows = rows.select_related("player").order_by("division", "rank", "number")
        by_division = groupby(rows, key=attrgetter("division"))
        return [
            _certificate(row)
            for _division, of_division in by_division
            for row in islice(of_division, _CERTIFICATES)
        ]

    @cached_property
    def posters(self) -> list[Poster]:
        """The bracket on a single page, or on enough pages to be legible."""
        return self.legible if self.is_split else [poster(self._sections)]

    @cached_property
    def legible(self) -> list[Poster]:
        """The bracket on as few pages as are legible."""
        return posters(self._sections)

    @property
    def _sections(self) -> list[Section]:
        return [section for section in self.page.sections if section.matches]


def _advancing(match: StageMatch) -> str:
    """Say how many advance from a match; empty where that is not decided by this match alone."""
    if not match.is_knock_out or not match.decides or match.round.is_final or match.planned.best_of > 1:
        return ""
    number = max(1, match.round.advance)
    sentence = ngettext("The first player advances.", "The first {n} players advance.", number)
    return sentence.format(n=number)


def _certificate(entrant: Entrant) -> Certificate:
    rank = entrant.division_rank if entrant.division else entrant.rank
    place = _("{ordinal} place").format(ordinal=ordinal(rank or 0))
    division = translated(f"Division {entrant.division}") if entrant.division else ""
    return Certificate(capital(place), entrant, division)


def worth(options: Options) -> list[Worth]:
    """Return the points of the cards of a deck: coloured cards by symbol, black cards by name."""
    names_by_points: dict[int, list[str]] = defaultdict(list)
    plain = 0
    for card in sorted(set(whole_deck(options))):
        # Two of a card, halved: a lone zero may count more than together with others.
        points = hand_points((card, card), options) // 2
        if card < WILD and COLOUR_OF[card] != 0:
            continue
        if card < WILD and SYMBOL_OF[card] == points < 10:
            plain += 1
            continue
        name = symbol_called(card, options.customizable_effects)
        names_by_points[points].append(capital(name))
    numbers = [Worth(_("Number cards"), _("their number"))] if plain else []
    return [
        *numbers,
        *(Worth(listed(names), str(points)) for points, names in sorted(names_by_points.items())),
    ]
