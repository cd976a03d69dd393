"""Journeys through the pages in a real browser, grouped by the people who make them."""
