"""Matches with real cards: what a scorekeeper writes down, checked and scored by the same rules."""
