"""Tests of reports and muted people."""
