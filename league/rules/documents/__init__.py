"""Draws, histories and standings as JSON and CSV for programs."""
