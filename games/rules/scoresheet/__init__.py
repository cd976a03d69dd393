"""Matches with real cards: what a scorekeeper records, checked and scored by the same rules.

For other packages: `deals`, `decide`, `events`, `evolve`, `penalties`, `state`.
"""
