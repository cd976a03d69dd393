"""Clubs for programs: members, invitations, calendar, webhooks."""
