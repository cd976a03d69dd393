"""Matches with real cards: what a scorekeeper records, checked and scored by the same rules."""
