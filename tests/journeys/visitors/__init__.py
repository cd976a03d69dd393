"""Journeys of people who read and watch."""
