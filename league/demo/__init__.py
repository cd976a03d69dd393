"""A small club for a first look: people, dates, tables with bots and with real cards, a past season.

For other packages: `people`, `seed`.
"""
