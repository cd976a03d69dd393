"""Clubs for programs: members, invitations, calendar, webhooks.

For other packages: `calendar_feeds`, `members`.
"""
