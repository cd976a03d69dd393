"""Matchdays of clubs: when and where, who comes, who steps in, and calendars elsewhere that follow."""
