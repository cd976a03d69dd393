"""Swiss pairing of two: the cheapest pairs, and the usual opponents.

For other packages: `pairing`, `usual_opponents`.
"""
