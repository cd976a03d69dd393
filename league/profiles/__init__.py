"""The profile of a player: results, records, ratings, and head to head."""
