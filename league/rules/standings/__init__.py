"""Standings: rows, ranking, the table of a season, and what is still possible."""
