"""Situation: people read what happened."""

import pytest

from games import eventstore
from games.rules.cards import cards
from games.rules.cards.card_names import called
from games.rules.match import events, sentence_patterns
from games.rules.match.seat_names import SeatNames
from games.rules.options.option_texts import CUSTOMIZABLE_EFFECTS
from games.rules.scoresheet import events as physical_events
from games.tables import events as table_events

NAMES = ["Ana", "Bo", "Cy"]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.CardPlayed(0, cards.card("r5")), "Ana played red 5"),
        (events.CardPlayed(1, cards.card("bS")), "Bo played blue Skip"),
        (events.CardPlayed(1, cards.card("w4")), "Bo played Wild Draw Four"),
        (events.ColourChosen(1, 2), "The colour is now green"),
        (events.CardsDrawn(1, [-1, -1], "penalty"), "Bo drew 2 cards"),
        (events.CardsDrawn(1, [-1], "turn"), "Bo drew a card"),
        (events.CardsDrawn(0, [cards.card("y+")], "turn"), "Ana drew yellow Draw Two"),
        (events.CardsDrawn(0, [], "turn"), "Ana found no card to draw"),
        (events.CardsDrawn(2, [-1, -1], "uno"), "Cy drew 2 cards for forgetting UNO"),
        (events.UnoCalled(2), "Cy said UNO"),
        (events.UnoCaught(2, 0), "Ana caught Cy not saying UNO"),
        (events.ChallengeMade(0, 1, [-1, -1]), "Ana challenged Bo"),
        (events.PenaltyRaised("draw4", 4, 2, 1, True), "4 cards for Cy"),
        (events.RefereePenalty(0, 1), "Ana got a penalty of 1 card"),
        (events.RefereePenalty(0, 2, words="too slow"), "Ana got a penalty of 2 cards: too slow"),
        (events.RoundStarted(3, "classic", {}, 3, 1, [], []), "Deal 3: Bo deals"),
        (events.StarterReturned(cards.card("w4"), []), "Wild Draw Four was put back"),
        (events.RoundEnded(-1, "blocked", []), "The deal is blocked: no one wins it"),
        (events.PointsScored([0, 87, 0], [0, 187, 20]), "Points: Bo 87"),
        (events.PointsScored([0, 0, 0], [0, 0, 0]), None),
        (events.MatchEnded([0], [1, 2, 3]), "Ana won the match"),
        (events.MatchEnded([0, 1, 2], [1, 1, 1]), "Ana, Bo and Cy won the match"),
        (table_events.SeatLeft(1), "Bo is away; a bot is playing"),
        (events.RefereePenalty(1, 2, "advice"), "The referee gave Bo 2 cards for giving advice"),
        (events.JumpedIn(1), "Bo jumped in"),
        (events.ExchangeOffered(0, 1, 7), "Ana offered Bo an exchange"),
        (events.CardsExchanged(0, 1, 7, 8), "Ana and Bo exchanged a card"),
        (events.HandsUpClosed(1, [0]), None),
        (events.SilenceBroken(2), "Cy broke the silence"),
        (events.UnoDue(1), None),
        (events.TurnStarted(1), None),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, events.Event) else None,
)
def test_events_are_told_in_plain_words(event, sentence):
    assert event.sentence(NAMES) == sentence


def test_that_somebody_can_still_be_caught_is_never_told():
    assert events.UnoDue(0).sentence(NAMES) is None


def test_a_missed_catch_is_told_when_it_is_too_late():
    assert events.UnoLapsed(0).sentence(NAMES) == "No one caught Ana not saying UNO"


def test_every_card_has_a_name_of_its_own():
    names = [called(number) for number in range(len(cards.TOKENS))]
    assert len(set(names)) == len(names)
    assert called(-1) == "a card"


def test_a_bluff_is_not_given_away_by_the_words():
    bluff, honest = (events.CardPlayed(0, cards.WILD_DRAW_FOUR, legal) for legal in (False, True))
    assert bluff.sentence(NAMES) == honest.sentence(NAMES)


SILENT = {
    # The turn, the cards and the next question are seen, and nobody may be told who can be caught.
    "TurnStarted", "CardsDealt", "PenaltyAccepted", "StarterColourAsked", "UnoDue",
    "HandsUpClosed",
    # Around a match the list of seats says it.
    "TableOpened", "SeatTaken", "SeatKept", "SeatFreed", "BotSeated", "SeatPlayedByBot", "MatchStarted",
    "TableClosed",
    # An import is nothing that anybody at the table did.
    "RecordImported",
    # The page of the shuffles says it.
    "ShufflesCommitted", "SecretRevealed",
}  # fmt: skip


def test_every_event_at_a_table_is_told_or_silent_on_purpose():
    roots = (events.Event, physical_events.SheetEvent, table_events.TableChange)
    ours = {cls for cls in eventstore.event_classes().values() if issubclass(cls, roots)}
    assert {cls.__name__ for cls in ours if cls.sentence is sentence_patterns.untold} == SILENT


@pytest.mark.parametrize("reason", events.DRAW_REASONS)
def test_every_reason_for_drawing_is_told(reason):
    assert events.CardsDrawn(1, [-1, -1], reason).sentence(NAMES).startswith("Bo drew 2 cards")


@pytest.mark.parametrize("what", [name for name in CUSTOMIZABLE_EFFECTS if "_or_draw_" in name])
def test_every_forfeit_is_told(what):
    assert events.ForfeitDemanded(2, what, 3).sentence(NAMES).startswith("Dare for Cy: ")


def test_the_points_of_partners_are_told_once_for_their_side():
    names = SeatNames(["Ana", "Bo", "Cy", "Dee"], has_partners=True)
    scored = events.PointsScored([0, 59, 0, 59], [0, 59, 0, 59])
    assert scored.sentence(names) == "Points: Bo and Dee 59"
