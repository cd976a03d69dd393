"""A search for hidden cards in all that is told during random matches: `python -m tests.leaks`."""
