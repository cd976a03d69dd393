"""Webhooks: programs elsewhere are notified of events in a club."""
