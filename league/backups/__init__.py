"""Backups: the whole database as one file, and back."""
