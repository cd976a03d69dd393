"""Journeys of people at a table."""
