"""Journeys of accounts on devices: passkeys, notices, tables to read offline."""
