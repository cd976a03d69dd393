"""Template tags and filters for all apps.

For other packages: `cards`.
"""
