"""Situation: events are written into the log and read again, now and in ten years."""

import inspect
from typing import Any, get_type_hints

import msgspec
import pytest

from games import eventstore
from games.rules.base.event_types import event_type
from games.rules.match import events
from games.rules.scoresheet import events as physical_events
from games.tables import events as table_events

# The storage format of every match ever played. Names may be added; none may change or go.
NAMES = """
    bot_seated card_played cards_dealt cards_drawn challenge_failed challenge_made challenge_upheld
    colour_chosen deal_voided dealer_chosen direction_reversed draw_pile_rebuilt match_ended match_started
    penalty_accepted penalty_raised player_skipped points_scored record_imported referee_penalty round_ended
    round_started seat_eliminated seat_freed seat_kept seat_left seat_played_by_bot seat_returned seat_taken
    starter_colour_asked starter_colour_chosen starter_returned starter_turned table_closed
    decision_withdrawn match_decided
    penalty_agreed penalty_asked penalty_declined penalty_explained
    card_taken_back cards_exchanged charade_started charade_won exchange_offered false_call_penalised
    forfeit_demanded forfeit_performed forfeit_refused hand_placed hand_refilled hands_rotated
    hands_shuffled hands_swapped hands_up_closed hands_up_opened illegal_card_penalised jumped_in
    penalty_bounced penalty_reflected ready_given ready_requested silence_broken silence_ended
    silence_started uno_missed wilds_discarded
    secret_revealed shuffles_committed words_given
    deal_corrected deal_undone dispute_settled hands_counted penalty_taken_back seat_rejoined seat_retired
    table_result_confirmed table_result_disputed table_result_final table_result_reopened
    table_result_reported
    deadline_moved table_opened table_paused table_resumed
    seat_handed_over seat_given_up turn_put_off
    turn_passed turn_started uno_called uno_caught uno_due uno_lapsed went_out
"""

SAMPLES = {
    int: 3,
    bool: False,
    str: "turn",
    list[int]: [1, 2],
    list[str]: ["c2fe", ""],
    list[list[int]]: [[1, 60], []],
    dict[str, bool | int | str | list[str]]: {"target_score": 200, "deck": "classic_108", "jump_in": True},
    int | None: 4,
    dict[str, Any]: {"event": "Cup", "notes": ["a", 1]},
    list[dict[str, Any]]: [{"what": "turn", "seat": 2}],
}


def classes(module, root):
    members = [
        member for _name, member in inspect.getmembers(module, inspect.isclass) if issubclass(member, root)
    ]
    return [member for member in members if member is not root]


EVENTS = classes(events, events.Event)
EVENTS += classes(physical_events, physical_events.SheetEvent)
EVENTS += classes(table_events, table_events.TableChange)


def test_the_names_in_the_log_are_those_ever_used():
    ours = {name for name, cls in eventstore.event_classes().items() if cls in EVENTS}
    assert ours == set(NAMES.split())


@pytest.mark.parametrize("cls", EVENTS, ids=lambda cls: cls.__name__)
def test_every_event_comes_back_as_it_was_written(cls):
    hints = get_type_hints(cls)
    event = cls(**{name: SAMPLES[hints[name]] for name in cls.__struct_fields__})
    name, schema, payload = eventstore.encode(event)
    assert schema >= 1
    assert eventstore.decode(name, schema, payload) == event


def test_the_text_of_an_event_holds_its_facts_and_no_class_name():
    assert eventstore.encode(events.CardsDrawn(2, [5, 53], "turn")) == (
        "cards_drawn",
        1,
        '{"seat":2,"cards":[5,53],"reason":"turn"}',
    )


def test_an_event_without_a_name_is_refused():
    class Unheard(msgspec.Struct):
        seat: int

    with pytest.raises(eventstore.UnknownEventError, match="Unheard"):
        eventstore.encode(Unheard(1))


@pytest.mark.parametrize(("name", "schema"), [("from_the_future", 1), ("card_played", 2)])
def test_a_name_or_schema_of_the_future_is_refused(name, schema):
    with pytest.raises(eventstore.UnknownEventError):
        eventstore.decode(name, schema, "{}")


def test_a_payload_of_the_wrong_shape_is_refused():
    with pytest.raises(msgspec.ValidationError):
        eventstore.decode("card_played", 1, '{"seat":"A","card":3}')


def test_an_old_schema_is_lifted_step_by_step_to_the_newest():
    class Renamed(msgspec.Struct):
        seat: int
        bonus: int

    upcasts = [lambda old: {"seat": old["place"]}, lambda old: {**old, "bonus": 7}]
    event_type("test_renamed", upcasts=upcasts)(Renamed)
    assert eventstore.decode("test_renamed", 1, '{"place":4}') == Renamed(4, 7)
    assert eventstore.decode("test_renamed", 2, '{"seat":5}') == Renamed(5, 7)
    assert eventstore.encode(Renamed(1, 2))[:2] == ("test_renamed", 3)


def test_a_name_is_given_once_and_so_is_a_class():
    class Other(msgspec.Struct):
        seat: int

    with pytest.raises(ValueError, match="registered already"):
        event_type("card_played")(Other)
    with pytest.raises(ValueError, match="registered already"):
        event_type("card_laid")(events.CardPlayed)


@pytest.mark.parametrize("root", [events.Event, physical_events.SheetEvent, table_events.TableChange])
def test_an_event_that_lacks_a_part_is_noticed_at_import(root):
    class Unfinished(root, frozen=True):
        seat: int

    with pytest.raises(TypeError, match="Unfinished lacks change, sentence"):
        event_type("test_unfinished")(Unfinished)

    class Untold(root, frozen=True):
        seat: int

        def change(self, *_facts):
            pass

    with pytest.raises(TypeError, match="Untold lacks sentence"):
        event_type("test_untold")(Untold)
    assert not {"test_unfinished", "test_untold"} & set(eventstore.event_classes())


@pytest.mark.parametrize("cls", EVENTS, ids=lambda cls: cls.__name__)
def test_every_event_is_registered(cls):
    assert cls in eventstore.event_classes().values()
