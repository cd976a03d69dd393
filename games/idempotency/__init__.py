"""Carry out a command once, however often it is sent.

For other packages: `request_keys`.
"""
