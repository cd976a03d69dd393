"""The forms of competitions: announcements, entries, results.

For other packages: `announcement`, `entries`, `next_season`.
"""
