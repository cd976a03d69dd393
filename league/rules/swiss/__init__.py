"""Swiss pairing of two: the cheapest pairs, and the usual opponents."""
