"""Tables for programs: seats, moves, score sheets, chat, replays, rulebooks."""
