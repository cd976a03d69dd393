"""Webhooks: programs elsewhere are notified of events in a club.

For other packages: `address_guard`, `competition_deliveries`, `hooks`, `kinds`, `owners`, `publishing`,
`sending`, `signing`, `sweep`, `transport`.
"""
