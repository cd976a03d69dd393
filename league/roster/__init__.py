"""Duplicate players: merging and separating them, and claims by people with an account."""
