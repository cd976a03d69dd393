"""Webhooks: programs elsewhere are notified of events in a club.

For other packages: `competition_deliveries`, `hooks`, `kinds`, `owners`, `publishing`, `sending`, `signing`,
`sweep`.
"""
