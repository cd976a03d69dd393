"""The audit log: who changed roles, invitations, tokens and settings."""
