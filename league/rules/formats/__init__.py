"""Formats: each one draws the next stage round of a stage."""
