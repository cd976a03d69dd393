"""Brackets: plans of rounds, seeding, byes, places, and separation."""
