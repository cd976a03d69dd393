"""Read models for pages and programs: rounds, standings, matches, drafts, the desk, the history."""
