"""The analysis of a match as a file beside its record: facts, in the words of no language.

`analysis_format` has its shape.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _

from games.analysis import queries, queue
from games.analysis.analysis_format import (
    FORMAT,
    AnalysedDeal,
    AnalysisFile,
    Choice,
    Curve,
    Doubt,
    Draw,
    Exposure,
    Known,
    Option,
    Parts,
    Told,
)
from games.analysis.findings import (
    BLUNDER,
    BOT,
    MISTAKE,
    NO_MARK,
    SLIP,
    VERSION,
    Alternative,
    DealFindings,
    Decision,
    Fact,
    Knowledge,
    MatchFindings,
)
from games.bots.playouts import boards
from games.models import Table
from games.rules.base.refusal import Refusal
from games.rules.cards.cards import COLOURS, TOKENS
from games.rules.notation import notation
from games.rules.notation.notation import seat_letter

_MARKS: Final = {NO_MARK: None, SLIP: "slip", MISTAKE: "mistake", BLUNDER: "blunder"}


def export(table: Table) -> str:
    """Return the analysis of a match as JSON. Five queries at most.

    Refusals: those of `queue.require_possible` – `conflict` during the match, `analysis_off` where the club
    has switched it off – and `conflict` as long as it is not finished.
    """
    queue.require_possible(table)
    analysis = queries.of(table)
    if not analysis.is_ready or analysis.match is None:
        raise Refusal("conflict", _("The analysis of this match is not ready."))
    return msgspec.json.encode(_file(table, analysis.deals, analysis.match)).decode()


def _file(table: Table, deals: Sequence[DealFindings], match: MatchFindings) -> AnalysisFile:
    return AnalysisFile(
        format=FORMAT,
        version=VERSION,
        table=table.pk,
        head=bytes(table.head).hex(),
        seats=table.seat_count,
        rounds=[_deal(deal) for deal in deals],
        facts=[_told(fact) for fact in match.facts],
        moments=[_told(fact) for fact in match.moments],
        match_parts=_same(match.match_parts, Parts),
    )


def _deal(deal: DealFindings) -> AnalysedDeal:
    return AnalysedDeal(
        round=deal.number,
        first_step=deal.first_step,
        worlds=deal.worlds,
        deal=_same(deal.deal, Curve),
        match=_same(deal.match, Curve),
        deal_parts=_same(deal.deal_parts, Parts),
        match_parts=_same(deal.match_parts, Parts),
        decisions=[_choice(decision) for decision in deal.decisions or []],
    )


def _choice(decision: Decision) -> Choice:
    return Choice(
        step=decision.step,
        seat=seat_letter(decision.seat),
        alternatives=[_option(alternative) for alternative in decision.alternatives],
        cost=decision.cost,
        low=decision.low,
        high=decision.high,
        match_cost=decision.match_cost,
        mark=_MARKS[decision.mark],
        silence=decision.silence,
        doubt=_same(decision.doubt, Doubt),
        exposure=_same(decision.exposure, Exposure),
        knowledge=None if decision.knowledge is None else _known(decision.knowledge),
        is_by_bot=decision.stand_in == BOT,
    )


def _option(alternative: Alternative) -> Option:
    action = boards.command_of(alternative.action)
    if action is None:
        move = "wait"
    elif isinstance(action, boards.Overlook):
        move = f"{seat_letter(action.seat)} overlook {seat_letter(action.target)}"
    else:
        move = notation.text(action)
    return Option(
        move,
        alternative.chance,
        alternative.error,
        alternative.match,
        alternative.points,
        alternative.is_bluff,
    )


def _known(knowledge: Knowledge) -> Known:
    return Known(
        counts=knowledge.counts,
        cards=[[TOKENS[card] for card in cards] for cards in knowledge.known],
        draws=[
            Draw(seat_letter(lack.seat), TOKENS[lack.top], COLOURS[lack.colour]) for lack in knowledge.lacking
        ],
    )


def _told(fact: Fact) -> Told:
    cards = [TOKENS[card] for card in fact.cards]
    seats, bots = ([seat_letter(seat) for seat in some] for some in (fact.seats, fact.bots))
    return Told(fact.kind, fact.step, seats, fact.numbers, cards, bots)


def _same(findings: Any, kind: Any) -> Any:
    """Return findings as an object with the names of their fields, None if there are none."""
    return None if findings is None else msgspec.convert(findings, kind, from_attributes=True)
