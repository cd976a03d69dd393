"""The highlights of a match: leaders, wilds that were held too long, challenges, calls, moments."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

import msgspec

from games.analysis.findings import BOT, NO_MARK, DealFindings, Decision, Fact, MatchFindings
from games.analysis.luck_and_choices import sum_of
from games.analysis.match import MatchToJudge
from games.analysis.positions import Step
from games.deals.outline import actor
from games.eventstore import encode
from games.rules.cards.cards import IS_BLACK
from games.rules.match import events as e
from games.rules.match.state import State
from games.rules.play.scoring import hand_points

WON, LED, HELD, CHALLENGE, CAUGHT, UNNOTICED, MARK, MOMENT = (
    "won",
    "led",
    "held",
    "challenge",
    "caught",
    "unnoticed",
    "mark",
    "moment",
)
_MOMENTS: Final = 3
_OF_A_KIND: Final = 3
_LEAST: Final = 30_000
"""A smaller change of a chance is no moment that mattered."""


def about(match: MatchToJudge, deals: Sequence[DealFindings]) -> MatchFindings:
    """Return the shared facts of the deals, and the highlights."""
    whole = [deal.match_parts for deal in deals if deal.match_parts is not None]
    return MatchFindings(
        facts=[
            *_leads(match),
            *_held(match),
            *_challenges(match, deals),
            *_caught(match),
            *_unnoticed(match),
            *_marked(deals),
        ],
        moments=_moments(match, deals),
        deal_parts=[deal.deal_parts for deal in deals if deal.deal_parts is not None],
        match_parts=sum_of(whole) if whole else None,
    )


def most_telling(moments: Sequence[Fact], seat: int | None = None) -> list[Fact]:
    """Return the moments that mattered most: first those of a seat if one is given, then of any other."""
    own = [moment for moment in moments if seat is not None and moment.seats == [seat]]
    steps = {moment.step for moment in own}
    others: list[Fact] = []
    for moment in sorted(moments, key=_change, reverse=True):
        if moment.step not in steps and len(others) < _MOMENTS:
            steps.add(moment.step)
            others.append(moment)
    return own + sorted(others, key=lambda moment: moment.step)


def marked_choice(fact: Fact, deals: Sequence[DealFindings]) -> Decision:
    """Return the choice that a fact of the kind `MARK` is about."""
    return next(
        decision
        for deal in deals
        for decision in deal.decisions or []
        if decision.step == fact.step and [decision.mark, decision.shown_cost] == fact.numbers
    )


def _leads(match: MatchToJudge) -> Iterator[Fact]:
    """Tell who won, and in which deal another lost the lead."""
    last = match.deals[-1][-1][0]
    winners = match.end.winners
    yield Fact(WON, last, list(winners), [match.end.totals[seat] for seat in winners])
    for number in range(len(match.deals) - 1, 0, -1):
        leaders = _leaders(match.state_after(number))
        others = [seat for seat in leaders if seat not in winners]
        if others and len(leaders) == 1:
            yield Fact(LED, match.deals[number][-1][0], others, [number + 1])
            return


def _leaders(state: State) -> list[int]:
    totals = state.totals if state.options.scoring != "win_loss" else state.wins
    is_low = state.options.scoring in ("own_hand_low", "elimination")
    rivals = [seat for seat in range(state.seats) if not state.eliminated[seat]]
    best = (min if is_low else max)((totals[seat] for seat in rivals), default=0)
    return [seat for seat in rivals if totals[seat] == best]


def _held(match: MatchToJudge) -> Iterator[Fact]:
    """Tell the dearest black cards that seats held when another went out."""
    held = []
    for number, deal in enumerate(match.deals, start=1):
        state = match.state_after(number)
        ended = next(
            (event for _step, events in deal for event in events if isinstance(event, e.RoundEnded)), None
        )
        if ended is None or ended.winner < 0 or state.options.scoring == "win_loss":
            continue
        for seat, hand in enumerate(ended.hands):
            black = [card for card in hand if IS_BLACK[card]]
            if black and seat != ended.winner:
                cost = hand_points(black, state.options)
                step = deal[-1][0]
                bots = _bots(match, {seat: _last_move(deal, seat), ended.winner: step})
                held.append(Fact(HELD, step, [seat, ended.winner], [cost], black, bots=bots))
    held.sort(key=lambda fact: -fact.numbers[0])
    yield from sorted(held[:_OF_A_KIND], key=lambda fact: fact.step)


def _challenges(match: MatchToJudge, deals: Sequence[DealFindings]) -> Iterator[Fact]:
    """Tell the challenges: whether they paid by what the seat knew (2: unsure), and what came of them."""
    doubts = {
        decision.step: decision.doubt
        for deal in deals
        for decision in deal.decisions or []
        if decision.doubt is not None
    }
    for step, events in _steps(match):
        outcome = next(
            (event for event in events if isinstance(event, e.ChallengeUpheld | e.ChallengeFailed)), None
        )
        doubt = doubts.get(step)
        if outcome is not None and doubt is not None:
            numbers = [
                2 if doubt.low <= doubt.bluff <= doubt.high else doubt.bluff > doubt.high,
                isinstance(outcome, e.ChallengeUpheld),
                doubt.bluff,
                doubt.pays_from,
            ]
            bots = _bots(match, {outcome.seat: step})
            seats = [outcome.seat, outcome.target]
            yield Fact(CHALLENGE, step, seats, [int(number) for number in numbers], bots=bots)


def _caught(match: MatchToJudge) -> Iterator[Fact]:
    """Tell who did not say UNO and was caught."""
    for step, event, silent_since in _silences(match):
        if isinstance(event, e.UnoCaught):
            bots = _bots(match, {event.seat: silent_since, event.by: step})
            yield Fact(CAUGHT, step, [event.seat, event.by], bots=bots)


def _unnoticed(match: MatchToJudge) -> Iterator[Fact]:
    """Tell who did not say UNO and was not caught, from the last deal back."""
    lapsed = [
        Fact(UNNOTICED, step, [event.seat], bots=_bots(match, {event.seat: silent_since}))
        for step, event, silent_since in _silences(match)
        if isinstance(event, e.UnoLapsed)
    ]
    yield from lapsed[-_OF_A_KIND:]


def _silences(match: MatchToJudge) -> Iterator[tuple[int, e.UnoCaught | e.UnoLapsed, int]]:
    """Yield the ends of missed calls: the step, its event, and the step in which the seat did not call."""
    for deal in match.deals:
        last: dict[int, int] = {}
        for step, events in deal:
            for event in events:
                if isinstance(event, e.CardPlayed):
                    last[event.seat] = step
                elif isinstance(event, e.UnoCaught | e.UnoLapsed):
                    yield step, event, last.get(event.seat, step)


def _silences_by_step(match: MatchToJudge) -> dict[int, dict[int, int]]:
    """Return by the step that ended missed calls the seats, each with the step in which it did not call."""
    ends: dict[int, dict[int, int]] = {}
    for step, event, silent_since in _silences(match):
        ends.setdefault(step, {})[event.seat] = silent_since
    return ends


def _last_move(deal: Sequence[Step], seat: int) -> int:
    """Return the last step of a deal that a seat made, 0 if it made none."""
    return max((step for step, events in deal if actor(events) == seat), default=0)


def _bots(match: MatchToJudge, steps: Mapping[int, int]) -> list[int]:
    """Return the seats for which a bot made the given step."""
    return [seat for seat, step in steps.items() if match.stand_ins.get(step) == BOT]


def _marked(deals: Sequence[DealFindings]) -> Iterator[Fact]:
    """Tell the choices that cost most."""
    marked: list[Decision] = [
        decision for deal in deals for decision in deal.decisions or [] if decision.mark != NO_MARK
    ]
    marked.sort(key=lambda decision: -decision.cost)
    for decision in sorted(marked[:_OF_A_KIND], key=lambda decision: decision.step):
        bots = [decision.seat] if decision.stand_in == BOT else []
        yield Fact(MARK, decision.step, [decision.seat], [decision.mark, decision.shown_cost], bots=bots)


def _moments(match: MatchToJudge, deals: Sequence[DealFindings]) -> list[Fact]:
    """Return for each seat the steps that changed its chances most, with their events."""
    moments: list[Fact] = []
    for seat in range(match.seats):
        changes = [
            Fact(
                MOMENT,
                deal.first_step + number,
                [seat],
                [before[seat], after[seat], int(deal.match is not None)],
            )
            for deal in deals
            for number, (before, after) in enumerate(pairwise((deal.match or deal.deal).open), start=1)
            if abs(after[seat] - before[seat]) >= _LEAST
        ]
        moments += sorted(changes, key=_change, reverse=True)[:_MOMENTS]
    stories, silences = dict(_steps(match)), _silences_by_step(match)
    for fact in moments:
        events = stories[fact.step]
        fact.events = [encode(event) for event in events]
        fact.bots = _bots(match, {**silences.get(fact.step, {}), actor(events): fact.step})
    return sorted(moments, key=lambda fact: fact.step)


def _change(moment: Fact) -> int:
    """Return how much a moment changed the chance of its seat."""
    before, after, _of_match = moment.numbers
    return abs(after - before)


def _steps(match: MatchToJudge) -> Iterator[tuple[int, Sequence[msgspec.Struct]]]:
    for deal in match.deals:
        yield from deal
