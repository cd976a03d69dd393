"""Two worlds that differ only in hidden cards: what a seat or a spectator sees of them is the same."""

from itertools import zip_longest

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand
from games.rules.decisions.decide import decide, new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match import events as e
from games.rules.match.state import MATCH_OVER, RUNNING, State
from games.rules.match.visibility import seen_by
from games.rules.options.options import Options
from tests.games.rules.any_match import PRESETS, RichChance, played, preset_match, seeds, some, tables
from tests.games.rules.match.worlds import hidden_form, in_other_hands, may_tell, other_world, receives


def _viewers(state: State) -> list[int | None]:
    return [*range(state.seats), None]


def _some_viewer(state: State, chance: Chance) -> int | None:
    return chance.below(state.seats) if chance.below(3) else state.to_act


def _looks_the_same_in_other_worlds(state: State, chance: Chance, moves: int) -> None:
    for move in played(state, chance, moves):
        if state.phase in RUNNING:
            for viewer in {_some_viewer(state, chance), _some_viewer(state, chance), None}:
                other = other_world(state, viewer, chance)
                assert seen_by(other, viewer) == seen_by(state, viewer)
                if viewer is not None:
                    assert legal_commands(other, viewer) == legal_commands(state, viewer)
                _tells_the_same(state, move, viewer, chance)
        step(state, move, chance)


def _tells_the_same(state: State, move: c.Command, viewer: int | None, chance: Chance) -> None:
    """Carry the move out in two worlds; what the viewer is told of it must be the same."""
    events = decide(state, move, Chance(b"same"))
    if may_tell(state, move, events, viewer):
        return
    kept = hidden_form(state, move, viewer)
    # Who draws looks at the piles, so that these cannot differ unseen.
    other = other_world(state, viewer, chance, kept=kept, piles=not receives(events, viewer))
    same_move = in_other_hands(other, move, viewer)
    if same_move is None:
        return
    try:
        others = decide(other, same_move, Chance(b"same"))
    except IllegalCommand:
        assert getattr(move, "seat", None) != viewer, "who moves is refused for what it cannot know"
        return
    for event, two in zip_longest(events, others):
        assert event is not None, f"only in the other world: {two}"
        assert two is not None, f"only in this world: {event}"
        if isinstance(event, e.HandsShuffled):
            continue  # a new hand may be seen by its new owner
        assert event.seen_by(viewer) == two.seen_by(viewer)


@pytest.mark.parametrize("rulebook", PRESETS)
@some(0.1)
@given(st.integers(2, 10), seeds)
def test_under_every_preset_nobody_sees_a_hidden_card(rulebook: str, seats: int, seed: bytes) -> None:
    _looks_the_same_in_other_worlds(preset_match(rulebook, seats), RichChance(seed), 40)


@some(0.7)
@given(tables(), seeds)
def test_under_any_options_nobody_sees_a_hidden_card(table: tuple[Options, int], seed: bytes) -> None:
    options, seats = table
    _looks_the_same_in_other_worlds(new_match("classic", options, seats), RichChance(seed), 40)


@some(0.5)
@given(tables(), seeds)
def test_cards_that_are_dealt_shuffled_or_drawn_are_shown_to_their_owner_alone(
    table: tuple[Options, int], seed: bytes
) -> None:
    options, seats = table
    chance = RichChance(seed)
    state = new_match("classic", options, seats)
    for move in played(state, chance, 60):
        for event in step(state, move, chance):
            for viewer in _viewers(state):
                seen = event.seen_by(viewer)
                assert type(seen) is type(event)
                assert seen.seen_by(viewer) == seen
                _shows_only_own_cards(seen, viewer)
        if state.phase == MATCH_OVER:
            break


def _shows_only_own_cards(seen: e.Event, viewer: int | None) -> None:
    if isinstance(seen, (e.CardsDealt, e.HandsShuffled)):
        assert all(set(hand) <= {-1} for seat, hand in enumerate(seen.hands) if seat != viewer)
    assert set(getattr(seen, "pile", [])) <= {-1}
    if isinstance(seen, e.CardsDrawn) and seen.seat != viewer:
        assert set(seen.cards) <= {-1}
    if isinstance(seen, e.ChallengeMade) and seen.seat != viewer:
        assert set(seen.shown) <= {-1}
    if isinstance(seen, e.CardPlayed):
        assert seen.legal


def test_no_field_of_any_event_with_cards_was_forgotten() -> None:
    """Every event field that can hold cards is either hidden by `seen_by` or known to be public."""
    public = {
        (e.RoundEnded, "hands"): "the cards are laid open when the round is over",
        (e.DealerChosen, "draws"): "the draw for the dealer is done openly",
        (e.StarterReturned, "card"): "it lay open",
        (e.StarterTurned, "card"): "it lies open",
        (e.CardPlayed, "card"): "it lies open",
        (e.PenaltyRaised, "card"): "the Skip lies open",
        (e.CardTakenBack, "card"): "it lay open",
        (e.IllegalCardPenalised, "card"): "it was laid openly",
        (e.CharadeWon, "cards"): "they are put down openly",
        (e.WildsDiscarded, "cards"): "they are put down openly",
        (e.RefereePenalty, "cards"): "a number",
        (e.HandRefilled, "cards"): "a number",
        (e.ForfeitDemanded, "cards"): "a number",
    }
    for event in e.Event.__subclasses__():
        for field in msgspec.structs.fields(event):
            if field.name in _CARD_FIELDS and (event, field.name) not in public:
                assert _is_hidden(event, field.name), f"{event.__name__}.{field.name}"


_CARD_FIELDS = ("card", "cards", "hands", "pile", "shown", "draws", "decks", "received")


def _is_hidden(event: type[e.Event], field: str) -> bool:
    values: dict[str, object] = {}
    for field_ in msgspec.structs.fields(event):
        values[field_.name] = {
            "hands": [[5], [5]],
            "pile": [5],
            "shown": [5],
            "cards": [5],
            "draws": [[0, 5]],
            "decks": [[5]],
            "reason": "turn",
            "later": [],
        }.get(field_.name, 5)
    seen = event(**values).seen_by(None)
    return "5" not in str(getattr(seen, field))
