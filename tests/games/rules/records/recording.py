"""Matches played at random, kept step by step as a log would, for tests of match records."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import asdict, replace

from games.bots.random_bot import choose
from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import TOKENS
from games.rules.decisions.decide import new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.fairness.shuffle import BEFORE_FIRST, METHOD, Proof, RoundChance, commitment_to, secret_of
from games.rules.match import commands as c
from games.rules.match.events import Event, RoundStarted
from games.rules.match.state import CENTRE, MATCH_OVER, RUNNING, State
from games.rules.options.options import Options, from_differences
from games.rules.records.checking import replay
from games.rules.records.record import Record, read, text
from games.rules.records.writing import (
    RecordedStep,
    RoundWriter,
    nothing_played,
    record_without_rounds,
    winners_of,
)

NAMES = ["Ana", "Bo", "Cy", "Dee", "Eli", "Flo", "Gus", "Hal", "Ida", "Jo"]


def played(
    rulebook: str, options: Options, seats: int, seed: bytes, *, steps: int = 300
) -> tuple[State, list[RecordedStep]]:
    """Play with all that people do: sensible and useless moves, calls, catches, penalties."""
    chance = Chance(seed)
    state = new_match(rulebook, options, seats)
    log = [RecordedStep(step(state, _first_deal(options, seats, chance), chance))]
    while state.phase != MATCH_OVER and len(log) < steps:
        with suppress(IllegalCommand):
            log.append(RecordedStep(step(state, _some_command(state, chance), chance)))
    return state, log


def record_of(steps: Iterable[RecordedStep], seats: Sequence[str], **about: Any) -> Record:
    """Write the record of a match from its whole log; the deals kept one by one have to add up to it."""
    state: State | None = None
    first: RoundStarted | None = None
    rounds: list[RoundWriter] = []
    for recorded in steps:
        started = next((event for event in recorded.events if isinstance(event, RoundStarted)), None)
        if started:
            first = first or started
            rounds.append(RoundWriter(started))
            state = state or new_match(started.rulebook, from_differences(started.options), started.seats)
        assert state is not None
        rounds[-1].add(state, recorded)
    if state is None or first is None:
        raise nothing_played()
    record = record_without_rounds(first, seats, winners_of(state), **about)
    return replace(record, rounds=[writer.round() for writer in rounds])


def recorded(log: list[RecordedStep], seats: int) -> Record:
    """Write a log down and read what was written."""
    return read(text(record_of(log, NAMES[:seats])).encode())


def replayed(record: Record) -> list[list[object]]:
    return [list(step.events) for step in replay(record).steps]


def _first_deal(options: Options, seats: int, chance: Chance) -> c.Command:
    fixed = options.dealer_choice == "fixed" and chance.below(2)
    young = options.first_player == "youngest" and chance.below(2)
    return c.Deal(chance.below(seats) if fixed else None, chance.below(seats) if young else None)


def _some_command(state: State, chance: Chance) -> c.Command:
    if state.phase not in RUNNING:
        legal = legal_commands(state, 0)
        return legal[chance.below(len(legal))]
    if not chance.below(8):
        return _odd_command(state, chance)
    if state.phase == CENTRE and not chance.below(3):
        return c.EndCentre()
    lists = [legal_commands(state, seat) for seat in state.active_seats()]
    legal = [column for some in lists for column in some]
    plays = [command for command in legal if isinstance(command, c.PlayCard | c.JumpIn | c.LayPair)]
    some = plays if plays and chance.below(10) else legal
    return some[chance.below(len(some))]


def _odd_command(state: State, chance: Chance) -> c.Command:
    """Return what is possible but not listed: calls for nothing, cards that do not fit, penalties."""
    seat, other, colour = chance.below(state.seats), chance.below(state.seats), chance.below(4)
    card = chance.below(len(TOKENS))
    if state.hands[state.to_act]:
        card = state.hands[state.to_act][chance.below(len(state.hands[state.to_act]))]
    make = (c.PlayCard, c.JumpIn)[chance.below(2)]
    black = card >= TOKENS.index("w")
    odd: list[c.Command] = [
        c.CallUno(seat),
        c.Catch(seat, other),
        c.Penalise(seat, 1 + chance.below(3)),
        c.Penalise(seat, 2, "advice"),
        c.Penalise(seat, 2, "silence"),
        *([c.Retire(seat)] if not chance.below(4) else []),
        *([c.CallTime()] if not chance.below(40) else []),
        make(state.to_act, card, colour if black else None, uno=True),
        make(state.to_act, card, colour if black else None, target=other),
    ]
    return odd[chance.below(len(odd))]


def proven(rulebook: str, options: Options, words: list[str]) -> Record:
    """Play a match of bots whose deals were committed to, and write it down with its proofs."""
    state, bots = new_match(rulebook, options, len(words)), Chance(b"bots")
    log, proofs = [], []
    chance: Chance = bots
    while state.phase != MATCH_OVER:
        if state.to_act >= 0:
            command = choose(None, legal_commands(state, state.to_act), bots)
            log.append(RecordedStep(step(state, command, chance)))
            continue
        number = state.round + 1
        secret = secret_of(b"seed", number)
        proofs.append(Proof(METHOD, commitment_to(secret), secret.hex(), words))
        drawn: list[Event] = []
        if number == 1 and options.dealer_choice != "fixed":
            drawn = step(state, c.DrawForDealer(), RoundChance(secret, words, BEFORE_FIRST))
        chance = RoundChance(secret, words, number)
        log.append(RecordedStep(drawn + step(state, c.Deal(), chance)))
    record = recorded(log, len(words))
    rounds = [
        replace(round_, proof=asdict(proof)) for round_, proof in zip(record.rounds, proofs, strict=True)
    ]
    return replace(record, rounds=rounds)
