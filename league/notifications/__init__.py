"""Notices to players, on pages and by e-mail: once, and only if they want them."""
