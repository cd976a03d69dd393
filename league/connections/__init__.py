"""Connections to the web process: how many an address may hold, and in which order they are served.

For other packages: every module.
"""
