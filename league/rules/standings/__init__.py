"""Standings: rows, ranking, the table of a season, and the places still possible."""
