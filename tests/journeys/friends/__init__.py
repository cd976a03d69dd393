"""Journeys of people who play with each other at friendly tables."""
