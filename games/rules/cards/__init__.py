"""Cards and decks: their numbers, points and names.

For other packages: every module.
"""
