"""Matchdays of clubs: dates, attendance, substitutes, and calendar feeds."""
