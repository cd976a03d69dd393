"""Backups: the whole database as one file, and back.

For other packages: `errors`, `files`.
"""
