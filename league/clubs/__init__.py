"""Clubs: their pages, who belongs to them, and how people come and go.

For other packages: `competition_changes`, `joining`, `logos`, `members`, `new_club`, `settings`.
"""
