"""A stage from its draw to its standings, and qualification for the next stage."""
