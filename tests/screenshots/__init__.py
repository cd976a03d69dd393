"""Pictures of every main page: `python -m tests.screenshots`."""
