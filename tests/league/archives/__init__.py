"""Tests of the archive with everything about a person."""
