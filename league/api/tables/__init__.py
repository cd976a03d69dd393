"""Tables for programs: seats, moves, score sheets, chat, replays, rulebooks.

For other packages: `my_tables`, `streams`, `tables`.
"""
