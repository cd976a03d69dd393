"""Databases of earlier versions, kept as they were, and what becomes of them in the running version."""
