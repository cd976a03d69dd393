"""Permissions, and who sees hidden names."""
