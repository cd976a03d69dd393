"""What pages and programs read: rounds, standings, matches, drafts, the desk, the history."""
