"""The forms of competitions: announcements, entries, results."""
