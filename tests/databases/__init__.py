"""Databases for tests: a throw-away PostgreSQL server, and tables that are emptied between tests."""
