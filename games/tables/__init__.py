"""Tables and their matches: open, sit, start, act, leave, look.

`by` says who acts: `player:<id>`, `organizer:<user id>`, `bot` or `clock`; `at` is the time, read at the
edge. A command that is not possible raises a `Refusal` with a stable code and a sentence and changes nothing.

For other packages: `aggregate`, `deadlines`, `events`, `projection`, `rulings`, `scheduling`,
`tables_past_their_end`, `vacations`.
"""

from games.access.players import seat_of
from games.eventstore import ConflictError
from games.rules.base.refusal import IllegalCommand, Refusal
from games.tables.adjudication import decide, withdraw_decision
from games.tables.autoplay.bot_moves import play_for_bot
from games.tables.autoplay.due_tables import (
    due_tables,
    is_another_due,
    may_be_shared,
    move_due_tables,
    move_on,
)
from games.tables.autoplay.overdue_turns import end_turn
from games.tables.clock_drift import keep_time
from games.tables.moves import act
from games.tables.opening import Opening, TableSettings, open_matches, open_table, seats_for_bots
from games.tables.pauses import HOST_ALONE, pause, resume
from games.tables.queries import (
    RULINGS,
    Look,
    Missed,
    as_seen,
    events_after,
    is_ruling_of_its_sender,
    look,
    look_at,
    reading_log,
    since,
    to_look_at,
    why_not,
)
from games.tables.result import Result, result
from games.tables.seating import (
    BOT_NAMES,
    break_off,
    come_back,
    free,
    give_up,
    give_words,
    keep,
    leave,
    seat_bot,
    sit,
    sit_down,
    start,
    take_seats,
)
from games.tables.substitution import hand_over, retire

__all__ = [
    "BOT_NAMES",
    "HOST_ALONE",
    "RULINGS",
    "ConflictError",
    "IllegalCommand",
    "Look",
    "Missed",
    "Opening",
    "Refusal",
    "Result",
    "TableSettings",
    "act",
    "as_seen",
    "break_off",
    "come_back",
    "decide",
    "due_tables",
    "end_turn",
    "events_after",
    "free",
    "give_up",
    "give_words",
    "hand_over",
    "is_another_due",
    "is_ruling_of_its_sender",
    "keep",
    "keep_time",
    "leave",
    "look",
    "look_at",
    "may_be_shared",
    "move_due_tables",
    "move_on",
    "open_matches",
    "open_table",
    "pause",
    "play_for_bot",
    "reading_log",
    "result",
    "resume",
    "retire",
    "seat_bot",
    "seat_of",
    "seats_for_bots",
    "since",
    "sit",
    "sit_down",
    "start",
    "take_seats",
    "to_look_at",
    "why_not",
    "withdraw_decision",
]
