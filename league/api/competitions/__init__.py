"""Competitions for programs: commands, entries, draws, standings, the desk."""
