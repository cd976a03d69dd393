"""Sheets of competitions and clubs: taken away, and read."""
