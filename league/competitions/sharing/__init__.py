"""Brackets, standings and results for other sites: embeds, feeds, pictures.

For other packages: `share`.
"""
