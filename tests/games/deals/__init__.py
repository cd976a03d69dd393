"""Deals that are kept beside the log."""
