"""Rulebooks to read, compare and make: presets, custom rulebooks and their pages."""
