"""Journeys of people who hold competitions."""
