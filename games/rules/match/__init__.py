"""A match as a fold over its events: commands, events, state, and the view of each seat.

For other packages: every module.
"""
