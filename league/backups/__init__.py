"""Backups: the whole database as one file, and back.

For other packages: `backup_and_restore`, `errors`.
"""
