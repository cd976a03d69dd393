"""Standings: rows, ranking, the table of a season, and the places still possible.

For other packages: every module.
"""
