"""Matchdays of clubs: dates, attendance, substitutes, and calendar feeds.

For other packages: `agenda`, `attendance`, `feeds`, `matchdays`, `reminders`, `substitutes`, `times`,
`visible_matchday`.
"""
