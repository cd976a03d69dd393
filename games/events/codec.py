"""Events to JSON and back, by stable short name and schema number.

The names are written into the log for ever and are independent of class names. When a stored shape
changes, register the class with the next schema and one `upcast` step for each older one.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from games.events import table_events
from games.rules.match import events, house_events
from games.rules.scoresheet import events as physical_events

Upcast = Callable[[dict[str, Any]], dict[str, Any]]


class UnknownEventError(LookupError):
    """An event has no registered name, or a stored name or schema is not known to this version."""


class _Format(msgspec.Struct, frozen=True):
    cls: type[msgspec.Struct]
    schema: int
    decoder: msgspec.json.Decoder[Any]
    upcasts: Mapping[int, Upcast]


_BY_NAME: dict[str, _Format] = {}
_NAME_OF: dict[type, str] = {}
_ENCODER = msgspec.json.Encoder()


def register(
    name: str, cls: type[msgspec.Struct], *, schema: int = 1, upcasts: Mapping[int, Upcast] | None = None
) -> None:
    """Give an event class its name in the log.

    `upcasts[n]` turns the JSON object of schema n into that of schema n + 1; all from 1 on are needed.
    Raises ValueError when the name or the class is taken, or an upcast is missing.
    """
    if _BY_NAME.get(name, _EMPTY).cls is not cls and (name in _BY_NAME or cls in _NAME_OF):
        raise ValueError(f"{name} or {cls.__name__} is registered already")
    if missing := [n for n in range(1, schema) if n not in (upcasts or {})]:
        raise ValueError(f"{name} lacks the upcast from schema {missing[0]}")
    _BY_NAME[name] = _Format(cls, schema, msgspec.json.Decoder(cls), dict(upcasts or {}))
    _NAME_OF[cls] = name


def encode(event: msgspec.Struct) -> tuple[str, int, str]:
    """Return name, schema and JSON text of an event; UnknownEventError when its class has no name."""
    name = _NAME_OF.get(type(event))
    if name is None:
        raise UnknownEventError(f"{type(event).__name__} has no name in the log")
    return name, _BY_NAME[name].schema, _ENCODER.encode(event).decode()


def decode(name: str, schema: int, payload: str | bytes) -> Any:
    """Return the event of a stored row; UnknownEventError for a name or schema of the future."""
    found = _BY_NAME.get(name)
    if found is None or schema > found.schema:
        raise UnknownEventError(f"{name} of schema {schema} is not known here")
    if schema == found.schema:
        return found.decoder.decode(payload)
    value = msgspec.json.decode(payload)
    for number in range(schema, found.schema):
        value = found.upcasts[number](value)
    return msgspec.convert(value, found.cls, str_keys=True)  # numbers as keys are text in JSON


def names() -> dict[str, type[msgspec.Struct]]:
    """Return all registered names with their classes."""
    return {name: found.cls for name, found in _BY_NAME.items()}


def with_times(value: dict[str, Any]) -> dict[str, Any]:
    """Add what was true of every table and competition before they said it: no bank, away after three."""
    return {**value, "bank_seconds": 0, "away_after": 3}


_EMPTY = _Format(msgspec.Struct, 0, msgspec.json.Decoder(), {})

_RULES: dict[str, type[msgspec.Struct]] = {
    "round_started": events.RoundStarted,
    "dealer_chosen": events.DealerChosen,
    "deal_voided": events.DealVoided,
    "cards_dealt": events.CardsDealt,
    "starter_returned": events.StarterReturned,
    "starter_turned": events.StarterTurned,
    "starter_colour_asked": events.StarterColourAsked,
    "starter_colour_chosen": events.StarterColourChosen,
    "turn_started": events.TurnStarted,
    "card_played": events.CardPlayed,
    "colour_chosen": events.ColourChosen,
    "direction_reversed": events.DirectionReversed,
    "cards_drawn": events.CardsDrawn,
    "draw_pile_rebuilt": events.DrawPileRebuilt,
    "turn_passed": events.TurnPassed,
    "penalty_raised": events.PenaltyRaised,
    "penalty_accepted": events.PenaltyAccepted,
    "player_skipped": events.PlayerSkipped,
    "challenge_made": events.ChallengeMade,
    "challenge_upheld": events.ChallengeUpheld,
    "challenge_failed": events.ChallengeFailed,
    "uno_due": events.UnoDue,
    "uno_called": events.UnoCalled,
    "uno_caught": events.UnoCaught,
    "uno_lapsed": events.UnoLapsed,
    "referee_penalty": events.RefereePenalty,
    "went_out": events.WentOut,
    "round_ended": events.RoundEnded,
    "points_scored": events.PointsScored,
    "seat_eliminated": events.SeatEliminated,
    "seat_given_up": events.SeatGivenUp,
    "match_ended": events.MatchEnded,
    "jumped_in": house_events.JumpedIn,
    "penalty_reflected": house_events.PenaltyReflected,
    "penalty_bounced": house_events.PenaltyBounced,
    "card_taken_back": house_events.CardTakenBack,
    "ready_requested": house_events.ReadyRequested,
    "ready_given": house_events.ReadyGiven,
    "hands_swapped": house_events.HandsSwapped,
    "hands_rotated": house_events.HandsRotated,
    "hands_shuffled": house_events.HandsShuffled,
    "exchange_offered": house_events.ExchangeOffered,
    "cards_exchanged": house_events.CardsExchanged,
    "hands_up_opened": house_events.HandsUpOpened,
    "hand_placed": house_events.HandPlaced,
    "hands_up_closed": house_events.HandsUpClosed,
    "silence_started": house_events.SilenceStarted,
    "silence_ended": house_events.SilenceEnded,
    "silence_broken": house_events.SilenceBroken,
    "uno_missed": house_events.UnoMissed,
    "illegal_card_penalised": house_events.IllegalCardPenalised,
    "false_call_penalised": house_events.FalseCallPenalised,
    "hand_refilled": house_events.HandRefilled,
    "forfeit_demanded": house_events.ForfeitDemanded,
    "forfeit_performed": house_events.ForfeitPerformed,
    "forfeit_refused": house_events.ForfeitRefused,
    "charade_started": house_events.CharadeStarted,
    "charade_won": house_events.CharadeWon,
    "wilds_discarded": house_events.WildsDiscarded,
}
_SHEET: dict[str, type[msgspec.Struct]] = {
    "hands_counted": physical_events.HandsCounted,
    "deal_undone": physical_events.DealUndone,
    "deal_corrected": physical_events.DealCorrected,
    "seat_retired": physical_events.SeatRetired,
    "seat_rejoined": physical_events.SeatRejoined,
    "penalty_taken_back": physical_events.PenaltyTakenBack,
    "table_result_reported": physical_events.ResultReported,
    "table_result_confirmed": physical_events.ResultConfirmed,
    "table_result_disputed": physical_events.ResultDisputed,
    "dispute_settled": physical_events.DisputeSettled,
    "table_result_final": physical_events.ResultFinal,
}
_TABLE: dict[str, type[msgspec.Struct]] = {
    "table_opened": table_events.TableOpened,
    "seat_taken": table_events.SeatTaken,
    "bot_seated": table_events.BotSeated,
    "seat_left": table_events.SeatLeft,
    "seat_played_by_bot": table_events.SeatPlayedByBot,
    "seat_returned": table_events.SeatReturned,
    "seat_handed_over": table_events.SeatHandedOver,
    "match_started": table_events.MatchStarted,
    "table_paused": table_events.TablePaused,
    "table_resumed": table_events.TableResumed,
    "deadline_moved": table_events.DeadlineMoved,
    "table_closed": table_events.TableClosed,
    "shuffles_committed": table_events.ShufflesCommitted,
    "words_given": table_events.WordsGiven,
    "secret_revealed": table_events.SecretRevealed,
    "record_imported": table_events.RecordImported,
}
# Beside what is in schema 1: the upcasts to the schema of today.
_CHANGED: dict[str, Mapping[int, Upcast]] = {
    "table_opened": {1: with_times, 2: dict},
    "round_started": {1: dict},
    "dealer_chosen": {1: dict},  # the rest of the deck was not kept, and nobody knows it
}
for _name, _cls in (_RULES | _SHEET | _TABLE).items():
    _upcasts = _CHANGED.get(_name, {})
    register(_name, _cls, schema=len(_upcasts) + 1, upcasts=_upcasts)
