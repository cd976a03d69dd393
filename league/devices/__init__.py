"""Wildleague on people’s devices: an app that can be installed, push notices, and a table to read offline.

For other packages: `push_keys`, `push_sending`.
"""
