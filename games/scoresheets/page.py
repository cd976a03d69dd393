"""What the pages of a score sheet show: a look at it, put into words and lists for the template."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Table
from games.rulebooks import page
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import DEFAULTS, Options
from games.scoresheets import deal_text, history, result_text
from games.scoresheets.keypad import Pad, pad
from games.scoresheets.queries import DISPUTED, FINAL, REPORTED, RUNNING, Deal, ScoreSheet
from games.wording.event_text import count, listed

_AT_HAND: Final = (
    "hand_size",
    "starter_rule",
    "play_after_draw",
    "stack_draw_two",
    "stack_draw_four",
    "draw_four_legality",
    "draw_four_challenge",
    "jump_in",
    "seven_zero",
    "uno_penalty",
    "illegal_card_penalty",
    "advice_penalty",
    "silence",
    "going_out",
    "blocked_round",
    "scoring",
    "target_score",
    "match_end",
)
"""The options that people ask about at a table with real cards, whatever their value."""


@dataclass(frozen=True)
class Row:
    """A seat of the sheet. `score` is what counts there; `out_word` says why it is out of the match."""

    index: int
    letter: str
    name: str
    total: int
    score: str
    place: int
    active: bool
    is_me: bool
    is_dealer: bool
    has_left: bool
    out_word: str
    given: str
    """The points that were typed in and refused."""

    @property
    def is_out(self) -> bool:
        """Whether the seat is out of the match."""
        return not self.active


@dataclass(frozen=True)
class Cell:
    """What a deal brought a seat."""

    text: str
    went_out: bool


@dataclass(frozen=True)
class DealRow:
    """A deal that stands."""

    number: int
    words: str
    cells: list[Cell]


class ScorePage:
    """A score sheet for a template. `keeper` and `referee` are the `by` of the viewer, if they are.

    `address` is the page that the live fragment belongs to.
    """

    def __init__(
        self, look: ScoreSheet, address: str, *, seat: int | None = None, keeper: str = "", referee: str = ""
    ) -> None:
        self.look = look
        self.address = address
        self.table: Table = look.table
        self.version = look.version
        self.options: Options = look.options
        self.names = seat_names(look)
        self.my_seat = seat
        self.keeper = keeper
        self.referee = referee
        self.given: Mapping[str, str] = {}

    # --- where it stands

    @property
    def is_running(self) -> bool:
        """Whether deals can be entered."""
        return self.look.phase == RUNNING and self.table.status == Table.Status.RUNNING

    @property
    def is_over(self) -> bool:
        """Whether a result has been reported."""
        return self.look.phase != RUNNING

    @property
    def is_disputed(self) -> bool:
        """Whether the referee has to decide."""
        return self.look.phase == DISPUTED

    @property
    def next_deal(self) -> int:
        """The number of the deal that comes next."""
        return self.look.next_deal

    @property
    def next_in_words(self) -> str:
        """Say which deal comes next, who deals and who begins."""
        who = deal_text.who_begins(self.names, self.look.dealer, self.look.first)
        said = _("Deal {deal}: {who}") if who else _("Deal {deal}")
        return said.format(deal=self.next_deal, who=who)

    @property
    def heading(self) -> str:
        """Say how the match stands or how it ended."""
        if self.table.status in (Table.Status.OPEN, Table.Status.CLOSED):
            return self.table.get_status_display()
        if not self.is_over:
            if self.next_deal == 1:
                return _("The match begins")
            said = _("Wins so far") if self.counts_wins else _("Totals after deal {deal}")
            return said.format(deal=self.next_deal - 1)
        won = result_text.won([self.names[seat] for seat in self.look.winners])
        return won if self.look.phase == FINAL else _("Result: {won}").format(won=won)

    @property
    def said_of_result(self) -> str:
        """Say what has become of the reported result."""
        if self.look.phase == FINAL:
            return _("The result is final.")
        waits = [self.names[seat] for seat in self.look.asked]
        if self.look.phase != REPORTED or not waits:
            return ""
        return result_text.awaited(waits, self.look.silent_at)

    @property
    def objectors(self) -> str:
        """Who does not agree."""
        return listed([self.names[seat] for seat in self.look.objectors])

    # --- the seats

    @property
    def counts_wins(self) -> bool:
        """Whether deals won and lost count, and not points."""
        return self.options.scoring == "win_loss"

    @cached_property
    def places(self) -> list[Row]:
        """All seats from A on."""
        return [self._row(seat) for seat in range(len(self.names))]

    @property
    def standing(self) -> list[Row]:
        """The seats in their order, after the match by place."""
        return sorted(self.places, key=lambda row: row.place) if self.is_over else self.places

    @property
    def seats(self) -> list[Row]:
        """The seats that play the next deal."""
        return [row for row in self.places if row.active]

    # --- the deals

    @cached_property
    def deals(self) -> list[DealRow]:
        """The deals that stand, the first one first."""
        return [self._deal(deal) for deal in self.look.standing]

    @property
    def last(self) -> DealRow | None:
        """The last deal that stands."""
        return self.deals[-1] if self.deals else None

    # --- what the viewer may do

    @property
    def may_undo(self) -> bool:
        """Whether the viewer may undo the last deal."""
        return bool(self.keeper) and self.look.phase in (RUNNING, REPORTED)

    @property
    def may_correct(self) -> bool:
        """Whether the viewer may write a deal that stands anew."""
        return bool(self.keeper or self.referee) and self.look.phase in (RUNNING, REPORTED)

    @property
    def may_referee(self) -> bool:
        """Whether the viewer is the referee."""
        return bool(self.referee)

    @property
    def may_call(self) -> bool:
        """Whether the viewer may call the referee: who sits or scores here, while it is not over."""
        return (bool(self.keeper) or self.my_seat is not None) and not self.table.is_over

    @property
    def may_end(self) -> bool:
        """Whether the viewer may end the match before it ends by itself."""
        return bool(self.referee) and self.is_running and self.next_deal > 1

    @property
    def may_settle(self) -> bool:
        """Whether the viewer decides about the result."""
        return bool(self.referee) and self.look.phase in (REPORTED, DISPUTED)

    @property
    def objections(self) -> list[Mapping[str, str]]:
        """What was said against the result, for the referee. One query."""
        return [{"name": self.names[one.seat], "reason": one.reason} for one in self.table.objections.all()]

    @property
    def from_last(self) -> list[Mapping[str, object]]:
        """What could be taken back: how many of the last deals, and which ones in words."""
        last = self.next_deal - 1
        several = range(last - 1, 0, -1)
        deals = _("deals {first} to {last}")
        found = [
            {"back": 1 + last - first, "words": deals.format(first=first, last=last)} for first in several
        ]
        return [{"back": 1, "words": _("deal {deal}").format(deal=last)}, *found] if last else []

    @property
    def may_answer(self) -> bool:
        """Whether the viewer is asked what they think of the result."""
        return self.my_seat is not None and self.my_seat in self.look.asked

    # --- rules at hand, keypad, and what scripts know

    @property
    def played(self) -> page.Played:
        """What is played here."""
        return page.played_at(self.table)

    @property
    def rules(self) -> list[page.Setting]:
        """The options that matter at a table, and all that are not as usual."""
        settings: dict[str, page.Setting] = {}
        for group in page.settings(self.options):
            settings |= {setting.option.name: setting for setting in group.settings}
        unusual = [
            about.name
            for about in OPTION_TEXTS
            if getattr(self.options, about.name) != getattr(DEFAULTS, about.name)
        ]
        return [settings[name] for name in dict.fromkeys((*_AT_HAND, *unusual))]

    @property
    def card_points(self) -> list[page.CardRow]:
        """What the cards count."""
        return page.cards_of(self.options)

    @property
    def penalties(self) -> list[Mapping[str, str]]:
        """What a referee can give cards for under these rules."""
        return [
            {
                "name": kind,
                "words": _("{offence}: {cards}").format(
                    offence=result_text.OFFENCES[kind], cards=count(cards)
                ),
            }
            for kind, cards in self.look.penalties.items()
        ]

    @property
    def can_challenge(self) -> bool:
        """Whether anybody can challenge under these rules."""
        return self.options.draw_four_challenge != "off"

    @property
    def others_first(self) -> list[Row]:
        """The seats that play, beginning with the second: nobody challenges the own card."""
        return self.seats[1:] + self.seats[:1]

    @property
    def given_penalties(self) -> list[Mapping[str, object]]:
        """What the referee has given; the last one of a seat can be taken back while the match is played."""
        given = [one for one in self.look.marks if one.kind in history.OFFENCES and not one.is_void]
        last = {one.seat: one.version for one in given}
        return [
            {
                "deal": one.deal,
                "seat": one.seat,
                "words": history.said(one, self.names),
                "is_last": self.is_running and last[one.seat] == one.version,
            }
            for one in given
        ]

    @property
    def pad(self) -> Pad:
        """The keys of the deck."""
        return pad(self.options)

    @property
    def goes_to_last(self) -> bool:
        """Whether a deal goes on until one is left with cards."""
        return self.options.going_out == "to_last"

    @property
    def later_places(self) -> list[str]:
        """The places of those who go out after the first one, in words; the last one is left with cards."""
        return [f"{ordinal}." for ordinal in range(2, len(self.seats))]

    @property
    def counts_emptied(self) -> bool:
        """Whether it counts how often each hand became empty."""
        return self.options.scoring == "per_out"

    @property
    def for_script(self) -> dict[str, Any]:
        """What the script of the page knows of the rules."""
        options = self.options
        adds = {"winner_takes_all": "winner", "elimination": "own", "own_hand_low": "own"}
        simple = options.teams == "off" and options.blocked_round == "void"
        return {
            **self.pad.for_script,
            "reset_zero": options.reset_zero,
            "adds": adds.get(options.scoring, "") if simple else "",
            "eliminates": options.target_score if options.scoring == "elimination" else 0,
            "goes_round": options.next_dealer == "clockwise" and options.first_player == "left_of_dealer",
            "needs_all": not self.counts_wins,
        }

    @property
    def data(self) -> dict[str, Any]:
        """What the script of the page knows of the sheet."""
        return {
            "version": self.version,
            "running": self.is_running,
            "next": self.next_deal,
            "dealer": self.look.dealer if self.is_running else None,
            "first": self.look.first,
            "seats": [
                {"index": row.index, "name": row.name, "total": row.total, "active": row.active}
                for row in self.places
            ],
            "deals": {deal.number: deal.words for deal in self.deals},
        }

    def _row(self, seat: int) -> Row:
        look = self.look
        won = _("{wins} won, {losses} lost").format(wins=look.wins[seat], losses=look.losses[seat])
        return Row(
            index=seat,
            letter=look.seats[seat].letter,
            name=self.names[seat],
            total=look.totals[seat],
            score=won if self.counts_wins else str(look.totals[seat]),
            place=look.places[seat] if look.places else 0,
            active=not look.eliminated[seat],
            is_me=seat == self.my_seat,
            is_dealer=seat == look.dealer and self.is_running,
            has_left=seat in look.retired,
            out_word=_("left") if seat in look.retired else _("out"),
            given=self.given.get(f"left-{seat}", ""),
        )

    def _deal(self, deal: Deal) -> DealRow:
        cells = [self._cell(deal, seat) for seat in range(len(self.names))]
        return DealRow(deal.number, deal_text.told(deal, self.names), cells)

    def _cell(self, deal: Deal, seat: int) -> Cell:
        went_out = seat in deal.out[:1]
        if self.counts_wins:
            said = _("won") if seat == deal.winner else _("lost") if seat == deal.loser else "–"
            return Cell(said, went_out)
        return Cell(f"+{deal.points[seat]}" if deal.points[seat] else "–", went_out)


def score_address(table: Table) -> str:
    """Return the address of the scorekeeper's page of a table."""
    return reverse("score", args=[table.pk])


def seat_names(look: ScoreSheet) -> list[str]:
    """Return who sits where, in seat order."""
    return [one.name or _("Seat {letter}").format(letter=one.letter) for one in look.seats]
