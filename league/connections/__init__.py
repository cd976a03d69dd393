"""Connections to the web process: how many an address may hold, and whose turn it is."""
