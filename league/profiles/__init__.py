"""What a player has played: results, records, how the rating went, and against whom."""
