"""People: log-ins, e-mail addresses, second factors, sessions.

For other packages: `deletion`, `inactivity`, `names`, `sessions`, `tokens`.
"""
