"""The context of the pages of a score sheet: the sheet in words and lists for templates."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.access.scorekeepers import BY_CODE
from games.localization.lists import listed
from games.localization.numbers import number, ordinal
from games.models import Table
from games.rulebooks import explanations
from games.rules.match.sentence_patterns import count
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import DEFAULTS, Options
from games.scoresheets import deal_text, reopening, result_text, sheet_history
from games.scoresheets.keypad import Pad, pad
from games.scoresheets.queries import DISPUTED, FINAL, REPORTED, RUNNING, Deal, ScoreSheet, seat_names
from games.wording import winners

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
"""The options that the page of a table with real cards always shows."""


@dataclass(frozen=True)
class SeatRow:
    """A seat of the sheet: `place` is 0 if unknown, `score` its total or wins, `out_word` why it is out."""

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
    typed: str
    """The points in a refused form."""

    @property
    def is_out(self) -> bool:
        """Whether the seat is out of the match."""
        return not self.active


@dataclass(frozen=True)
class Cell:
    """The score of a seat in a deal; `left` are the points in a hand that brought its seat nothing."""

    text: str
    went_out: bool
    left: str = ""


@dataclass(frozen=True)
class RecordedDeal:
    """A deal that stands."""

    number: int
    words: str
    cells: list[Cell]


class ScorePage:
    """A score sheet for templates. `keeper` and `referee` are the viewer as `by`, empty without that role.

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
        self.typed: Mapping[str, str] = {}

    # --- the state of the match

    @property
    def is_running(self) -> bool:
        """Whether deals can be entered."""
        return self.look.phase == RUNNING and self.table.status == Table.Status.RUNNING

    @property
    def is_decided(self) -> bool:
        """Whether organizers entered the result, so that nothing is written here any more."""
        return self.table.status == Table.Status.DECIDED

    @property
    def _winners_by_hand(self) -> list[int]:
        """The seats in the first place of a result that organizers entered; empty without such a place."""
        return [seat.index for seat in self.look.seats if self.is_decided and seat.place == 1]

    @property
    def is_over(self) -> bool:
        """Whether a result has been reported."""
        return self.look.phase != RUNNING or self.is_decided

    @property
    def is_disputed(self) -> bool:
        """Whether the referee has to decide."""
        return self.look.phase == DISPUTED and not self.is_decided

    @property
    def next_deal(self) -> int:
        """The number of the deal that comes next."""
        return self.look.next_deal

    @property
    def next_in_words(self) -> str:
        """Say which deal comes next, who deals and who begins."""
        who = deal_text.first_turn(self.names, self.look.dealer, self.look.first)
        sentence = _("Deal {deal}: {who}") if who else _("Deal {deal}")
        return sentence.format(deal=self.next_deal, who=who)

    @property
    def heading(self) -> str:
        """Say how the match stands or how it ended."""
        if self._winners_by_hand:
            return winners.in_words([self.names[seat] for seat in self._winners_by_hand])
        if self.table.status in (Table.Status.OPEN, Table.Status.CLOSED, Table.Status.DECIDED):
            return self.table.get_status_display()
        if not self.is_over:
            if self.next_deal == 1:
                return _("The match begins")
            sentence = _("Wins so far") if self.counts_wins else _("Totals after deal {deal}")
            return sentence.format(deal=self.next_deal - 1)
        won = winners.in_words([self.names[seat] for seat in self.look.winners])
        return won if self.look.phase == FINAL else _("Result: {won}").format(won=won)

    @property
    def result_status(self) -> str:
        """Say whether the reported result is final, or what it waits for."""
        if self.look.phase == FINAL:
            return _("The result is final.")
        if self.is_decided:
            return _(
                "The organizers entered the result of this match: it is over. If they undo it, the match"
                " continues here."
            )
        waits = [self.names[seat] for seat in self.look.asked]
        if self.look.phase != REPORTED or not waits:
            return ""
        return result_text.awaited(waits, self.look.silent_at)

    @property
    def decision(self) -> str:
        """What a referee decided last about an objection, with the reason; empty without one."""
        marks = [mark for mark in self.look.marks if mark.kind in ("disputed", "stands", "reopened")]
        return sheet_history.describe(marks[-1], self.names) if marks and marks[-1].words else ""

    @property
    def objectors(self) -> str:
        """The names of the players who object."""
        return listed([self.names[seat] for seat in self.look.objectors])

    # --- the seats

    @property
    def counts_wins(self) -> bool:
        """Whether deals won and lost count, and not points."""
        return self.options.scoring == "win_loss"

    @cached_property
    def places(self) -> list[SeatRow]:
        """All seats from A on."""
        return [self._row(seat) for seat in range(len(self.names))]

    @property
    def standing(self) -> list[SeatRow]:
        """The seats in order; after the match by place."""
        return (
            sorted(self.places, key=lambda row: row.place or len(self.places))
            if self.is_over
            else self.places
        )

    @property
    def seats(self) -> list[SeatRow]:
        """The seats that play the next deal."""
        return [row for row in self.places if row.active]

    # --- the deals

    @cached_property
    def deals(self) -> list[RecordedDeal]:
        """The deals that stand, the first deal first."""
        return [self._deal(deal) for deal in self.look.standing]

    @property
    def shows_left(self) -> bool:
        """Whether a deal shows points left in a hand."""
        return any(cell.left for deal in self.deals for cell in deal.cells)

    @property
    def last(self) -> RecordedDeal | None:
        """The last deal that stands."""
        return self.deals[-1] if self.deals else None

    # --- what the viewer may do

    @property
    def may_undo(self) -> bool:
        """Whether the viewer may undo the last deal."""
        is_open = self.look.phase in (RUNNING, REPORTED) and not self.is_decided
        return bool(self.keeper) and (is_open or self.undo_until is not None)

    @property
    def may_correct(self) -> bool:
        """Whether the viewer may correct a deal."""
        is_open = self.look.phase in (RUNNING, REPORTED) and not self.is_decided
        is_open = is_open or self.undo_until is not None
        return bool(self.keeper or self.referee) and is_open

    @cached_property
    def undo_until(self) -> dt.datetime | None:
        """Until when the viewer may take back a result that was final at once; None if they may not."""
        if self.is_decided or not self.keeper:
            return None
        return reopening.until(self.look, by=self.keeper, at=timezone.now())

    @property
    def is_final_at_once(self) -> bool:
        """Whether nobody will be asked to confirm the result that the viewer enters."""
        others = [seat.player for seat in self.look.seats if seat.index != self.my_seat]
        return not self.asks or not any(player and player.user_id for player in others)

    @property
    def may_take_back(self) -> bool:
        """Whether the viewer could take a final result back for a while: nobody can with a printed code."""
        return self.keeper != BY_CODE

    @property
    def warns_of_end(self) -> bool:
        """Whether the pad says that the result will be final at once: at first, and when the end is near."""
        return self.is_final_at_once and (self.next_deal == 1 or self._is_near_end)

    @property
    def _is_near_end(self) -> bool:
        """Whether a deal or two, as large as the largest so far, could end the match."""
        look, options = self.look, self.options
        if options.match_end == "rounds":
            return self.next_deal >= options.round_limit
        if options.match_end == "manual" or not look.standing:
            return False
        totals = sorted((look.totals[seat] for seat in look.playing), reverse=True)
        leaving = len(totals) - options.survivors if options.scoring == "elimination" else 1
        largest = max(max(deal.points) for deal in look.standing)
        return leaving <= 0 or totals[leaving - 1] + 2 * largest >= options.target_score

    @property
    def asks(self) -> bool:
        """Whether the players of this table are asked to confirm results."""
        return self.table.confirm != "none"

    @property
    def may_referee(self) -> bool:
        """Whether the viewer is the referee."""
        return bool(self.referee)

    @property
    def may_call(self) -> bool:
        """Whether the viewer may call the referee: players and scorekeepers may until the match is over."""
        is_over = self.table.is_over or self.is_decided
        return (bool(self.keeper) or self.my_seat is not None) and not is_over

    @property
    def may_end(self) -> bool:
        """Whether the viewer may end the match before it ends by itself."""
        return bool(self.referee) and self.is_running and self.next_deal > 1

    @property
    def may_settle(self) -> bool:
        """Whether the viewer decides about the result."""
        return bool(self.referee) and self.look.phase in (REPORTED, DISPUTED) and not self.is_decided

    @property
    def objections(self) -> list[Mapping[str, str]]:
        """The reasons of those who object, for the referee. One query."""
        return [
            {"name": self.names[objection.seat], "reason": objection.reason}
            for objection in self.table.objections.all()
        ]

    @property
    def undo_choices(self) -> list[Mapping[str, object]]:
        """The choices of what to undo: how many of the last deals, and which deals in words."""
        last = self.next_deal - 1
        firsts = range(last - 1, 0, -1)
        deals = _("deals {first} to {last}")
        choices = [
            {"back": 1 + last - first, "words": deals.format(first=first, last=last)} for first in firsts
        ]
        return [{"back": 1, "words": _("deal {deal}").format(deal=last)}, *choices] if last else []

    @property
    def may_answer(self) -> bool:
        """Whether the viewer is asked to confirm the result."""
        return self.my_seat is not None and self.my_seat in self.look.asked and not self.is_decided

    # --- rules, keypad, and data for scripts

    @property
    def played(self) -> explanations.RulesInUse:
        """The rulebook and options of this table."""
        return explanations.played_at(self.table)

    @property
    def rules(self) -> list[explanations.Setting]:
        """The options that matter at a table, and all that differ from the defaults."""
        settings: dict[str, explanations.Setting] = {}
        for group in explanations.settings(self.options):
            settings |= {setting.option.name: setting for setting in group.settings}
        unusual = [
            about.name
            for about in OPTION_TEXTS
            if getattr(self.options, about.name) != getattr(DEFAULTS, about.name)
        ]
        return [settings[name] for name in dict.fromkeys((*_AT_HAND, *unusual)) if name in settings]

    @property
    def card_points(self) -> list[explanations.CardRow]:
        """The points of the cards."""
        return explanations.cards_of(self.options)

    @property
    def penalties(self) -> list[Mapping[str, str]]:
        """The penalties a referee can give under these rules."""
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
    def others_first(self) -> list[SeatRow]:
        """The seats that play, beginning with the second: the first is chosen as the challenger."""
        return self.seats[1:] + self.seats[:1]

    @property
    def given_penalties(self) -> list[Mapping[str, object]]:
        """The penalties of the referee; the last one of a seat can be taken back during the match."""
        penalties = [
            mark for mark in self.look.marks if mark.kind in sheet_history.OFFENCES and not mark.is_void
        ]
        last = {mark.seat: mark.version for mark in penalties}
        return [
            {
                "deal": mark.deal,
                "seat": mark.seat,
                "words": sheet_history.describe(mark, self.names),
                "is_last": self.is_running and last[mark.seat] == mark.version,
            }
            for mark in penalties
        ]

    @property
    def pad(self) -> Pad:
        """The keys of the deck."""
        return pad(self.options)

    @property
    def goes_to_last(self) -> bool:
        """Whether a deal goes on until only one seat holds cards."""
        return self.options.going_out == "to_last"

    @property
    def later_places(self) -> list[str]:
        """The places of the seats that go out after the first, in words, without the last seat."""
        return [ordinal(number) for number in range(2, len(self.seats))]

    @property
    def counts_emptied(self) -> bool:
        """Whether the score counts how often each hand became empty."""
        return self.options.scoring == "per_out"

    @property
    def for_script(self) -> dict[str, Any]:
        """The rules for the script of the page."""
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
        """The sheet for the script of the page."""
        return {
            "version": self.version,
            "running": self.is_running,
            "warns": self.warns_of_end,
            "next": self.next_deal,
            "dealer": self.look.dealer if self.is_running else None,
            "first": self.look.first,
            "seats": [
                {"index": row.index, "name": row.name, "total": row.total, "active": row.active}
                for row in self.places
            ],
            "deals": {deal.number: deal.words for deal in self.deals},
        }

    def _row(self, seat: int) -> SeatRow:
        look = self.look
        place = look.places[seat] if look.places else 0
        if self.is_decided:
            place = look.seats[seat].place or 0
        return SeatRow(
            index=seat,
            letter=look.seats[seat].letter,
            name=self.names[seat],
            total=look.totals[seat],
            score=self._score(seat),
            place=place,
            active=not look.eliminated[seat],
            is_me=seat == self.my_seat,
            is_dealer=seat == look.dealer and self.is_running,
            has_left=seat in look.retired,
            out_word=pgettext("the match", "left") if seat in look.retired else _("eliminated"),
            typed=self.typed.get(f"left-{seat}", ""),
        )

    def _score(self, seat: int) -> str:
        """Return the total or the wins of a seat; a result that organizers entered may say neither."""
        look = self.look
        if self.is_decided:
            is_known = any(each.total for each in look.seats)
            return number(look.seats[seat].total) if is_known else "–"
        if self.counts_wins:
            return _("{wins} won, {losses} lost").format(wins=look.wins[seat], losses=look.losses[seat])
        return number(look.totals[seat])

    def _deal(self, deal: Deal) -> RecordedDeal:
        cells = [self._cell(deal, seat) for seat in range(len(self.names))]
        return RecordedDeal(deal.number, deal_text.describe(deal, self.names), cells)

    def _cell(self, deal: Deal, seat: int) -> Cell:
        went_out = seat in deal.out[:1]
        if self.counts_wins:
            won, lost = pgettext("a player", "won"), pgettext("a player", "lost")
            return Cell({deal.winner: won, deal.loser: lost}.get(seat, "–"), went_out)
        if deal.points[seat]:
            return Cell(f"+{number(deal.points[seat])}", went_out)
        is_counted = seat in deal.playing and seat not in deal.out and deal.left[seat] >= 0
        return Cell("–", went_out, number(deal.left[seat]) if is_counted else "")


def score_address(table: Table) -> str:
    """Return the address of the scorekeeper's page of a table."""
    return reverse("score", args=[table.pk])
