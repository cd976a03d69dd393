"""Journeys of people who keep the score of real cards."""
