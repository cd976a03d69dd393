"""The event itself: rooms, screens, print-outs, the timer, calls for the referee.

For other packages: `calls`, `clock`, `overview`, `places`, `room`, `table_scorekeepers`.
"""
