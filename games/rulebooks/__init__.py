"""Presets and custom rulebooks, and the pages to read, compare and edit them."""
