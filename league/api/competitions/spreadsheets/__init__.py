"""Exports and imports of competitions and clubs as spreadsheets."""
