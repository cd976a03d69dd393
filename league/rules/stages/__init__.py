"""A stage from its draw to its standings, and the way to the next stage."""
