"""Cards and decks: their numbers, points and names."""
