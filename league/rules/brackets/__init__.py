"""Brackets: plans of rounds, seeds, byes, places, and who is kept apart."""
