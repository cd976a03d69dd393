"""Sheets of players, entrants and results: taken in and given out."""
