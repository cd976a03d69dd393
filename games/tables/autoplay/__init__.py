"""Moves without a player: moves of bots, overdue turns, the sweep of the tables that are due.

For other packages: `bot_moves`, `due_tables`, `overdue_turns`.
"""
