"""Journeys of a whole club: its rulebook, its night."""
