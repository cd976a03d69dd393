"""The view of a match that a seat or a spectator may have (rules.md 3.3, 3.17)."""

import msgspec

from games.rules.cards.cards import HIDDEN, Card
from games.rules.match.state import MATCH_OVER, OVER, State


class Sight(msgspec.Struct, frozen=True):
    """A match as a viewer sees it; `-1` stands for no seat, no colour, no card or a hidden card.

    `colour_before` is the colour on which a Wild Draw Four was played that may be challenged now.
    `hands` holds None for a hidden hand; after the end of a round all hands are open.
    """

    viewer: int | None
    seats: int
    round: int
    rulebook: str
    dealer: int
    direction: int
    phase: str
    to_act: int
    top: int
    colour: int
    discard_count: int
    draw_count: int
    counts: list[int]
    hands: list[list[Card] | None]
    drawn_card: int
    pending_kind: str
    pending_total: int
    pending_source: int
    challengeable: bool
    uno: list[int]
    totals: list[int]
    eliminated: list[int]
    winner: int
    winners: list[int]
    places: list[int]
    layer: int = -1
    out: list[int] = []
    emptied: list[int] = []
    silence_kind: str = ""
    silence_mark: int = -1
    placed: list[int] = []
    forfeit_cards: int = 0
    loser: int = -1
    wins: list[int] = []
    losses: list[int] = []
    retired: list[int] = []
    colour_before: int = -1


def seen_by(state: State, seat: int | None, *, everything: bool = False) -> Sight:
    """Return what the seat may know; `None` is a spectator, `everything` shows all hands."""
    open_hands = everything or state.phase in (OVER, MATCH_OVER)
    return Sight(
        viewer=seat,
        seats=state.seats,
        round=state.round,
        rulebook=state.rulebook,
        dealer=state.dealer,
        direction=state.direction,
        phase=state.phase,
        to_act=state.to_act,
        top=state.top,
        colour=state.colour,
        discard_count=len(state.discard_pile),
        draw_count=len(state.draw_pile),
        counts=[len(hand) for hand in state.hands],
        hands=[hand[:] if open_hands or owner == seat else None for owner, hand in enumerate(state.hands)],
        drawn_card=state.drawn_card if everything or state.to_act == seat else HIDDEN,
        pending_kind=state.pending_kind,
        pending_total=state.pending_total,
        pending_source=state.pending_source,
        challengeable=state.pending_challengeable,
        uno=list(state.uno),
        totals=state.totals[:],
        eliminated=state.eliminated[:],
        winner=state.winner,
        winners=state.winners[:],
        places=state.places[:],
        layer=state.layer,
        out=state.out[:],
        emptied=state.emptied[:],
        silence_kind=state.silence_kind,
        silence_mark=state.silence_mark,
        placed=state.placed[:],
        forfeit_cards=state.forfeit_cards,
        loser=state.loser,
        wins=state.wins[:],
        losses=state.losses[:],
        retired=state.retired[:],
        colour_before=state.colour_before if state.pending_challengeable else -1,
    )
