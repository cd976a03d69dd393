"""Draws: the draft of a competition, its seating, and draws of anything that is sent."""
