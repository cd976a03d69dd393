"""Draws at tables of three to ten: searches, designs, weights and seats."""
