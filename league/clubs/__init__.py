"""Clubs: their pages, who belongs to them, and how people come and go.

For other packages: `joining`, `logos`, `members`, `new_club`, `settings`.
"""
