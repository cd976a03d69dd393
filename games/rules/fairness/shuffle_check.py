"""Verify the shuffles of a match record: every order must follow from the commitment to its deal."""

from typing import Any, Final

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
from games.rules.fairness.shuffle import BEFORE_FIRST, METHOD, Proof, RoundChance, commitment_to, plain_words
from games.rules.match.events import DealerChosen
from games.rules.notation import notation
from games.rules.notation.notation import seat_letter
from games.rules.options.options import Options
from games.rules.records.checking import ReplayedRecord, replay
from games.rules.records.record import InvalidRecord, Record, Round, read

_SECRET_BYTES: Final = 32


class UnfairShuffle(Refusal):
    """A deal is not proven; `order` is the number of the recorded order from 1, or 0 for the proof itself."""

    def __init__(self, code: str, sentence: str, order: int = 0) -> None:
        super().__init__(code, sentence)
        self.order = order


def verify(data: bytes) -> dict[str, Any]:
    """Return the report that `manage.py record verify-shuffle` prints about the bytes of a record.

    An invalid record is reported as by a check. Otherwise every round says whether it is proven, and the
    report repeats the fault of the first round that is not.
    """
    try:
        record = read(data)
        played = replay(record)
    except InvalidRecord as invalid:
        return invalid.report()
    rounds = [_verdict(record, number, played) for number in range(1, len(record.rounds) + 1)]
    first_fault = next((verdict for verdict in rounds if not verdict["ok"]), {"ok": True})
    return {**first_fault, "rounds": rounds}


def _verdict(record: Record, number: int, played: ReplayedRecord) -> dict[str, Any]:
    deal = record.rounds[number - 1]
    try:
        proof = _proof(deal, len(record.seats))
        _verify_orders(deal, number, proof, played)
    except UnfairShuffle as unfair:
        about = {"code": unfair.code, "message": unfair.sentence}
        return {"ok": False, "round": number, "order": unfair.order, **about}
    return {"ok": True, "round": number, "orders": len(deal.chance), "commitment": proof.commitment}


def _proof(deal: Round, seats: int) -> Proof:
    """Return the proof of a round, after checking its form and its commitment."""
    if deal.proof is None:
        raise UnfairShuffle("no_proof", _("The record holds no proof for this deal."))
    try:
        proof = msgspec.convert(deal.proof, Proof)
        secret = bytes.fromhex(proof.secret)
    except (msgspec.ValidationError, ValueError) as error:
        raise UnfairShuffle(
            "bad_proof", _("The proof is not in the form of one: {error}.").format(error=error)
        ) from None
    if proof.method != METHOD:
        raise UnfairShuffle(
            "unknown_method", _("Only proofs by {method} can be verified here.").format(method=METHOD)
        )
    if len(secret) != _SECRET_BYTES or secret.hex() != proof.secret:
        raise UnfairShuffle("bad_proof", _("A secret is written as 64 hexadecimal digits."))
    if len(proof.words) != seats or not all(map(_is_plain, proof.words)):
        raise UnfairShuffle("bad_proof", _("A proof has plain words, or none, for every seat."))
    if commitment_to(secret) != proof.commitment:
        raise UnfairShuffle("wrong_secret", _("The secret is not the one that was committed to."))
    return proof


def _is_plain(words: str) -> bool:
    try:
        return not words or plain_words(words) == words
    except Refusal:
        return False


def _verify_orders(deal: Round, number: int, proof: Proof, played: ReplayedRecord) -> None:
    secret = bytes.fromhex(proof.secret)
    decks = _verify_dealer(proof, played) if number == 1 else 0
    before = RoundChance(secret, proof.words, BEFORE_FIRST)
    chance = RoundChance(secret, proof.words, number)
    for place, text in enumerate(deal.chance, start=1):
        order = notation.card_list(text)
        if (before if place <= decks else chance).shuffled(order) != order:
            sentence = _("Order {place} of deal {deal} is not what the secret and the words lead to.")
            raise UnfairShuffle("shuffle_differs", sentence.format(place=place, deal=number), place)


def _verify_dealer(proof: Proof, played: ReplayedRecord) -> int:
    """Return how many decks were shuffled to find the first dealer."""
    chosen = played.steps[0].events[0]
    assert isinstance(chosen, DealerChosen)  # the first step of a match
    options: Options = played.state.options
    if options.dealer_choice == "random":
        seat = RoundChance(bytes.fromhex(proof.secret), proof.words, BEFORE_FIRST).below(played.state.seats)
        if seat != chosen.seat:
            sentence = _("The first dealer should have been {seat}.").format(seat=seat_letter(seat))
            raise UnfairShuffle("dealer_differs", sentence)
    elif options.dealer_choice != "fixed" and not chosen.draws:
        raise UnfairShuffle(
            "dealer_differs", _("The first dealer was named, but should have been chosen by cards.")
        )
    return len(chosen.decks)
