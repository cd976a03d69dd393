"""People: log-ins, e-mail addresses, second factors, sessions.

For other packages: `deletion`, `guests`, `inactivity`, `names`, `sessions`, `tokens`.
"""
